package import SkiAPI
package import SkiGraph
package import SkiPeople

/// The trip services that the routes use. A value; `Sendable`.
package struct TripsParts: Sendable {
  /// The acting user.
  package var users: UserService
  /// Logins.
  package var logins: LoginService
  /// The methods of login that are offered.
  package var methods: LoginMethods
  /// Sessions.
  package var sessions: SessionService
  /// Trips, their members and invitations.
  package var trips: TripService
  /// Friends and blocks.
  package var friends: FriendService
  /// Favourites.
  package var favourites: FavouritesRepository
  /// The itinerary.
  package var events: EventService
  /// Chats.
  package var chats: ChatService
  /// Notices.
  package var notices: NoticeService
  /// Recorded days.
  package var days: DayService
  /// Challenges.
  package var challenges: ChallengeService
  /// The states of lifts, of feeds and of people.
  package var lifts: LiftStatusRepository
  /// The notices of closed lifts.
  package var liftNotices: LiftNoticeService
  /// The people whom the operator appointed to speak for ski areas.
  package var speakers: [LiftSpeaker]
  /// The members of trips, for live sharing and the rights of routes.
  package var membership: StoredMembership

  /// Creates the parts.
  package init(
    users: UserService, logins: LoginService, methods: LoginMethods, sessions: SessionService,
    trips: TripService, friends: FriendService, favourites: FavouritesRepository, events: EventService,
    chats: ChatService, notices: NoticeService, days: DayService, challenges: ChallengeService,
    lifts: LiftStatusRepository, liftNotices: LiftNoticeService, speakers: [LiftSpeaker] = [],
    membership: StoredMembership
  ) {
    (self.users, self.logins, self.methods, self.sessions) = (users, logins, methods, sessions)
    (self.trips, self.friends, self.favourites, self.events) = (trips, friends, favourites, events)
    (self.chats, self.notices, self.days, self.challenges) = (chats, notices, days, challenges)
    (self.lifts, self.liftNotices, self.speakers) = (lifts, liftNotices, speakers)
    self.membership = membership
  }

  /// Returns the map with the states as a user sees them: with the words of hosts of the trips that the user is on now.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: O(1) while no such word holds; else a query of the user's trips.
  package func served(_ served: ServedMap, for user: UserID) async throws -> ServedMap {
    let said = lifts.tripWords.trips
    guard !said.isEmpty else { return served }
    let own = try await trips.current(of: user).intersection(said)
    return own.isEmpty ? served : served.with(lifts.current(in: own), of: own)
  }
}

/// A person whom the operator appointed to speak for ski areas.
package struct LiftSpeaker: Sendable, Hashable {
  /// The person.
  package var user: UserID
  /// The ski areas, by their ids in the source.
  package var areas: [SourceID]
  /// The words by which everyone sees who speaks, such as the name of the company.
  package var title: String

  /// Creates an appointed person.
  package init(user: UserID, areas: [SourceID], title: String) {
    (self.user, self.areas, self.title) = (user, areas, title)
  }
}

extension [LiftSpeaker] {
  /// Returns the appointment by which a user speaks for a ski area; nil without one.
  func speak(_ user: UserID, for area: SourceID) -> LiftSpeaker? {
    first { $0.user == user && $0.areas.contains(area) }
  }
}

/// The words of hosts end with the right to say them: in the transaction that ends it, so that no server shows them any more once
/// it has read the news.
enum HostReports {
  /// The part of the trip services that ends words.
  static let part = TripsPart("lift_words", migrations: []) { happening, transaction in
    let connection = transaction.connection
    switch happening {
    case .memberLeft(let trip, let user), .roleChanged(let trip, let user, .traveller):
      try connection.endWords(of: user, for: .trip(trip))
    case .tripEnded(let trip), .tripRemoved(let trip): try connection.endWords(for: .trip(trip))
    case .userRemoved(let user): try connection.endWords(of: user)
    default: break
    }
  }
}

extension SharingFollower {
  /// Returns the same work, after which this server has read which words have ended.
  func reading(_ lifts: LiftStatusRepository) -> SharingFollower {
    let first = self
    var follower = self
    follower.memberLeft = { user, trip in
      try await lifts.reload()
      try await first.memberLeft(user, trip)
    }
    follower.membershipChanged = { trip in
      try await lifts.reload()
      try await first.membershipChanged(trip)
    }
    follower.tripEnded = { trip in
      try await lifts.reload()
      try await first.tripEnded(trip)
    }
    follower.userRemoved = { user in
      try await lifts.reload()
      try await first.userRemoved(user)
    }
    return follower
  }
}

extension LiftStatusRepository {
  /// Ends the words of people who do not speak for their ski areas any more.
  func endWords(exceptOf speakers: [LiftSpeaker]) async throws {
    try await endAreaWords { user, area in speakers.speak(user, for: area) != nil }
  }
}

/// The work of the trip services beside requests, put together by ``ServerComposition``. A value; `Sendable`.
package struct TripsBackground: Sendable {
  /// The tasks that run until they are cancelled.
  package var tasks: [@Sendable () async -> Void]
  /// Returns the states of lifts to serve; nil where a status file or none is served.
  package var status: @Sendable () -> ServedStatus?
  /// Returns the identity of what hosts say to their trips, which changes with it.
  package var tripWords: @Sendable () -> String
  /// Follows another map.
  package var mapFollower: @Sendable (SkiMap) async -> Void
  /// Follows other states.
  package var statusFollower: @Sendable (StatusReport?) async -> Void
  /// Ends the threads of the services.
  package var close: @Sendable () -> Void

  /// Creates the work from its functions.
  package init(
    tasks: [@Sendable () async -> Void], status: @escaping @Sendable () -> ServedStatus?,
    tripWords: @escaping @Sendable () -> String = { "" },
    mapFollower: @escaping @Sendable (SkiMap) async -> Void,
    statusFollower: @escaping @Sendable (StatusReport?) async -> Void,
    close: @escaping @Sendable () -> Void
  ) {
    (self.tasks, self.status, self.tripWords) = (tasks, status, tripWords)
    (self.mapFollower, self.statusFollower, self.close) = (mapFollower, statusFollower, close)
  }

  /// Runs all tasks until the calling one is cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      for task in tasks { group.addTask { await task() } }
    }
  }
}
