public import SkiTrips

/// The trip services of a server, for an app: the same protocols as the services over a store.
///
/// Each method takes the acting user, who must have a session in the source: ``ClientSession`` has one user, as an app needs,
/// ``SessionDirectory`` several.
public struct SkiClient: Sendable {
  /// The sessions.
  public let sessions: any SessionSource
  /// The acting user.
  public let users: any UserServing
  /// Trips, members and invitations.
  public let trips: any TripServing
  /// Friends and blocks.
  public let friends: any FriendServing
  /// Favourites.
  public let favourites: any FavouritesServing
  /// The itinerary.
  public let events: ClientEvents
  /// Chats.
  public let chats: ClientChats
  /// Notices.
  public let notices: any NoticeServing
  /// Recorded days.
  public let days: ClientDays
  /// Challenges.
  public let challenges: any ChallengeServing
  /// Live sharing of positions.
  public let locations: LocationClient

  /// Creates the services of the users of a source.
  public init(_ sessions: any SessionSource, options: StreamOptions = StreamOptions()) {
    self.sessions = sessions
    (users, trips, friends) = (ClientUsers(sessions), ClientTrips(sessions), ClientFriends(sessions))
    (favourites, events) = (ClientFavourites(sessions), ClientEvents(sessions))
    (chats, notices) = (ClientChats(sessions, options: options), ClientNotices(sessions))
    (days, challenges) = (ClientDays(sessions), ClientChallenges(sessions))
    locations = LocationClient(sessions, options: options)
  }
}
