public import SkiAPI
import SkiBase

/// The logins of a server; each begins a session.
///
/// A login that is given a refresh token of the session before ends that one as the new one begins, if it is the same user's.
public struct ServerLogin: Sendable {
  /// The logins that a server offers.
  public struct Offer: Sendable, Hashable {
    /// Indicates the login by Telegram's widget.
    public var telegram: Bool
    /// The identifier of Telegram's bot, which the address of its page for logins needs; nil when it isn't known.
    public var telegramBot: Int?
    /// Indicates the login by OpenID Connect.
    public var openID: Bool
    /// Indicates the login by a name alone, for development.
    public var development: Bool

    /// Creates an offer from its parts.
    public init(telegram: Bool, telegramBot: Int? = nil, openID: Bool, development: Bool) {
      (self.telegram, self.telegramBot) = (telegram, telegramBot)
      (self.openID, self.development) = (openID, development)
    }
  }

  private let server: ServerConnection

  /// Creates the logins of a server.
  public init(at server: ServerConnection) { self.server = server }

  /// Returns the logins that the server offers.
  /// - Throws: `SkiError` with code `.notFound` for a server without users, and as ``ClientTransport/send(_:)``.
  public func offer() async throws -> Offer {
    let document = try await server.document(.get("login"), "offer of logins")
    let offer = try ServerDocument.read { try LoginOffer(document) }
    guard case .bot(let bot) = offer.telegram else {
      return Offer(telegram: false, openID: offer.openID, development: offer.development)
    }
    return Offer(
      telegram: true, telegramBot: bot, openID: offer.openID, development: offer.development)
  }

  /// Logs in by what Telegram's widget handed over.
  /// - Parameters:
  ///   - fields: All fields as they came, `hash` among them.
  ///   - before: A refresh token of the session before; nil for none.
  /// - Throws: `SkiError` with code `.notPermitted` for a login that is not valid or was used before, `.notFound` when it is
  ///   not offered, and as ``ClientTransport/send(_:)``.
  public func logIn(
    telegram fields: [String: String], inPlaceOf before: RefreshToken? = nil
  ) async throws -> SessionTokens {
    let members = fields.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
    return try await tokens("telegram", members, before)
  }

  /// Returns a nonce for a login by OpenID Connect, which is used once within 10 minutes.
  /// - Throws: `SkiError` with code `.notFound` when it is not offered, and as ``ClientTransport/send(_:)``.
  public func beginOpenID() async throws -> String {
    let document = try await server.document(.post("login", "openid", "begin"), "begin of a login")
    return try ServerDocument.read { try document.require("nonce", document.text("nonce")) }
  }

  /// Logs in by the `id_token` of OpenID Connect.
  /// - Parameters:
  ///   - token: The token.
  ///   - before: A refresh token of the session before; nil for none.
  /// - Throws: `SkiError` with code `.notPermitted` for a token or a nonce that is not valid, `.notFound` when it is not
  ///   offered, `.unavailable` when the issuer can't be asked now, and as ``ClientTransport/send(_:)``.
  public func logIn(
    openID token: String, inPlaceOf before: RefreshToken? = nil
  ) async throws -> SessionTokens {
    try await tokens("openid", [JSONValue.Member("token", .string(token))], before)
  }

  /// Logs in by a name alone, at a server for development.
  /// - Parameters:
  ///   - name: The name.
  ///   - before: A refresh token of the session before; nil for none.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a name that is not allowed, `.notFound` when it
  ///   is not offered, and as ``ClientTransport/send(_:)``.
  public func logIn(
    development name: String, inPlaceOf before: RefreshToken? = nil
  ) async throws -> SessionTokens {
    try await tokens("development", [JSONValue.Member("name", .string(name))], before)
  }

  private func tokens(
    _ method: String, _ members: [JSONValue.Member], _ before: RefreshToken?
  ) async throws -> SessionTokens {
    let body = JSONValue.object(
      members + (before.map { [JSONValue.Member("refresh", .string($0.text))] } ?? []))
    let document = try await server.document(
      ServerCall(method: "POST", target: "/v1/login/\(method)", body: body), "tokens")
    return try ServerDocument.read { try SessionTokens(document) }
  }
}

/// A request to a route of the server: method, path, query and body.
struct ServerCall: Sendable {
  /// The method.
  var method: String
  /// The path and the query, percent-encoded.
  var target: String
  /// The body; nil for none.
  var body: JSONValue?

  /// The body without members.
  static let emptyBody = JSONValue.object([JSONValue.Member]())

  /// Returns a request that changes nothing.
  /// - Parameters:
  ///   - parts: The parts of the path after `/v1`.
  ///   - query: The parameters; those that are nil are left out.
  static func get(_ parts: String..., query: KeyValuePairs<String, String?> = [:]) -> ServerCall {
    ServerCall(method: "GET", target: target(parts, query), body: nil)
  }

  /// Returns a request that changes nothing, with the parameters of a question.
  static func get(_ part: String, query: [(name: String, value: String)]) -> ServerCall {
    ServerCall(
      method: "GET", target: target([part], query.map { (key: $0.name, value: $0.value) }), body: nil)
  }

  /// Returns a request that adds something or has an effect.
  static func post(_ parts: String..., body: JSONValue = emptyBody) -> ServerCall {
    ServerCall(method: "POST", target: target(parts, []), body: body)
  }

  /// Returns a request that may be repeated.
  static func put(_ parts: String..., body: JSONValue = emptyBody) -> ServerCall {
    ServerCall(method: "PUT", target: target(parts, []), body: body)
  }

  /// Returns a request that changes members.
  static func patch(_ parts: String..., body: JSONValue) -> ServerCall {
    ServerCall(method: "PATCH", target: target(parts, []), body: body)
  }

  /// Returns a request that removes something.
  static func delete(_ parts: String..., query: KeyValuePairs<String, String?> = [:]) -> ServerCall {
    ServerCall(method: "DELETE", target: target(parts, query), body: nil)
  }

  /// Returns a target of the path's parts after `/v1` and a query.
  static func target(_ parts: [String], _ query: some Sequence<(key: String, value: String?)>) -> String {
    let path = parts.map { "/" + encoded($0) }.joined()
    let pairs = query.compactMap { name, value in value.map { "\(encoded(name))=\(encoded($0))" } }
    return "/v1" + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  /// Returns a text with all but unreserved characters of RFC 3986 percent-encoded, and points where a part has nothing else.
  static func encoded(_ text: String) -> String {
    let isPoints = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
    return PercentEncoding.encoded(text.utf8) { byte in
      PercentEncoding.isUnreserved(byte) && !(isPoints && byte == UInt8(ascii: "."))
    }
  }
}
