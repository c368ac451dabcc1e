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
  fileprivate func lockToChange(_ event: EventID, as user: UserID) throws -> (TripEvent, TripStanding) {
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
  func raise(_ kind: EventHappening.Kind, _ event: TripEvent, by user: UserID, to follower: EventFollower)
    throws
  {
    guard let follow = follower.follow else { return }
    let condition = if case .answered = kind { EventCondition.mayChange } else { "1 = 1" }
    let people = try connection.people(of: event.id, knowing: user, where: condition)
    try follow(
      EventHappening(kind: kind, event: event.id, trip: event.trip, actor: user, people: people), self)
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
