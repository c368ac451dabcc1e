import Foundation
import SkiAPI
import SkiBase

extension SQLSharingStore {
  /// The greatest number of rows of one statement.
  private static let batchLimit = 200

  func write(_ rows: [LiveRow]) async throws -> [RowOutcome] {
    let bodies = try rows.map { row in try row.position.map(StoredJSON.text) }
    return try await driver.write { connection in
      var outcomes = [RowOutcome](repeating: .notSharing, count: rows.count)
      let trips = Set(rows.map(\.trip)).sorted()
      let cursors = try connection.nextCursors(of: trips)
      let known = rows.indices.filter { cursors[rows[$0].trip] != nil }
      for chunk in Self.chunks(known, of: rows) {
        let stored = try connection.store(
          chunk.map { (rows[$0], bodies[$0], cursors[rows[$0].trip] ?? 0) })
        for index in chunk where stored.contains(StoredKey(rows[index])) {
          outcomes[index] = .stored(cursor: cursors[rows[index].trip] ?? 0)
        }
        let others = chunk.filter { !stored.contains(StoredKey(rows[$0])) }
        for (trip, indices) in Dictionary(grouping: others, by: { rows[$0].trip }) {
          let sharing = try connection.sharingUsers(in: trip)
          for index in indices where sharing.contains(rows[index].user) { outcomes[index] = .older }
        }
      }
      try connection.notify(trips: trips)
      return outcomes
    }
  }

  /// Returns the rows in parts of bounded size, none with two rows of one traveller in one trip.
  private static func chunks(_ indices: [Int], of rows: [LiveRow]) -> [[Int]] {
    var chunks: [[Int]] = []
    var keys: Set<StoredKey> = []
    for index in indices {
      if chunks.isEmpty || keys.count == batchLimit || keys.contains(StoredKey(rows[index])) {
        chunks.append([])
        keys = []
      }
      chunks[chunks.count - 1].append(index)
      keys.insert(StoredKey(rows[index]))
    }
    return chunks
  }

  func rows(after cursors: [TripID: Int64]) async throws -> [TripID: TripRows] {
    try await driver.read { connection in
      let now = try connection.nowMilliseconds()
      var read: [TripID: TripRows] = [:]
      for trips in SQLParts.of(cursors.keys.sorted()) {
        // The cursors are read first: rows that are stored in between are returned once more, not missed.
        let last = try connection.cursors(of: trips)
        for trip in trips {
          read[trip] = TripRows(rows: [], cursor: last[trip] ?? 0, nowMilliseconds: now)
        }
        for row in try connection.liveRows(of: trips.map { ($0, cursors[$0] ?? 0) }, now: now) {
          read[row.trip]?.rows.append(row)
        }
      }
      for trip in cursors.keys { read[trip]?.rows.sort { $0.user < $1.user } }
      return read
    }
  }

  func rows(of trip: TripID, after cursor: Int64) async throws -> TripRows {
    try await driver.read { connection in
      let now = try connection.nowMilliseconds()
      // The cursor is read first: rows that are stored in between are returned once more, not missed.
      let last = try connection.rows(
        "SELECT cursor_number FROM trips WHERE trip = $1", [.text(trip.rawValue)])
      let rows = try connection.rows(
        """
        SELECT traveller, observed_ms, sequence, revision, expires_ms, body FROM positions
        WHERE trip = $1 AND cursor_number > $2 AND (body IS NULL OR expires_ms > $3) ORDER BY traveller
        """, [.text(trip.rawValue), .integer(cursor), .integer(now)])
      return TripRows(
        rows: try rows.map { try $0.liveRow(of: trip) }.sorted { $0.user < $1.user },
        cursor: try last.first?.integer(0) ?? 0, nowMilliseconds: now)
    }
  }
}

/// The key of a stored row.
private struct StoredKey: Hashable {
  var trip: TripID
  var user: UserID

  init(_ row: LiveRow) { (trip, user) = (row.trip, row.user) }
  init(_ row: SQLRow) throws { (trip, user) = (try TripID(row.text(1)), try UserID(row.text(0))) }
}

extension SQLConnection {
  /// Increments the cursors of trips in ascending order and returns them, holding their locks; trips without grants have
  /// none.
  fileprivate func nextCursors(of trips: [TripID]) throws -> [TripID: Int64] {
    var cursors: [TripID: Int64] = [:]
    for part in SQLParts.of(trips) {
      let (list, values) = (SQLParts.list(part.count), part.map { SQLValue.text($0.rawValue) })
      // The locks come in the order of the trips, which an update does not promise.
      _ = try rows("SELECT trip FROM trips WHERE trip IN (\(list)) ORDER BY trip {lock}", values)
      let found = try rows(
        """
        UPDATE trips SET cursor_number = cursor_number + 1 WHERE trip IN (\(list))
        RETURNING trip, cursor_number
        """, values)
      for row in found { cursors[try TripID(row.text(0))] = try row.integer(1) }
    }
    return cursors
  }

  fileprivate func cursors(of trips: [TripID]) throws -> [TripID: Int64] {
    let found = try rows(
      "SELECT trip, cursor_number FROM trips WHERE trip IN (\(SQLParts.list(trips.count)))",
      trips.map { .text($0.rawValue) })
    return try Dictionary(found.map { (try TripID($0.text(0)), try $0.integer(1)) }) { $1 }
  }

  /// Returns the rows of trips that changed after the cursor of each.
  fileprivate func liveRows(of cursors: [(trip: TripID, cursor: Int64)], now: Int64) throws -> [LiveRow] {
    let tuples = cursors.indices.map { "(CAST($\(2 * $0 + 2) AS TEXT), CAST($\(2 * $0 + 3) AS BIGINT))" }
    return try rows(
      """
      SELECT p.traveller, p.observed_ms, p.sequence, p.revision, p.expires_ms, p.body, p.trip
      FROM positions p JOIN (VALUES \(tuples.joined(separator: ", "))) AS v ON p.trip = v.column1
      WHERE p.cursor_number > v.column2 AND (p.body IS NULL OR p.expires_ms > $1)
      """, [.integer(now)] + cursors.flatMap { [.text($0.trip.rawValue), .integer($0.cursor)] }
    ).map { try $0.liveRow(of: TripID($0.text(6))) }
  }

  /// Stores rows where they are later than the stored ones and shared; returns the keys of those stored.
  fileprivate func store(_ rows: [(row: LiveRow, body: String?, cursor: Int64)]) throws -> Set<StoredKey> {
    let now = try nowMilliseconds()
    var values: [SQLValue] = [.integer(now)]
    var tuples: [String] = []
    for (row, body, cursor) in rows {
      let start = values.count
      let types = ["TEXT", "TEXT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "TEXT", "BIGINT"]
      tuples.append(
        "("
          + types.enumerated().map { "CAST($\(start + $0.offset + 1) AS \($0.element))" }.joined(
            separator: ", ")
          + ")")
      values += [
        .text(row.trip.rawValue), .text(row.user.rawValue), .integer(row.order.observedMilliseconds),
        .integer(row.order.sequence), .integer(row.order.revision), .integer(row.expiresMilliseconds),
        body.map(SQLValue.text) ?? .null, .integer(cursor),
      ]
    }
    let stored = try self.rows(
      """
      INSERT INTO positions (trip, traveller, observed_ms, sequence, revision, expires_ms, body, cursor_number)
      SELECT column1, column2, column3, column4, column5, column6, column7, column8
      FROM (VALUES \(tuples.joined(separator: ", "))) AS v
      WHERE EXISTS (
        SELECT 1 FROM grants g WHERE g.trip = column1 AND g.owner = column2 AND g.is_hidden = 0
          AND g.from_ms <= $1 AND g.until_ms > $1)
      ON CONFLICT (trip, traveller) DO UPDATE SET observed_ms = excluded.observed_ms,
        sequence = excluded.sequence, revision = excluded.revision, expires_ms = excluded.expires_ms,
        body = excluded.body, cursor_number = excluded.cursor_number
      WHERE (positions.observed_ms, positions.sequence, positions.revision)
        < (excluded.observed_ms, excluded.sequence, excluded.revision)
      RETURNING traveller, trip
      """, values)
    return Set(try stored.map { try StoredKey($0) })
  }

  /// Returns the users with a grant in a trip that may show a position now.
  fileprivate func sharingUsers(in trip: TripID) throws -> Set<UserID> {
    let now = try nowMilliseconds()
    let found = try rows(
      "SELECT DISTINCT owner FROM grants WHERE trip = $1 AND is_hidden = 0 AND from_ms <= $2 AND until_ms > $2",
      [.text(trip.rawValue), .integer(now)])
    return Set(try found.map { try UserID($0.text(0)) })
  }
}

extension SQLRow {
  fileprivate func liveRow(of trip: TripID) throws -> LiveRow {
    LiveRow(
      trip: trip, user: try UserID(text(0)),
      order: LiveRow.Order(
        observedMilliseconds: try integer(1), sequence: try integer(2), revision: try integer(3)),
      expiresMilliseconds: try integer(4), position: try optionalText(5).map(StoredJSON.position))
  }
}

/// Lists of values in statements, in parts of few sizes, so that the statements are prepared once.
enum SQLParts {
  private static let sizes = [64, 8, 1]

  /// Returns the values in parts, in their order.
  static func of<Value>(_ values: [Value]) -> [[Value]] {
    var (parts, start): ([[Value]], Int) = ([], 0)
    while start < values.count {
      let size = sizes.first { $0 <= values.count - start } ?? 1
      parts.append(Array(values[start..<start + size]))
      start += size
    }
    return parts
  }

  /// Returns the parameters from `$1` on, with commas between.
  static func list(_ count: Int) -> String { (1...count).map { "$\($0)" }.joined(separator: ", ") }
}

/// The notices by which servers tell each other of commits: `s` for grants, `t` with a JSON array for trips.
///
/// Notices of other parts of the store are no change of live sharing.
enum SharingNotice {
  static let sharing = "s"
  /// The greatest length of a notice in bytes; PostgreSQL takes 8,000.
  private static let greatestByteCount = 7900

  /// Returns the notices for positions of trips, each of bounded length.
  static func notices(of trips: [TripID]) -> [String] {
    var notices: [String] = []
    var part: [TripID] = []
    var count = 3
    for trip in trips {
      // Escaping makes each byte at most six.
      let length = 6 * trip.rawValue.utf8.count + 3
      if count + length > greatestByteCount {
        notices.append(text(part))
        (part, count) = ([], 3)
      }
      part.append(trip)
      count += length
    }
    return part.isEmpty ? notices : notices + [text(part)]
  }

  private static func text(_ trips: [TripID]) -> String {
    "t" + ((try? StoredJSON.text(trips)) ?? "[]")
  }

  /// Returns the change that a notice tells; after an interruption it may be any.
  static func change(of notice: StoreNotice) -> StoreChange {
    guard case .committed(let text) = notice else { return .unknown }
    if text == sharing { return .sharing }
    guard text.hasPrefix("t[") else { return .trips([]) }
    guard
      let trips = try? JSONDecoder().decode([TripID].self, from: Data(text.utf8.dropFirst()))
    else { return .unknown }
    return .trips(trips)
  }
}

extension SQLConnection {
  /// Tells other servers of new positions in trips.
  func notify(trips: [TripID]) throws {
    for notice in SharingNotice.notices(of: trips) { try notify(notice) }
  }
}
