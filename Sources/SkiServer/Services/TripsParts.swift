package import SkiFeeds
import SkiSharing
package import SkiTrips

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
  /// The states of lifts, of feeds and of hosts.
  package var lifts: LiftStatusRepository
  /// The members of trips, for live sharing and the rights of routes.
  package var membership: StoredMembership

  /// Creates the parts.
  package init(
    users: UserService, logins: LoginService, methods: LoginMethods, sessions: SessionService,
    trips: TripService, friends: FriendService, favourites: FavouritesRepository, events: EventService,
    chats: ChatService, notices: NoticeService, days: DayService, challenges: ChallengeService,
    lifts: LiftStatusRepository, membership: StoredMembership
  ) {
    (self.users, self.logins, self.methods, self.sessions) = (users, logins, methods, sessions)
    (self.trips, self.friends, self.favourites, self.events) = (trips, friends, favourites, events)
    (self.chats, self.notices, self.days, self.challenges) = (chats, notices, days, challenges)
    (self.lifts, self.membership) = (lifts, membership)
  }
}
