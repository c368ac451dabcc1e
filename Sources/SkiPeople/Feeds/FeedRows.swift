import Foundation
import SkiAPI
import SkiBase
import SkiGraph

/// A row of `lift_feeds`.
struct FeedRow: Sendable {
  var feed: String
  var format: String
  var attempts: Int64
  /// The number of documents stored so far, the identity of the last one.
  var documents: Int64
  var states: StateHistory
  var readAt: UniversalTime?
  var version: FeedVersion
  var history: RefreshHistory
  var failure: SkiError.Code?

  /// The columns in the order of ``init(_:)``.
  static let columns = """
    feed, format, attempts, states, read_ms, entity_tag, modified, success_ms, failure_ms, failures, fresh_s, retry_s,
    failure, documents
    """

  init(_ row: SQLRow) throws {
    feed = try row.text(0)
    format = try row.text(1)
    attempts = try row.integer(2)
    states = try row.optionalText(3).map(StateHistory.init(stored:)) ?? StateHistory()
    readAt = try row.optionalInteger(4).map(UniversalTime.init(milliseconds:))
    version = FeedVersion(entityTag: try row.optionalText(5), modified: try row.optionalText(6))
    history = RefreshHistory(
      lastSuccess: try row.optionalInteger(7).map(UniversalTime.init(milliseconds:)),
      lastFailure: try row.optionalInteger(8).map(UniversalTime.init(milliseconds:)),
      failureCount: Int(clamping: try row.integer(9)),
      hints: RefreshHints(
        maximumAgeSeconds: try row.optionalInteger(10), retryAfterSeconds: try row.optionalInteger(11)))
    documents = try row.integer(13)
    failure = try row.optionalText(12).map { SkiError.Code(rawValue: $0) ?? .internalInconsistency }
  }
}

extension StateHistory {
  /// Reads a stored history.
  init(stored text: String) throws {
    do {
      self = try JSONDecoder().decode(StateHistory.self, from: Data(text.utf8))
    } catch {
      throw SkiError(.malformedData, "stored states of a feed can't be read; remove the feed's row")
    }
  }

  /// The history as a column holds it.
  func stored() throws -> String {
    do {
      return String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    } catch {
      throw SkiError(.internalInconsistency, "states of a feed can't be stored")
    }
  }
}

extension SQLConnection {
  /// Returns the version of all rows of lift news.
  func newsVersion() throws -> Int64 {
    try row("SELECT version FROM lift_news WHERE id = 1")?.integer(0) ?? 0
  }

  /// Orders changes of lift news one after the other, and notes one.
  func noteNews() throws { try change("UPDATE lift_news SET version = version + 1 WHERE id = 1") }

  /// Returns the rows of all feeds, without their documents.
  func feedRows() throws -> [FeedRow] {
    try rows("SELECT \(FeedRow.columns) FROM lift_feeds").map(FeedRow.init)
  }

  /// Returns the row of a feed; nil when there is none.
  func feedRow(_ feed: FeedName) throws -> FeedRow? {
    try row("SELECT \(FeedRow.columns) FROM lift_feeds WHERE feed = $1", [.text(feed.text)]).map(FeedRow.init)
  }

  /// Returns the last good document of a feed; nil before the first one.
  func feedBody(_ feed: FeedName) throws -> [UInt8]? {
    try row("SELECT body FROM lift_feeds WHERE feed = $1", [.text(feed.text)])?.optionalBlob(0)
  }

  /// Adds the row of a feed where there is none, and forgets the document of another format.
  func addFeed(_ feed: FeedName, format: String) throws {
    try change(
      """
      INSERT INTO lift_feeds (feed, format, attempts, claimed_ms, documents, failures) VALUES ($1, $2, 0, 0, 0, 0)
      ON CONFLICT (feed) DO UPDATE SET format = excluded.format, documents = lift_feeds.documents + 1, body = NULL,
        states = NULL, entity_tag = NULL, modified = NULL, read_ms = NULL, success_ms = NULL
      WHERE lift_feeds.format <> excluded.format
      """, [.text(feed.text), .text(format)])
  }

  /// Notes that a feed's document is still current.
  func keepDocument(of feed: FeedName, _ hints: RefreshHints, now: Int64) throws {
    try change(
      """
      UPDATE lift_feeds SET attempts = attempts + 1, claimed_ms = 0, success_ms = $2, failures = 0, failure = NULL,
        fresh_s = $3, retry_s = $4
      WHERE feed = $1
      """,
      [
        .text(feed.text), .integer(now), .optional(hints.maximumAgeSeconds),
        .optional(hints.retryAfterSeconds),
      ])
  }

  /// Stores a document in place of the last one; of an equal one only the version is new.
  func store(_ document: FeedDocument, of feed: FeedName, _ states: StateHistory, now: Int64) throws {
    try change(
      """
      UPDATE lift_feeds SET body = $2, states = $3, read_ms = $4, documents = documents + 1
      WHERE feed = $1 AND (body IS NULL OR body <> $2)
      """,
      [.text(feed.text), .blob(document.bytes), .text(try states.stored()), .integer(now)])
    try change(
      "UPDATE lift_feeds SET entity_tag = $2, modified = $3 WHERE feed = $1",
      [.text(feed.text), .optional(document.version.entityTag), .optional(document.version.modified)])
  }

  /// Notes a failure of a feed; its document stays.
  func noteFailure(_ code: SkiError.Code, of feed: FeedName, _ hints: RefreshHints, now: Int64) throws {
    try change(
      """
      UPDATE lift_feeds SET attempts = attempts + 1, claimed_ms = 0, failure_ms = $2, failures = failures + 1,
        failure = $3, retry_s = $4
      WHERE feed = $1
      """,
      [.text(feed.text), .integer(now), .text(code.rawValue), .optional(hints.retryAfterSeconds)])
  }
}

/// The last good reading of a feed with what decides whether it counts.
struct FeedSnapshot: Sendable {
  /// The age in seconds beyond which what the feed says counts for nothing.
  var maximumAgeSeconds: Double
  var state: FeedState
  /// The last good reading; nil before the first one.
  var reading: FeedReading?
  /// The states, each with the time since which the feed says so.
  var since: StateHistory
  /// The number of requests answered so far, by which servers agree on who asks next.
  var attempts: Int64 = 0
  /// The identity of the reading among those of the feed.
  var documents: Int64 = 0
}

/// The state of each lift of a feed, with the time of the first observation in a row that says so.
struct StateHistory: Sendable, Hashable, Codable {
  /// A state since a time.
  struct Entry: Sendable, Hashable, Codable {
    var state: String
    var sinceMilliseconds: Int64
  }

  private(set) var entries: [String: Entry] = [:]

  /// Returns the time since which a feature has its state; nil when it was never observed.
  func since(_ key: FeatureStatus.Key) -> UniversalTime? {
    entries[Self.text(key)].map { UniversalTime(milliseconds: $0.sinceMilliseconds) }
  }

  /// Returns the history after a report: a state that is repeated keeps its time.
  /// - Complexity: O(*n*) in the entries of the report.
  func adding(_ report: StatusReport) -> StateHistory {
    var next = StateHistory()
    for status in report.features where status.state != .scheduled {
      guard let observed = status.observedAt else { continue }
      let (key, state) = (Self.text(status.key), status.state.rawValue)
      let known = entries[key].flatMap { $0.state == state ? $0 : nil }
      next.entries[key] = known ?? Entry(state: state, sinceMilliseconds: observed.milliseconds)
    }
    return next
  }

  private static func text(_ key: FeatureStatus.Key) -> String {
    switch key {
    case .id(let id): "i" + id.rawValue
    case .name(let name): "n" + name.lowercased()
    }
  }
}
