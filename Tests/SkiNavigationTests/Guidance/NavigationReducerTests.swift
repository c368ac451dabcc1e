import SkiAnswers
import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

/// The reducer with skiers on drawn mountains.
struct NavigationReducerTests {
  /// A lift from B up to T, a red run back beneath it, a blue run that bends away to C, and a lift from C to D.
  static func world() throws -> DrawnWorld {
    try DrawnWorld(
      """
      T-----------M---D
      |           |
      |           |
      |           |
      |           |
      |           N---E
      |           |
      B-----------C
      """,
      heights: ["T": 2000, "M": 1900, "N": 1750, "B": 1700, "C": 1650, "D": 1950, "E": 1700],
      [
        .lift("BT", .chairLift), .run("TB", .intermediate), .run("TMNC", .easy), .run("NE", .easy),
        .lift("CD", .chairLift), .run("DMB", .advanced),
      ])
  }

  static func route(_ world: DrawnWorld, _ from: Character, _ to: Character) throws -> Route {
    try #require(try world.route(.node(world.node(from)), .node(world.node(to))))
  }

  @Test(arguments: 1...20) func `following a route announces each line once, before it begins, and arrives`(
    seed: UInt64
  ) throws {
    let route = try Self.route(Self.world(), "B", "D")
    #expect(route.steps.map(\.kind) == [.lift, .run, .lift])
    var skier = RouteSkier(seed: seed)
    let trial = NavigationTrial(route, skier.follow(route))
    #expect(
      trial.faultsOfFollowing().isEmpty && trial.alarms.isEmpty, "seed \(seed): \(trial.faultsOfFollowing())")
  }

  @Test(arguments: 1...10) func `three laps on one lift and the run below it are three rides`(
    seed: UInt64
  ) throws {
    let world = try Self.world()
    let lap = try Self.route(world, "B", "T").steps + Self.route(world, "T", "B").steps
    let route = Route(steps: lap + lap + lap)
    #expect(route.steps.map(\.kind) == [.lift, .run, .lift, .run, .lift, .run])
    var skier = RouteSkier(seed: seed)
    let trial = NavigationTrial(route, skier.follow(route))
    #expect(
      trial.faultsOfFollowing().isEmpty && trial.alarms.isEmpty, "seed \(seed): \(trial.faultsOfFollowing())")
  }

  @Test(arguments: 1...10) func `a gap in the fixes on a run gives no alarm and no missed step`(
    seed: UInt64
  ) throws {
    let route = try Self.route(Self.world(), "T", "D")
    var skier = RouteSkier(seed: seed)
    skier.reportsMotion = seed.isMultiple(of: 2)
    let line = TruthLine(route)
    let start = Double.random(in: 100...900, using: &skier.random)
    let fixes = skier.follow(route).filter { $0.step > 0 || !(start...start + 600).contains($0.along) }
    let trial = NavigationTrial(route, fixes)
    #expect(line.steps[0].upperBound > 1500)
    #expect(trial.alarms.isEmpty && trial.missed.isEmpty && trial.arrivals.count == 1, "seed \(seed)")
    #expect(trial.faults.isEmpty, "seed \(seed): \(trial.faults)")
  }

  @Test func `announcements are sentences with names, kinds, turns and lengths`() throws {
    let route = try Self.route(Self.world(), "B", "D")
    var skier = RouteSkier(seed: 1)
    skier.noiseMetres = 0
    skier.turnAmplitudeMetres = 0
    let words = NavigationTrial(route, skier.follow(route)).announcements.map { $0.sentence() }
    #expect(words.count == 4)
    #expect(words[0].hasPrefix("Take the chair lift BT ("))
    #expect(words[1] == "Leave to the right onto TMNC (blue)")
    #expect(words[2].hasPrefix("In ") && words[2].contains(" m: Take the chair lift CD ("))
    #expect(words[3].hasPrefix("In ") && words[3].hasSuffix(" m you are there"))
  }

  @Test(arguments: 1...6) func `half an hour in a queue gives no progress and no alarm`(seed: UInt64) throws {
    let route = try Self.route(Self.world(), "B", "D")
    var skier = RouteSkier(seed: seed)
    let line = TruthLine(route)
    var fixes: [SkiedFix] = []
    skier.stand(1800, line, 0, 0, &fixes)
    let trial = NavigationTrial(route, fixes)
    #expect(trial.completed.isEmpty && trial.alarms.isEmpty && trial.reroutes.isEmpty)
    #expect(trial.finalState.metresAlong < 30 && !trial.finalState.isRiding, "seed \(seed)")
  }

  @Test(arguments: 1...10) func `skiing past a lift does not complete it`(seed: UInt64) throws {
    let world = try Self.world()
    let route = try Self.route(world, "T", "D")
    var skier = RouteSkier(seed: seed)
    var fixes = skier.follow(route, untilMetres: TruthLine(route).steps[0].upperBound)
    let (from, to) = (world.place("C"), world.place("B"))
    for share in stride(from: 0.0, to: 1, by: 0.008) {
      let place = Coordinate(
        latitude: from.latitude, longitude: from.longitude + (to.longitude - from.longitude) * share)
      fixes.append(SkiedFix(fix: skier.see(place, 1650), along: 0, step: 1, awayMetres: 1200 * share))
    }
    let trial = NavigationTrial(route, fixes)
    #expect(!trial.completed.contains(1) && trial.arrivals.isEmpty)
    #expect(trial.alarms.count == 1 && (trial.noticeSeconds ?? 99) <= 10, "seed \(seed)")
    #expect(trial.finalState.phase == .offRoute && trial.finalState.step <= 1)
  }

  @Test(arguments: 1...10) func `leaving along another run is noticed within 10 s`(seed: UInt64) throws {
    let world = try Self.world()
    let route = try Self.route(world, "T", "D")
    var skier = RouteSkier(seed: seed)
    let left = skier.leave(route, .otherRun, in: world.graph)
    let fixes = try #require(left)
    let trial = NavigationTrial(route, fixes)
    #expect(trial.leftTheRoute && trial.alarms.count == 1, "seed \(seed)")
    #expect((trial.noticeSeconds ?? 99) <= 10, "seed \(seed)")
    #expect(trial.reroutes.count >= 1)
  }

  @Test func `a ride without fixes is completed when its boarding was recorded`() throws {
    let route = try Self.route(Self.world(), "B", "D")
    var skier = RouteSkier(seed: 5)
    let line = TruthLine(route)
    let fixes = skier.follow(route).filter {
      $0.step != 0 || $0.along < 20 || $0.along > line.steps[0].upperBound
    }
    let trial = NavigationTrial(route, fixes)
    #expect(trial.completed == [0, 1, 2] && trial.missed.isEmpty && trial.alarms.isEmpty)
  }

  @Test func `a lift without a recorded boarding is missed, and guidance continues`() throws {
    let world = try Self.world()
    let route = try Self.route(world, "T", "D")
    let all = Route(steps: route.steps + (try Self.route(world, "D", "B")).steps)
    var skier = RouteSkier(seed: 6)
    let line = TruthLine(all)
    let dark = line.steps[0].upperBound - 400...line.steps[1].upperBound + 30
    let fixes = skier.follow(all).filter { !dark.contains($0.along) }
    let trial = NavigationTrial(all, fixes)
    #expect(trial.missed == [0, 1] && trial.completed == Array(2..<all.steps.count))
    #expect(trial.arrivals.count == 1)
  }

  @Test func `a distant start is announced once, and moving towards it gives no alarm`() throws {
    let world = try Self.world()
    let route = try Self.route(world, "B", "D")
    let reducer = NavigationReducer()
    var state = NavigationState()
    var effects = reducer.reduce(&state, .routeSet(route))
    var skier = RouteSkier(seed: 7)
    for step in 0..<400 {
      let share = 1 - Double(step) / 400
      let place = world.place("B", "C", share: share)
      effects += reducer.reduce(&state, .fix(skier.see(place, 1650)))
    }
    let announcements = effects.compactMap { effect in
      if case .announce(let announcement) = effect { announcement } else { nil }
    }
    #expect(announcements.map(\.kind) == [.start, .goToStart])
    #expect(
      announcements.map { $0.sentence() }.dropFirst() == ["Go to the start, 1.2 km to the west"])
    #expect(effects.count == 2 && state.phase == .onRoute && state.step == 0)
  }

  @Test func `reroutes are requested at growing intervals, and at most once standing or ascending`() throws {
    let world = try Self.world()
    let route = try Self.route(world, "T", "D")
    let reducer = NavigationReducer()
    var state = NavigationState()
    _ = reducer.reduce(&state, .routeSet(route))
    var skier = RouteSkier(seed: 8)
    var rerouteTimes: [Double] = []
    func addFix(_ place: Coordinate, elevation: Double) {
      let fix = skier.see(place, elevation)
      for effect in reducer.reduce(&state, .fix(fix)) {
        guard case .rerouteWanted = effect else { continue }
        rerouteTimes.append(fix.time.secondsSince1970 - skier.start.secondsSince1970)
        _ = reducer.reduce(&state, .rerouteFailed)
      }
    }
    for _ in 0..<5 { addFix(world.place("T"), elevation: 2000) }
    // Moves west for two minutes, stands for four, then ascends to the north for nearly seven.
    for step in 0..<120 { addFix(world.place("T", "M", share: -0.005 * Double(step)), elevation: 2000) }
    let moving = rerouteTimes.count
    #expect(moving == 4 && zip(rerouteTimes, rerouteTimes.dropFirst()).map { $1 - $0 } == [15, 30, 60])
    for _ in 0..<240 { addFix(world.place("T", "M", share: -0.6), elevation: 2000) }
    #expect(rerouteTimes.count <= moving + 1)
    let standing = rerouteTimes.count
    for step in 0..<400 {
      addFix(
        world.place("T", "M", share: -0.6, northMetres: 4 * Double(step)), elevation: 2000 + 2 * Double(step))
    }
    #expect(rerouteTimes.count <= standing + 1)
  }

  @Test func `duplicate, old and invalid fixes change nothing`() throws {
    let world = try Self.world()
    let route = try Self.route(world, "B", "D")
    let reducer = NavigationReducer()
    var state = NavigationState()
    _ = reducer.reduce(&state, .routeSet(route))
    let time = UniversalTime(secondsSince1970: 1_769_940_000)
    _ = reducer.reduce(&state, .fix(LocationFix(world.place("B"), time: time)))
    let before = state
    let bad: [LocationFix] = [
      LocationFix(world.place("B"), time: time),
      LocationFix(world.place("B"), time: UniversalTime(secondsSince1970: .nan)),
      LocationFix(world.place("B"), time: UniversalTime(secondsSince1970: 1e300)),
      LocationFix(Coordinate(latitude: .nan, longitude: 7), time: time.advanced(bySeconds: 1)),
      LocationFix(Coordinate(latitude: 1e300, longitude: 7), time: time.advanced(bySeconds: 1)),
      LocationFix(
        world.place("B"), time: time.advanced(bySeconds: 1), horizontalAccuracyMetres: .infinity),
    ]
    for fix in bad { #expect(reducer.reduce(&state, .fix(fix)).isEmpty && state == before) }
    let late = LocationFix(world.place("B"), time: time.advanced(bySeconds: -5))
    #expect(reducer.reduce(&state, .fix(late)).isEmpty)
    #expect(state.time == before.time && state.metresAlong == before.metresAlong)
  }

  @Test func `extreme values in a fix or a route leave the remaining values finite`() throws {
    let world = try Self.world()
    var route = try Self.route(world, "B", "D")
    route.steps[0].milliseconds = .max
    route.steps[1].milliseconds = .min
    route.steps[1].lengthMetres = .infinity
    route.steps[2].points.append(
      GraphPoint(position: FixedCoordinate(latitudeE7: .max, longitudeE7: .min), elevationCentimetres: .max))
    let reducer = NavigationReducer()
    var state = NavigationState()
    _ = reducer.reduce(&state, .routeSet(route))
    var fix = LocationFix(world.place("B"), time: UniversalTime(secondsSince1970: 1))
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0] {
      fix.time = fix.time.advanced(bySeconds: 1)
      (fix.elevationMetres, fix.courseDegrees, fix.speedMetresPerSecond) = (value, value, value)
      fix.horizontalAccuracyMetres = value
      _ = reducer.reduce(&state, .fix(fix))
      #expect(state.remainingMilliseconds >= 0 && state.remainingMetres.isFinite)
    }
  }

  @Test func `paused guidance ignores fixes and continues when resumed`() throws {
    let route = try Self.route(Self.world(), "T", "D")
    var skier = RouteSkier(seed: 9)
    skier.patience = 0
    let fixes = skier.follow(route)
    let reducer = NavigationReducer()
    var state = NavigationState()
    _ = reducer.reduce(&state, .routeSet(route))
    for fix in fixes.prefix(30) { _ = reducer.reduce(&state, .fix(fix.fix)) }
    _ = reducer.reduce(&state, .paused)
    let before = state
    for fix in fixes.dropFirst(30).prefix(30) { #expect(reducer.reduce(&state, .fix(fix.fix)).isEmpty) }
    #expect(state == before)
    _ = reducer.reduce(&state, .resumed)
    var arrived = false
    for fix in fixes.dropFirst(60) {
      if reducer.reduce(&state, .fix(fix.fix)).contains(.arrived) { arrived = true }
    }
    #expect(arrived && state.phase == .arrived && state.remainingMetres == 0)
  }

  @Test func `a lift that closes ahead is announced once and a reroute is requested`() throws {
    let world = try Self.world()
    let route = try Self.route(world, "T", "D")
    let lift = try #require(world.feature("CD"))
    let reducer = NavigationReducer()
    var state = NavigationState()
    _ = reducer.reduce(&state, .routeSet(route))
    var skier = RouteSkier(seed: 10)
    let fixes = skier.follow(route)
    for fix in fixes.prefix(20) { _ = reducer.reduce(&state, .fix(fix.fix)) }
    let closing = reducer.reduce(&state, .liftStatusChanged(lift, isOpen: false))
    guard case .announce(let announcement)? = closing.first else {
      Issue.record("no announcement")
      return
    }
    #expect(closing.count == 1 && announcement.sentence() == "Closed ahead: CD (chair lift)")
    #expect(reducer.reduce(&state, .liftStatusChanged(lift, isOpen: false)).isEmpty)
    let effects = reducer.reduce(&state, .fix(fixes[20].fix))
    guard case .rerouteWanted(let request)? = effects.last else {
      Issue.record("no reroute is requested")
      return
    }
    #expect(request.reason == .liftClosed && request.attempt == 1)
  }

  @Test(arguments: [false, true])
  func `closed lifts are kept for later routes of their region alone`(isCleared: Bool) throws {
    let world = try Self.world()
    let route = try Self.route(world, "T", "D")
    let lift = try #require(world.feature("CD"))
    var elsewhere = route
    elsewhere.region = RegionIndex(route.region.rawValue + 1, of: route.region.map)
    let reducer = NavigationReducer()
    for (next, count) in [(route, 1), (elsewhere, 0)] {
      var state = NavigationState()
      _ = reducer.reduce(&state, .routeSet(route))
      _ = reducer.reduce(&state, .liftStatusChanged(lift, isOpen: false))
      if isCleared { _ = reducer.reduce(&state, .routeCleared) }
      let effects = reducer.reduce(&state, .routeSet(next))
      let closures = effects.count { effect in
        if case .announce(let announcement) = effect { announcement.kind == .liftClosed } else { false }
      }
      #expect(closures == count)
    }
  }

  @Test func `a route without steps is arrived at once`() throws {
    let reducer = NavigationReducer()
    var state = NavigationState()
    #expect(reducer.reduce(&state, .routeSet(Route(steps: []))) == [.arrived])
    #expect(state.phase == .arrived && state.remainingMilliseconds == 0 && state.nextStep == nil)
  }
}
