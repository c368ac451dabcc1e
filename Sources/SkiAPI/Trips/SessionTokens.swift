public import SkiBase

/// The statements of an access token.
public struct AccessClaims: Sendable, Hashable {
  /// The user.
  public var user: UserID
  /// The session.
  public var session: SessionID
  /// The time of issue.
  public var issued: UniversalTime
  /// The end.
  public var expires: UniversalTime

  /// Creates claims from their values.
  public init(user: UserID, session: SessionID, issued: UniversalTime, expires: UniversalTime) {
    (self.user, self.session, self.issued, self.expires) = (user, session, issued, expires)
  }
}

/// The issuer of access tokens, which the server's authenticator recognises.
public protocol AccessTokenSigner: Sendable {
  /// Returns the signed token of claims.
  /// - Throws: `SkiError` with code `.unavailable` when the key can't be used now.
  func sign(_ claims: AccessClaims) async throws -> String

  /// Returns the successor of a refresh token, which can't be derived without the key: 64 hexadecimal digits, the same for the same
  /// token as long as the key stays.
  /// - Throws: `SkiError` with code `.unavailable` when the key can't be used now.
  func successor(of token: String) async throws -> String
}

/// A secret that turns into an access token and its own successor: 32 bytes, random or derived from the one before.
///
/// Given to the client; only its digest is stored. It has no description, so that it does not reach a log by accident.
public struct RefreshToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The secret as 64 lower-case hexadecimal digits.
  public let text: String

  /// Creates the token that a client sent; any text, since an unknown one is refused alike.
  public init(_ text: String) { self.text = text }

  /// A text that does not contain the secret.
  public var description: String { "refresh token" }
  /// A text that does not contain the secret.
  public var debugDescription: String { description }
}

/// The tokens of a session, for the client alone.
public struct SessionTokens: Sendable, Hashable {
  /// The user.
  public var user: UserID
  /// The access token, as signed.
  public var access: String
  /// The end of the access token.
  public var accessExpires: UniversalTime
  /// The refresh token.
  public var refresh: RefreshToken
  /// The end of the refresh token, unless it is used before.
  public var refreshExpires: UniversalTime

  /// Creates tokens from their values.
  public init(
    user: UserID, access: String, accessExpires: UniversalTime, refresh: RefreshToken,
    refreshExpires: UniversalTime
  ) {
    (self.user, self.access, self.accessExpires) = (user, access, accessExpires)
    (self.refresh, self.refreshExpires) = (refresh, refreshExpires)
  }
}

/// A session of the acting user: a client that is logged in.
public struct OwnSession: Sendable, Hashable {
  /// The identifier, by which it is ended.
  public var id: SessionID
  /// The time of the login.
  public var begun: UniversalTime
  /// The last use of a refresh token: a client that is used asks each quarter of an hour.
  public var used: UniversalTime
  /// The end, unless it is used before.
  public var expires: UniversalTime
  /// Indicates whether the list was asked for by an access token of this session.
  public var isAsking: Bool

  /// Creates a session from its parts.
  public init(
    id: SessionID, begun: UniversalTime, used: UniversalTime, expires: UniversalTime, isAsking: Bool
  ) {
    (self.id, self.begun, self.used, self.expires) = (id, begun, used, expires)
    self.isAsking = isAsking
  }
}
