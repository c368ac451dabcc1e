import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct DirectionsPropertyTests {
  static let batches = Array(
    stride(from: UInt64(1), through: UInt64(TestScale.count(all: 2000, sample: 1000)), by: 100))

  @Test(arguments: batches)
  func `directions on random worlds add up, follow the route and name only existing features`(first: UInt64)
    throws
  {
    var (routes, forks, landmarks) = (0, 0, 0)
    for seed in first..<first + 100 {
      var world = try RandomWorld(seed: seed)
      var builder = world.builder
      for index in builder.features.indices where !index.isMultiple(of: 5) {
        builder.features[index].facts.name = "Name \(index % 9)"
      }
      let graph = try builder.build()
      let session = RouteSession(Router(graph: graph))
      for question in 0..<4 {
        let request = RouteRequest.fastest(
          from: world.endpoint(), to: world.endpoint(), profile: world.profile())
        guard case .answer(let route) = try session.route(request) else { continue }
        let directions = Directions(route, graph: graph, destination: "Goal")
        let note: Comment = "seed \(seed), question \(question)"
        var check = DirectionsCheck(route: route, directions: directions, graph: graph)
        check.run()
        #expect(check.violations.isEmpty, note)
        routes += 1
        for instruction in directions.instructions {
          if case .keep = instruction.kind { forks += 1 }
          if case .pass = instruction.kind { landmarks += 1 }
        }
      }
    }
    #expect(routes > 50 && landmarks > 0)
    print("seeds from \(first): \(routes) routes, \(forks) forks, \(landmarks) landmarks")
  }
}
