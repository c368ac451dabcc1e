package import SkiAPI
import SkiBase

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
