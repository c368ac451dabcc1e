import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

/// Journeys on the wrong lift and on parallel lifts.
struct LiftJourneyTests {
  /// Two lifts from B, to the east and to the west, and runs back and on.
  static func fork() throws -> JourneyWorld {
    let world = try DrawnWorld(
      """
      W-------T---D
      --------|----
      --------|----
      --------|----
      --------|----
      --------|----
      ----B--------
      """, heights: ["W": 1900, "T": 1950, "B": 1600, "D": 1800],
      [
        .lift("BT", .chairLift, name: "East"), .lift("BW", .chairLift, name: "West"), .run("TD", .easy),
        .run("TB", .easy), .run("WB", .easy),
      ])
    return JourneyWorld(world.graph)
  }

  /// Two lifts side by side with stations at the same places, and a run from their top to N.
  private static func twins() throws -> (world: DrawnWorld, journey: JourneyWorld) {
    let gap = Array(repeating: "...........", count: 28).joined(separator: "\n")
    let world = try DrawnWorld(
      "TU........M\n\(gap)\nBC........N", cellMetres: 30,
      heights: ["T": 1900, "U": 1900, "M": 1850, "B": 1600, "C": 1600, "N": 1600],
      [
        .lift("BT", .chairLift), .lift("CU", .chairLift), .run("BC", .easy), .run("CB", .easy),
        .run("UT", .easy), .run("TUMNC", .easy),
      ])
    return (world, JourneyWorld(world.graph))
  }

  /// A lift as a route of its own, without a wait, at 3 m/s.
  static func ride(_ edge: EdgeIndex, _ graph: RoutingGraph) -> Route {
    var step = RouteStep(kind: .lift)
    let link = graph.link(graph.link(of: edge))
    step.points = graph.isReversed(edge) ? link.points.reversed() : Array(link.points)
    step.lengthMetres = zip(step.points, step.points.dropFirst()).reduce(0) {
      $0 + $1.0.coordinate.distanceMetres(to: $1.1.coordinate)
    }
    step.milliseconds = Int(step.lengthMetres / 3 * 1000)
    return Route(steps: [step])
  }

  /// Returns the seconds of riding the wrong lift at 3 m/s until it is 25 m from the right one, which fixes can tell apart.
  private static func secondsUntilApart(_ choice: Choice, _ graph: RoutingGraph) -> Int {
    let (right, wrong) = (ride(choice.right, graph).steps[0], ride(choice.wrong, graph).steps[0])
    func place(_ step: RouteStep, _ share: Double) -> Coordinate {
      step.points[0].coordinate.towards(step.points[step.points.count - 1].coordinate, share)
    }
    let beside = (0...500).map { place(right, Double($0) / 500) }
    let seconds = Int(wrong.lengthMetres / 3)
    for second in 0...seconds {
      let at = place(wrong, Double(second) / Double(seconds))
      if beside.allSatisfy({ $0.distanceMetres(to: at) > 25 }) { return second }
    }
    return seconds
  }

  /// A route that begins with a lift, and a lift beside it that leads elsewhere.
  private struct Choice {
    var route: Route
    var end: NodeIndex
    var right: EdgeIndex
    var wrong: EdgeIndex
  }

  private static func words(_ edge: EdgeIndex, _ graph: RoutingGraph) -> String {
    let lift = graph.link(graph.link(of: edge)).feature.map { graph.feature($0) }
    return lift.map { $0.name ?? $0.id.rawValue } ?? "?"
  }

  private static func choices(_ world: JourneyWorld, _ random: inout SeededGenerator) throws -> [Choice] {
    let graph = world.graph
    let lifts = world.liftEdges.filter { edge in
      graph.riddenLift(on: edge)?.exit == graph.point(graph.head(edge)).coordinate
        && world.metres(graph.tail(edge), graph.head(edge)) > 300
    }
    var found: [Choice] = []
    for right in lifts {
      for wrong in lifts
      where wrong != right && world.metres(graph.tail(right), graph.tail(wrong)) < 120
        && world.metres(graph.head(right), graph.head(wrong)) > 300
      {
        let feature = graph.link(graph.link(of: wrong)).feature
        for _ in 0..<30 {
          let end = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
          guard let route = try world.route(.node(graph.tail(right)), end), route.steps.count > 1,
            route.steps[0].edges.first == right, !route.steps.contains(where: { $0.feature == feature }),
            let other = try world.route(.node(graph.head(wrong)), end), other.steps.count > 1
          else { continue }
          found.append(Choice(route: route, end: end, right: right, wrong: wrong))
          break
        }
      }
    }
    return found
  }

  @Test(arguments: ["drawn"] + JourneyWorld.names)
  func
    `the wrong lift is announced within 75 s, or 45 s after the lifts part, with a way from its top`(
      name: String
    ) async throws
  {
    let world = name == "drawn" ? try Self.fork() : try await JourneyWorld.named(name)
    let graph = world.graph
    var random = SeededGenerator(seed: 5)
    let all = try Self.choices(world, &random)
    print("\(name): \(all.count) wrong lifts")
    if name == "drawn" { #expect(!all.isEmpty) }
    for (number, choice) in all.shuffled(using: &random).prefix(20).enumerated() {
      var journey = try Journey(world, choice.route, to: choice.end)
      var skier = RouteSkier(seed: UInt64(number + 1))
      (skier.reportsMotion, skier.patience) = (number.isMultiple(of: 2), 0.3)
      // On the way to the other station there is no connection, so that the route stays.
      journey.isOnline = false
      let (from, to) = (
        graph.point(graph.tail(choice.right)).coordinate, graph.point(graph.tail(choice.wrong)).coordinate
      )
      for second in 0..<90 {
        let share = max(0, min(1, Double(second - 20) / 60))
        let place = Coordinate(
          latitude: from.latitude + (to.latitude - from.latitude) * share,
          longitude: from.longitude + (to.longitude - from.longitude) * share)
        try journey.take([skier.see(place, graph.point(graph.tail(choice.wrong)).elevationMetres)])
      }
      journey.isOnline = true
      let boarded = journey.fixCount
      let phase = journey.state.phase
      try journey.take(skier.follow(Self.ride(choice.wrong, graph)).map(\.fix))
      let note = """
        \(name), \(number), \(phase) at fix \(boarded) when boarding \(Self.words(choice.wrong, graph)) instead of \
        \(Self.words(choice.right, graph)): \(journey.effects)
        """
      let told = journey.announcements.first { $0.announcement.kind == .wrongLift }
      let limit = max(75, Self.secondsUntilApart(choice, graph) + 45)
      #expect(
        told != nil && (told?.fix ?? 0) - boarded <= limit, "\(note): told \(told?.fix ?? -1), \(limit) s")
      #expect(told?.announcement.subject?.feature == graph.link(graph.link(of: choice.wrong)).feature)
      let request = journey.requests.first { $0.reason == .wrongLift }
      let top = graph.point(graph.head(choice.wrong)).coordinate
      #expect(request.map { $0.from.distanceMetres(to: top) < 1 } == true, "\(note): \(journey.state.phase)")
      #expect(journey.announcements.count { $0.announcement.kind == .wrongLift } <= 1, "\(note)")
      try journey.obey(&skier)
      #expect(journey.isArrived, "\(note): \(journey.state.phase) on step \(journey.state.step)")
      let faults = try journey.faults()
      #expect(faults.isEmpty, "\(name), \(number): \(faults)")
    }
  }

  @Test(arguments: ["BT", "CU"], 1...6 as ClosedRange<UInt64>)
  func `of two parallel lifts to the same top neither is the wrong one`(
    lift: String, seed: UInt64
  ) throws {
    let (drawn, world) = try Self.twins()
    let end = drawn.node("N")
    let route = try #require(try world.route(.node(drawn.node("B")), end))
    var journey = try Journey(world, route, to: end)
    var skier = RouteSkier(seed: seed)
    skier.reportsMotion = seed.isMultiple(of: 2)
    let feature = try #require(drawn.feature(lift))
    let edge = try #require(
      world.liftEdges.first { world.graph.link(world.graph.link(of: $0)).feature == feature })
    try journey.take(skier.follow(Self.ride(edge, world.graph)).map(\.fix))
    let down = try #require(try world.route(.node(world.graph.head(edge)), end))
    try journey.take(skier.follow(down).map(\.fix))
    #expect(!journey.announcements.contains { $0.announcement.kind == .wrongLift })
    #expect(journey.isArrived, "\(journey.state.phase) on step \(journey.state.step)")
    #expect(try journey.faults().isEmpty)
  }
}
