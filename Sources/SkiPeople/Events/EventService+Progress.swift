package import SkiAPI
import SkiBase

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
      EventHappening(
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
