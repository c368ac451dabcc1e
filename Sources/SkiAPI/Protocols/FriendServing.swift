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
