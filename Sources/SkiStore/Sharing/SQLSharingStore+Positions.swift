import SkiGeo
import SkiSharing

extension SQLSharingStore {
  /// The greatest number of rows of one statement.
  private static let batchLimit = 200

  func write(_ rows: [LiveRow]) async throws -> [RowOutcome] {
    let bodies = try rows.map { row in try row.position.map(StoredJSON.text) }
    return try await driver.write { connection in
      var outcomes = [RowOutcome](repeating: .notSharing, count: rows.count)
      let trips = Dictionary(grouping: rows.indices) { rows[$0].trip }
      for trip in trips.keys.sorted() {
        guard let cursor = try connection.nextCursor(of: trip) else { continue }
        for chunk in Self.chunks(trips[trip] ?? [], of: rows) {
          let stored = try connection.store(chunk.map { (rows[$0], bodies[$0]) }, cursor: cursor)
          for index in chunk where stored.contains(rows[index].user) {
            outcomes[index] = .stored(cursor: cursor)
          }
          let others = chunk.filter { !stored.contains(rows[$0].user) }
          let sharing = others.isEmpty ? [] : try connection.sharingUsers(in: trip)
          for index in others where sharing.contains(rows[index].user) { outcomes[index] = .older }
        }
      }
      try connection.notify(trips: trips.keys.sorted())
      return outcomes
    }
  }

  /// Returns the rows in parts of bounded size, none with two rows of one user.
  private static func chunks(_ indices: [Int], of rows: [LiveRow]) -> [[Int]] {
    var chunks: [[Int]] = []
    var users: Set<UserID> = []
    for index in indices {
      if chunks.isEmpty || users.count == batchLimit || users.contains(rows[index].user) {
        chunks.append([])
        users = []
      }
      chunks[chunks.count - 1].append(index)
      users.insert(rows[index].user)
    }
    return chunks
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

extension SQLConnection {
  /// Increments the cursor of a trip and returns it, holding its lock; nil for a trip without grants.
  fileprivate func nextCursor(of trip: TripID) throws -> Int64? {
    try rows(
      "UPDATE trips SET cursor_number = cursor_number + 1 WHERE trip = $1 RETURNING cursor_number",
      [.text(trip.rawValue)]
    ).first?.integer(0)
  }

  /// Stores rows of one trip where they are later than the stored ones and shared; returns the users stored.
  fileprivate func store(_ rows: [(row: LiveRow, body: String?)], cursor: Int64) throws -> Set<UserID> {
    let now = try nowMilliseconds()
    var values: [SQLValue] = [.integer(now), .integer(cursor)]
    var tuples: [String] = []
    for (row, body) in rows {
      let start = values.count
      let types = ["TEXT", "TEXT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "TEXT"]
      tuples.append(
        "("
          + types.enumerated().map { "CAST($\(start + $0.offset + 1) AS \($0.element))" }.joined(
            separator: ", ")
          + ")")
      values += [
        .text(row.trip.rawValue), .text(row.user.rawValue), .integer(row.order.observedMilliseconds),
        .integer(row.order.sequence), .integer(row.order.revision), .integer(row.expiresMilliseconds),
        body.map(SQLValue.text) ?? .null,
      ]
    }
    let stored = try self.rows(
      """
      INSERT INTO positions (trip, traveller, observed_ms, sequence, revision, expires_ms, body, cursor_number)
      SELECT column1, column2, column3, column4, column5, column6, column7, CAST($2 AS BIGINT)
      FROM (VALUES \(tuples.joined(separator: ", "))) AS v
      WHERE EXISTS (
        SELECT 1 FROM grants g WHERE g.trip = column1 AND g.owner = column2 AND g.is_hidden = 0
          AND g.from_ms <= $1 AND g.until_ms > $1)
      ON CONFLICT (trip, traveller) DO UPDATE SET observed_ms = excluded.observed_ms,
        sequence = excluded.sequence, revision = excluded.revision, expires_ms = excluded.expires_ms,
        body = excluded.body, cursor_number = excluded.cursor_number
      WHERE (positions.observed_ms, positions.sequence, positions.revision)
        < (excluded.observed_ms, excluded.sequence, excluded.revision)
      RETURNING traveller
      """, values)
    return Set(try stored.map { try UserID($0.text(0)) })
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
