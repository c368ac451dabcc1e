import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiRouting

/// Reports of a return that a limit of the profile prevents.
@Suite struct MissingReturnTests {
  /// A valley `V`, a lift to `T`, a red run back down, and a blue one into another valley `W` without a lift.
  static func valleys(_ convention: DifficultyConvention = .europe) throws -> DrawnWorld {
    try DrawnWorld(
      """
      V---T---W
      """, cellMetres: 200, heights: ["V": 1000, "T": 1400, "W": 1100], convention: convention,
      [.lift("VT", .chairLift), .run("TV", .intermediate), .run("TW", .easy)])
  }

  private static func session(_ world: DrawnWorld, closing: DayTime? = nil) -> DaySession {
    var schedule = Schedule()
    schedule.hours.liftsClose = closing
    return DaySession(world.router, timetable: Timetable(graph: world.graph, schedule: schedule))
  }

  @Test func `a missing return names the limit and the easiest grade with a return`() throws {
    let world = try Self.valleys()
    let session = Self.session(world)
    let (top, valley) = (RouteEndpoint.node(world.node("T")), RouteEndpoint.node(world.node("V")))
    let blue = SkierProfile(ceiling: .colour(.blue))
    let missing = try #require(try session.missingRoute(from: top, backTo: valley, profile: blue))
    #expect(
      missing.sentence("route back from here") == "No route back from here within blue: the easiest is red.")
    #expect(missing.isLimit && missing.reason.reason == .overCeiling)
    var red = blue
    red.ceiling = .colour(.red)
    #expect(try session.missingRoute(from: top, backTo: valley, profile: red) == nil)
    let nowhere = try #require(
      try session.missingRoute(from: .node(world.node("W")), backTo: valley, profile: red))
    #expect(nowhere.sentence("route back from here") == "No route back from here at all." && !nowhere.isLimit)
    red.closedFeatures = [try #require(world.feature("TV"))]
    let closed = try #require(try session.missingRoute(from: top, backTo: valley, profile: red))
    #expect(closed.sentence("route home") == "No route home while TV is closed.")
  }

  @Test func `a limit and the easiest grade of the same colour are reported by grade`() throws {
    let world = try DrawnWorld(
      "V---T", heights: ["V": 1000, "T": 1400], [.lift("VT", .chairLift), .run("TV", .expert)])
    let missing = try Self.session(world).missingRoute(
      from: .node(world.node("T")), backTo: .node(world.node("V")),
      profile: SkierProfile(ceiling: .grade(.advanced)))
    #expect(missing?.sentence("route back") == "No route back within advanced: the easiest is expert.")
  }

  @Test func `a ceiling colour that the region lacks is reported as the region's colour`() throws {
    let world = try DrawnWorld(
      "V---T", heights: ["V": 1000, "T": 1400], convention: .northAmerica,
      [.lift("VT", .chairLift), .run("TV", .advanced)])
    let red = SkierProfile(ceiling: .colour(.red))
    let missing = try Self.session(world).missingRoute(
      from: .node(world.node("T")), backTo: .node(world.node("V")), profile: red)
    #expect(missing?.sentence("route back") == "No route back within blue: the easiest is black.")
    #expect(red.effectiveCeiling.signed(in: .northAmerica) == .colour(.blue))
  }

  @Test func `text, JSON and directions of a route report a missing return`() throws {
    let world = try Self.valleys()
    let blue = SkierProfile(ceiling: .colour(.blue))
    let result = try world.result("V", "T", blue)
    var document = RouteDocument(result: result, from: "V", to: "T", ceiling: blue.ceiling, sources: [])
    #expect(
      !document.text().string.contains("No route") && document.json().string.contains("\"noWayBack\":null"))
    let missing = try Self.session(world).missingRoute(
      from: .node(world.node("T")), backTo: .node(world.node("V")), profile: blue)
    document.missingReturn = missing.map { MissingReturn($0, isHome: false) }
    #expect(document.text().string.contains("No route back from here within blue: the easiest is red.\n"))
    #expect(document.json().string.contains("\"leastCeilingColour\":\"red\""))
    guard case .answer(let route) = result else {
      Issue.record("no route")
      return
    }
    document.directions = Directions(route, graph: world.graph, destination: "T")
    for (language, words) in [
      (Language.english, "No route back from here within blue: the easiest is red."),
      (.french, "plus facile"), (.german, "kein Weg zurück"),
    ] {
      document.language = language
      #expect(document.text().string.contains(words), "\(document.text().string)")
    }
  }

  @Test func `a start without a path home at any hour is not reported as late`() throws {
    let world = try Self.valleys()
    let session = Self.session(world, closing: DayTime(hour: 16))
    let blue = SkierProfile(ceiling: .colour(.blue))
    let home = try #require(try session.latestDepartures(to: .node(world.node("V")), profile: blue).value)
    let request = RouteRequest.fastest(
      from: .node(world.node("T")), to: .node(world.node("W")), profile: blue)
    guard case .answer(let route) = try session.route(request, departing: DayTime(hour: 10), home: home)
    else {
      Issue.record("no route")
      return
    }
    #expect(route.homeReachability == .noWayFromStart)
    let text = RouteDocument(result: .answer(route), from: "T", to: "W", sources: []).text().string
    #expect(text.contains("no route home at any hour") && !text.contains("late"))
  }

  @Test(arguments: DayOracleTests.batches.prefix(10))
  func `a return is missing exactly where the reference finds no path at any hour`(first: UInt64) throws {
    var (there, limited, none) = (0, 0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0xBAC7)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let profile = world.profile()
      let (from, to) = (world.endpoint(), world.endpoint())
      var open = profile
      open.closedFeatures.formUnion(timetable.closedFeatures)
      let question = RouteRequest.fastest(from: from, to: to, profile: profile)
      guard from != to, case .answer = try session.resolve(question) else { continue }
      let least = ReferenceRouting(graph: world.graph, profile: open).milliseconds(from: from, to: to)
      let missing = try session.missingRoute(from: from, backTo: to, profile: profile)
      #expect((missing == nil) == (least != nil), "seed \(seed)")
      guard let missing else {
        there += 1
        continue
      }
      #expect(!missing.reason.reasons.contains(.tooLate), "seed \(seed)")
      // A coordinate may snap to other links without limits: only nodes are comparable.
      if case .node = from, case .node = to {
        let free = ReferenceRouting(graph: world.graph, profile: profile.withoutLimits())
        #expect(missing.isLimit == (free.milliseconds(from: from, to: to) != nil), "seed \(seed)")
      }
      if missing.isLimit { limited += 1 } else { none += 1 }
    }
    #expect(there > 50 && limited > 20 && none > 20)
    print("seeds from \(first): \(there) ways, \(limited) only beyond limits, \(none) none")
  }
}
