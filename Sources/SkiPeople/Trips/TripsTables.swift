import SkiAPI
import SkiBase

/// The tables of trips, members and invitations.
enum TripsTables {
  static let part = TripsPart(
    "trips",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_trips (
            id {text} PRIMARY KEY, name {text} NOT NULL, zone {text} NOT NULL, areas {text} NOT NULL,
            from_ms BIGINT NOT NULL, until_ms BIGINT NOT NULL, created_ms BIGINT NOT NULL, ended_ms BIGINT)
          """,
          """
          CREATE TABLE trips_members (
            trip {text} NOT NULL, person {text} NOT NULL, role {text} NOT NULL, joined_ms BIGINT NOT NULL,
            PRIMARY KEY (trip, person))
          """,
          "CREATE INDEX trips_members_by_person ON trips_members (person)",
          """
          CREATE TABLE trips_invitations (
            id {text} PRIMARY KEY, trip {text} NOT NULL, digest {text} NOT NULL UNIQUE, role {text} NOT NULL,
            made_by {text} NOT NULL, made_ms BIGINT NOT NULL, expires_ms BIGINT NOT NULL, uses_left BIGINT NOT NULL)
          """,
          "CREATE INDEX trips_invitations_by_trip ON trips_invitations (trip, made_by)",
          """
          CREATE TABLE trips_expelled (
            trip {text} NOT NULL, person {text} NOT NULL, since_ms BIGINT NOT NULL, PRIMARY KEY (trip, person))
          """,
          "CREATE INDEX trips_expelled_by_person ON trips_expelled (person)",
          "CREATE TABLE trips_chosen (person {text} PRIMARY KEY, trip {text} NOT NULL)",
        ])
    ],
    removals: TripsPart.Removals(
      ofUser: [
        "DELETE FROM trips_members WHERE person = $1", "DELETE FROM trips_invitations WHERE made_by = $1",
        "DELETE FROM trips_chosen WHERE person = $1", "DELETE FROM trips_expelled WHERE person = $1",
      ],
      ofMember: [
        "DELETE FROM trips_members WHERE trip = $1 AND person = $2",
        "DELETE FROM trips_invitations WHERE trip = $1 AND made_by = $2",
        "DELETE FROM trips_chosen WHERE trip = $1 AND person = $2",
      ],
      atEnd: ["DELETE FROM trips_invitations WHERE trip = $1", "DELETE FROM trips_chosen WHERE trip = $1"],
      ofTrip: [
        "DELETE FROM trips_invitations WHERE trip = $1", "DELETE FROM trips_chosen WHERE trip = $1",
        "DELETE FROM trips_expelled WHERE trip = $1", "DELETE FROM trips_members WHERE trip = $1",
        "DELETE FROM trips_trips WHERE id = $1",
      ],
      expired: ["DELETE FROM trips_invitations WHERE expires_ms <= $1"]),
    handler: { happening, transaction in
      try SharingEnds.follow(happening, transaction.connection)
      if case .userLeaving(let user) = happening { try transaction.leaveAllTrips(user) }
    },
    exporter: { user, connection in
      [JSONValue.Member("trips", .array(try connection.trips(of: user).map { $0.json }))]
    })
}

/// The ends of grants and positions of live sharing in the transactions of trips; other servers read the people again.
private enum SharingEnds {
  static func follow(_ happening: TripsChange, _ connection: any SQLConnection) throws {
    switch happening {
    case .memberJoined(let trip, _, _), .roleChanged(let trip, _, _), .tripChanged(let trip):
      try connection.noteMembership(of: [trip])
    case .blocksChanged(let user, let other):
      let trips = try connection.commonTrips(of: user, and: other)
      if !trips.isEmpty { try connection.noteMembership(of: Set(trips)) }
    case .memberLeft(let trip, let user):
      try connection.endSharing(.sharing(user, trip))
      try connection.noteMembership(of: [trip])
    case .tripEnded(let trip), .tripRemoved(let trip):
      try connection.endSharing(.trip(trip))
      try connection.noteMembership(of: [trip])
    case .userRemoved(let user): try connection.endSharing(.erasure(user))
    default: break
    }
  }
}
