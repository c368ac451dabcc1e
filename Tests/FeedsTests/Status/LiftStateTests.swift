import SkiAPI
import SkiBase
import SkiGraph
import SkiStoreTestSupport
import SkiTestSupport
import Testing

@testable import SkiPeople

/// The state of one lift tells who said it, and when.
struct LiftStateTests {
  private let clock = ManualClock()
  private let lift = SourceID("way/1")

  @Test(arguments: NewsBackend.usable)
  func `a lift has the state of the map, of a feed, or of a host`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let source = TestSource("valley")
      let repository = try await LiftStatusRepository.open(driver, sources: [source], clock: clock.sharing)
      await expectError(.notFound) { _ = try repository.currentState(of: lift) }
      repository.setNames(LiftNames([(id: lift, name: nil, area: nil)]))
      try #expect(
        repository.currentState(of: lift)
          == LiftState(state: .scheduled, waitMilliseconds: nil, source: .map, observed: nil))
      try await repository.record(source.document(document()), of: source.feed)
      try #expect(
        repository.currentState(of: lift)
          == LiftState(state: .open, waitMilliseconds: nil, source: .feed, observed: time(0)))
      clock.advance(seconds: 60)
      let trip = try TripID("week")
      for (scope, source) in [(LiftReportScope.trip(trip), LiftState.Source.host), (everyone, .area)] {
        let said = try await repository.say(
          .hold, waitMilliseconds: 600_000, of: lift, by: user("dora"), for: scope, holdsSeconds: 3600)
        let word = LiftState(
          state: .hold, waitMilliseconds: 600_000, source: source, observed: time(60), word: said)
        try #expect(repository.currentState(of: lift, in: [trip]) == word)
        // The report renews the word, the time at which it was said stays.
        clock.advance(seconds: 1200)
        try #expect(repository.currentState(of: lift, in: [trip]) == word)
        clock.advance(seconds: -1200)
        try #expect((repository.currentState(of: lift).source == .feed) == (source == .host))
        try await repository.withdrawWord(on: lift, for: scope)
      }
      await expectError(.notFound) { _ = try repository.currentState(of: SourceID("way/2")) }
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `words that have ended are removed, and no others`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let repository = try await LiftStatusRepository.open(driver, sources: [], clock: clock.sharing)
      for (trip, seconds) in [("a", 60.0), ("b", 61)] {
        try await repository.say(
          .closed, of: lift, by: user("dora"), for: .trip(try TripID(trip)), holdsSeconds: seconds)
      }
      clock.advance(seconds: 60)
      try await repository.removeEndedWords()
      let left = try await driver.read { try $0.rows("SELECT scope FROM lift_words").map { try $0.text(0) } }
      #expect(left == ["trip b"])
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a person says no more words on lifts than a day allows`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      var quotas = Quotas()
      quotas[.liftWordsADay] = 2
      let repository = try await LiftStatusRepository.open(
        driver, sources: [], clock: clock.sharing, quotas: quotas)
      let trip = LiftReportScope.trip(try TripID("week"))
      func say(by author: String) async throws {
        try await repository.say(.closed, of: lift, by: user(author), for: trip)
      }
      // Withdrawn ones count nevertheless.
      try await say(by: "dora")
      try await repository.withdrawWord(on: lift, for: trip)
      try await say(by: "dora")
      await expectError(.rateLimited) { try await say(by: "dora") }
      try await say(by: "emil")
      clock.advance(seconds: 86_400)
      try await say(by: "dora")
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a feed that the map doesn't have, or that is newer than a word, is a feed`(backend: NewsBackend)
    async throws
  {
    try await backend.withDriver { driver in
      let source = TestSource("valley")
      let repository = try await LiftStatusRepository.open(driver, sources: [source], clock: clock.sharing)
      try await repository.say(.closed, of: lift, by: user("dora"), for: everyone)
      clock.advance(seconds: 10)
      try await repository.record(source.document(document("way/1", "closed", seen: 10)), of: source.feed)
      try #expect(
        repository.currentState(of: lift)
          == LiftState(state: .closed, waitMilliseconds: nil, source: .feed, observed: time(10)))
    }
  }

  @Test func `hours alone were observed at no time`() throws {
    let status = LiftStatus(
      id: "1", report: report(FeatureStatus(key: .id(lift), source: "host")), feeds: [], words: [],
      madeFor: morning, changesAt: nil)
    #expect(
      status.state(of: lift)
        == LiftState(state: .scheduled, waitMilliseconds: nil, source: .feed, observed: nil))
    #expect(status.state(of: SourceID("way/2")) == nil)
  }
}
