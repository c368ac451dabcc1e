package import SkiAPI
package import SkiBase

/// The itinerary of trips: events with a meeting point, seats and answers.
///
/// An event that the acting user may not know of is `.notFound`, as an unknown one: one of another trip, one whose audience
/// does not include the user, and one whose author is blocked by the user or blocks the user. Leaving a trip frees seats
/// and cancels what the member has planned with some of the others; the end of a trip cancels all that is still before it.
/// The events of a removed user are removed.
package final class EventService: Sendable {
  /// The store.
  let store: TripsStore
  /// The other services.
  let environment: EventEnvironment
  /// The signing of links; nil before the store's secret is read.
  let signer = Locked<RSVPSigner?>(nil)

  /// The greatest number of events of one day that are listed.
  package static let greatestDayCount = 500

  /// Creates the service over a store; it suggests no meeting places and sends no notices.
  package convenience init(_ store: TripsStore) { self.init(store, EventEnvironment()) }

  /// Creates the service over a store, with what events need from other services.
  package init(_ store: TripsStore, _ environment: EventEnvironment) {
    (self.store, self.environment) = (store, environment)
  }

  // MARK: Reading

  /// Returns the events of a trip that take place on a day of its zone, in the order of their starts.
  ///
  /// See ``EventServing``.
  package func list(of trip: TripID, on day: CalendarDay, as user: UserID) async throws -> [TripEvent] {
    try await store.read { connection in
      let standing = try connection.requireMember(user, of: trip)
      return try connection.events(
        of: trip, in: standing.zone.window(of: day), seenBy: user, atMost: Self.greatestDayCount)
    }
  }

  /// Returns a part of the itinerary of a trip, in the order of starts.
  ///
  /// See ``EventServing``.
  /// - Complexity: O(log *n*) in the events of the trip, and O(count).
  package func page(
    of trip: TripID, after position: EventPosition? = nil, count: Int = 50, as user: UserID
  ) async throws -> EventPage {
    try SkiError.require(
      EventPage.countRange.contains(count),
      "a page has \(count) events; give \(EventPage.countRange.lowerBound) to \(EventPage.countRange.upperBound)"
    )
    return try await store.read { connection in
      _ = try connection.requireMember(user, of: trip)
      let found = try connection.events(of: trip, after: position, seenBy: user, atMost: count + 1)
      let events = Array(found.prefix(count))
      let last = events.last.map { EventPosition(start: $0.start, event: $0.id) }
      return EventPage(events: events, next: found.count > count ? last : nil)
    }
  }

  /// Returns an event.
  ///
  /// See ``EventServing``.
  package func get(_ event: EventID, as user: UserID) async throws -> TripEvent {
    try await store.read { try $0.requireEvent(event, seenBy: user) }
  }

  // MARK: Changes

  /// Creates an event and sends it to its audience.
  ///
  /// See ``EventServing``.
  package func create(_ draft: EventDraft, in trip: TripID, as user: UserID) async throws -> TripEvent {
    let draft = try draft.checked()
    let near = try await people(for: draft.audience, near: user, in: trip)
    let id: EventID = try store.random.identifier()
    let follower = environment.follower
    return try await store.write { transaction in
      let connection = transaction.connection
      let standing = try connection.lockAsMember(user, of: trip)
      try standing.requireOpen(at: transaction.now)
      if draft.audience == .trip { try standing.requireHost() }
      try EventRules.requireFuture(draft.start, now: transaction.now)
      try EventRules.require(
        TimeWindow(
          fromMilliseconds: draft.start.milliseconds, untilMilliseconds: draft.end.milliseconds),
        within: standing)
      let invited = try connection.invited(draft.audience, near: near, by: user, in: trip)
      try transaction.insert(draft, id: id, trip: trip, author: user, invited: invited)
      try transaction.count(.eventChangesADay, of: user)
      try transaction.quotas.require(
        connection.openEventCount(of: trip, at: transaction.now), of: .openEvents)
      try transaction.require(.events, "trips_events WHERE trip = $1", of: trip)
      let event = try connection.requireEvent(id, seenBy: user)
      try transaction.raise(.created, event, by: user, to: follower)
      return event
    }
  }

  /// Changes an event.
  ///
  /// See ``EventServing``.
  @discardableResult
  package func change(_ patch: EventPatch, of event: EventID, as user: UserID) async throws -> TripEvent {
    let follower = environment.follower
    return try await store.write { transaction in
      let (old, standing) = try transaction.lockToChange(event, as: user)
      try transaction.update(try patch.applied(to: old, in: standing, now: transaction.now))
      let changed = try transaction.connection.requireEvent(event, seenBy: user)
      try transaction.raise(.changed, changed, by: user, to: follower)
      return changed
    }
  }

  /// Cancels an event; its guests still see it.
  ///
  /// See ``EventServing``.
  package func cancel(_ event: EventID, as user: UserID) async throws {
    let follower = environment.follower
    try await store.write { transaction in
      let (old, _) = try transaction.lockToChange(event, as: user)
      try transaction.connection.change(
        "UPDATE trips_events SET cancelled_ms = $1 WHERE id = $2", [.time(transaction.now), .id(event)])
      try transaction.raise(.cancelled, old, by: user, to: follower)
    }
  }

  /// Asks live sharing for the people near a member, where an audience needs them.
  private func people(for audience: EventAudience, near user: UserID, in trip: TripID) async throws
    -> Set<UserID>
  {
    guard audience == .near else { return [] }
    _ = try await store.read { try $0.requireMember(user, of: trip) }
    return try await environment.near(user, trip)
  }
}

extension TripsTransaction {
  /// Locks the trip of an event, and returns the event and the standing of one who may change it.
  fileprivate func lockToChange(_ event: EventID, as user: UserID) throws -> (TripEvent, MemberStatus) {
    guard let trip = try connection.trip(of: event) else { throw SkiError.unknown(event) }
    try connection.lock(trip)
    let found = try connection.requireEvent(event, seenBy: user)
    let standing = try connection.requireMember(user, of: trip)
    guard found.mayChange else {
      throw SkiError(.notPermitted, "event \(event.rawValue) is another's to change; ask its author")
    }
    try standing.requireOpen(at: now)
    try found.requireOpen(at: now)
    try count(.eventChangesADay, of: user)
    return (found, standing)
  }

  /// Tells a follower of a change of an event, with the people who may know of it.
  func raise(_ kind: EventChange.Kind, _ event: TripEvent, by user: UserID, to follower: EventFollower)
    throws
  {
    guard let follow = follower.follow else { return }
    let condition = if case .answered = kind { EventCondition.mayChange } else { "1 = 1" }
    let people = try connection.people(of: event.id, knowing: user, where: condition)
    try follow(
      EventChange(kind: kind, event: event.id, trip: event.trip, actor: user, people: people), self)
  }
}

extension SQLConnection {
  /// Returns an event as a user sees it.
  /// - Throws: `SkiError` with code `.notFound` for an unknown one and one the user may not know of.
  func requireEvent(_ event: EventID, seenBy user: UserID) throws -> TripEvent {
    guard let found = try self.event(event, seenBy: user) else { throw SkiError.unknown(event) }
    return found
  }

  /// Returns the people who are invited by name, in ascending order: for given people, and for those near.
  fileprivate func invited(_ audience: EventAudience, near: Set<UserID>, by user: UserID, in trip: TripID)
    throws -> [UserID]
  {
    switch audience {
    case .trip, .friends: return []
    case .people(let people):
      let known = Set(try visibleMembers(of: trip, to: user))
      for person in people where person != user && !known.contains(person) { throw SkiError.unknown(person) }
      return Set(people).subtracting([user]).sorted()
    case .near:
      let invited = near.intersection(try visibleMembers(of: trip, to: user)).sorted()
      guard !invited.isEmpty else {
        throw SkiError(
          .conflict, "0 people who share their position with you are near; choose people or friends")
      }
      return invited
    }
  }
}

/// The progress of people on the way to the meeting point of an event.
extension EventService {
  /// Tells those who come to an event, as far as they may see where the acting user is, of the user's progress on the way.
  ///
  /// See ``EventServing``.
  /// - Complexity: O(*n* *g*) in the members of the trip and the grants of the user; a number of statements that does not
  ///   depend on them.
  package func tell(_ progress: EventProgress, of event: EventID, as user: UserID) async throws {
    let follower = environment.follower
    try await store.write { transaction in
      try transaction.tell(progress, of: event, as: user, follower)
    }
  }
}

extension TripsTransaction {
  /// Raises the progress of one who comes to an event, for the others who come and to whom the person shows the exact position.
  ///
  /// The user is locked since a block takes notices of each other along, the trip since others answer.
  fileprivate func tell(
    _ progress: EventProgress, of event: EventID, as user: UserID, _ follower: EventFollower
  ) throws {
    try connection.lock(user)
    guard let trip = try connection.trip(of: event) else { throw SkiError.unknown(event) }
    try connection.lock(trip)
    let found = try connection.requireEvent(event, seenBy: user)
    guard found.author == user || found.answer == .yes else {
      throw SkiError(
        .notPermitted, "the way to event \(event.rawValue) is reported by those who come; answer yes first")
    }
    try connection.requireMember(user, of: trip).requireOpen(at: now)
    try found.requireOpen(at: now)
    try found.requireNear(at: now)
    guard let follow = follower.follow else { return }
    try follow(
      EventChange(
        kind: .progressed(progress), event: event, trip: trip, actor: user,
        people: try connection.peopleWhoCome(to: event, in: trip, seeing: user)), self)
  }
}

extension TripEvent {
  /// Refuses an event that begins so late that no one is on the way to it.
  /// - Throws: `SkiError` with code `.conflict`.
  fileprivate func requireNear(at now: UniversalTime) throws(SkiError) {
    let limit = EventProgress.greatestSecondsBefore
    guard start.milliseconds - now.milliseconds <= Int64(limit * 1000) else {
      throw SkiError(
        .conflict,
        "event \(id.rawValue) begins in more than \(Int(limit / 60)) min; tell of the way to it later")
    }
  }
}

extension SQLConnection {
  /// Returns the other people who come to an event and to whom a person shows the exact position in its trip now, in ascending
  /// order.
  fileprivate func peopleWhoCome(to event: EventID, in trip: TripID, seeing user: UserID) throws -> [UserID] {
    let coming = try people(of: event, knowing: user, where: EventCondition.comes)
    guard !coming.isEmpty, let roster = try roster(of: trip) else { return [] }
    return try exactViewers(of: user, among: coming, in: trip, roster)
  }
}

/// The guests of events, and their answers in the app or by a signed link.
extension EventService {
  /// Returns the guests of an event whom the acting user may know of, by name: those who have answered, and for one who may
  /// change the event those invited by name as well.
  ///
  /// See ``EventServing``.
  /// - Complexity: O(*n* log *n*) in the guests; one query besides that of the permission.
  package func guests(of event: EventID, as user: UserID) async throws -> [EventGuest] {
    try await store.read { connection in
      try connection.guests(of: try connection.requireEvent(event, seenBy: user), seenBy: user)
    }
  }

  /// Answers to an event; an answer before is replaced. Seats are counted in the same transaction.
  ///
  /// See ``EventServing``.
  @discardableResult
  package func answer(_ answer: EventAnswer, to event: EventID, as user: UserID) async throws -> TripEvent {
    let follower = environment.follower
    return try await store.write { transaction in
      try transaction.answer(answer, to: event, as: user, follower)
    }
  }

  /// Answers to an event by a link, as its person and without a login.
  /// - Returns: The event after the answer, as the person sees it.
  /// - Throws: `SkiError` with code `.notPermitted` for a link that is not signed by this store or has expired; besides, as
  ///   ``answer(_:to:as:)``.
  @discardableResult
  package func answer(_ answer: EventAnswer, by link: RSVPLink) async throws -> TripEvent {
    try await linkSigner().check(link, now: store.now)
    return try await self.answer(answer, to: link.event, as: link.person)
  }

  /// Returns the acting user's link for an event, which expires at the end of the event.
  ///
  /// See ``EventServing``.
  package func link(to event: EventID, as user: UserID) async throws -> RSVPLink {
    let found = try await get(event, as: user)
    try found.requireOpen(at: store.now)
    return try await linkSigner().link(event: event, person: user, expires: found.end)
  }

  /// Returns the signing with the store's secret, which is made at the first use by any server.
  private func linkSigner() async throws -> RSVPSigner {
    if let known = signer.withLock({ $0 }) { return known }
    let secret = store.random.bytes(RSVPSigner.secretByteCount)
    let stored = try await store.write { transaction in
      let connection = transaction.connection
      try connection.change(
        "INSERT INTO trips_event_secrets (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING",
        [.blob(secret)])
      return try connection.row("SELECT secret FROM trips_event_secrets WHERE id = 1")?.blob(0)
    }
    let made = RSVPSigner(secret: stored ?? secret)
    signer.withLock { $0 = made }
    return made
  }
}

extension TripsTransaction {
  /// Stores the answer of a user, unless the seats are taken.
  ///
  /// The user is locked since a block or the end of a friendship frees seats at the same time, the trip since others answer.
  fileprivate func answer(
    _ answer: EventAnswer, to event: EventID, as user: UserID, _ follower: EventFollower
  ) throws -> TripEvent {
    try connection.lock(user)
    guard let trip = try connection.trip(of: event) else { throw SkiError.unknown(event) }
    try connection.lock(trip)
    let found = try connection.requireEvent(event, seenBy: user)
    try connection.requireMember(user, of: trip).requireOpen(at: now)
    try found.requireOpen(at: now)
    if answer == .yes, found.answer != .yes, let seats = found.seats, found.taken >= seats {
      throw SkiError(
        .conflict, "all \(seats) seats of event \(event.rawValue) are taken; answer maybe, or ask its author")
    }
    try count(.answersADay, of: user)
    try setAnswer(answer, of: user, to: event)
    let answered = try connection.requireEvent(event, seenBy: user)
    if answer != found.answer { try raise(.answered(answer), answered, by: user, to: follower) }
    return answered
  }
}

/// All that events need from other services: live sharing, routes, and the outbox.
package struct EventEnvironment: Sendable {
  /// Returns the people near a member of a trip, among those who share their position with them; places stay inside.
  package var near: @Sendable (UserID, TripID) async throws -> Set<UserID>
  /// The search for meeting places; nil where it is not offered.
  package var suggester: (any MeetingSuggester)?
  /// Returns the time at which a person must leave; nil when it is not known.
  package var leaveBy: @Sendable (LeaveByRequest) async throws -> UniversalTime?
  /// The work that follows changes in their transactions.
  package var follower: EventFollower

  /// Creates an environment; by default no one is near, nothing is suggested, and nothing follows.
  package init(
    near: @escaping @Sendable (UserID, TripID) async throws -> Set<UserID> = { _, _ in [] },
    suggester: (any MeetingSuggester)? = nil,
    leaveBy: @escaping @Sendable (LeaveByRequest) async throws -> UniversalTime? = { _ in nil },
    follower: EventFollower = .none
  ) {
    (self.near, self.suggester) = (near, suggester)
    (self.leaveBy, self.follower) = (leaveBy, follower)
  }
}

/// The condition that a person may know of an event, for statements with the table `trips_events`.
package enum EventCondition {
  /// Returns the SQL that holds where a person may know of an event: a member of its trip, without a block between the
  /// person and the author, whom its audience includes.
  ///
  /// An event for friends or for people is not shown to hosts who are neither.
  /// - Parameters:
  ///   - person: A column or a placeholder, not a value.
  ///   - event: The name of the table in the statement.
  package static func isVisible(to person: String, event: String = "e") -> String {
    """
    EXISTS (SELECT 1 FROM trips_members vm WHERE vm.trip = \(event).trip AND vm.person = \(person))
    AND \(BlockCondition.none(between: person, and: "\(event).author"))
    AND (\(event).audience = 'trip' OR \(event).author = \(person)
      OR EXISTS (SELECT 1 FROM trips_event_people vp
        WHERE vp.event = \(event).id AND vp.person = \(person) AND vp.invited = 1)
      OR (\(event).audience = 'friends' AND (
        EXISTS (SELECT 1 FROM trips_friends vf
          WHERE vf.lesser = \(person) AND vf.greater = \(event).author AND vf.since_ms IS NOT NULL)
        OR EXISTS (SELECT 1 FROM trips_friends vg
          WHERE vg.lesser = \(event).author AND vg.greater = \(person) AND vg.since_ms IS NOT NULL))))
    """
  }

  /// The SQL that holds where a member `m` may change an event `e`: the author, and any host what is for the whole trip.
  static let mayChange = "(e.author = m.person OR (e.audience = 'trip' AND m.role = 'host'))"

  /// The SQL that holds where a member `m` comes to an event `e`: the author, and those who answered yes.
  static let comes = """
    (m.person = e.author OR EXISTS (SELECT 1 FROM trips_event_people y
      WHERE y.event = e.id AND y.person = m.person AND y.answer = 'yes'))
    """
}
