import SkiAPI
import SkiBase

/// The table of friendships.
///
/// A row of `trips_friends` is a pair with the lesser identifier first: a request while `since_ms` is missing, then a
/// friendship.
enum FriendsTables {
  static let part = TripsPart(
    "friends",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_friends (
            lesser {text} NOT NULL, greater {text} NOT NULL, asked_by {text} NOT NULL, asked_ms BIGINT NOT NULL,
            since_ms BIGINT, PRIMARY KEY (lesser, greater))
          """,
          "CREATE INDEX trips_friends_by_greater ON trips_friends (greater)",
        ])
    ],
    removals: TripsPart.Removals(ofUser: ["DELETE FROM trips_friends WHERE lesser = $1 OR greater = $1"]),
    exporter: { user, connection in
      [JSONValue.Member("friends", .array(try connection.friendRecords(of: user)))]
    })
}
