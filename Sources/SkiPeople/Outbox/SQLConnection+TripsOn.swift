import SkiAPI
import SkiBase
import SkiGraph

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
