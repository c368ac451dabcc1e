import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The versions of a router's closures: their numbers, their independence, and their memory.
@Suite struct ClosureStateTests {
  private let world: DrawnWorld
  private let map: SkiMap
  private let graph: RoutingGraph

  init() throws {
    world = try DrawnWorld(
      "B---T", heights: ["B": 1000, "T": 1200],
      [.lift("BT", .chairLift), .run("TB", .easy, name: "Home run")])
    map = try world.map()
    graph = try map.graph(at: 0)
  }

  private func place(_ spelling: String) throws -> Place {
    graph.place(try #require(world.feature(spelling)))
  }

  private func ride(_ router: MapRouter) throws -> Route? {
    try router.route(
      RouteRequest(from: .node(world.node("B")), to: .node(world.node("T")), profile: .anyGrade)
    ).value
  }

  @Test func `a change makes a version, and no change makes none`() throws {
    let (lift, run) = (try place("BT"), try place("TB"))
    let router = MapRouter(map: map, closed: [run])
    #expect(router.closures.version == 0 && router.closed == [run])
    #expect(try router.close([run]) == 0)
    #expect(try router.close([]) == 0)
    #expect(try router.reopen([lift]) == 0)
    #expect(try router.setClosed([run, run]) == 0)
    #expect(try router.close([lift, run]) == 1)
    #expect(router.closed == [run, lift])
    #expect(try router.close([lift]) == 1)
    #expect(try router.reopen([lift, run]) == 2)
    #expect(router.closed.isEmpty)
    #expect(try router.setClosed([lift]) == 3)
    #expect(try router.setClosed([run]) == 4)
    #expect(router.closed == [run])
  }

  @Test func `the sequence of closures has the present ones, then the newest after each change`() async throws
  {
    let lift = try place("BT")
    let router = MapRouter(map: map)
    var states = router.closureStates.makeAsyncIterator()
    #expect(await states.next()?.version == 0)
    try router.close([])
    try router.close([lift])
    #expect(await states.next()?.places == [lift], "a change of nothing makes no value")
    try router.reopen([lift])
    try router.close([lift])
    #expect(await states.next()?.version == 3)
  }

  @Test func `a place of several features is closed until the last of them is reopened`() throws {
    let (lift, run) = (try place("BT"), try place("TB"))
    var both = lift
    both.features = [lift.feature, run.feature].sorted()
    let router = MapRouter(map: map)
    try router.close([both])
    #expect(try ride(router) == nil)
    try router.reopen([lift])
    #expect(router.closed.map(\.features) == [[run.feature]])
    #expect(try ride(router) != nil)
    try router.close([both])
    #expect(try ride(router) == nil)
    #expect(try router.reopen([run, lift]) == 4)
    #expect(router.closed.isEmpty)
  }

  @Test func `every question asked after a closure sees it, and no other router does`() throws {
    let lift = try place("BT")
    let router = MapRouter(map: map)
    let before = router.closures
    #expect(try ride(router) != nil)
    #expect(try router.close([lift]) == 1)
    guard
      case .noAnswer(let reason) = try router.route(
        RouteRequest(from: .node(world.node("B")), to: .node(world.node("T"))))
    else {
      Issue.record("a route over a closed lift")
      return
    }
    #expect(reason.reason == .closed && reason.closedFeatures == lift.features)
    #expect(try ride(router.at(before)) != nil)
    #expect(try ride(router.on(Schedule())) != nil)
    #expect(try ride(router.on(Schedule(), closing: router.closed)) == nil)
    let fixed = try router.at(router.closures)
    #expect(fixed.closures.version == 1)
    #expect(try router.reopen([lift]) == 2)
    #expect(try ride(router) != nil)
    #expect(try ride(fixed) == nil)
    #expect(try fixed.reopen([lift]) == 2)
    #expect(try fixed.close([lift]) == 3)
    #expect(router.closures.version == 2)
  }

  @Test func `places and closures of another map and unknown features are refused, and nothing is closed`()
    throws
  {
    let (lift, run) = (try place("BT"), try place("TB"))
    let router = MapRouter(map: map, closed: [run])
    let other = try MapContents(regions: [RandomWorld(seed: 4).builder]).map()
    let foreign = try other.graph(at: 0).place(FeatureIndex(0))
    var unknown = lift
    unknown.features.append(FeatureIndex(graph.featureCount))
    let changes: [([Place]) throws -> Int] = [
      { try router.close($0) }, { try router.reopen($0) }, { try router.setClosed($0) },
    ]
    for change in changes {
      for place in [foreign, unknown] {
        let error = #expect(throws: SkiError.self) { try change([lift, place]) }
        #expect(error?.code == .invalidArgument)
        #expect(router.closures.version == 0 && router.closed == [run])
      }
    }
    let error = #expect(throws: SkiError.self) { try router.at(MapRouter(map: other).closures) }
    #expect(error?.code == .invalidArgument)
    let broken = MapRouter(map: map, closed: [foreign])
    #expect(throws: SkiError.self) { try ride(broken) }
    #expect(throws: SkiError.self) { try ride(broken.at(broken.closures)) }
    #expect(try broken.close([lift]) == 1)
    #expect(throws: SkiError.self) { try ride(broken) }
    #expect(try broken.setClosed([lift]) == 2)
    #expect(try ride(broken) == nil)
  }

  @Test func `closures of the schedule stay when a place is reopened`() throws {
    let lift = try place("BT")
    var report = StatusReport()
    let now = UniversalTime(secondsSince1970: 1_700_000_000)
    var status = FeatureStatus(key: .id(graph.feature(lift.feature).id))
    (status.state, status.observedAt) = (.closed, now)
    report.features = [status]
    let router = MapRouter(map: map, schedule: Schedule(report: report, now: now), closed: [lift])
    #expect(try router.reopen([lift]) == 1)
    let request = RouteRequest(from: .node(world.node("B")), to: .node(world.node("T")))
    #expect(try router.route(request, departing: DayTime(hour: 10)).value == nil)
    #expect(try router.route(request).value != nil)
  }

  /// A reference to the edges of one version.
  private struct WeakEdges {
    weak var edges: ClosedEdges?
  }

  @Test func `the memory of a version is released after its last use`() throws {
    let (lift, run) = (try place("BT"), try place("TB"))
    let router = MapRouter(map: map)
    var versions: [WeakEdges] = []
    var kept: ClosureState?
    for step in 0..<100 {
      try router.setClosed(step % 2 == 0 ? [lift] : [run])
      let closures = router.closures
      versions.append(WeakEdges(edges: closures.closures(in: graph.region).edges(in: graph)))
      if step == 10 { kept = closures }
      _ = try ride(router)
      let request = RouteRequest(
        from: .node(world.node("B")), to: .node(world.node("T")), objective: .skiing)
      _ = try router.route(request, departing: DayTime(hour: 10))
    }
    // The last version, that of step 10, and the version that each session prepared last.
    #expect(versions[10].edges != nil)
    #expect(versions.count { $0.edges != nil } <= 3)
    withExtendedLifetime(kept) {}
    kept = nil
    #expect(versions[10].edges == nil)
    #expect(versions[99].edges != nil)
  }
}
