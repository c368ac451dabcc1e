import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Opening hours of the map in the timetable, by example and against a status with the same hours.
struct MapHoursTests {
  /// A Tuesday in February.
  private static let day = CalendarDay(daysSince1970: 20_487)
  private static let quarterPastNine = DayTime(hour: 9, minute: 15)

  /// A lift up from B to T with opening hours, and a run down.
  private func world(_ hours: String?, run: String? = nil) throws -> DrawnWorld {
    try DrawnWorld(
      """
      T
      .
      B
      """, heights: ["T": 1100],
      [
        .lift("BT", .chairLift) { $0.openingHours = hours }, .run("TB", .easy) { $0.openingHours = run },
      ])
  }

  private func timetable(_ world: DrawnWorld, _ change: (inout Schedule) -> Void = { _ in }) -> Timetable {
    var schedule = Schedule(day: Self.day)
    change(&schedule)
    return Timetable(graph: world.graph, schedule: schedule)
  }

  private func windows(_ world: DrawnWorld, _ spelling: String, _ timetable: Timetable) throws -> [[Int]] {
    let feature = try #require(world.feature(spelling))
    let kind: LinkKind = world.graph.feature(feature).kind == .lift ? .lift : .run
    let rule = timetable.rule(of: feature, kind: kind, usualWait: 0)
    return rule?.windows.map { [Int($0.opens) / 60_000, Int($0.ends) / 60_000] } ?? []
  }

  @Test func `hours of the map count only on a known day, and boarding ends before closing`() throws {
    let world = try world("Dec-Apr 09:00-16:00", run: "08:30-16:30")
    let known = timetable(world)
    let buffer = Schedule().hours.boardingBufferMilliseconds / 60_000
    #expect(try windows(world, "BT", known) == [[540, 960 - buffer]])
    #expect(try windows(world, "TB", known) == [[510, 990]])
    #expect(known.mapHours.usedCount == 2 && known.closedFeatures.isEmpty)
    let unknown = Timetable(graph: world.graph, schedule: Schedule())
    #expect(unknown.mapHours.usedCount == 0)
    #expect(try windows(world, "TB", unknown).isEmpty)
  }

  @Test func `a lift out of season is closed, one with hours in a comment only is not`() throws {
    let summer = try world("Jun-Sep 09:00-16:00")
    let lift = try #require(summer.feature("BT"))
    #expect(timetable(summer).closedFeatures == [lift])
    let asked = try world("\"ask at the hotel\"")
    #expect(timetable(asked).closedFeatures.isEmpty)
    #expect(timetable(asked).mapHours.uncertainCount == 1)
  }

  @Test func `unreadable opening hours are counted and close nothing`() throws {
    let world = try world("9 to 5")
    let timetable = timetable(world)
    #expect(timetable.mapHours.unreadCount == 1 && timetable.mapHours.usedCount == 0)
    #expect(timetable.closedFeatures.isEmpty)
  }

  @Test func `rules for public holidays apply only on the holidays of a given calendar`() throws {
    let world = try world("09:00-16:00; PH off")
    let lift = try #require(world.feature("BT"))
    #expect(timetable(world).mapHours.withoutCalendarCount == 1)
    let holiday = timetable(world) { $0.holidays.publicHolidays = [Self.day] }
    #expect(holiday.closedFeatures == [lift] && holiday.mapHours.withoutCalendarCount == 0)
  }

  @Test func `hours of a status take precedence over the map, and the map over general hours`() throws {
    let world = try world("10:00-15:00")
    let feature = world.graph.feature(try #require(world.feature("BT")))
    let hours = [OpenHours(opens: DayTime(hour: 8), closes: DayTime(hour: 17))]
    let status = StatusReport(day: Self.day, features: [FeatureStatus(key: .id(feature.id), hours: hours)])
    #expect(try windows(world, "BT", timetable(world) { $0.report = status }).first?.first == 480)
    let all = StatusReport(day: Self.day, liftHours: hours[0])
    #expect(try windows(world, "BT", timetable(world) { $0.report = all }).first?.first == 480)
    #expect(
      try windows(world, "BT", timetable(world) { $0.hours.liftsOpen = DayTime(hour: 7) }).first?.first == 600
    )
    let other = StatusReport(day: CalendarDay(daysSince1970: 20_000), liftHours: hours[0])
    #expect(try windows(world, "BT", timetable(world) { $0.report = other }).first?.first == 600)
  }

  @Test func `a lift observed open is not closed by the season of the map`() throws {
    let world = try world("Jun-Sep 09:00-16:00")
    let id = world.graph.feature(try #require(world.feature("BT"))).id
    let now = UniversalTime(Self.day, secondsOfDay: 36_000)
    let observed = FeatureStatus(key: .id(id), state: .open, observedAt: now)
    let timetable = timetable(world) {
      $0.now = now
      $0.report = StatusReport(features: [observed])
    }
    #expect(timetable.closedFeatures.isEmpty)
  }

  /// A lift up from B to T with access tags, and a run down.
  private func conditionalWorld(_ access: [AccessTags.Key: String], hours: String? = nil) throws -> DrawnWorld
  {
    try DrawnWorld(
      """
      T
      .
      B
      """, heights: ["T": 1100],
      [
        .lift("BT", .chairLift) { lift in
          lift.openingHours = hours
          for (key, word) in access { lift.access[key] = word }
        },
        .run("TB", .easy),
      ])
  }

  private static let summer = CalendarDay(daysSince1970: 20_637)

  @Test func `a lift barred under a condition is closed on its days, with the reason, and open on others`()
    throws
  {
    let world = try conditionalWorld([.accessConditional: "no @ (Nov-Apr)"])
    let lift = try #require(world.feature("BT"))
    for (day, isClosed) in [(Self.day, true), (Self.summer, false), (nil, false)] {
      let timetable = timetable(world) { $0.day = day }
      #expect(timetable.closedFeatures == (isClosed ? [lift] : []))
      let session = DaySession(world.router, timetable: timetable)
      let request = RouteRequest.fastest(from: .node(world.node("B")), to: .node(world.node("T")))
      switch try session.route(request, departing: Self.quarterPastNine) {
      case .answer: #expect(!isClosed)
      case .noAnswer(let reason): #expect(isClosed && reason.closedFeatures == [lift])
      }
    }
  }

  @Test func `a barred lift is open while a condition holds, and closed without a day`() throws {
    let world = try conditionalWorld([.access: "no", .accessConditional: "yes @ (Dec-Mar 09:00-15:00)"])
    let lift = try #require(world.feature("BT"))
    let winter = timetable(world)
    #expect(winter.closedFeatures.isEmpty && winter.mapHours.usedCount == 1)
    #expect(try windows(world, "BT", winter) == [[540, 890]])
    #expect(timetable(world) { $0.day = Self.summer }.closedFeatures == [lift])
    #expect(timetable(world) { $0.day = nil }.closedFeatures == [lift])
    #expect(world.graph.restrictedFeatures().isEmpty, "the day decides")
  }

  @Test func `conditions never open a lift outside the general hours or its own`() throws {
    func general(_ schedule: inout Schedule) {
      (schedule.hours.liftsOpen, schedule.hours.liftsClose) = (DayTime(hour: 8), DayTime(hour: 16))
    }
    let open = try conditionalWorld([.access: "no", .accessConditional: "yes @ (Dec-Mar)"])
    #expect(try windows(open, "BT", timetable(open, general)) == [[480, 950]])
    let noon = try conditionalWorld([.accessConditional: "no @ (12:00-13:00)"])
    #expect(try windows(noon, "BT", timetable(noon, general)) == [[480, 710], [780, 950]])
    let own = try conditionalWorld([.accessConditional: "no @ (12:00-13:00)"], hours: "09:00-17:00")
    #expect(try windows(own, "BT", timetable(own, general)) == [[540, 710], [780, 1010]])
    let night = try conditionalWorld([.access: "no", .accessConditional: "yes @ (18:00-22:00)"])
    #expect(timetable(night, general).closedFeatures.count == 1)
  }

  @Test func `hours of all lifts in a status keep a barred lift closed, its own observation opens it`() throws
  {
    let world = try conditionalWorld([.accessConditional: "no @ (Nov-Apr)"])
    let lift = try #require(world.feature("BT"))
    let hours = OpenHours(opens: DayTime(hour: 8), closes: DayTime(hour: 17))
    let all = StatusReport(day: Self.day, liftHours: hours)
    #expect(timetable(world) { $0.report = all }.closedFeatures == [lift])
    let now = UniversalTime(Self.day, secondsOfDay: 36_000)
    let seen = FeatureStatus(key: .id(world.graph.feature(lift).id), state: .open, observedAt: now)
    let opened = timetable(world) {
      $0.now = now
      $0.report = StatusReport(features: [seen])
    }
    #expect(opened.closedFeatures.isEmpty)
  }

  @Test func `conditions that can't be evaluated are counted and close nothing`() throws {
    let world = try conditionalWorld([.accessConditional: "no @ (avalanche danger)"])
    let timetable = timetable(world)
    #expect(timetable.mapHours.unreadCount == 1 && timetable.closedFeatures.isEmpty)
  }

  @Test func `a route that arrives before the opening time of the map waits for it`() throws {
    let world = try world("09:30-16:00")
    let session = DaySession(world.router, timetable: timetable(world))
    let request = RouteRequest.fastest(from: .node(world.node("B")), to: .node(world.node("T")))
    guard case .answer(let route) = try session.route(request, departing: Self.quarterPastNine) else {
      Issue.record("there is a way up")
      return
    }
    #expect(route.totalWaitMilliseconds() >= 15 * 60_000)
  }

  @Test(arguments: Array(stride(from: UInt64(1), to: 2_001, by: 500)))
  func `hours of the map give the same arrivals as a status with the same hours`(first: UInt64) throws {
    var (found, decided) = (0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x0B)
      let schedule = Schedule(day: Self.day)
      var stated = Schedule(report: StatusReport(day: Self.day), day: Self.day)
      var bare = world.builder
      for index in bare.features.indices { bare.features[index].facts.openingHours = nil }
      var closed: Set<FeatureIndex> = []
      for (feature, text) in world.graph.featuresWithOpeningHours() {
        let hours = try #require(TaggedHours.all.first { $0.text == text }).hours
        let id = world.graph.feature(feature).id
        if let hours, !hours.isEmpty {
          stated.report?.features.append(FeatureStatus(key: .id(id), hours: hours))
        }
        if hours?.isEmpty ?? false { closed.insert(feature) }
      }
      let (graph, profile) = (try bare.build(), world.profile())
      var closing = profile
      closing.closedFeatures.formUnion(closed)
      let (from, to, departure) = (world.endpoint(), world.endpoint(), random.moment())
      if from == to { continue }
      let ours = DaySession(
        Router(graph: world.graph), timetable: Timetable(graph: world.graph, schedule: schedule))
      let theirs = DaySession(Router(graph: graph), timetable: Timetable(graph: graph, schedule: stated))
      let a = try ours.route(RouteRequest.fastest(from: from, to: to, profile: profile), departing: departure)
      let b = try theirs.route(
        RouteRequest.fastest(from: from, to: to, profile: closing), departing: departure)
      #expect(a.arrival == b.arrival, "seed \(seed)")
      if a.arrival != nil { found += 1 }
      if !ours.timetable.closedFeatures.isEmpty || ours.timetable.mapHours.usedCount > 0 { decided += 1 }
    }
    #expect(found > 50 && decided > 200)
  }
}

extension Answer<Route> {
  fileprivate var arrival: DayTime? {
    if case .answer(let route) = self { return route.arrival }
    return nil
  }
}
