/// The acting user: seen, changed, exported and removed.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol UserServing: Sendable {
  /// Returns the acting user.
  /// - Throws: `SkiError` with code `.notFound` for a removed user, `.unavailable` when the store can't be read now.
  func get(as user: UserID) async throws -> User

  /// Changes the acting user.
  /// - Returns: The user after the change.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a value that is not allowed, `.notFound` for a
  ///   removed user, `.unavailable` when the store can't be written now.
  @discardableResult
  func patch(_ patch: UserPatch, as user: UserID) async throws -> User

  /// Returns all that the trip services store of the acting user, as a JSON object in UTF-8.
  /// - Throws: `SkiError` with code `.notFound` for a removed user, `.unavailable` when the store can't be read now.
  /// - Complexity: O(*n*) memory in what is stored.
  func export(as user: UserID) async throws -> [UInt8]

  /// Removes the acting user from every table, in one transaction, and erases what live sharing holds.
  ///
  /// Trips go on: where the user was the last host, the member who joined first after them hosts; trips without others are
  /// removed. After `.unavailable` of live sharing the removal holds, and the rest is repeated: by `TripServices/removeExpired()`, and by a server.
  /// - Throws: `SkiError` with code `.notFound` for a removed user, `.unavailable` when the store can't be written now.
  func delete(as user: UserID) async throws
}
