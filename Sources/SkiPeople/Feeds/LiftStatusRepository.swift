package import SkiAPI
package import SkiBase
package import SkiGraph

/// The states of lifts and runs, of feeds and of people, in a store that any number of servers share.
///
/// The last good document of each feed is kept in the store, and read again when a server starts. What is current is one value,
/// replaced as a whole; see `StatusMerge` for what counts. A shared object; `Sendable`.
package final class LiftStatusRepository: Sendable {
  private let driver: any SQLDriver
  private let clock: TimeSource
  private let quotas: Quotas
  let sources: [any LiftStatusDataSource]
  private let state: Locked<State>

  private struct State: Sendable {
    var version: Int64 = -1
    var feeds: [FeedSnapshot] = []
    var words: [LiftReport] = []
    var names: LiftNames?
    /// The number of changes of names, which no version counts.
    var namings = 0
    /// The statuses by the trips whose words they have; none for that of everyone.
    var statuses: [Set<TripID>: LiftStatus] = [:]
  }

  /// The greatest number of statuses that are kept.
  private static let statusLimit = 200

  private init(
    _ driver: any SQLDriver, _ sources: [any LiftStatusDataSource], _ clock: TimeSource, _ quotas: Quotas
  ) {
    (self.driver, self.sources, self.clock, self.quotas) = (driver, sources, clock, quotas)
    state = Locked(State())
  }

  /// Opens the repository in a database, brings its schema up to date, and reads the last good documents.
  /// - Parameters:
  ///   - driver: The database; it may hold other stores as well.
  ///   - sources: The feeds, those that count for more first, each with a name of its own.
  ///   - clock: The clocks; that of the time of day is used.
  ///   - quotas: The numbers of what people may make.
  /// - Throws: `SkiError` with code `.invalidArgument` for two feeds of one name, `.unsupportedFormat` if the schema is newer
  ///   than this program; besides, see `SQLDriver`.
  package static func open(
    _ driver: any SQLDriver, sources: [any LiftStatusDataSource], clock: TimeSource,
    quotas: Quotas = .standard
  ) async throws -> LiftStatusRepository {
    try SkiError.require(
      Set(sources.map(\.feed)).count == sources.count,
      "two of \(sources.count) feeds have one name; rename one")
    try await driver.migrate(FeedSchema.migrations, table: FeedSchema.table)
    try await driver.openDayCounts()
    let rows = sources.map { (feed: $0.feed, format: $0.format.name) }
    try await driver.write { connection in
      for row in rows { try connection.addFeed(row.feed, format: row.format) }
    }
    let repository = LiftStatusRepository(driver, sources, clock, quotas)
    try await repository.reload()
    return repository
  }

  /// The current status for everyone: of feeds, and of people whom the operator appointed.
  /// - Complexity: O(1) while nothing changes, else O(*n* log *n*) in the entries of all feeds.
  package var current: LiftStatus { current(in: []) }

  /// Returns the current status as the members of some trips see it, with the words of their hosts; that for everyone
  /// where none of these holds.
  /// - Complexity: As ``current``.
  package func current(in trips: Set<TripID>) -> LiftStatus {
    let now = clock.now()
    return state.withLock { state in
      let trips = trips.intersection(Self.trips(of: state.words, at: now))
      // The clock may have been set back, so a status is not used before its time either.
      if let status = state.statuses[trips], status.isOf(now) { return status }
      let words = state.words.filter { word in
        guard case .trip(let trip) = word.scope else { return true }
        return trips.contains(trip)
      }
      let merge = StatusMerge(state.feeds, words, names: state.names, now: now)
      let status = LiftStatus(
        merge, version: state.version, namings: state.namings, trips: trips,
        feeds: state.feeds.map(\.state))
      if state.statuses.count >= Self.statusLimit { state.statuses = [:] }
      state.statuses[trips] = status
      return status
    }
  }

  /// The trips of which a word of a host holds now, and the identity of these words, which changes with them.
  package var tripWords: (trips: Set<TripID>, id: String) {
    let now = clock.now()
    return state.withLock { state in
      let trips = Self.trips(of: state.words, at: now)
      var hash = FoldedHash()
      for word in state.words where word.until > now {
        if case .trip = word.scope { hash.add(Array(word.identity.utf8)) }
      }
      return (trips, trips.isEmpty ? "" : String(hash.value, radix: 36))
    }
  }

  private static func trips(of words: [LiftReport], at now: UniversalTime) -> Set<TripID> {
    Set(
      words.compactMap { word in
        if case .trip(let trip) = word.scope, word.until > now { trip } else { nil }
      })
  }

  /// Uses the lifts and runs of another map; nil for none.
  package func setNames(_ names: LiftNames?) {
    state.withLock { state in
      state.names = names
      state.namings += 1
      state.statuses = [:]
    }
  }

  /// Reads what other servers changed.
  /// - Returns: True if anything was changed.
  /// - Throws: `SkiError`, see `SQLDriver`.
  /// - Complexity: O(1) when nothing changed, else O(bytes) of changed documents.
  @discardableResult
  package func reload() async throws -> Bool {
    let known = state.withLock { (version: $0.version, feeds: $0.feeds) }
    let (sources, milliseconds) = (self.sources, clock.now().milliseconds)
    let found = try await driver.read { connection -> StoredNews? in
      let version = try connection.newsVersion()
      guard version != known.version else { return nil }
      let rows = Dictionary(uniqueKeysWithValues: try connection.feedRows().map { ($0.feed, $0) })
      let feeds = try sources.map { source in
        let before = known.feeds.first { $0.state.feed == source.feed }
        return try Self.snapshot(of: source, rows[source.feed.text], before) {
          try connection.feedBody(source.feed)
        }
      }
      return StoredNews(version: version, feeds: feeds, words: try connection.words(now: milliseconds))
    }
    guard let found else { return false }
    state.withLock { state in
      // Of two readings at the same time the newer one stays.
      guard found.version > state.version else { return }
      (state.version, state.feeds, state.words) = (found.version, found.feeds, found.words)
      state.statuses = [:]
    }
    return true
  }

  /// The rows of the store at one version.
  private struct StoredNews: Sendable {
    var version: Int64
    var feeds: [FeedSnapshot]
    var words: [LiftReport]
  }

  /// Returns the state of a feed; its document is read where it is another one than before.
  private static func snapshot(
    of source: any LiftStatusDataSource, _ row: FeedRow?, _ before: FeedSnapshot?, body: () throws -> [UInt8]?
  ) throws -> FeedSnapshot {
    var reading = before?.documents == row?.documents ? before?.reading : nil
    if reading == nil, let readAt = row?.readAt, row?.format == source.format.name, let bytes = try body() {
      // A document that a newer program could read counts for nothing.
      reading = try? source.format.read(bytes, from: source.feed, now: readAt)
    }
    let state = FeedState(
      feed: source.feed, readAt: reading == nil ? nil : row?.readAt,
      problems: reading?.problems ?? FeedProblems(),
      history: row?.history ?? RefreshHistory(), failure: row?.failure,
      version: reading == nil ? nil : row?.version)
    return FeedSnapshot(
      maximumAgeSeconds: source.maximumAgeSeconds, state: state, reading: reading,
      since: row?.states ?? StateHistory(), attempts: row?.attempts ?? 0, documents: row?.documents ?? 0)
  }
}

// MARK: Words

extension LiftStatusRepository {
  /// Refuses a lift or run that is in none of some ski areas.
  /// - Throws: `SkiError` with code `.notFound` for an id that the map doesn't have, `.notPermitted` for a lift elsewhere,
  ///   `.unavailable` while the map is being read.
  package func requireLift(_ lift: SourceID, in areas: [SourceID]) throws {
    try LiftReport.check(lift)
    guard let names = state.withLock(\.names) else {
      throw SkiError(.unavailable, "the lifts of the map are being read; try again")
    }
    guard names.contains(lift) else { throw Self.unknown }
    guard !Set(names.areas(of: lift)).isDisjoint(with: areas) else {
      throw SkiError(
        .notPermitted, "the lift is in none of the ski areas for which you may speak; say it of one there")
    }
  }

  /// Notes what a person says of a lift or run, in place of what was said before for the same people; who may say so is decided
  /// by the caller.
  ///
  /// The later of two calls counts, whatever the clocks of their servers.
  /// - Parameters:
  ///   - lift: The source id of the lift or run.
  ///   - state: The state.
  ///   - waitMilliseconds: The wait; nil when nothing is said of it.
  ///   - author: The person who says it.
  ///   - scope: The people for whom it counts.
  ///   - holdsSeconds: The seconds for which it holds.
  ///   - permit: Refuses, by throwing, a word that the person may not say any more when it is stored; in the same transaction,
  ///     which may run again. It permits every word by default.
  /// - Returns: The word.
  /// - Throws: `SkiError` with code `.notFound` for an id that the map doesn't have, `.invalidArgument` for a value beyond its
  ///   limit, `.rateLimited` beyond ``Quota/liftWordsADay`` of the author; besides, see `SQLDriver`.
  @discardableResult
  package func say(
    _ state: OperatingState, waitMilliseconds: Int? = nil, of lift: SourceID, by author: UserID,
    for scope: LiftReportScope, holdsSeconds: Double = 1800,
    permit: @escaping @Sendable (any SQLConnection) throws -> Void = { _ in }
  ) async throws -> LiftReport {
    let word = try LiftReport(
      of: lift, state: state, waitMilliseconds: waitMilliseconds, by: author, for: scope,
      at: UniversalTime(milliseconds: clock.now().milliseconds), holdsSeconds: holdsSeconds)
    try checkExists(lift)
    let quotas = quotas
    try await driver.write { connection in
      try permit(connection)
      try connection.noteNews()
      try connection.count(.liftWordsADay, of: author, within: quotas, at: word.saidAt)
      try connection.store(word, now: word.saidAt.milliseconds)
    }
    try await reload()
    return word
  }

  /// Removes what was said of a lift or run for the people of a scope.
  /// - Throws: `SkiError` with code `.notFound` when nothing was said of it, or the map doesn't have it; besides, see
  ///   `SQLDriver`.
  package func withdrawWord(on lift: SourceID, for scope: LiftReportScope) async throws {
    try LiftReport.check(lift)
    try checkExists(lift)
    let milliseconds = clock.now().milliseconds
    try await driver.write { connection in
      try connection.noteNews()
      guard try connection.removeWord(on: lift, for: scope, now: milliseconds) else {
        throw SkiError(.notFound, "the lift has no word there; nothing is to be withdrawn")
      }
    }
    try await reload()
  }

  /// Removes the words that have ended; call it now and then.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func removeEndedWords() async throws {
    let now = clock.now().milliseconds
    try await driver.write { try $0.removeEndedWords(now: now) }
  }

  /// Ends all words of a person who is erased.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func erase(_ user: UserID) async throws {
    try await driver.write { try $0.endWords(of: user) }
    try await reload()
  }

  /// Ends the words for ski areas but those of people who speak for them now, as when a server starts with another appointment.
  /// - Parameter isAppointed: Returns whether a person speaks for a ski area.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func endAreaWords(
    exceptOf isAppointed: @escaping @Sendable (UserID, SourceID) -> Bool
  ) async throws {
    try await driver.write { try $0.endAreaWords(exceptOf: isAppointed) }
    try await reload()
  }

  /// Returns whether the map has a lift or run; false without a map.
  func isOnMap(_ lift: SourceID) -> Bool { state.withLock { $0.names?.contains(lift) ?? false } }

  private func checkExists(_ lift: SourceID) throws {
    guard state.withLock({ $0.names?.contains(lift) ?? true }) else { throw Self.unknown }
  }

  private static var unknown: SkiError {
    SkiError(.notFound, "the map has no lift or run of that id; take an id of the map's source")
  }
}

// MARK: Answers of feeds

extension LiftStatusRepository {
  /// Returns the state of a feed and the number of its answers.
  func snapshot(of feed: FeedName) -> FeedSnapshot? {
    state.withLock { $0.feeds.first { $0.state.feed == feed } }
  }

  /// Takes the next request of a feed, so that no other server makes it at the same time.
  /// - Parameters:
  ///   - attempts: The number of answers known; with another one the request is not due any more.
  ///   - seconds: The time after which another server may take it.
  /// - Returns: True if it was taken.
  /// - Throws: `SkiError`, see `SQLDriver`.
  func claim(_ feed: FeedName, attempts: Int64, seconds: Double) async throws -> Bool {
    let now = clock.now()
    let until = now.advanced(bySeconds: seconds).milliseconds
    return try await driver.write { connection in
      try connection.change(
        "UPDATE lift_feeds SET claimed_ms = $3 WHERE feed = $1 AND attempts = $2 AND claimed_ms <= $4",
        [.text(feed.text), .integer(attempts), .integer(until), .integer(now.milliseconds)]) == 1
    }
  }

  /// Notes the answer of a feed in one transaction.
  ///
  /// After a failure the last good document stays; a document that is equal to it is not stored again.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func record(_ answer: FeedAnswer, of feed: FeedName) async throws {
    let now = clock.now().milliseconds
    try await driver.write { connection in
      try connection.noteNews()
      switch answer.content {
      case .failure(let error):
        try connection.noteFailure(error.code, of: feed, answer.hints, now: now)
      case .success(.unchanged):
        try connection.keepDocument(of: feed, answer.hints, now: now)
      case .success(.document(let document)):
        let states = try connection.feedRow(feed)?.states ?? StateHistory()
        try connection.store(document, of: feed, states.adding(document.reading.report), now: now)
        try connection.keepDocument(of: feed, answer.hints, now: now)
      }
    }
    try await reload()
  }
}

extension LiftStatus {
  init(_ merge: StatusMerge, version: Int64, namings: Int, trips: Set<TripID>, feeds: [FeedState]) {
    let second = merge.lastChange.isFinite ? Int64(max(-9e15, min(9e15, merge.lastChange * 1000))) : 0
    var parts = [Int64(namings), version, second].map { String($0, radix: 36) }
    if !trips.isEmpty {
      var hash = FoldedHash()
      for trip in trips.sorted() { hash.add(Array(trip.rawValue.utf8)) }
      parts.append(String(hash.value, radix: 36))
    }
    self.init(
      id: parts.joined(separator: "."), report: merge.report, feeds: feeds, words: merge.words,
      standing: merge.standing,
      madeFor: UniversalTime(secondsSince1970: merge.lastChange),
      changesAt: merge.nextChange.isFinite ? UniversalTime(secondsSince1970: merge.nextChange) : nil)
  }

  /// Returns whether the status is that of a time.
  func isOf(_ time: UniversalTime) -> Bool { madeFor <= time && changesAt.map { time < $0 } ?? true }
}

/// The tables of lift news, for SQLite and PostgreSQL alike; see ``SQLMigration``.
///
/// Times are whole milliseconds since 1970. One row of `lift_feeds` is the last good document of a feed and its last requests; one
/// of `lift_words` the newest word on a lift for the people of a scope.
enum FeedSchema {
  /// The table of versions.
  static let table = "skiroute_feeds_schema"
  /// All migrations.
  static let migrations = [SQLMigration(1, first), SQLMigration(2, second)]

  private static let first = [
    // One row; its version grows with each change, by which servers see those of others.
    "CREATE TABLE lift_news (id BIGINT PRIMARY KEY, version BIGINT NOT NULL)",
    "INSERT INTO lift_news (id, version) VALUES (1, 0)",
    """
    CREATE TABLE lift_feeds (
      feed {text} PRIMARY KEY, format {text} NOT NULL, attempts BIGINT NOT NULL, claimed_ms BIGINT NOT NULL,
      documents BIGINT NOT NULL, body {bytes}, states {text}, entity_tag {text}, modified {text}, read_ms BIGINT, success_ms BIGINT,
      failure_ms BIGINT, failures BIGINT NOT NULL, failure {text}, fresh_s BIGINT, retry_s BIGINT)
    """,
    """
    CREATE TABLE lift_words (
      lift {text} PRIMARY KEY, state {text} NOT NULL, wait_ms BIGINT, author {text}, said_ms BIGINT NOT NULL,
      until_ms BIGINT NOT NULL)
    """,
    "CREATE INDEX lift_words_by_author ON lift_words (author)",
  ]

  /// Words without a scope counted for everyone, whoever said them; they held for twelve hours at most.
  private static let second = [
    "DROP TABLE lift_words",
    """
    CREATE TABLE lift_words (
      lift {text} NOT NULL, scope {text} NOT NULL, state {text} NOT NULL, wait_ms BIGINT, author {text},
      said_ms BIGINT NOT NULL, until_ms BIGINT NOT NULL, PRIMARY KEY (lift, scope))
    """,
    "CREATE INDEX lift_words_by_author ON lift_words (author)",
  ]
}
