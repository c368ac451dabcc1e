public import SkiAPI

/// The trip services of a server, for an app: the same protocols as the services over a store.
///
/// Each method takes the acting user, who must have a session here: ``ClientSession`` has one user, as an app needs,
/// ``SessionDirectory`` several.
public struct SkiClient: Sendable {
  /// The acting user.
  public let users: any UserServing
  /// Sessions; ``ClientSession`` renews its own.
  public let sessions: any SessionServing
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

  /// Creates the services of the user of a session.
  public init(_ session: ClientSession) { self.init(of: session) }

  /// Creates the services of the users of a directory.
  public init(_ sessions: SessionDirectory) { self.init(of: sessions) }

  /// Creates the services of the users of a source, with the waits before a stream is opened again.
  package init(of source: any SessionSource, options: StreamOptions = StreamOptions()) {
    (users, sessions) = (ClientUsers(source), ClientSessions(source))
    (trips, friends) = (ClientTrips(source), ClientFriends(source))
    (favourites, events) = (ClientFavourites(source), ClientEvents(source))
    (chats, notices) = (ClientChats(source, options: options), ClientNotices(source))
    (days, challenges) = (ClientDays(source), ClientChallenges(source))
    locations = LocationClient(source, options: options)
  }
}
