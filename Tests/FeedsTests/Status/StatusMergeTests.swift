import SkiAPI
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiPeople

/// The order of precedence of feeds and words.
struct StatusMergeTests {
  private func snapshot(
    _ name: String, _ report: StatusReport, answered: Double = 0, since: StatusReport? = nil,
    life: Double = 1800
  ) -> FeedSnapshot {
    FeedSnapshot(
      maximumAgeSeconds: life,
      state: FeedState(
        feed: feed(name), readAt: time(answered), problems: FeedProblems(),
        history: RefreshHistory(lastSuccess: time(answered)), failure: nil, version: nil),
      reading: FeedReading(report: report, problems: FeedProblems()),
      since: StateHistory().adding(since ?? report).adding(report))
  }

  private func word(
    _ lift: String, _ state: OperatingState, wait minutes: Int? = nil, at seconds: Double = 0,
    holds: Double = 1800, for scope: LiftReportScope = .trip(try! TripID("week"))
  ) -> LiftReport {
    try! LiftReport(
      of: SourceID(lift), state: state, waitMilliseconds: minutes.map { $0 * 60_000 }, by: user("dora"),
      for: scope, at: time(seconds), holdsSeconds: holds)
  }

  private func merge(
    _ feeds: [FeedSnapshot], _ words: [LiftReport] = [], names: LiftNames? = nil, at seconds: Double = 0
  ) -> StatusMerge {
    StatusMerge(feeds, words, names: names, now: time(seconds))
  }

  /// The state of each lift and who says so, such as `way/1 open valley`.
  private func spell(_ merge: StatusMerge) -> [String] {
    merge.report.features.map { status in
      let key =
        switch status.key {
        case .id(let id): id.rawValue
        case .name(let name): name
        }
      return "\(key) \(status.state.rawValue) \(status.source ?? "-")"
    }
  }

  @Test func `without feeds and words nothing is said`() {
    let merged = merge([])
    #expect(merged.report == StatusReport())
    #expect(merged.nextChange == .infinity)
  }

  @Test func `of two feeds the newer observation counts, of equal ones the first feed's`() {
    let first = snapshot(
      "a", report(status("1", .open, seen: 0), status("2", .open, seen: 0), status("3", .open, seen: 5)))
    let second = snapshot(
      "b", report(status("1", .closed, seen: 9), status("2", .closed, seen: 0), status("3", .closed, seen: 0))
    )
    #expect(spell(merge([first, second], at: 10)) == ["1 closed b", "2 open a", "3 open a"])
    #expect(spell(merge([second, first], at: 10)) == ["1 closed b", "2 closed b", "3 open a"])
  }

  @Test func `the last entry of a feed for a lift counts`() {
    let twice = snapshot("a", report(status("1", .open, seen: 5), status("1", .closed, seen: 0)))
    #expect(spell(merge([twice], at: 10)) == ["1 closed a"])
  }

  @Test func `an observation counts until it is too old, and not before its time`() {
    let feed = snapshot("a", report(status("1", seen: 0)), answered: 1000, life: 1800)
    #expect(spell(merge([feed], at: 1799)) == ["1 open a"])
    #expect(spell(merge([feed], at: 1800)).isEmpty)
    let early = snapshot("a", report(status("1", seen: 300)), answered: 0)
    #expect(spell(merge([early], at: 100)).isEmpty)
    #expect(merge([early], at: 100).nextChange == time(180).secondsSince1970)
    #expect(spell(merge([early], at: 180)) == ["1 open a"])
  }

  @Test func `nothing of a feed counts that has not answered for its greatest age`() {
    var plan = report()
    plan.liftHours = OpenHours(opens: DayTime(hour: 9), closes: DayTime(hour: 16))
    let feed = snapshot("a", plan, answered: 0, life: 600)
    #expect(merge([feed], at: 599).report.liftHours != nil)
    #expect(merge([feed], at: 600).report == StatusReport())
  }

  @Test func `a state without a time says nothing`() {
    #expect(spell(merge([snapshot("a", report(status("1", .closed, seen: nil)))])).isEmpty)
  }

  @Test func `a word counts for more than a feed that repeats what it said before`() {
    let feed = snapshot(
      "a", report(status("1", .open, seen: 100)), answered: 100, since: report(status("1", .open, seen: 0)))
    #expect(spell(merge([feed], [word("1", .closed, at: 50)], at: 101)) == ["1 closed host"])
    // The feed counts again after the end of the word.
    #expect(spell(merge([feed], [word("1", .closed, at: 50, holds: 60)], at: 110)) == ["1 open a"])
  }

  @Test func `a feed whose state began after the word counts for more than the word`() {
    let feed = snapshot(
      "a", report(status("1", .open, seen: 100)), answered: 100, since: report(status("1", .hold, seen: 60)))
    #expect(spell(merge([feed], [word("1", .closed, at: 50)], at: 101)) == ["1 open a"])
  }

  @Test func `a feed that agrees with the word and was seen later adds its wait`() {
    let feed = snapshot(
      "a", report(status("1", .open, wait: 7, seen: 100)), answered: 100,
      since: report(status("1", .open, seen: 0)))
    let merged = merge([feed], [word("1", .open, at: 50)], at: 101)
    #expect(merged.report.features == [status("1", .open, wait: 7, seen: 100, source: "a")])
    #expect(merged.words.count == 1)
  }

  @Test func `a word closes what a feed says is open, and never opens what is closed`() throws {
    let other = LiftReportScope.trip(try TripID("other"))
    for (said, state, standing) in [
      (OperatingState.open, OperatingState.closed, "closed host"), (.open, .hold, "hold host"),
      (.closed, .open, "closed a"), (.hold, .open, "hold a"), (.closed, .scheduled, "closed a"),
      (.hold, .closed, "closed host"), (.scheduled, .open, "open host"),
    ] {
      let feed = snapshot("a", report(status("1", said, wait: 3, seen: 0)))
      #expect(spell(merge([feed], [word("1", state, wait: 5, at: 60)], at: 61)) == ["1 \(standing)"])
    }
    // An appointed person's word is as a feed's to hosts, and no host opens what another one closed.
    for (first, scope, second, standing) in [
      (OperatingState.closed, everyone, OperatingState.open, "closed area"),
      (.open, everyone, .closed, "closed host"), (.closed, other, .open, "closed host"),
    ] {
      let words = [word("1", first, at: 50, for: scope), word("1", second, at: 60)]
      #expect(spell(merge([], words, at: 61)) == ["1 \(standing)"])
      #expect(spell(merge([], words.reversed(), at: 61)) == ["1 \(standing)"])
    }
  }

  @Test func `a word opens no lift beyond the hours that a feed gives`() {
    let lift = FeatureStatus(
      key: .id(SourceID("1")), hours: [OpenHours(opens: DayTime(hour: 9), closes: DayTime(hour: 16))])
    let feed = snapshot("a", report(lift))
    let open = merge([feed], [word("1", .open, wait: 5, at: 60)], at: 61).report.features
    #expect(open.map(\.state) == [.scheduled] && open.map(\.waitMilliseconds) == [300_000])
    #expect(spell(merge([feed], [word("1", .closed, at: 60)], at: 61)) == ["1 closed host"])
  }

  @Test func `a word holds as an observation until it ends, its wait for half an hour`() {
    let words = [word("1", .hold, wait: 9, at: 0, holds: 7200)]
    for (now, seen, wait) in [
      (0.0, 0.0, 9), (599, 0, 9), (600, 600, 9), (1799, 1200, 9), (1800, 1800, nil), (7199, 6600, nil),
    ] as [(Double, Double, Int?)] {
      #expect(
        merge([], words, at: now).report.features == [
          status("1", .hold, wait: wait, seen: seen, source: "host")
        ])
    }
    #expect(spell(merge([], words, at: 7200)).isEmpty)
    #expect(merge([], words, at: 7200).words.isEmpty)
  }

  @Test func `a word on the wait alone leaves the state to the hours`() {
    #expect(spell(merge([], [word("1", .scheduled, wait: 5, holds: 7200)], at: 10)) == ["1 scheduled host"])
    #expect(spell(merge([], [word("1", .scheduled, wait: 5, holds: 7200)], at: 1800)).isEmpty)
  }

  @Test func `with the names of a map a word on a lift and a feed by its name are compared`() {
    let names = LiftNames([
      (id: SourceID("1"), name: "Gipfel", area: nil), (id: SourceID("2"), name: "GIPFEL", area: nil),
      (id: SourceID("3"), name: nil, area: nil),
    ])
    let byName = snapshot(
      "a", StatusReport(features: [FeatureStatus(key: .name("gipfel"), state: .open, observedAt: time(0))]))
    #expect(
      spell(merge([byName], [word("1", .closed, at: 5)], names: names, at: 10)) == [
        "1 closed host", "2 open a",
      ])
    #expect(
      spell(merge([byName], [word("1", .closed, at: 5)], at: 10)) == ["gipfel open a", "1 closed host"])
    let unknown = snapshot(
      "b", StatusReport(features: [FeatureStatus(key: .name("Tal"), state: .open, observedAt: time(0))]))
    #expect(spell(merge([unknown], names: names)) == ["Tal open b"])
  }

  @Test func `hours are those of the first feed that has them, of one day and clock`() throws {
    let day = OpenHours(opens: DayTime(hour: 9), closes: DayTime(hour: 16))
    let night = OpenHours(opens: DayTime(hour: 18), closes: DayTime(hour: 22))
    func planned(_ name: String, _ hours: OpenHours, day: String?, offset: Int?) throws -> FeedSnapshot {
      var lift = FeatureStatus(key: .id(SourceID("1")), hours: [hours])
      lift.typicalWaits = [TypicalWait(at: DayTime(hour: 10), milliseconds: 60_000)]
      return snapshot(
        name,
        StatusReport(
          day: try day.map { try CalendarDay($0) }, offset: try offset.map { try UTCOffset(minutes: $0) },
          liftHours: hours,
          features: [lift]))
    }
    let today = try planned("a", day, day: "2026-02-01", offset: 60)
    let other = try planned("b", night, day: "2026-02-02", offset: 60)
    let east = try planned("c", night, day: "2026-02-01", offset: 120)
    let plain = try planned("d", night, day: nil, offset: nil)
    for feeds in [[today, other], [today, east], [today, plain]] {
      let merged = merge(feeds).report
      #expect(merged.features.map(\.hours) == [[day]])
      #expect(merged.liftHours == day)
      #expect(merged.day == today.reading?.report.day)
    }
    let merged = merge([plain, today]).report
    #expect(merged.features.map(\.hours) == [[night]])
    #expect(merged.features.map(\.typicalWaits.count) == [1])
    #expect(merged.offset == today.reading?.report.offset)
  }

  @Test func `on random news the report is the same at all times between its changes`() {
    let seed: UInt64 = 88
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let feeds = (0..<3).map { number in
        let features = (0..<6).map { _ in
          status(
            "\(Int.random(in: 0..<4, using: &random))",
            [.open, .closed, .hold, .scheduled].randomElement(using: &random)!,
            wait: Bool.random(using: &random) ? 3 : nil, seen: .random(in: -3000...3000, using: &random))
        }
        return snapshot(
          "f\(number)", StatusReport(features: features), answered: .random(in: -2000...1000, using: &random),
          life: .random(in: 100...3000, using: &random))
      }
      let words = (0..<2).map { number in
        word(
          "\(number)", .closed, at: .random(in: -3000...1000, using: &random),
          holds: .random(in: 60...6000, using: &random))
      }
      var now = 0.0
      for _ in 0..<40 {
        let merged = merge(feeds, words, at: now)
        guard merged.nextChange.isFinite else { break }
        let next = merged.nextChange - morning.secondsSince1970
        #expect(next > now)
        #expect(merged.lastChange <= time(now).secondsSince1970)
        let between = merge(feeds, words, at: now + (next - now) * 0.999)
        #expect(between.report == merged.report)
        #expect(between.lastChange == merged.lastChange)
        now = next
      }
    }
  }
}
