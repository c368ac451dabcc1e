import SkiAPI
import SkiBase
import SkiGraph
import SkiStoreTestSupport
import SkiTestSupport
import Testing

@testable import SkiPeople

/// Lift news in every store.
struct LiftStatusRepositoryTests {
  private let clock = ManualClock()

  private func open(_ driver: any SQLDriver, _ sources: TestSource...) async throws -> LiftStatusRepository {
    try await LiftStatusRepository.open(driver, sources: sources, clock: clock.sharing)
  }

  private func states(_ repository: LiftStatusRepository) -> [OperatingState] {
    repository.current.report.features.map(\.state)
  }

  @Test(arguments: NewsBackend.usable)
  func `the last good document is read again after a restart, with its age`(backend: NewsBackend) async throws
  {
    try await backend.withDriver { driver in
      let source = TestSource("valley")
      let repository = try await open(driver, source)
      try await repository.record(
        source.document(document(), tag: "\"one\"", hints: RefreshHints(maximumAgeSeconds: 90)),
        of: source.feed)
      clock.advance(seconds: 100)
      try await repository.record(FeedAnswer(.failure(SkiError(.timedOut, "slow"))), of: source.feed)
      let again = try await open(driver, source).current
      #expect(again.report == repository.current.report)
      #expect(again.report.features == [status("way/1", source: "valley")])
      #expect(
        again.id.split(separator: ".").dropFirst() == repository.current.id.split(separator: ".").dropFirst())
      let state = again.feeds[0]
      #expect(state == repository.current.feeds[0])
      #expect(state.readAt == time(0))
      #expect(state.ageSeconds(at: time(100)) == 100)
      #expect(state.failure == .timedOut)
      #expect(state.version == FeedVersion(entityTag: "\"one\""))
      #expect(
        state.history
          == RefreshHistory(
            lastSuccess: time(0), lastFailure: time(100), failureCount: 1,
            hints: RefreshHints(maximumAgeSeconds: 90)))
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a document that is unchanged, or equal, only becomes younger`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let source = TestSource("valley")
      let repository = try await open(driver, source)
      try await repository.record(source.document(document(), tag: "a"), of: source.feed)
      clock.advance(seconds: 10)
      try await repository.record(FeedAnswer(.success(.unchanged)), of: source.feed)
      #expect(repository.current.feeds[0].readAt == time(0))
      #expect(repository.current.feeds[0].history.lastSuccess == time(10))
      clock.advance(seconds: 10)
      try await repository.record(source.document(document(), tag: "b"), of: source.feed)
      let state = repository.current.feeds[0]
      #expect(state.readAt == time(0))
      #expect(state.history.lastSuccess == time(20))
      #expect(state.version?.entityTag == "b")
      clock.advance(seconds: 10)
      try await repository.record(source.document(document(seen: 30)), of: source.feed)
      #expect(repository.current.feeds[0].readAt == time(30))
      #expect(repository.current.feeds[0].version == FeedVersion())
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a document of another format is forgotten`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let source = TestSource("valley")
      try await open(driver, source).record(source.document(document()), of: source.feed)
      let table = HTTPFeed(
        source.feed, at: try FeedAddress("https://lifts.example/"), format: TableFeedFormat(),
        client: NoClient(),
        clock: clock.sharing)
      let repository = try await LiftStatusRepository.open(driver, sources: [table], clock: clock.sharing)
      #expect(repository.current.report == StatusReport())
      #expect(repository.current.feeds[0].readAt == nil)
      #expect(repository.current.feeds[0].version == nil)
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `two feeds of one name are refused`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      await expectError(.invalidArgument) { _ = try await open(driver, TestSource("a"), TestSource("a")) }
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a schema of a newer program is refused`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      try await driver.migrate(
        FeedSchema.migrations + [SQLMigration(3, ["CREATE TABLE lift_more (id BIGINT PRIMARY KEY)"])],
        table: FeedSchema.table)
      await expectError(.unsupportedFormat) { _ = try await open(driver) }
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a word holds for its time, in place of the one before`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let repository = try await open(driver)
      let lift = SourceID("way/1")
      try await repository.say(.hold, of: lift, by: user("dora"), for: everyone)
      clock.advance(seconds: 1)
      let word = try await repository.say(
        .closed, waitMilliseconds: nil, of: lift, by: user("ben"), for: everyone, holdsSeconds: 120)
      #expect(repository.current.words == [word])
      #expect(word.author == user("ben"))
      #expect(word.saidAt == time(1))
      #expect(word.until == time(121))
      #expect(repository.current.report.features == [status("way/1", .closed, seen: 1, source: "area")])
      #expect(try await open(driver).current.words == [word])
      clock.advance(seconds: 119.999)
      #expect(states(repository) == [.closed])
      clock.advance(seconds: 0.001)
      #expect(states(repository) == [])
      #expect(repository.current.words.isEmpty)
      try await repository.say(.open, of: SourceID("way/2"), by: user("ben"), for: everyone)
      let count = try await driver.read { try $0.row("SELECT COUNT(*) FROM lift_words")?.integer(0) }
      #expect(count == 1)
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a word beyond its limits changes nothing`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let repository = try await open(driver)
      repository.setNames(LiftNames([(id: SourceID("way/1"), name: nil, area: nil)]))
      let (lift, dora) = (SourceID("way/1"), user("dora"))
      let calls: [(SkiError.Code, @Sendable () async throws -> Void)] = [
        (.invalidArgument, { try await repository.say(.open, of: SourceID(""), by: dora, for: everyone) }),
        (
          .invalidArgument,
          {
            try await repository.say(
              .open, of: SourceID(String(repeating: "a", count: 257)), by: dora, for: everyone)
          }
        ),
        (
          .invalidArgument,
          { try await repository.say(.open, of: SourceID("a\u{0}"), by: dora, for: everyone) }
        ),
        (.invalidArgument, { try await repository.say(.scheduled, of: lift, by: dora, for: everyone) }),
        (
          .invalidArgument,
          { try await repository.say(.open, waitMilliseconds: -1, of: lift, by: dora, for: everyone) }
        ),
        (
          .invalidArgument,
          { try await repository.say(.open, waitMilliseconds: 21_600_001, of: lift, by: dora, for: everyone) }
        ),
        (
          .invalidArgument,
          { try await repository.say(.open, of: lift, by: dora, for: everyone, holdsSeconds: 59) }
        ),
        (
          .invalidArgument,
          { try await repository.say(.open, of: lift, by: dora, for: everyone, holdsSeconds: 43_201) }
        ),
        (
          .invalidArgument,
          { try await repository.say(.open, of: lift, by: dora, for: everyone, holdsSeconds: .nan) }
        ),
        (.notFound, { try await repository.say(.open, of: SourceID("way/2"), by: dora, for: everyone) }),
        (.notFound, { try await repository.withdrawWord(on: SourceID("way/2"), for: everyone) }),
        (.notFound, { try await repository.withdrawWord(on: lift, for: everyone) }),
        (.invalidArgument, { try await repository.withdrawWord(on: SourceID(""), for: everyone) }),
      ]
      let before = repository.current.id
      for (code, call) in calls {
        let error = await expectError(code) { try await call() }
        #expect(error?.description.contains("dora") == false)
      }
      #expect(repository.current.id == before)
      #expect(try await repository.reload() == false)
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a host's word counts for the members of the trip alone`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let (repository, other) = (try await open(driver), try await open(driver))
      let (one, two, three) = (try TripID("one"), try TripID("two"), try TripID("three"))
      let lift = SourceID("way/1")
      #expect(repository.tripWords.trips.isEmpty && repository.tripWords.id.isEmpty)
      try await repository.say(.closed, of: lift, by: user("dora"), for: .trip(one))
      try await repository.say(.hold, of: lift, by: user("ben"), for: .trip(two))
      try await other.reload()
      for server in [repository, other] {
        #expect(states(server) == [] && server.current.words.isEmpty)
        #expect(server.current(in: [one]).report.features.map(\.state) == [.closed])
        #expect(server.current(in: [two]).report.features.map(\.source) == ["host"])
        #expect(server.current(in: [one]).standing[lift]?.author == user("dora"))
        #expect(server.current(in: [three]).id == server.current.id)
        #expect(Set([[], [one], [two], [one, two]].map { server.current(in: $0).id }).count == 4)
        #expect(server.tripWords.trips == [one, two])
      }
      #expect(repository.tripWords.id == other.tripWords.id)
      let known = repository.tripWords.id
      await expectError(.notFound) { try await repository.withdrawWord(on: lift, for: everyone) }
      try await repository.withdrawWord(on: lift, for: .trip(one))
      #expect(repository.tripWords.trips == [two] && repository.tripWords.id != known)
      #expect(repository.current(in: [one]).report.features.isEmpty)
      clock.advance(seconds: 1800)
      #expect(repository.tripWords.trips.isEmpty && repository.tripWords.id.isEmpty)
      #expect(repository.current(in: [two]).report.features.isEmpty)
    }
  }

  @Test func `a lift is spoken of for its own ski areas alone`() async throws {
    try await NewsBackend.sqliteInMemory.withDriver { driver in
      let repository = try await open(driver)
      let (lift, area) = (SourceID("way/1"), SourceID("a"))
      await expectError(.unavailable) { try repository.requireLift(lift, in: [area]) }
      repository.setNames(
        LiftNames([(id: lift, name: nil, area: area), (id: SourceID("way/2"), name: nil, area: nil)]))
      try repository.requireLift(lift, in: [SourceID("b"), area])
      await expectError(.notPermitted) { try repository.requireLift(lift, in: [SourceID("b")]) }
      await expectError(.notPermitted) { try repository.requireLift(lift, in: []) }
      await expectError(.notPermitted) { try repository.requireLift(SourceID("way/2"), in: [area]) }
      await expectError(.notFound) { try repository.requireLift(SourceID("way/3"), in: [area]) }
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a word that is withdrawn holds no longer`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let repository = try await open(driver)
      try await repository.say(.closed, of: SourceID("way/1"), by: user("dora"), for: everyone)
      try await repository.withdrawWord(on: SourceID("way/1"), for: everyone)
      #expect(repository.current.words.isEmpty)
      #expect(states(repository) == [])
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `an erased person is in no table, and their words end`(backend: NewsBackend)
    async throws
  {
    try await backend.withDriver { driver in
      let repository = try await open(driver)
      try await repository.say(.closed, of: SourceID("way/1"), by: user("dora"), for: everyone)
      try await repository.say(.open, of: SourceID("way/2"), by: user("ben"), for: everyone)
      try await repository.erase(user("dora"))
      #expect(repository.current.words.map(\.author) == [user("ben")])
      #expect(states(repository) == [.open])
      let found = try await driver.read {
        try $0.rows("SELECT lift FROM lift_words WHERE author = $1", [.text("dora")])
      }
      #expect(found.isEmpty)
      // Nothing is left to erase.
      try await repository.erase(user("dora"))
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a word that is not permitted when it is stored is not said`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let repository = try await open(driver)
      await expectError(.notPermitted) {
        try await repository.say(.closed, of: SourceID("way/1"), by: user("dora"), for: everyone) { _ in
          throw SkiError(.notPermitted, "the person speaks no more; ask another")
        }
      }
      try await repository.reload()
      #expect(repository.current.words.isEmpty)
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a word that has ended can't be withdrawn`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let repository = try await open(driver)
      try await repository.say(
        .closed, of: SourceID("way/1"), by: user("dora"), for: everyone, holdsSeconds: 60)
      clock.advance(seconds: 60)
      await expectError(.notFound) {
        try await repository.withdrawWord(on: SourceID("way/1"), for: everyone)
      }
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `another server's changes are seen after a reload, once`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let source = TestSource("valley")
      let (one, other) = (try await open(driver, source), try await open(driver, source))
      try await one.record(source.document(document()), of: source.feed)
      try await one.say(.hold, of: SourceID("way/2"), by: user("dora"), for: everyone)
      #expect(states(other) == [])
      #expect(try await other.reload())
      #expect(states(other) == [.open, .hold])
      #expect(other.current.id == one.current.id)
      #expect(try await other.reload() == false)
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `one of many servers takes a request, another after its time`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let source = TestSource("valley")
      let repository = try await open(driver, source)
      let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<16 {
          group.addTask { try await repository.claim(source.feed, attempts: 0, seconds: 40) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(taken.filter { $0 }.count == 1)
      clock.advance(seconds: 40)
      #expect(try await repository.claim(source.feed, attempts: 0, seconds: 40))
      try await repository.record(source.document(document()), of: source.feed)
      #expect(try await repository.claim(source.feed, attempts: 0, seconds: 40) == false)
      #expect(try await repository.claim(source.feed, attempts: 1, seconds: 40))
    }
  }

  @Test(arguments: NewsBackend.usable)
  func `a failing store leaves what is current as it is`(backend: NewsBackend) async throws {
    try await backend.withDriver { driver in
      let source = TestSource("valley")
      let repository = try await open(driver, source)
      try await repository.record(source.document(document()), of: source.feed)
      let before = repository.current
      await driver.close()
      await expectError(.unavailable) { try await repository.reload() }
      await expectError(.unavailable) {
        try await repository.say(.closed, of: SourceID("way/1"), by: user("dora"), for: everyone)
      }
      await expectError(.unavailable) {
        try await repository.record(FeedAnswer(.success(.unchanged)), of: source.feed)
      }
      await expectError(.unavailable) { try await repository.erase(user("dora")) }
      await expectError(.unavailable) {
        try await repository.withdrawWord(on: SourceID("way/1"), for: everyone)
      }
      await expectError(.unavailable) { _ = try await repository.claim(source.feed, attempts: 0, seconds: 1) }
      #expect(repository.current.id == before.id)
      #expect(repository.current.report == before.report)
    }
  }

  @Test func `readers never see parts of two documents`() async throws {
    try await NewsBackend.sqliteInMemory.withDriver { driver in
      let source = TestSource("valley")
      let repository = try await open(driver, source)
      func pair(_ state: String) -> FeedAnswer {
        let text = #"{"id": "ID", "state": "\#(state)", "observedAt": "2026-02-01T09:00:00Z"}"#
        let both = [1, 2].map { text.replacing("ID", with: "way/\($0)") }.joined(separator: ",")
        return source.document(Array(#"{"version": 1, "features": [\#(both)]}"#.utf8))
      }
      try await repository.record(pair("open"), of: source.feed)
      let isDone = Locked(false)
      async let torn = withTaskGroup(of: Int.self) { group in
        for _ in 0..<2 {
          group.addTask {
            var torn = 0
            while !isDone.withLock({ $0 }) {
              if Set(repository.current.report.features.map(\.state)).count != 1 { torn += 1 }
              await Task.yield()
            }
            return torn
          }
        }
        return await group.reduce(0, +)
      }
      for number in 0..<200 {
        try await repository.record(pair(number % 2 == 0 ? "closed" : "open"), of: source.feed)
      }
      isDone.withLock { $0 = true }
      #expect(await torn == 0)
    }
  }

  @Test func `the identity of a status changes with the report only`() async throws {
    try await NewsBackend.sqliteInMemory.withDriver { driver in
      let source = TestSource("valley")
      let repository = try await open(driver, source)
      let empty = repository.current.id
      try await repository.record(source.document(document()), of: source.feed)
      let first = repository.current.id
      #expect(first != empty)
      clock.advance(seconds: 1000)
      #expect(repository.current.id == first)
      #expect(repository.current.changesAt == time(1800))
      clock.advance(seconds: 800)
      #expect(repository.current.id != first)
      #expect(states(repository) == [])
      // The clock is set back.
      clock.advance(seconds: -1000)
      #expect(repository.current.id == first)
      #expect(states(repository) == [.open])
      repository.setNames(LiftNames([]))
      #expect(repository.current.id != first)
    }
  }
}

/// A client that is never asked.
private struct NoClient: HTTPClient {
  func get(_ request: HTTPGet) async throws -> HTTPReply {
    throw SkiError(.unavailable, "no request is expected")
  }

  func post(_ request: HTTPPost) async throws -> Int {
    throw SkiError(.unavailable, "no request is expected")
  }
}
