package import SkiAPI
package import SkiBase
package import SkiGraph

extension SQLConnection {
  /// Returns trips that are on at a time with their ski areas, after an identifier in ascending order; nil for the first ones.
  func tripsOn(at time: UniversalTime, after trip: TripID?, atMost count: Int) throws -> [TripAreas] {
    try rows(
      """
      SELECT id, areas FROM trips_trips
      WHERE id > $1 AND from_ms <= $2 AND until_ms > $2 AND (ended_ms IS NULL OR ended_ms > $2)
      ORDER BY id LIMIT \(count)
      """, [.text(trip?.rawValue ?? ""), .time(time)]
    ).map { row in
      TripAreas(
        trip: try row.id(0),
        areas: (try StoredJSON.decode(row.text(1), "list of ski areas") as [String]).map { SourceID($0) })
    }
  }

  /// Returns the trips of a user that are on at a time.
  func tripsOn(of user: UserID, at time: UniversalTime) throws -> Set<TripID> {
    Set(
      try rows(
        """
        SELECT t.id FROM trips_members m JOIN trips_trips t ON t.id = m.trip
        WHERE m.person = $1 AND t.from_ms <= $2 AND t.until_ms > $2 AND (t.ended_ms IS NULL OR t.ended_ms > $2)
        """, [.id(user), .time(time)]
      ).map { try $0.id(0) })
  }
}

/// A trip with its ski areas.
package struct TripAreas: Sendable, Hashable {
  /// The trip.
  package var trip: TripID
  /// The ski areas, by their ids in the source.
  package var areas: [SourceID]

  /// Creates a trip with its areas.
  package init(trip: TripID, areas: [SourceID]) { (self.trip, self.areas) = (trip, areas) }
}

/// A lift that closed.
package struct ClosedLift: Sendable, Hashable {
  /// The lift, by its id in the source.
  package var lift: SourceID
  /// The time at which it was seen closed.
  package var seen: UniversalTime

  /// Creates a closed lift.
  package init(lift: SourceID, seen: UniversalTime) { (self.lift, self.seen) = (lift, seen) }

  /// The key of its notices, the same on all servers that know of it by the same observation.
  var key: String { "lift:\(lift.rawValue):\(seen.milliseconds)" }
}

/// The notices of closed lifts to the members of trips.
///
/// Called by the server with what its map and the states tell; it is no act of a user.
package final class LiftNoticeService: Sendable {
  private let store: TripsStore

  /// Creates the service over a store.
  package init(_ store: TripsStore) { self.store = store }

  /// Returns trips that are on now, in ascending order of their identifiers: those that have begun, are not over, and were not
  /// ended by a host.
  /// - Parameters:
  ///   - trip: The trip after which the page begins; nil for the first page.
  ///   - count: The greatest number of trips.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: One query.
  package func tripsOn(after trip: TripID? = nil, count: Int = 100) async throws -> [TripAreas] {
    let now = store.now
    return try await store.read { try $0.tripsOn(at: now, after: trip, atMost: count) }
  }

  /// Enqueues a notice of each lift for the members of a trip, in one transaction; nothing for a trip that is not on any more.
  ///
  /// A member has one notice of a lift and time, whichever trip and server it comes from.
  /// - Returns: The number of notices that are new.
  /// - Throws: `SkiError` with code `.limitExceeded` for an id of more than 128 characters, `.unavailable` when the store can't
  ///   be written now.
  /// - Complexity: O(*n*) in lifts and members; a number of statements for each lift.
  @discardableResult
  package func announce(_ lifts: [ClosedLift], to trip: TripID) async throws -> Int {
    try await store.write { transaction in
      let connection = transaction.connection
      do {
        try connection.lock(trip)
      } catch let error as SkiError where error.code == .notFound {
        return 0
      }
      guard let found = try connection.trip(trip), found.window.from <= transaction.now,
        transaction.now < found.end
      else { return 0 }
      return try lifts.reduce(0) { sum, lift in
        try sum
          + transaction.enqueueForMembers(
            NoticeDraft(
              .liftClosed, key: lift.key, trip: trip,
              payload: NoticePayload(lift: lift.lift, time: lift.seen)))
      }
    }
  }
}
