package import SkiAPI

extension UserService: UserServing {}

extension SessionService: SessionServing {}

extension TripService: TripServing {}

extension FriendService: FriendServing {}

extension FavouritesRepository: FavouritesServing {}

extension EventService: EventServing {}

extension ChatService: ChatServing {
  /// Listens to all chats of the acting user, as ``live(after:as:)``.
  package func deliveries(after positions: [ChatID: Int64], as user: UserID) async throws -> ChatDeliveries {
    let stream = try await live(after: positions, as: user)
    return ChatDeliveries { try await stream.next() }
  }

  /// Listens to one chat, as ``live(_:after:as:)``.
  package func deliveries(of chat: ChatID, after position: Int64?, as user: UserID) async throws
    -> ChatDeliveries
  {
    let stream = try await live(chat, after: position, as: user)
    return ChatDeliveries { try await stream.next() }
  }
}

extension NoticeService: NoticeServing {}

extension DayService: DayServing {}

extension ChallengeService: ChallengeServing {}
