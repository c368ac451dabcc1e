import SkiAPI
import SkiBase
import SkiGraph

/// The statements of challenges.
extension SQLConnection {
  /// Returns the challenges of a trip in the order in which they were made, or one of them; two queries.
  func challenges(of trip: TripID, as user: UserID, only challenge: ChallengeID? = nil) throws -> [Challenge]
  {
    let listed = try rows(
      """
      SELECT e.challenge, e.source FROM trips_challenge_lifts e JOIN trips_challenges c ON c.id = e.challenge
      WHERE c.trip = $1 ORDER BY e.challenge, e.place
      """, [.id(trip)])
    var lifts: [ChallengeID: [SourceID]] = [:]
    for row in listed { lifts[try row.id(0), default: []].append(SourceID(try row.text(1))) }
    return try rows(
      """
      SELECT c.id, c.name, c.measure, c.from_ms, c.until_ms, CASE WHEN p.person IS NULL THEN 0 ELSE 1 END
      FROM trips_challenges c LEFT JOIN trips_challengers p ON p.challenge = c.id AND p.person = $2
      WHERE c.trip = $1 AND ($3 = '' OR c.id = $3) ORDER BY c.made_ms, c.id
      """, [.id(trip), .id(user), .text(challenge?.rawValue ?? "")]
    ).map { row in
      let id: ChallengeID = try row.id(0)
      return Challenge(
        id: id, trip: trip, name: try row.text(1),
        measure: try ChallengeMeasure(stored: row.text(2), lifts[id] ?? []),
        window: TimeWindow(fromMilliseconds: try row.integer(3), untilMilliseconds: try row.integer(4)),
        isJoined: try row.boolean(5))
    }
  }

  /// Returns the trip of a challenge for one of its members.
  /// - Throws: `SkiError` with code `.notFound` for an unknown challenge and for one of a trip the user does not belong to.
  func requireMember(_ user: UserID, of challenge: ChallengeID) throws -> MemberStatus {
    let found = try row("SELECT trip FROM trips_challenges WHERE id = $1", [.id(challenge)])
    guard let trip: TripID = try found?.id(0), let standing = try standing(of: user, in: trip) else {
      throw SkiError.unknown(challenge)
    }
    return standing
  }

  /// Inserts a challenge without people.
  func insert(_ challenge: Challenge, by user: UserID, at now: UniversalTime) throws {
    try change(
      """
      INSERT INTO trips_challenges (id, trip, name, measure, from_ms, until_ms, made_by, made_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      [
        .id(challenge.id), .id(challenge.trip), .text(challenge.name), .text(challenge.measure.word),
        .time(challenge.window.from), .time(challenge.window.until), .id(user), .time(now),
      ])
    for (place, lift) in challenge.measure.list.enumerated() {
      try change(
        "INSERT INTO trips_challenge_lifts (challenge, source, place) VALUES ($1, $2, $3)",
        [.id(challenge.id), .text(lift.rawValue), .integer(Int64(place))])
    }
  }

  /// Returns the members who take part in a challenge and whom a user may know of, with their scores, the highest first.
  ///
  /// Scores count laps without a fault that lie within the window as a whole. Complexity: O(*n* log *n*) in the laps of the
  /// window; one query.
  func ranking(of challenge: ChallengeID, visibleTo user: UserID) throws -> [ChallengeRank] {
    let rows = try rows(
      """
      SELECT p.person, u.name, c.measure,
        CAST(COALESCE(SUM(CASE WHEN l.kind = 'run' THEN l.descent_mm ELSE 0 END), 0) AS BIGINT) AS descent,
        COUNT(DISTINCT CASE WHEN l.kind = 'lift' THEN l.source ELSE NULL END) AS lifts,
        COUNT(DISTINCT CASE WHEN l.kind = 'lift' THEN e.source ELSE NULL END) AS listed
      FROM trips_challenges c
      JOIN trips_challengers p ON p.challenge = c.id
      JOIN trips_members m ON m.trip = c.trip AND m.person = p.person
      JOIN trips_users u ON u.id = p.person
      LEFT JOIN trips_laps l ON l.person = p.person AND l.fault IS NULL AND l.start_ms >= c.from_ms
        AND l.start_ms < c.until_ms AND l.end_ms <= c.until_ms
      LEFT JOIN trips_challenge_lifts e ON e.challenge = c.id AND e.source = l.source
      WHERE c.id = $1 AND \(BlockCondition.none(between: "$2", and: "p.person"))
      GROUP BY p.person, u.name, c.measure
      """, [.id(challenge), .id(user)])
    let scored = try rows.map { row in
      let score: Double =
        switch try row.text(2) {
        case "descent": Double(try row.integer(3)) / 1000
        case "lifts": Double(try row.integer(4))
        default: Double(try row.integer(5))
        }
      return ChallengeRank(rank: 0, user: try row.id(0), name: try row.text(1), score: score)
    }
    return ChallengeRank.ranked(scored)
  }
}

extension ChallengeRank {
  /// Returns the standings in order, with their ranks: after members who share one, the next is left out for each of them.
  static func ranked(_ scored: [ChallengeRank]) -> [ChallengeRank] {
    var ranked = scored.sorted { ($1.score, $0.user) < ($0.score, $1.user) }
    for index in ranked.indices {
      let isShared = index > 0 && ranked[index - 1].score == ranked[index].score
      ranked[index].rank = isShared ? ranked[index - 1].rank : index + 1
    }
    return ranked
  }
}

extension ChallengeMeasure {
  /// Creates the measure of a stored word.
  /// - Throws: `SkiError` with code `.malformedData` for another word.
  fileprivate init(stored word: String, _ lifts: [SourceID]) throws {
    switch word {
    case "descent": self = .descent
    case "lifts": self = .lifts
    case "everyLift": self = .everyLift(lifts)
    default:
      throw SkiError(
        .malformedData,
        "the stored measure of a challenge is unknown; the store was changed by another program")
    }
  }
}
