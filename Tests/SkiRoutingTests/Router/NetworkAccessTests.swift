import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct NetworkAccessTests {
  @Test(arguments: Array(stride(from: UInt64(1), to: 1001, by: 100)))
  func `one search to all nodes gives the time of the reference search to every end`(first: UInt64) throws {
    var found = 0
    for seed in first..<first + 100 {
      var world = try RandomWorld(seed: seed)
      let session = RouteSession(Router(graph: world.graph))
      let profile = world.profile()
      let from = world.endpoint()
      let start = try session.access(from, as: .start, profile: profile)
      let times = try start.map { try session.times(from: $0, profile: profile) }
      for question in 0..<4 {
        let to = world.endpoint()
        let truth = ReferenceRouting(graph: world.graph, profile: profile).milliseconds(from: from, to: to)
        guard from != to else { continue }
        var answer: UInt32?
        if let start, let times, let end = try session.access(to, as: .destination, profile: profile) {
          answer = session.milliseconds(from: start, to: end, times: times, profile: profile)
        }
        #expect(answer.map(Int.init) == truth, "seed \(seed), question \(question): \(from) to \(to)")
        found += answer == nil ? 0 : 1
      }
    }
    #expect(found >= 100, "\(found) of 400 from seed \(first)")
  }

  private static func world() throws -> DrawnWorld {
    try DrawnWorld(
      "T\nM\nB", cellMetres: 500, heights: ["T": 2000, "M": 1750, "B": 1500],
      [.lift("BT", .chairLift), .run("TMB", .expert)])
  }

  @Test func `a start aboard a lift rides to its end even if the profile avoids its kind`() throws {
    let world = try Self.world()
    let session = RouteSession(world.router)
    let profile = SkierProfile(avoidedLiftKinds: [.chairLift])
    let lift = try #require(world.feature("BT"))
    let link = LinkIndex(world.graph.links(of: lift).lowerBound)
    let edge = try #require(world.graph.edge(of: link, reversed: false))
    let ride = try #require(CostModel(graph: world.graph, profile: profile).liftMilliseconds(link)).ride
    let half = session.access(on: edge, atCentimetres: 50_000, profile: profile)
    #expect(half.ends.map(\.node) == [world.node("T")])
    #expect(abs(Int(half.ends[0].milliseconds) - Int(ride) / 2) < 1000)
    let beyond = session.access(on: edge, atCentimetres: .max, profile: profile)
    #expect(beyond.ends == [SearchEnd(node: world.node("T"))])
  }

  @Test func `a start on a run leads down it, and nowhere if the profile does not admit the run`() throws {
    let world = try Self.world()
    let session = RouteSession(world.router)
    let run = try #require(world.feature("TMB"))
    let link = LinkIndex(world.graph.links(of: run).lowerBound)
    let edge = try #require(world.graph.edge(of: link, reversed: false))
    let access = session.access(on: edge, atCentimetres: 10_000, profile: .anyGrade)
    #expect(access.ends.map(\.node) == [world.node("M")])
    #expect(try session.times(from: access, profile: .anyGrade)[world.node("T")] != nil)
    let timid = SkierProfile(ceiling: .colour(.blue))
    #expect(session.access(on: edge, atCentimetres: 10_000, profile: timid).ends.isEmpty)
  }

  @Test func `a start aboard a lift whose ride exceeds the greatest cost leads nowhere`() throws {
    var builder = RoutingGraphBuilder()
    let places = [Int32(0), 1000].map {
      GraphPoint(position: FixedCoordinate(latitudeE7: $0, longitudeE7: 0), elevationCentimetres: nil)
    }
    let nodes = places.map { builder.addNode($0) }
    var lift = GraphFeature(kind: .lift, id: SourceID("lift"), start: places[0], end: places[1])
    lift.liftKind = .magicCarpet
    let feature = builder.addFeature(lift)
    builder.links = [
      BuilderLink(
        kind: .lift, feature: feature, tail: nodes[0], head: nodes[1], allowsForward: true,
        allowsBackward: false, endOffsetCentimetres: 4_000_000_000, points: places,
        distancesCentimetres: [0, 4_000_000_000])
    ]
    let session = RouteSession(Router(graph: try builder.build()))
    #expect(session.access(on: EdgeIndex(0), atCentimetres: 100, profile: .anyGrade).ends.isEmpty)
  }
}
