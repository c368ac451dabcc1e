package import SkiAPI
package import SkiBase

/// The meeting points of events: suggested from what people share, reached in time, and found again on renewed maps.
extension EventService {
  /// Suggests a place where those who come to an event can meet, as far as the acting user may know of them.
  ///
  /// See ``EventServing``.
  package func suggest(for event: EventID, as user: UserID) async throws -> MeetingSuggestion {
    let (found, guests) = try await store.read { connection in
      let found = try connection.requireEvent(event, seenBy: user)
      return (found, try connection.guests(of: found, seenBy: user))
    }
    try found.requireOpen(at: store.now)
    let coming = guests.filter { $0.answer == .yes || $0.answer == .maybe }.map(\.user)
    return try await suggest(
      MeetingRequest(
        trip: found.trip, asker: user, people: Set(coming).union([user]).sorted(), time: found.start))
  }

  /// Suggests a place where the acting user and others of a trip can meet.
  ///
  /// See ``EventServing``.
  package func suggest(
    with people: [UserID], in trip: TripID, at time: UniversalTime? = nil, as user: UserID
  ) async throws -> MeetingSuggestion {
    let others = Set(people).subtracting([user])
    try SkiError.require(!others.isEmpty, "0 other people are to meet; give at least 1")
    try SkiError.requireCount(others.count, atMost: Self.greatestMeetingCount, "people who meet")
    let now = store.now
    if let time { try EventRules.requireFuture(time, now: now) }
    try await store.read { connection in
      try connection.requireMember(user, of: trip).requireOpen(at: now)
      let known = Set(try connection.visibleMembers(of: trip, to: user))
      for person in others.sorted() where !known.contains(person) { throw SkiError.unknown(person) }
    }
    return try await suggest(
      MeetingRequest(trip: trip, asker: user, people: others.union([user]).sorted(), time: time))
  }

  /// The greatest number of others for whom a place is suggested.
  package static let greatestMeetingCount = 100

  private func suggest(_ request: MeetingRequest) async throws -> MeetingSuggestion {
    guard let suggester = environment.suggester else {
      throw SkiError(.unavailable, "meeting points are not suggested here; choose a place of the map")
    }
    guard let found = try await suggester.suggest(request) else {
      throw SkiError(
        .notFound, "0 places suit the \(request.people.count) people; choose others or another time")
    }
    // Nothing of others leaves: only those of the request may be named.
    return MeetingSuggestion(
      place: try found.place.checked(),
      missing: found.missing.filter { request.people.contains($0) }.uniqued())
  }

  /// Returns the time at which the acting user must leave to be at the meeting point when an event starts; nil when it is not
  /// known.
  ///
  /// See ``EventServing``.
  package func leaveBy(for event: EventID, as user: UserID) async throws -> UniversalTime? {
    let found = try await get(event, as: user)
    try found.requireOpen(at: store.now)
    guard let place = found.place, !place.isGone else {
      throw SkiError(
        .conflict, "event \(event.rawValue) has no meeting point on the map; ask its author for one")
    }
    return try await environment.leaveBy(
      LeaveByRequest(trip: found.trip, person: user, place: place, arrival: found.start))
  }

  /// Looks for the meeting points of all events that are neither over nor cancelled on a renewed map.
  ///
  /// Those that are gone are marked, and reported to those who may change the events; those found with other values are stored
  /// with them. It may be repeated. Called by the server after each renewal.
  /// - Parameter find: Returns what became of a place; called once for each event, outside of transactions.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now, and errors of the function.
  /// - Complexity: O(*n*) in the events, in parts of 100.
  @discardableResult
  package func renewMeetingPoints(
    finding find: @Sendable (MeetingPoint) async throws -> MeetingPointFate
  ) async throws -> MeetingPointRenewal {
    var renewal = MeetingPointRenewal()
    var last = ""
    while true {
      let (after, now) = (last, store.now)
      let part = try await store.read { try $0.placedEvents(after: after, at: now) }
      guard let end = part.last else { return renewal }
      for (event, place) in part {
        switch try await find(place) {
        case .found(let found):
          let found = try found.checked()
          if found != place { try await replace(place, of: event, with: found) }
          if found == place { renewal.kept += 1 } else { renewal.changed += 1 }
        case .gone:
          var gone = place
          gone.isGone = true
          if gone != place { try await replace(place, of: event, with: gone) }
          renewal.gone += 1
        }
      }
      last = end.event.rawValue
    }
  }

  /// Replaces the meeting point of an event, unless it was changed meanwhile.
  private func replace(_ old: MeetingPoint, of event: EventID, with new: MeetingPoint) async throws {
    let follow = environment.follower.follow
    try await store.write { transaction in
      let connection = transaction.connection
      guard let trip = try connection.trip(of: event) else { return }
      try connection.lock(trip)
      guard try connection.place(of: event) == old else { return }
      try transaction.setPlace(new, of: event)
      guard new.isGone, let follow else { return }
      try follow(
        EventChange(
          kind: .placeGone, event: event, trip: trip, actor: nil,
          people: try connection.peopleWhoMayChange(event)), transaction)
    }
  }
}

extension SQLConnection {
  /// Returns 100 events with a meeting point that are neither over nor cancelled, after an identifier in ascending order.
  fileprivate func placedEvents(after event: String, at now: UniversalTime) throws -> [(
    event: EventID, place: MeetingPoint
  )] {
    try rows(
      """
      SELECT id, place_source, place_name, place_latitude, place_longitude, place_gone FROM trips_events
      WHERE id > $1 AND end_ms > $2 AND cancelled_ms IS NULL AND place_source IS NOT NULL ORDER BY id LIMIT 100
      """, [.text(event), .time(now)]
    ).compactMap { row in
      let id: EventID = try row.id(0)
      return try row.meetingPoint(from: 1).map { (event: id, place: $0) }
    }
  }

  /// Returns the meeting point of an event; nil where there is none.
  fileprivate func place(of event: EventID) throws -> MeetingPoint? {
    try row(
      """
      SELECT place_source, place_name, place_latitude, place_longitude, place_gone FROM trips_events WHERE id = $1
      """, [.id(event)]
    ).flatMap { try $0.meetingPoint(from: 0) }
  }

  /// Returns the people who may change an event, in ascending order.
  fileprivate func peopleWhoMayChange(_ event: EventID) throws -> [UserID] {
    try rows(
      """
      SELECT m.person FROM trips_events e JOIN trips_members m ON m.trip = e.trip
      WHERE e.id = $1 AND \(EventCondition.mayChange) AND \(EventCondition.isVisible(to: "m.person"))
      ORDER BY m.person
      """, [.id(event)]
    ).map { try $0.id(0) }
  }
}

/// A change of an event that its guests must know, raised in its transaction.
package struct EventChange: Sendable, Hashable {
  /// The kind of the change.
  @nonexhaustive
  package enum Kind: Sendable, Hashable {
    /// The event was created, for the people.
    case created
    /// The event was changed.
    case changed
    /// The event was cancelled.
    case cancelled
    /// The actor answered; the people are those who may change the event.
    case answered(EventAnswer)
    /// The actor is on the way to the meeting point; the people are those who come and to whom the actor shows the exact
    /// position now.
    case progressed(EventProgress)
    /// The meeting point is not on the renewed map; the people are those who may change the event.
    case placeGone
  }

  /// The kind of the change.
  package var kind: Kind
  /// The event.
  package var event: EventID
  /// The trip.
  package var trip: TripID
  /// The user who caused it; nil for the server.
  package var actor: UserID?
  /// The affected people without the actor, in ascending order; each may know of the event and of the actor.
  package var people: [UserID]

  /// Creates a change from its parts.
  package init(kind: Kind, event: EventID, trip: TripID, actor: UserID?, people: [UserID]) {
    (self.kind, self.event, self.trip) = (kind, event, trip)
    (self.actor, self.people) = (actor, people)
  }
}

/// The work that follows a change of an event in the same transaction, such as the notices of an outbox.
///
/// The work may run again with its transaction, and fails it by throwing. It receives every change that a service makes;
/// what the leaving of a member cancels comes from `SQLConnection.cancellations(byLeaving:_:at:)`, which a part asks when
/// it follows `TripsChange.memberLeft`.
package struct EventFollower: Sendable {
  /// The work; nil for none, so that affected people need not be read.
  let follow: (@Sendable (EventChange, TripsTransaction) throws -> Void)?

  /// Creates a follower from its work.
  package init(_ follow: @escaping @Sendable (EventChange, TripsTransaction) throws -> Void) {
    self.follow = follow
  }

  private init() { follow = nil }

  /// No work.
  package static let none = EventFollower()
}
