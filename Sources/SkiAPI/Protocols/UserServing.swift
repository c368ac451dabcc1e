public import SkiBase

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

/// The sessions: refresh tokens that are turned at each use, and the access tokens that they give.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol SessionServing: Sendable {
  /// Turns a refresh token into an access token and its successor, the same for a minute after its first use.
  /// - Throws: `SkiError` with code `.notPermitted` for a token that is unknown, expired, or was used before that, which ends
  ///   its session; `.unavailable` when the store can't be written or the access token can't be signed now.
  func refresh(_ token: RefreshToken) async throws -> SessionTokens

  /// Ends the session of a refresh token, used or not; an unknown one has ended.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  func end(_ token: RefreshToken) async throws

  /// Returns the sessions of the acting user that have not ended, those used last first.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func list(as user: UserID) async throws -> [OwnSession]

  /// Ends a session of the acting user; its access tokens and streams end with it.
  /// - Throws: `SkiError` with code `.notFound` for an unknown session and another's, `.unavailable` when the store can't be
  ///   written now.
  func end(_ session: SessionID, as user: UserID) async throws

  /// Ends all sessions of the acting user; their access tokens and streams end with them.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  func endAll(as user: UserID) async throws
}

/// The challenges of trips, for members who opt in.
///
/// A challenge of a trip to which the acting user does not belong is `.notFound`, as an unknown one.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol ChallengeServing: Sendable {
  /// Creates a challenge; no one takes part in it yet.
  /// - Parameters:
  ///   - name: The name, 1 to 80 characters.
  ///   - measure: The measure.
  ///   - trip: The trip, hosted by the user.
  ///   - from: The first moment within which laps count, not before the trip's.
  ///   - until: The end, not after the trip's.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a value that is not allowed and beyond
  ///   `Quota.challenges`, `.notFound` for a trip the user does not belong to, `.notPermitted` for one the user does
  ///   not host, `.conflict` for one that is over, `.unavailable` when the store can't be written now.
  func create(
    name: String, measure: ChallengeMeasure, in trip: TripID, from: UniversalTime, until: UniversalTime,
    as user: UserID
  ) async throws -> Challenge

  /// Returns the challenges of a trip in the order in which they were made.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.unavailable` when the store can't be
  ///   read now.
  func list(of trip: TripID, as user: UserID) async throws -> [Challenge]

  /// Returns a challenge.
  /// - Throws: `SkiError` with code `.notFound` for a challenge the user may not know of, `.unavailable` when the store can't
  ///   be read now.
  func get(_ challenge: ChallengeID, as user: UserID) async throws -> Challenge

  /// Lets the acting user take part, which shows the score and the name to the trip; one who does already stays so.
  /// - Throws: `SkiError` as ``get(_:as:)``, with code `.conflict` for a trip that is over.
  func join(_ challenge: ChallengeID, as user: UserID) async throws

  /// Ends the acting user's part; the score is no longer shown.
  /// - Throws: `SkiError` with code `.notFound` for a challenge the user may not know of or takes no part in, `.unavailable`
  ///   when the store can't be written now.
  func leave(_ challenge: ChallengeID, as user: UserID) async throws

  /// Returns the ranking of the members who take part and whom the acting user may know of, the highest score first.
  /// - Throws: `SkiError` as ``get(_:as:)``.
  /// - Complexity: O(*n* log *n*) in the laps of the window; one query besides that of the permission.
  func ranking(of challenge: ChallengeID, as user: UserID) async throws -> [ChallengeRank]

  /// Removes a challenge.
  /// - Throws: `SkiError` with code `.notFound` for a challenge the user may not know of, `.notPermitted` for a trip the user
  ///   does not host, `.unavailable` when the store can't be written now.
  func remove(_ challenge: ChallengeID, as user: UserID) async throws
}
