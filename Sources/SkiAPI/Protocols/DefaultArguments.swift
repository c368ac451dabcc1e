public import SkiBase

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
