import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The positions of the joints along a route and the runs that leave there.
@Suite struct RouteLineTests {
  @Test(arguments: Array(stride(from: UInt64(1), to: 2001, by: 500)))
  func `every joint of a route lies at its node and within the length of its step`(first: UInt64)
    throws
  {
    var (joints, partial) = (0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld(seed: seed)
      let request = RouteRequest.fastest(
        from: world.endpoint(), to: world.endpoint(), profile: world.profile())
      guard case .answer(let route) = try Router(graph: world.graph).route(request) else { continue }
      let line = RouteLine(route, graph: world.graph)
      let edges = route.steps.flatMap(\.edges)
      let note: Comment = "seed \(seed)"
      #expect(line.passedNodes.count == max(0, edges.count - 1), note)
      #expect(line.passedNodes.map(\.leaving) == Array(edges.dropFirst()), note)
      for joint in line.passedNodes {
        let node = world.graph.point(joint.node)
        #expect(line.place(at: joint.metres)?.position == node.position, note)
        let before = route.steps[..<joint.steps.before].reduce(0) { $0 + $1.lengthMetres }
        let until = route.steps[...joint.steps.before].reduce(0) { $0 + $1.lengthMetres }
        #expect(joint.metres >= before - 1e-6 && joint.metres <= until + 1e-6, note)
        joints += 1
      }
      if case .coordinate = request.from, route.steps.count > 1 { partial += 1 }
    }
    #expect(joints > 100 && partial > 20, "\(joints) joints, \(partial) from the middle of a link")
  }

  @Test func `a run shorter than 60 m is not a branch, one of 60 m is`() throws {
    for (metres, isBranch) in [(UInt32(59), false), (60, true), (61, true)] {
      var builder = RoutingGraphBuilder()
      let places = [Int32(0), 9000].map {
        GraphPoint(position: FixedCoordinate(latitudeE7: 460_000_000 + $0, longitudeE7: 70_000_000))
      }
      let nodes = places.map { builder.addNode($0) }
      let run = builder.addFeature(
        GraphFeature(kind: .run, id: SourceID("run"), name: "Other", start: places[0], end: places[1]))
      builder.links = [
        BuilderLink(
          kind: .run, feature: run, tail: nodes[0], head: nodes[1], allowsForward: true,
          allowsBackward: false, difficulty: .easy, points: places, distancesCentimetres: [0, metres * 100])
      ]
      #expect((Branch(EdgeIndex(0), graph: try builder.build()) != nil) == isBranch, "\(metres) m")
    }
  }
}

extension GraphPoint {
  fileprivate init(position: FixedCoordinate) {
    self.init(position: position, elevationCentimetres: nil)
  }
}
