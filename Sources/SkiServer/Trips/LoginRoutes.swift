import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of logins and sessions, without a token.
///
/// A refused login and a refused refresh token are 403, without a challenge: 401 asks for another access token, so that clients
/// that answer it by a refresh would ask for ever.
struct LoginRoutes: Sendable {
  let core: ServerCore

  /// The tokens of a bucket that an attempt takes.
  private static let cost = 10.0
  /// The greatest number of fields of a login by Telegram's widget.
  private static let fieldLimit = 20
  /// The greatest size of a field's text in bytes.
  private static let fieldBytes = 1024

  var routes: [HTTPRoute] {
    [
      HTTPRoute.trips(
        "logins", .get, "/v1/login", "Returns which logins the server offers.", access: .open, core,
        reply: .document(LoginOffer.self), "The logins", act: offered),
      telegramRoute,
      HTTPRoute.trips(
        "beginOpenID", .post, "/v1/login/openid/begin",
        "Returns a nonce for a login by OpenID Connect, valid for 10 minutes and once.", access: .secret,
        cost: Self.cost, core, body: .nothing, reply: .members([TripsField.nonce.always]), "The nonce",
        act: beginOpenID),
      HTTPRoute.trips(
        "logInByOpenID", .post, "/v1/login/openid", "Logs in by an id_token of OpenID Connect.",
        access: .secret,
        cost: Self.cost, core, body: .members([TripsField.token.always, TripsField.refresh.orAbsent]),
        reply: .document(SessionTokens.self), "The tokens", act: logInByOpenID),
      HTTPRoute.trips(
        "logInForDevelopment", .post, "/v1/login/development",
        "Logs in by a name alone, on servers for development.", access: .secret, cost: Self.cost, core,
        body: .members([TripsField.userName.always, TripsField.refresh.orAbsent]),
        reply: .document(SessionTokens.self), "The tokens", act: logInForDevelopment),
      HTTPRoute.trips(
        "refresh", .post, "/v1/login/refresh",
        "Turns a refresh token into new tokens; one used twice ends its session.", access: .secret,
        cost: Self.cost, core, body: .members([TripsField.refresh.always]),
        reply: .document(SessionTokens.self), "The tokens", act: refresh),
      HTTPRoute.trips(
        "logOut", .post, "/v1/login/end", "Ends the session of a refresh token.", access: .secret,
        cost: Self.cost, core, body: .members([TripsField.refresh.always]), status: 204,
        "The session has ended", act: end),
    ]
  }

  /// The login by the widget, whose fields have any names.
  private var telegramRoute: HTTPRoute {
    var route = HTTPRoute.trips(
      "logInByTelegram", .post, "/v1/login/telegram", "Logs in by the fields of Telegram's login widget.",
      access: .secret, cost: Self.cost, core, reply: .document(SessionTokens.self), "The tokens",
      act: logInByTelegram)
    route.body = HTTPRoute.Content(
      ["application/json"], schema: Schema.textsOrNumbers,
      "All fields of the widget, texts or numbers; refresh, a token of the session before")
    return route
  }

  private func offered(_ call: TripsCall) async throws -> Response {
    let methods = call.services.methods
    return .json(
      LoginOffer(
        telegram: methods.telegram.map { .bot($0.bot) } ?? .none, openID: methods.openID != nil,
        development: methods.development != nil))
  }

  // MARK: Logins

  private func logInByTelegram(_ call: TripsCall) async throws -> Response {
    var members = try await call.request.members(core.limits, core.bodies)
    // The member is ours, and not one of those whose code is the hash.
    let before = try members.removeValue(forKey: "refresh").flatMap { value in
      try Self.before(try DocumentReader(["refresh": value], of: "login", names: ["refresh"]))
    }
    let fields = try Self.fields(members)
    return .unstored(.json(try await call.services.logins.logIn(telegram: fields, inPlaceOf: before).json))
  }

  /// Returns the fields of the widget as texts; numbers as they were written.
  /// - Throws: `SkiError` with code `.limitExceeded` for too many fields or a text that is too long, `.invalidArgument` for another
  ///   type.
  private static func fields(_ members: [String: JSONTree]) throws -> [String: String] {
    guard members.count <= fieldLimit else {
      throw SkiError(
        .limitExceeded, "the login has \(members.count) fields; send the \(fieldLimit) at most of the widget")
    }
    return try Dictionary(
      uniqueKeysWithValues: members.map { name, value in
        let text: String
        switch value {
        case .string(let written), .number(let written): text = written
        default:
          throw SkiError(
            .invalidArgument, "field \(name.shortened(toScalars: 40)) of the login must be a text or a number"
          )
        }
        guard text.utf8.count <= fieldBytes else {
          throw SkiError(
            .limitExceeded,
            "field \(name.shortened(toScalars: 40)) of the login has \(text.utf8.count) bytes; "
              + "send \(fieldBytes) at most")
        }
        return (name, text)
      })
  }

  private func beginOpenID(_ call: TripsCall) async throws -> Response {
    _ = try await call.body("login")
    let nonce = try await call.services.logins.beginOpenID()
    return .unstored(.json(.object([TripsField.nonce.member(nonce)])))
  }

  private func logInByOpenID(_ call: TripsCall) async throws -> Response {
    let body = try await call.body("login")
    let token = try TripsField.token.required(in: body)
    let tokens = try await call.services.logins.logIn(openID: token, inPlaceOf: Self.before(body))
    return .unstored(.json(tokens))
  }

  private func logInForDevelopment(_ call: TripsCall) async throws -> Response {
    try DevelopmentOrigin.check(call.request)
    let body = try await call.body("login")
    let name = try TripsField.userName.required(in: body)
    let tokens = try await call.services.logins.logIn(development: name, inPlaceOf: Self.before(body))
    return .unstored(.json(tokens))
  }

  /// Returns the token of the session in whose place the one of a login comes; nil without one.
  private static func before(_ body: DocumentReader) throws -> RefreshToken? {
    try TripsField.refresh.value(in: body)
  }

  // MARK: Sessions

  private func refresh(_ call: TripsCall) async throws -> Response {
    let token = try await Self.refreshToken(call)
    return .unstored(.json(try await call.services.sessions.refresh(token).json))
  }

  private func end(_ call: TripsCall) async throws -> Response {
    try await call.services.sessions.end(try await Self.refreshToken(call))
    return .empty()
  }

  private static func refreshToken(_ call: TripsCall) async throws -> RefreshToken {
    try await TripsField.refresh.required(in: call.body("session"))
  }
}

/// The rule that the login for development is for people at the server's own machine.
///
/// A proxy on the same machine connects from the loopback interface, too; what it forwards is known by its fields, by the host
/// that it was asked for, or by the page that asks.
enum DevelopmentOrigin {
  private static let forwarding = [
    "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server",
    "X-Forwarded-Port", "X-Real-IP", "Via", "CF-Connecting-IP", "True-Client-IP",
  ].compactMap { HTTPField.Name($0) }

  /// Refuses a request that does not come straight from the server's own machine.
  /// - Throws: `SkiError` with code `.notPermitted` for a forwarded request, and for another host or origin than the loopback
  ///   interface.
  static func check(_ request: ServerRequest) throws {
    let isForwarded = forwarding.contains { request.headers.contains($0) }
    let origins = request.headers[values: .origin]
    guard !isForwarded, request.host.map(isLoopback) == true,
      origins.allSatisfy({ isLoopback(String($0.drop { $0 != "/" }.drop { $0 == "/" })) })
    else {
      throw SkiError(
        .notPermitted,
        "the login for development is for the server's own machine; ask it at 127.0.0.1, not through a proxy")
    }
  }

  /// Returns whether a host, with a port or without, is the loopback interface.
  static func isLoopback(_ host: String) -> Bool {
    var name = host.lowercased()
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]") else { return false }
      let port = name[name.index(after: end)...]
      guard port.isEmpty || isPort(port) else { return false }
      return name[name.index(after: name.startIndex)..<end] == "::1"
    }
    if let colon = name.lastIndex(of: ":") {
      guard isPort(name[colon...]) else { return false }
      name = String(name[..<colon])
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    return name == "localhost" || isAddress
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && UInt16(text.dropFirst()) != nil
  }
}
