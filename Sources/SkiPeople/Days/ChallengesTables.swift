import SkiAPI
import SkiBase

/// The tables of challenges and of the members who take part.
enum ChallengesTables {
  static let part = TripsPart(
    "challenges",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_challenges (
            id {text} PRIMARY KEY, trip {text} NOT NULL, name {text} NOT NULL, measure {text} NOT NULL,
            from_ms BIGINT NOT NULL, until_ms BIGINT NOT NULL, made_by {text}, made_ms BIGINT NOT NULL)
          """,
          "CREATE INDEX trips_challenges_by_trip ON trips_challenges (trip, made_ms)",
          "CREATE INDEX trips_challenges_by_maker ON trips_challenges (made_by)",
          """
          CREATE TABLE trips_challenge_lifts (
            challenge {text} NOT NULL, source {text} NOT NULL, place BIGINT NOT NULL, PRIMARY KEY (challenge, source))
          """,
          """
          CREATE TABLE trips_challengers (
            challenge {text} NOT NULL, person {text} NOT NULL, joined_ms BIGINT NOT NULL,
            PRIMARY KEY (challenge, person))
          """,
          "CREATE INDEX trips_challengers_by_person ON trips_challengers (person)",
        ])
    ],
    removals: TripsPart.Removals(
      ofUser: [
        "DELETE FROM trips_challengers WHERE person = $1",
        "UPDATE trips_challenges SET made_by = NULL, name = '' WHERE made_by = $1",
      ],
      ofMember: [
        """
        DELETE FROM trips_challengers WHERE person = $2
          AND challenge IN (SELECT c.id FROM trips_challenges c WHERE c.trip = $1)
        """
      ],
      ofTrip: [
        "DELETE FROM trips_challengers WHERE challenge IN (SELECT c.id FROM trips_challenges c WHERE c.trip = $1)",
        "DELETE FROM trips_challenge_lifts WHERE challenge IN (SELECT c.id FROM trips_challenges c WHERE c.trip = $1)",
        "DELETE FROM trips_challenges WHERE trip = $1",
      ]),
    exporter: { user, connection in
      let joined = try connection.rows(
        "SELECT challenge FROM trips_challengers WHERE person = $1 ORDER BY challenge", [.id(user)])
      return [JSONValue.Member("challenges", .array(try joined.map { .string(try $0.text(0)) }))]
    })
}
