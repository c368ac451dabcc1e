public import SkiBase
public import SkiGraph

extension TripServing {
  /// Makes an invitation for travellers; see ``invite(to:as:uses:expires:by:)``.
  /// - Throws: `SkiError`, as that.
  public func invite(to trip: TripID, uses: Int, expires: UniversalTime, by user: UserID) async throws
    -> (invitation: Invitation, secret: LinkSecret)
  {
    try await invite(to: trip, as: .traveller, uses: uses, expires: expires, by: user)
  }

  /// The trips of a user, when they change; see ``list(as:)``.
  /// - Parameters:
  ///   - user: The user.
  ///   - seconds: The time between two requests, 0.01 to 86,400.
  public func updates(as user: UserID, everySeconds seconds: Double = 60) -> PolledValues<[OwnTrip]> {
    PolledValues(everySeconds: seconds, of: { try await self.list(as: user) })
  }
}

extension FriendServing {
  /// The friends of a user, when they change; see ``friends(as:)``.
  /// - Parameters:
  ///   - user: The user.
  ///   - seconds: The time between two requests, 0.01 to 86,400.
  public func updates(as user: UserID, everySeconds seconds: Double = 60) -> PolledValues<[Companion]> {
    PolledValues(everySeconds: seconds, of: { try await self.friends(as: user) })
  }
}

extension FavouritesServing {
  /// The favourites of a user, when they change; see ``list(as:)``.
  /// - Parameters:
  ///   - user: The user.
  ///   - seconds: The time between two requests, 0.01 to 86,400.
  public func updates(as user: UserID, everySeconds seconds: Double = 60) -> PolledValues<[Favourite]> {
    PolledValues(everySeconds: seconds, of: { try await self.list(as: user) })
  }
}

extension EventServing {
  /// Returns the first 50 events of a trip; see ``page(of:after:count:as:)``.
  /// - Throws: `SkiError`, as that.
  public func page(of trip: TripID, as user: UserID) async throws -> EventPage {
    try await page(of: trip, after: nil, count: 50, as: user)
  }

  /// Suggests a place where people can meet as early as possible; see ``suggest(with:in:at:as:)``.
  /// - Throws: `SkiError`, as that.
  public func suggest(with people: [UserID], in trip: TripID, as user: UserID) async throws
    -> MeetingSuggestion
  {
    try await suggest(with: people, in: trip, at: nil, as: user)
  }
}

extension ChatServing {
  /// Returns the last 50 messages of a chat; see ``page(of:_:count:as:)``.
  /// - Throws: `SkiError`, as that.
  public func page(of chat: ChatID, as user: UserID) async throws -> ChatPage {
    try await page(of: chat, .before(nil), count: 50, as: user)
  }

  /// Listens to what is new in all chats; see ``deliveries(after:as:)``.
  /// - Throws: `SkiError`, as that.
  public func deliveries(as user: UserID) async throws -> ChatDeliveries {
    try await deliveries(after: [:], as: user)
  }
}

extension NoticeServing {
  /// Returns the latest 50 notices; see ``list(before:count:as:)``.
  /// - Throws: `SkiError`, as that.
  public func list(as user: UserID) async throws -> NoticePage {
    try await list(before: nil, count: 50, as: user)
  }
}

extension DayServing {
  /// Returns the latest 50 days shared with a trip; see ``shared(with:after:count:as:)``.
  /// - Throws: `SkiError`, as that.
  public func shared(with trip: TripID, as user: UserID) async throws -> [RecordedDay] {
    try await shared(with: trip, after: nil, count: 50, as: user)
  }
}

/// The favourites of the acting user, and the preferences for what is near.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol FavouritesServing: Sendable {
  /// Returns the favourites, the latest first.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func list(as user: UserID) async throws -> [Favourite]

  /// Marks a favourite; one that is marked already stays as it is, but for its kind.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for an id of another length, `.limitExceeded`
  ///   beyond `Quota.favourites`, `.notFound` for a removed user, `.unavailable` when the store can't be written now.
  func add(_ source: SourceID, kind: FavouriteKind, as user: UserID) async throws

  /// Removes a favourite.
  /// - Throws: `SkiError` with code `.notFound` for one that is not marked, `.unavailable` when the store can't be written now.
  func remove(_ source: SourceID, as user: UserID) async throws

  /// Returns the preferences for what is near; ``NearbyPreferences/standard`` when none are stored.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func nearby(as user: UserID) async throws -> NearbyPreferences

  /// Stores preferences for what is near.
  /// - Throws: `SkiError` with code `.invalidArgument` for values out of range, `.notFound` for a removed user,
  ///   `.unavailable` when the store can't be written now.
  func setNearby(_ preferences: NearbyPreferences, as user: UserID) async throws
}

/// The notices of the acting user, and a host's word to a trip.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol NoticeServing: Sendable {
  /// Sends a word of the hosts to all other members of a trip.
  /// - Parameters:
  ///   - word: The text, 1 to 500 characters.
  ///   - id: The client's identifier; sending again with the same one has no effect.
  ///   - trip: The trip, hosted by the user.
  ///   - user: The acting user, who is not named.
  /// - Returns: The number of recipients for whom it is new.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a text that is not allowed, `.notFound` for a
  ///   trip the user does not belong to, `.notPermitted` for one the user does not host, `.conflict` for one that is over,
  ///   `.rateLimited` beyond `Quota.hostWordsADay`, `.unavailable` when the store can't be written now.
  /// - Complexity: O(*n*) in the members; a number of statements that does not depend on them.
  @discardableResult
  func announce(_ word: String, id: MessageID, to trip: TripID, as user: UserID) async throws -> Int

  /// Returns a page of the acting user's notices, the latest first.
  ///
  /// Notices that tell a place are left out while their actor does not show the user the exact position: a page may have
  /// fewer notices than asked for before the last one.
  /// - Parameters:
  ///   - position: The position of the page before it; nil for the first page.
  ///   - count: The number of notices, 1 to 100.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` for another number, `.unavailable` when the store can't be read now.
  /// - Complexity: O(*n*) in the page, whatever the position.
  func list(before position: NoticePosition?, count: Int, as user: UserID) async throws -> NoticePage

  /// Returns the number of the acting user's notices that are not read, of those that may be.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: O(*n*) in the user's notices.
  func unreadCount(as user: UserID) async throws -> Int

  /// Marks notices of the acting user as read; those read before stay so.
  /// - Throws: `SkiError` with code `.notFound` for one that is not the user's, without any change; `.limitExceeded` beyond
  ///   500; `.unavailable` when the store can't be written now.
  func markRead(_ notices: [NoticeID], as user: UserID) async throws

  /// Marks all notices of the acting user as read that are at a position or before it.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  func markAllRead(upTo position: NoticePosition, as user: UserID) async throws

  /// Returns the preferences of the acting user; ``NoticePreferences/standard`` when none are stored.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func preferences(as user: UserID) async throws -> NoticePreferences

  /// Stores the preferences of the acting user; they hold for what is sent from now on.
  /// - Throws: `SkiError` with code `.invalidArgument` for values out of range, `.notFound` for a removed user,
  ///   `.unavailable` when the store can't be written now.
  func setPreferences(_ preferences: NoticePreferences, as user: UserID) async throws
}

/// The people around the acting user: companions on a trip, friends by request and consent, and blocks.
///
/// A person whom the user may not know of is `.notFound`, as an unknown one.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol FriendServing: Sendable {
  /// Returns the people who are on a trip with the acting user, by name.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.unavailable` when the store can't
  ///   be read now.
  /// - Complexity: O(*n* log *n*) in the members; one query, and another only for an empty list.
  func companions(in trip: TripID, as user: UserID) async throws -> [Companion]

  /// Returns the friends of the acting user, with those who have asked and those who are asked, by name.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: O(*n* log *n*) in the friends; one query.
  func friends(as user: UserID) async throws -> [Companion]

  /// Returns the people whom the acting user blocks, by name.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func blocked(as user: UserID) async throws -> [BlockedPerson]

  /// Asks a person for friendship; one who has asked already becomes a friend.
  /// - Returns: The state afterwards: asked or friend.
  /// - Throws: `SkiError` with code `.invalidArgument` for the user's own identifier, `.notFound` for a person whom the user
  ///   may not know of, `.limitExceeded` beyond `Quota.friends`, `.unavailable` when the store can't be written now.
  @discardableResult
  func ask(_ person: UserID, as user: UserID) async throws -> FriendState

  /// Consents to a person's request.
  /// - Throws: `SkiError` with code `.notFound` for a person who has not asked, `.unavailable` when the store can't be written
  ///   now.
  func consent(to person: UserID, as user: UserID) async throws

  /// Refuses a person's request; they may ask again.
  /// - Throws: `SkiError` as ``consent(to:as:)``.
  func refuse(_ person: UserID, as user: UserID) async throws

  /// Ends a friendship, or withdraws a request of the acting user.
  /// - Throws: `SkiError` with code `.notFound` for a person who is neither a friend nor asked, `.unavailable` when the store
  ///   can't be written now.
  func remove(_ person: UserID, as user: UserID) async throws

  /// Blocks a person: a friendship ends, and neither is shown to the other, until the acting user ends the block.
  ///
  /// Returns when no server shows positions of either to the other.
  /// - Throws: `SkiError` with code `.invalidArgument` for the user's own identifier, `.notFound` for a person whom the user
  ///   may not know of, `.limitExceeded` beyond `Quota.blocks`, `.unavailable` when the store can't be written now or
  ///   the change can't be confirmed; the block holds then nevertheless.
  func block(_ person: UserID, as user: UserID) async throws

  /// Ends a block of the acting user.
  /// - Throws: `SkiError` with code `.notFound` for a person whom the user does not block, `.unavailable` when the store can't
  ///   be written now.
  func unblock(_ person: UserID, as user: UserID) async throws
}
