import SkiAPI
package import SkiBase
import SkiGraph

/// A writing transaction of the trip services; valid until the body that received it returns.
///
/// Not `Sendable`. The body may run again, and has no effects besides those on the transaction.
package struct TripsTransaction {
  /// The access to the database.
  package let connection: any SQLConnection
  /// The time at which the transaction began, by the clock of the environment.
  package let now: UniversalTime
  /// The numbers of what people may make.
  let quotas: Quotas
  private let random: TripsRandom
  let parts: [TripsPart]

  init(
    _ connection: any SQLConnection, now: UniversalTime, random: TripsRandom, parts: [TripsPart],
    quotas: Quotas
  ) {
    (self.connection, self.now, self.random, self.parts) = (connection, now, random, parts)
    self.quotas = quotas
  }

  /// Counts one more thing of a day, and refuses it beyond its quota.
  /// - Throws: `SkiError` with code `.rateLimited` beyond the quota; besides, see `SQLDriver`.
  func count(_ quota: Quota, of subject: some Identifier) throws {
    try connection.count(quota, of: subject, within: quotas, at: now)
  }

  /// Refuses more of something than is allowed; the caller has locked whose it is, and counts what is to be made.
  /// - Parameters:
  ///   - quota: The bound.
  ///   - rows: A table with its condition, `$1` the subject.
  ///   - subject: The person or the trip.
  /// - Throws: `SkiError` with code `.limitExceeded` beyond the quota; besides, see `SQLDriver`.
  func require(_ quota: Quota, _ rows: StaticString, of subject: some Identifier) throws {
    let count = try connection.row("SELECT COUNT(*) FROM \(rows)", [.id(subject)])?.integer(0) ?? 0
    try quotas.require(Int(count), of: quota)
  }

  /// Returns a new identifier of 128 random bits.
  /// - Throws: Nothing for the identifiers of this package.
  package func newID<ID: Identifier>(_ type: ID.Type = ID.self) throws -> ID {
    try random.identifier()
  }

  /// Lets all parts do their work for a happening, the last part first.
  ///
  /// Rows of removals are still there when the parts that came later do their work; a caller inserts rows of what begins
  /// before.
  /// - Throws: `SkiError` of the database.
  package func raise(_ happening: TripsChange) throws {
    for part in parts.reversed() { try part.follow(happening, self) }
  }
}

/// The ends of membership, each with all that depends on it.
extension TripsTransaction {
  /// Takes a member from a locked trip; removes the trip when none is left, and finds a host when none is left.
  /// - Throws: `SkiError`, see `SQLDriver`.
  func leave(_ trip: TripID, _ user: UserID) throws {
    try raise(.memberLeft(trip, user))
    let counts = try connection.counts(of: trip)
    if counts.members == 0 { return try raise(.tripRemoved(trip)) }
    guard counts.hosts == 0 else { return }
    try connection.change(
      """
      UPDATE trips_members SET role = 'host' WHERE trip = $1 AND person = (
        SELECT m.person FROM trips_members m WHERE m.trip = $1 ORDER BY m.joined_ms, m.person LIMIT 1)
      """, [.id(trip)])
    let next = try connection.rows(
      "SELECT person FROM trips_members WHERE trip = $1 AND role = 'host'", [.id(trip)])
    for row in next { try raise(.roleChanged(trip, try row.id(0), .host)) }
  }

  /// Takes a user from all trips, in ascending order.
  /// - Throws: `SkiError`, see `SQLDriver`.
  func leaveAllTrips(_ user: UserID) throws {
    // All locks come before the first end, which takes the lock of live sharing.
    let trips = try connection.rows(
      """
      SELECT t.id FROM trips_trips t WHERE t.id IN (SELECT m.trip FROM trips_members m WHERE m.person = $1)
      ORDER BY t.id {lock}
      """, [.id(user)]
    ).map { try $0.id(0, TripID.self) }
    // Another host may have removed the user meanwhile.
    for trip in trips where try connection.standing(of: user, in: trip) != nil { try leave(trip, user) }
  }

  /// Makes a locked user a member of a locked trip.
  /// - Throws: `SkiError` with code `.limitExceeded` for a user with too many trips; besides, see `SQLDriver`.
  func join(_ trip: TripID, _ user: UserID, as role: TripRole) throws {
    try connection.change(
      "INSERT INTO trips_members (trip, person, role, joined_ms) VALUES ($1, $2, $3, $4)",
      [.id(trip), .id(user), .text(role.rawValue), .time(now)])
    try require(.trips, "trips_members WHERE person = $1", of: user)
    try raise(.memberJoined(trip, user, role))
  }
}

/// The changes of friendships.
extension TripsTransaction {
  /// Locks two users in ascending order, and refuses a person whom the user may not know of.
  /// - Throws: `SkiError` with code `.invalidArgument` for one user twice, `.notFound`.
  func lockPair(_ user: UserID, _ person: UserID) throws {
    try SkiError.require(user != person, "the person is the acting user; give another")
    for one in [user, person].sorted() { try connection.lock(one) }
    guard try !connection.isBlocked(user, person),
      try connection.friendship(of: user, and: person) != nil
        || !connection.commonTrips(of: user, and: person).isEmpty
    else { throw SkiError.unknown(person) }
  }

  /// Locks two users, and refuses a person who has not asked.
  func requireRequest(from person: UserID, to user: UserID) throws {
    try lockPair(user, person)
    guard let friendship = try connection.friendship(of: user, and: person), friendship.since == nil,
      friendship.askedBy == person
    else { throw SkiError.unknown(person) }
  }

  /// Inserts a request between two locked users.
  func insertRequest(from user: UserID, to person: UserID) throws {
    try connection.change(
      "INSERT INTO trips_friends (lesser, greater, asked_by, asked_ms) VALUES ($1, $2, $3, $4)",
      [.id(min(user, person)), .id(max(user, person)), .id(user), .time(now)])
    try require(.friends, "trips_friends WHERE lesser = $1 OR greater = $1", of: user)
    try count(.friendRequestsADay, of: user)
    try raise(.friendRequested(from: user, to: person))
  }

  /// Makes friends of two locked users with a request.
  func befriend(_ user: UserID, _ person: UserID) throws {
    try connection.change(
      "UPDATE trips_friends SET since_ms = $1 WHERE lesser = $2 AND greater = $3",
      [.time(now), .id(min(user, person)), .id(max(user, person))])
    try raise(.friendsMade(user, person))
  }

  /// Ends the friendship or the request of two locked users.
  func part(_ user: UserID, _ person: UserID) throws {
    try connection.change(
      "DELETE FROM trips_friends WHERE lesser = $1 AND greater = $2",
      [.id(min(user, person)), .id(max(user, person))])
    try raise(.friendsParted(user, person))
  }
}

extension SQLConnection {
  /// Returns the number of rows of a user; the text is a table with its condition, `$1` the user.
  func count(_ rows: StaticString, _ user: UserID) throws -> Int {
    try Int(row("SELECT COUNT(*) FROM \(rows)", [.id(user)])?.integer(0) ?? 0)
  }
}

/// The changes of events.
extension TripsTransaction {
  /// Inserts an event of an author, with the people who are invited.
  func insert(_ draft: EventDraft, id: EventID, trip: TripID, author: UserID, invited: [UserID]) throws {
    let first: [SQLValue] = [.id(id), .id(trip), .id(author), .text(draft.name), .text(draft.note)]
    let last: [SQLValue] = [
      .time(draft.start), .time(draft.end), .optional(draft.seats.map { Int64($0) }),
      .text(draft.audience.kind.rawValue), .time(now),
    ]
    try connection.change(
      """
      INSERT INTO trips_events (id, trip, author, name, note, place_source, place_name, place_latitude,
        place_longitude, place_gone, start_ms, end_ms, seats, audience, created_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      """, first + Self.values(draft.place) + last)
    for person in invited {
      try connection.change(
        "INSERT INTO trips_event_people (event, person, invited) VALUES ($1, $2, 1)", [.id(id), .id(person)])
    }
  }

  /// Stores the changed values of an event.
  func update(_ event: TripEvent) throws {
    let first: [SQLValue] = [.text(event.name), .text(event.note)]
    let last: [SQLValue] = [
      .time(event.start), .time(event.end), .optional(event.seats.map { Int64($0) }), .id(event.id),
    ]
    try connection.change(
      """
      UPDATE trips_events SET name = $1, note = $2, place_source = $3, place_name = $4, place_latitude = $5,
        place_longitude = $6, place_gone = $7, start_ms = $8, end_ms = $9, seats = $10 WHERE id = $11
      """, first + Self.values(event.place) + last)
  }

  /// Stores the meeting point of an event.
  func setPlace(_ place: MeetingPoint, of event: EventID) throws {
    try connection.change(
      """
      UPDATE trips_events SET place_source = $1, place_name = $2, place_latitude = $3, place_longitude = $4,
        place_gone = $5 WHERE id = $6
      """, Self.values(place) + [.id(event)])
  }

  /// Stores the answer of a person.
  func setAnswer(_ answer: EventAnswer, of person: UserID, to event: EventID) throws {
    try connection.change(
      """
      INSERT INTO trips_event_people (event, person, invited, answer, answered_ms) VALUES ($1, $2, 0, $3, $4)
      ON CONFLICT (event, person) DO UPDATE SET answer = excluded.answer, answered_ms = excluded.answered_ms
      """, [.id(event), .id(person), .text(answer.rawValue), .time(now)])
  }

  private static func values(_ place: MeetingPoint?) -> [SQLValue] {
    [
      .optional(place?.source.rawValue), .optional(place?.name), .optional(place?.coordinate.latitude),
      .optional(place?.coordinate.longitude), .boolean(place?.isGone ?? false),
    ]
  }
}

/// The ends of events and seats that follow other changes.
extension TripsTransaction {
  /// Cancels what a member who leaves has planned with some of the others; what is for the whole trip is the hosts'.
  func cancelEvents(of user: UserID, in trip: TripID) throws {
    try connection.change(
      """
      UPDATE trips_events SET cancelled_ms = $1
      WHERE author = $2 AND trip = $3 AND audience <> 'trip' AND cancelled_ms IS NULL AND end_ms > $1
      """, [.time(now), .id(user), .id(trip)])
  }

  /// Cancels what a trip that ends still had before it, and frees the seats.
  func cancelEvents(of trip: TripID) throws {
    try connection.change(
      """
      UPDATE trips_event_people SET answer = NULL, answered_ms = NULL WHERE event IN (
        SELECT id FROM trips_events WHERE trip = $1 AND cancelled_ms IS NULL AND end_ms > $2)
      """, [.id(trip), .time(now)])
    try connection.change(
      "UPDATE trips_events SET cancelled_ms = $1 WHERE trip = $2 AND cancelled_ms IS NULL AND end_ms > $1",
      [.time(now), .id(trip)])
  }

  /// Takes two people between whom a block begins from the events of each other.
  func separateGuests(_ user: UserID, _ other: UserID) throws {
    guard try connection.isBlocked(user, other) else { return }
    for (guest, author) in [(user, other), (other, user)] {
      try connection.change(
        "DELETE FROM trips_event_people WHERE person = $1 AND event IN (SELECT id FROM trips_events WHERE author = $2)",
        [.id(guest), .id(author)])
    }
  }

  /// Frees the seats that two people have as friends in events of each other.
  func freeSeats(ofFormerFriends user: UserID, _ other: UserID) throws {
    for (guest, author) in [(user, other), (other, user)] {
      try connection.change(
        """
        DELETE FROM trips_event_people WHERE person = $1 AND event IN (
          SELECT id FROM trips_events WHERE author = $2 AND audience = 'friends')
        """, [.id(guest), .id(author)])
    }
  }
}
