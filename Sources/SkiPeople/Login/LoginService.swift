package import SkiAPI
import SkiBase

/// The logins: each recognises a person, creates the user at the first time, and begins a session, in one transaction.
///
/// A login may name the session of the same client before it by one of its refresh tokens: it ends as the new one begins, if it is the
/// same user's. Another user's goes on: they did not act, and whoever holds its token can end it by ``SessionService/end(_:)``.
package final class LoginService: Sendable {
  private let store: TripsStore
  private let sessions: SessionService
  private let methods: LoginMethods

  /// Creates the service over a store.
  /// - Parameters:
  ///   - store: The store.
  ///   - sessions: The sessions.
  ///   - methods: The logins that are offered; others are `.notFound`.
  package init(_ store: TripsStore, sessions: SessionService, methods: LoginMethods) {
    (self.store, self.sessions, self.methods) = (store, sessions, methods)
  }

  /// Logs in by what Telegram's widget handed to a page.
  /// - Parameters:
  ///   - fields: All fields as they came, `hash` among them.
  ///   - before: A refresh token of the session before; nil for none.
  /// - Throws: `SkiError` with code `.notPermitted` for a login that is not valid or was used before, `.notFound` when it is
  ///   not offered, `.unavailable` when the store can't be written now.
  package func logIn(
    telegram fields: [String: String], inPlaceOf before: RefreshToken? = nil
  ) async throws -> SessionTokens {
    guard let telegram = methods.telegram else { throw SkiError.notOffered("Telegram") }
    let checked = try telegram.check(fields, now: store.now)
    return try await begin(checked.identity, inPlaceOf: before) { transaction in
      try transaction.connection.use(checked.digest, until: checked.expires)
    }
  }

  /// Returns a nonce for a login by OpenID Connect, which is used once within 10 minutes.
  /// - Throws: `SkiError` with code `.notFound` when it is not offered, `.unavailable` when the store can't be written now.
  package func beginOpenID() async throws -> String {
    guard methods.openID != nil else { throw SkiError.notOffered("OpenID Connect") }
    let nonce = store.random.hexadecimal(bytes: 32)
    try await store.write { transaction in
      try transaction.connection.forgetExpired(at: transaction.now)
      try transaction.connection.insertNonce(
        SecretDigest(of: "nonce:" + nonce),
        until: transaction.now.advanced(bySeconds: OpenIDLogin.nonceSeconds))
    }
    return nonce
  }

  /// Logs in by the `id_token` of OpenID Connect.
  /// - Parameters:
  ///   - token: The token.
  ///   - before: A refresh token of the session before; nil for none.
  /// - Throws: `SkiError` with code `.notPermitted` for a token that is not valid, for a nonce that was not issued, has expired or
  ///   was used before, and for a token without a nonce that was used before; `.notFound` when it is not offered; `.unavailable` when the issuer's keys can't be read or
  ///   the store can't be written now.
  package func logIn(
    openID token: String, inPlaceOf before: RefreshToken? = nil
  ) async throws -> SessionTokens {
    guard let openID = methods.openID else { throw SkiError.notOffered("OpenID Connect") }
    let checked = try await openID.check(token, now: store.now)
    return try await begin(checked.identity, inPlaceOf: before) { transaction in
      switch checked.proof {
      case .nonce(let digest): try transaction.connection.useNonce(digest, at: transaction.now)
      case .token(let digest, let until): try transaction.connection.use(digest, until: until)
      }
    }
  }

  /// Logs in by a name alone, for development.
  /// - Parameters:
  ///   - name: The name.
  ///   - before: A refresh token of the session before; nil for none.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a name that is not allowed, `.notFound` when it
  ///   is not offered, `.unavailable` when the store can't be written now.
  package func logIn(
    development name: String, inPlaceOf before: RefreshToken? = nil
  ) async throws -> SessionTokens {
    guard let development = methods.development else { throw SkiError.notOffered("development") }
    return try await begin(try development.check(name), inPlaceOf: before) { _ in true }
  }

  /// Begins a session of a person, unless what proves them was used before.
  private func begin(
    _ identity: LoginIdentity, inPlaceOf before: RefreshToken?,
    using prove: @escaping @Sendable (TripsTransaction) throws -> Bool
  ) async throws -> SessionTokens {
    try identity.check()
    let secret = sessions.newSecret()
    let turn = try await store.write { transaction in
      guard try prove(transaction) else { throw SkiError.refusedLogin() }
      return try transaction.beginSession(
        of: try transaction.findOrCreate(identity), secret, inPlaceOf: before)
    }
    if before != nil { try await sessions.readEnded() }
    return try await sessions.tokens(of: turn)
  }
}

/// The logins that a server offers.
package struct LoginMethods: Sendable {
  /// The login by Telegram's widget.
  package var telegram: TelegramLogin?
  /// The login by OpenID Connect.
  package var openID: OpenIDLogin?
  /// The login for development.
  package var development: DevelopmentLogin?

  /// Creates a choice of logins; none by default.
  package init(
    telegram: TelegramLogin? = nil, openID: OpenIDLogin? = nil, development: DevelopmentLogin? = nil
  ) {
    (self.telegram, self.openID, self.development) = (telegram, openID, development)
  }
}

extension TripsTransaction {
  /// Returns the locked user of an identity, whom it creates at the first time.
  fileprivate func findOrCreate(_ identity: LoginIdentity) throws -> UserID {
    if let known = try connection.user(of: identity) {
      try connection.lock(known)
      return known
    }
    let user = User(
      id: try newID(), name: identity.userName, links: [], skier: SkierSettings(), created: now)
    guard try connection.insert(identity, of: user.id) else {
      // Another login of the same person came first.
      guard let known = try connection.user(of: identity) else { throw SkiError.refusedLogin() }
      try connection.lock(known)
      return known
    }
    try connection.insert(user)
    try raise(.userCreated(user.id))
    return user.id
  }
}

extension SkiError {
  fileprivate static func notOffered(_ name: String) -> SkiError {
    SkiError(.notFound, "the login by \(name) is not offered here; use another")
  }
}

/// A login without another service, for development: whoever gives a name is that person.
///
/// A server offers it on its loopback address only, and only when asked to.
package struct DevelopmentLogin: Sendable {
  /// The provider of its people, whom no other login knows.
  package static let provider = "development"
  private static let limit = TextLimit("name of the login", atMost: 40)

  /// Creates the login.
  package init() {}

  /// Returns the person of a name.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a name that is not allowed.
  func check(_ name: String) throws -> LoginIdentity {
    LoginIdentity(provider: Self.provider, subject: try Self.limit.checked(name), name: name)
  }
}

/// A person as another service vouches for them.
package struct LoginIdentity: Sendable, Hashable {
  /// The service, such as `telegram`; a part of the identity.
  package var provider: String
  /// The identifier of the person at the service; used only to recognise them, and never given to others.
  package var subject: String
  /// The name of the person at the service, the first name of a new user.
  package var name: String

  /// Creates an identity from what a service vouches for.
  package init(provider: String, subject: String, name: String) {
    (self.provider, self.subject, self.name) = (provider, subject, name)
  }

  /// The name of a new user: within the limits, without control characters.
  var userName: String {
    let scalars = TextLimit.visible(name).unicodeScalars.filter { $0.properties.generalCategory != .control }
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: scalars.prefix(User.nameLimit.greatestCount))
    let text = String(kept)
    return TextLimit.isBlank(text) ? "Skier" : text
  }

  /// Refuses an identity whose parts are too long to be stored.
  func check() throws {
    _ = try TextLimit("provider of the login", atMost: 300).checked(provider)
    _ = try TextLimit("subject of the login", atMost: 300).checked(subject)
  }
}

extension SkiError {
  /// The error for a login that is not valid, the same for each reason but time.
  static func refusedLogin(_ remedy: String = "log in again") -> SkiError {
    SkiError(.notPermitted, "the login is not valid; \(remedy)")
  }

  /// The error for a login of another time.
  static var refusedOldLogin: SkiError { refusedLogin("it is of another time; log in again") }
}
