import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Directions of random routes on each real area: sums, order, well-formed text in every language, and no
/// distant name.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaDirectionsTests {
  private static let routes = 60

  @Test(arguments: RealArea.names)
  func `directions of random routes are well formed and name features near them`(name: String) async throws {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named(name))
    let session = RouteSession(Router(graph: graph))
    var random = SeededGenerator(seed: 7)
    var (routes, instructionCount) = (0, 0)
    for question in 0..<4 * Self.routes where routes < Self.routes {
      let ends = (0..<2).map { _ in
        RouteEndpoint.node(NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random)))
      }
      let request = RouteRequest.fastest(from: ends[0], to: ends[1], profile: .anyGrade)
      guard case .answer(let route) = try session.route(request), !route.steps.isEmpty else { continue }
      let directions = Directions(route, graph: graph, destination: "Goal")
      var check = DirectionsCheck(route: route, directions: directions, graph: graph)
      check.run()
      #expect(check.violations.isEmpty, "\(name), seed 7, question \(question)")
      routes += 1
      instructionCount += directions.instructions.count
    }
    print("\(name), seed 7: \(routes) routes, \(instructionCount) instructions")
    #expect(routes > 10)
  }
}
