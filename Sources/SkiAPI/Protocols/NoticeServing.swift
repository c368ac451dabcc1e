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
