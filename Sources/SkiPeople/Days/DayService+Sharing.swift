package import SkiAPI
import SkiBase

/// The sharing of days with trips, on purpose.
extension DayService {
  /// The greatest number of days of a page.
  package static let greatestPageCount = 200

  /// Shares a day of the acting user with a trip: its members see totals, laps that count, the corrected recording and the
  /// picture without the ends outside of the ski area. A day that is shared already stays so.
  ///
  /// See ``DayServing``.
  package func share(_ day: DayID, with trip: TripID, as user: UserID) async throws {
    try await store.write { transaction in
      let connection = transaction.connection
      _ = try connection.lockAsMember(user, of: trip)
      try connection.requireOwner(user, of: day)
      let state = try connection.row("SELECT state FROM trips_days WHERE id = $1", [.id(day)])
      guard try state?.word(0, DayState.self) == .matched else {
        throw SkiError(.conflict, "day \(day.rawValue) is not matched; wait, or upload it again")
      }
      try connection.change(
        """
        INSERT INTO trips_shared_days (trip, day, person, shared_ms) VALUES ($1, $2, $3, $4)
        ON CONFLICT (trip, day) DO NOTHING
        """, [.id(trip), .id(day), .id(user), .time(transaction.now)])
    }
  }

  /// Ends the sharing of a day with a trip.
  ///
  /// See ``DayServing``.
  package func unshare(_ day: DayID, from trip: TripID, as user: UserID) async throws {
    let removed = try await store.write { transaction in
      try transaction.connection.change(
        "DELETE FROM trips_shared_days WHERE trip = $1 AND day = $2 AND person = $3",
        [.id(trip), .id(day), .id(user)])
    }
    guard removed == 1 else { throw SkiError.unknown(day) }
  }

  /// Returns the days that are shared with a trip by members whom the acting user may know of, the latest first.
  ///
  /// See ``DayServing``.
  /// - Complexity: O(*n* log *n*) in the shared days; one query besides those of the permission and the position.
  package func shared(with trip: TripID, after last: DayID? = nil, count: Int = 50, as user: UserID)
    async throws
    -> [RecordedDay]
  {
    try SkiError.require(
      (1...Self.greatestPageCount).contains(count),
      "a page has \(count) days; give 1 to \(Self.greatestPageCount)")
    return try await store.read { connection in
      _ = try connection.requireMember(user, of: trip)
      let position = try last.map { (from: try connection.start(of: $0, sharedWith: trip), id: $0) }
      return try connection.sharedDays(in: trip, visibleTo: user, after: position, limit: count)
    }
  }
}

extension SQLConnection {
  /// Returns the start of a day that is shared with a trip.
  /// - Throws: `SkiError` with code `.notFound` for another day.
  fileprivate func start(of day: DayID, sharedWith trip: TripID) throws -> UniversalTime {
    let found = try row(
      """
      SELECT d.from_ms FROM trips_shared_days s JOIN trips_days d ON d.id = s.day WHERE s.trip = $1 AND s.day = $2
      """, [.id(trip), .id(day)])
    guard let time = try found?.optionalTime(0) else { throw SkiError.unknown(day) }
    return time
  }
}
