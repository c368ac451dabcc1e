import SkiAPI
import SkiBase

/// The tables of favourites and of preferences for what is near.
enum FavouritesTables {
  static let part = TripsPart(
    "favourites",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_favourites (
            person {text} NOT NULL, source {text} NOT NULL, kind {text} NOT NULL, added_ms BIGINT NOT NULL,
            PRIMARY KEY (person, source))
          """,
          """
          CREATE TABLE trips_nearby (person {text} PRIMARY KEY, measure {text} NOT NULL, greatest DOUBLE PRECISION NOT NULL)
          """,
        ])
    ],
    removals: TripsPart.Removals(ofUser: [
      "DELETE FROM trips_favourites WHERE person = $1", "DELETE FROM trips_nearby WHERE person = $1",
    ]),
    exporter: { user, connection in
      [
        JSONValue.Member("favourites", .array(try connection.favourites(of: user).map(\.json))),
        JSONValue.Member("nearby", try connection.nearbyPreferences(of: user)?.json ?? .null),
      ]
    })
}
