import SkiAPI
import SkiBase
import SkiGraph

/// A day that a matcher holds until the end of its lease.
struct TakenDay: Sendable {
  /// The day.
  var day: DayID
  /// The mark of the lease.
  var lease: String
  /// The number of attempts, with this one.
  var attemptCount: Int
  /// The recording; nil for a day that has failed by too many attempts.
  var recording: [UInt8]?
}

/// A day that is locked in order to store its facts.
struct HeldDay: Sendable {
  /// The day.
  var day: DayID
  /// The owner.
  var owner: UserID
  /// The time at which it was received.
  var received: UniversalTime
  /// The SHA-256 of the recording.
  var digest: String
}

/// The matching of days: taken by lease, stored or failed. Times are those of the store's clock.
extension TripsTransaction {
  /// Takes the day that waits longest; nil when none is due.
  ///
  /// An attempt counts when it begins, so that a recording which ends its server is not tried forever.
  func takeDay(_ options: DayMatcher.Options) throws -> TakenDay? {
    let now = try connection.nowMilliseconds()
    let lease = try newID(DayID.self).rawValue
    let due = try connection.rows(
      "SELECT id, attempts FROM trips_days WHERE state = 'waiting' AND due_ms <= $1 ORDER BY due_ms, id LIMIT 8",
      [.integer(now)])
    for row in due {
      let (day, attempts): (DayID, Int64) = (try row.id(0), try row.integer(1) + 1)
      let isLast = attempts > options.greatestAttemptCount
      let changed = try connection.change(
        """
        UPDATE trips_days SET due_ms = $1, attempts = $2, lease = $3, state = $4, failure = $5
        WHERE id = $6 AND state = 'waiting' AND due_ms <= $7
        """,
        [
          .integer(now + Int64((2 * options.timeoutSeconds + 30) * 1000)), .integer(attempts), .text(lease),
          .text((isLast ? DayState.failed : .waiting).rawValue), .optional(isLast ? "abandoned" : nil),
          .id(day), .integer(now),
        ])
      // Another server may have taken it meanwhile.
      guard changed == 1 else { continue }
      let recording =
        isLast ? nil : try connection.row("SELECT content FROM trips_recordings WHERE day = $1", [.id(day)])
      return TakenDay(
        day: day, lease: lease, attemptCount: Int(attempts), recording: try recording?.blob(0))
    }
    return nil
  }

  /// Locks a day that is still held; nil for one that was removed, or that another server took over.
  func held(_ taken: TakenDay) throws -> HeldDay? {
    try connection.row(
      """
      SELECT person, received_ms, digest FROM trips_days
      WHERE id = $1 AND lease = $2 AND state = 'waiting' {lock}
      """, [.id(taken.day), .text(taken.lease)]
    ).map { row in
      HeldDay(day: taken.day, owner: try row.id(0), received: try row.time(1), digest: try row.text(2))
    }
  }

  /// Stores the facts of a held day, and decides which laps count.
  func store(_ facts: MatchedDayFacts, of held: HeldDay) throws {
    // One day after the other, so that of two equal ones the later is recognised.
    try connection.lock(table: "trips_laps")
    for (place, lap) in facts.laps.enumerated() { try insert(lap, of: held, at: place) }
    let files: [(DayFileKind, [UInt8], [UInt8])] = [
      (.gpx, facts.own.gpx, facts.shared.gpx), (.thumbnail, facts.own.thumbnail, facts.shared.thumbnail),
    ]
    for (kind, own, shared) in files {
      try insert(own, named: kind.rawValue, of: held.day)
      try insert(shared, named: kind.sharedName, of: held.day)
    }
    try connection.change(
      """
      UPDATE trips_days SET state = 'matched', lease = NULL, from_ms = $1, until_ms = $2, areas = $3 WHERE id = $4
      """,
      [
        .time(facts.laps.map(\.start).min()), .time(facts.laps.map(\.end).max()),
        .text(try StoredJSON.text(facts.areas)), .id(held.day),
      ])
    for user in try judgeCopies(of: held).sorted() { try judgeOverlaps(of: user) }
  }

  /// Lets a held day fail, or wait for another attempt.
  func fail(_ taken: TakenDay, _ error: any Error, _ options: DayMatcher.Options) throws {
    let code = (error as? SkiError)?.code ?? .unavailable
    let isFinal = Self.finalCodes.contains(code) || taken.attemptCount >= options.greatestAttemptCount
    let wait = options.backoff.seconds(after: taken.attemptCount, jitter: 0)
    try connection.change(
      "UPDATE trips_days SET state = $1, failure = $2, due_ms = $3, lease = NULL WHERE id = $4",
      [
        .text((isFinal ? DayState.failed : .waiting).rawValue), .optional(isFinal ? code.rawValue : nil),
        .integer(try connection.nowMilliseconds() + Int64(wait * 1000)), .id(taken.day),
      ])
  }

  private static var finalCodes: Set<SkiError.Code> {
    [.malformedData, .unsupportedFormat, .emptyInput, .limitExceeded, .invalidArgument]
  }

  private func insert(_ lap: DayLap, of held: HeldDay, at place: Int) throws {
    let fault = LapFault.own(lap, received: held.received)
    try connection.change(
      """
      INSERT INTO trips_laps (day, place, person, kind, source, start_ms, end_ms, length_mm, descent_mm, speed_mm,
        fault) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """,
      [
        .id(held.day), .integer(Int64(place)), .id(held.owner), .text(lap.kind.rawValue),
        .text(lap.source.rawValue), .time(lap.start), .time(lap.end), .millimetres(lap.lengthMetres),
        .millimetres(lap.descentMetres), lap.topSpeedMetresPerSecond.map(SQLValue.millimetres) ?? .null,
        .optional(fault?.rawValue),
      ])
  }

  private func insert(_ bytes: [UInt8], named name: String, of day: DayID) throws {
    try connection.change(
      "INSERT INTO trips_day_files (day, file, content) VALUES ($1, $2, $3)",
      [.id(day), .text(name), .blob(bytes)])
  }
}

extension SQLValue {
  /// The whole millimetres of checked metres.
  fileprivate static func millimetres(_ metres: Double) -> SQLValue {
    .integer(Int64((metres * 1000).rounded()))
  }
}
