import SkiAPI
import SkiBase
import SkiGraph

/// The permission of a user for a recorded day.
enum DayAccess: Sendable {
  /// The owner.
  case owner
  /// A member of a trip with which it is shared.
  case shared
}

/// The statements of recorded days, and their permissions.
extension SQLConnection {
  /// Returns the permission of a user for a day.
  /// - Throws: `SkiError` with code `.notFound` for an unknown day and for one the user may not know of.
  func requireAccess(_ user: UserID, to day: DayID) throws -> DayAccess {
    guard let owner = try row("SELECT person FROM trips_days WHERE id = $1", [.id(day)]) else {
      throw SkiError.unknown(day)
    }
    if try owner.id(0, UserID.self) == user { return .owner }
    let shared = try row(
      """
      SELECT 1 FROM trips_shared_days s JOIN trips_members m ON m.trip = s.trip AND m.person = $2
      JOIN trips_members o ON o.trip = s.trip AND o.person = s.person
      WHERE s.day = $1 AND \(BlockCondition.none(between: "$2", and: "s.person")) LIMIT 1
      """, [.id(day), .id(user)])
    guard shared != nil else { throw SkiError.unknown(day) }
    return .shared
  }

  /// Locks a day of a user until the end of the transaction.
  /// - Throws: `SkiError` with code `.notFound` for an unknown day and for one of another user.
  func requireOwner(_ user: UserID, of day: DayID) throws {
    let found = try row(
      "SELECT 1 FROM trips_days WHERE id = $1 AND person = $2 {lock}", [.id(day), .id(user)])
    guard found != nil else { throw SkiError.unknown(day) }
  }

  /// Returns the days of a user, the latest received first, or one of them; two queries.
  func ownDays(of user: UserID, only day: DayID? = nil) throws -> [RecordedDay] {
    let shares = try rows(
      "SELECT day, trip FROM trips_shared_days WHERE person = $1 ORDER BY trip", [.id(user)])
    var trips: [DayID: [TripID]] = [:]
    for row in shares { trips[try row.id(0), default: []].append(try row.id(1)) }
    return try rows(
      """
      SELECT \(RecordedDay.columns) FROM trips_days d LEFT JOIN trips_laps l ON l.day = d.id AND l.fault IS NULL
      WHERE d.person = $1 AND ($2 = '' OR d.id = $2) GROUP BY \(RecordedDay.keys) ORDER BY d.received_ms DESC, d.id
      """, [.id(user), .text(day?.rawValue ?? "")]
    ).map { row in
      var day = try row.day()
      day.trips = trips[day.id] ?? []
      return day
    }
  }

  /// Returns the days that are shared with a trip and that a member may know of, the latest first, or one of them.
  func sharedDays(
    in trip: TripID, visibleTo user: UserID, after last: (from: UniversalTime, id: DayID)? = nil, limit: Int
  ) throws -> [RecordedDay] {
    try rows(
      """
      SELECT \(RecordedDay.columns) FROM trips_shared_days s JOIN trips_days d ON d.id = s.day
      JOIN trips_members o ON o.trip = s.trip AND o.person = s.person
      LEFT JOIN trips_laps l ON l.day = d.id AND l.fault IS NULL
      WHERE s.trip = $1 AND (d.from_ms, d.id) < ($3, $4)
        AND \(BlockCondition.none(between: "$2", and: "s.person"))
      GROUP BY \(RecordedDay.keys) ORDER BY d.from_ms DESC, d.id DESC LIMIT $5
      """,
      [
        .id(trip), .id(user), .integer(last?.from.milliseconds ?? .max), .text(last?.id.rawValue ?? ""),
        .integer(Int64(limit)),
      ]
    ).map { try $0.day().forOthers }
  }

  /// Returns one day as others see it; nil for an unknown one. It does not ask who may know of it.
  func dayForOthers(_ day: DayID) throws -> RecordedDay? {
    try row(
      """
      SELECT \(RecordedDay.columns) FROM trips_days d LEFT JOIN trips_laps l ON l.day = d.id AND l.fault IS NULL
      WHERE d.id = $1 GROUP BY \(RecordedDay.keys)
      """, [.id(day)]
    ).map { try $0.day().forOthers }
  }

  /// Returns the laps of a day in order of time.
  func laps(of day: DayID) throws -> [DayLap] {
    try rows("SELECT \(DayLap.columns) FROM trips_laps l WHERE l.day = $1 ORDER BY l.place", [.id(day)])
      .map { try $0.lap(from: 0) }
  }

  /// Returns the laps of a user for an export.
  func lapRecords(of user: UserID) throws -> [JSONValue] {
    try rows(
      "SELECT \(DayLap.columns), l.day FROM trips_laps l WHERE l.person = $1 ORDER BY l.start_ms, l.day, l.place",
      [.id(user)]
    ).map { row in
      DayLapRecord(day: try row.id(8), lap: try row.lap(from: 0)).json
    }
  }
}

extension RecordedDay {
  fileprivate static let keys =
    "d.id, d.person, d.state, d.failure, d.received_ms, d.from_ms, d.until_ms"
  /// The columns that ``SQLRow/day()`` reads, of the tables `d` and `l`, grouped by ``keys``.
  fileprivate static let columns =
    keys
    + ", COUNT(l.place), CAST(COALESCE(SUM(CASE WHEN l.kind = 'run' THEN l.descent_mm ELSE 0 END), 0) AS BIGINT)"

  /// The day without what is for the owner alone.
  fileprivate var forOthers: RecordedDay {
    var day = self
    (day.received, day.failure, day.trips) = (nil, nil, [])
    return day
  }
}

extension DayLap {
  /// The columns that ``SQLRow/lap(from:)`` reads, of the table `l`.
  static let columns =
    "l.kind, l.source, l.start_ms, l.end_ms, l.length_mm, l.descent_mm, l.speed_mm, l.fault"
}

extension SQLRow {
  fileprivate func day() throws -> RecordedDay {
    RecordedDay(
      id: try id(0), owner: try id(1), state: try word(2), failure: try optionalText(3),
      received: try time(4), from: try optionalTime(5), until: try optionalTime(6),
      lapCount: Int(try integer(7)), descentMetres: Double(try integer(8)) / 1000, trips: [])
  }

  /// The lap of eight columns from one on.
  func lap(from column: Int) throws -> DayLap {
    DayLap(
      try word(column), source: SourceID(try text(column + 1)), start: try time(column + 2),
      end: try time(column + 3), lengthMetres: Double(try integer(column + 4)) / 1000,
      descentMetres: Double(try integer(column + 5)) / 1000,
      topSpeedMetresPerSecond: try optionalInteger(column + 6).map { Double($0) / 1000 },
      fault: try optionalText(column + 7).flatMap(LapFault.init))
  }
}

extension SQLConnection {
  /// Returns the matched days of a user with laps that count, in order of time.
  func countedDays(of user: UserID) throws -> [CountedDay] {
    var days = try rows(
      "SELECT id, areas FROM trips_days WHERE person = $1 AND state = 'matched' ORDER BY from_ms, id",
      [.id(user)]
    ).map { row in
      CountedDay(id: try row.id(0), laps: [], areas: try StoredJSON.decode(row.text(1), "list of areas"))
    }
    let places = Dictionary(uniqueKeysWithValues: days.enumerated().map { ($1.id, $0) })
    let laps = try rows(
      """
      SELECT \(DayLap.columns), l.day FROM trips_laps l WHERE l.person = $1 AND l.fault IS NULL
      ORDER BY l.start_ms, l.day, l.place
      """, [.id(user)])
    for row in laps {
      if let place = places[try row.id(8)] { days[place].laps.append(try row.lap(from: 0)) }
    }
    return days.filter { !$0.laps.isEmpty }
  }
}
