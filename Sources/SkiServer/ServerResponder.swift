import HTTPTypes
package import Hummingbird
import Logging
import Metrics
import NIOCore
import NIOHTTP1
import SkiGeo
import SkiGraph
import SkiSharing

/// The responder of all requests: finds the route, checks the client and its credential, and answers.
///
/// Every failure becomes a ``Problem``. Logs and metrics get the name of the route, never the path.
package struct ServerResponder: HTTPResponder {
  /// The connection of a request.
  package struct Context: InitializableFromSource {
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) { channel = source.channel }
  }

  private let table: RouteTable
  private let core: ServerCore
  private let connections: ConnectionTable
  private let limiter: RateLimiter?
  private let addresses: ClientAddress
  private let counters: RouteMetrics

  /// Creates a responder.
  package init(table: RouteTable, core: ServerCore, connections: ConnectionTable, proxies: Set<String>) {
    (self.table, self.core, self.connections) = (table, core, connections)
    limiter = core.limits.requestsPerSecond.map { RateLimiter(tokensPerSecond: $0, burst: core.limits.burst) }
    addresses = ClientAddress(proxies: proxies)
    counters = RouteMetrics(table.routes.map(\.name), factory: core.metrics)
  }

  package func respond(to request: Request, context: Context) async throws -> Response {
    let identifier = RequestNames.next()
    let connection = connections.connection(of: context.channel)
    await connection?.beginResponse()
    let start = ContinuousClock.now
    var name = "none"
    var response: Response
    do {
      response = try await answer(request, connection, &name)
    } catch let error as HTTPParserError {
      // The library answers 400 and closes the connection, whose bytes can't be told apart any more.
      counters.note(name, status: 400, ContinuousClock.now - start)
      throw error
    } catch {
      response = Self.failed(error, request, context.channel)
      if response.status.kind == .serverError {
        core.log.warning(
          "a request failed",
          metadata: ["request": "\(identifier)", "route": "\(name)", "error": "\(Problem(any: error).code)"])
      }
    }
    if request.method == .head { response = Self.head(of: response) }
    response.headers[Self.identifierField] = identifier
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[Self.referrerField] = "no-referrer"
    finish(request, response, name, identifier, start)
    return response
  }

  private static let identifierField = HTTPField.Name("X-Request-ID")!
  private static let referrerField = HTTPField.Name("Referrer-Policy")!
  private static let mapField = HTTPField.Name("SkiRoute-Map")!
  private static let statusField = HTTPField.Name("SkiRoute-Status")!

  private func finish(
    _ request: Request, _ response: Response, _ name: String, _ identifier: String,
    _ start: ContinuousClock.Instant
  ) {
    let duration = ContinuousClock.now - start
    counters.note(name, status: response.status.code, duration)
    guard core.log.logLevel <= .info else { return }
    core.log.info(
      "request",
      metadata: [
        "request": "\(identifier)", "route": "\(name)", "method": "\(request.method.rawValue.prefix(10))",
        "status": .stringConvertible(response.status.code),
        "milliseconds": .stringConvertible(duration / .milliseconds(1)),
      ])
  }

  // MARK: Answers

  private func answer(
    _ request: Request, _ connection: ConnectionTable.Connection?, _ name: inout String
  ) async throws -> Response {
    let target = request.head.path ?? "/"
    try Self.checkHead(request, target, core.limits)
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let route: Route
    let values: [Substring]
    switch table.match(request.method, path: parts[0]) {
    case .route(let found, let encoded): (route, values) = (found, encoded)
    case .otherMethods(let methods):
      throw Problem(
        .methodNotAllowed, code: "methodNotAllowed", "this path has other methods; use one of those in Allow",
        fields: [.allow: methods.map(\.rawValue).joined(separator: ", ")])
    case .none: throw SkiError.unknownResource("path")
    }
    name = route.name
    let principal = try await admitted(to: route, request, connection)
    let served = core.keeper.served
    let asked = ServerRequest(
      parameters: Dictionary(
        uniqueKeysWithValues: zip(route.path.parameters, try values.map { try QueryText.decoded($0) })),
      query: parts.count > 1 ? try QueryText.members(of: parts[1]) : [], headers: request.headers,
      principal: principal, served: served, connection: connection, body: request.body,
      isReading: request.method == .get || request.method == .head)
    try await admit(asked, to: route)
    var response = try await route.respond(asked)
    response.headers[Self.mapField] = served.map.id.description
    if let status = served.status { response.headers[Self.statusField] = status.id }
    return response
  }

  private static func checkHead(_ request: Request, _ target: String, _ limits: ServerLimits) throws {
    guard target.utf8.count <= limits.targetBytes else {
      throw Problem(
        .uriTooLong, code: "uriTooLong",
        "the address has \(target.utf8.count) bytes; send \(limits.targetBytes) at most, or ask by POST")
    }
    let size = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
    guard size <= limits.headBytes else {
      throw Problem(
        .requestHeaderFieldsTooLarge, code: "requestHeaderFieldsTooLarge",
        "the header fields have \(size) bytes; send \(limits.headBytes) at most")
    }
  }

  /// Returns the user of a request within the client's rate; a request that is refused counts for its address.
  private func admitted(
    to route: Route, _ request: Request, _ connection: ConnectionTable.Connection?
  ) async throws -> Principal? {
    let user: Principal?
    do {
      user = try await principal(for: route, request)
    } catch {
      try limit(route, request, connection, nil)
      throw error
    }
    try limit(route, request, connection, user)
    return user
  }

  /// Returns the user of a request, for routes that need one.
  private func principal(for route: Route, _ request: Request) async throws -> Principal? {
    guard route.access.needsToken else { return nil }
    guard let sharing = core.sharing else {
      throw SkiError(.notFound, "the server shares no live positions; start it with --keys")
    }
    guard let field = request.headers[.authorization], field.lowercased().hasPrefix("bearer "),
      let principal = await sharing.authenticator.principal(of: String(field.dropFirst(7)))
    else {
      throw Problem(
        .unauthorized, code: "notPermitted",
        "the request has no valid token; send Authorization: Bearer TOKEN with one that has not expired",
        fields: [.wwwAuthenticate: "Bearer"])
    }
    if let claims = sharing.claims {
      for trip in claims.note(principal, now: SharingClock.system.now()) {
        try await sharing.environment.shares.membershipChanged(in: trip)
      }
    }
    return principal
  }

  /// Refuses a member's route to those who are not members, as if the trip did not exist.
  private func admit(_ request: ServerRequest, to route: Route) async throws {
    switch route.access {
    case .open, .secret: return
    case .user: guard request.principal != nil else { throw SkiError.unknownResource("path") }
    case .member:
      guard let principal = request.principal,
        let trip = request.parameters["trip"].flatMap({ try? TripID($0) })
      else { throw SkiError(.notFound, "trip is unknown; name one of yours") }
      try await core.requireMember(principal, of: trip)
    }
  }

  private func limit(
    _ route: Route, _ request: Request, _ connection: ConnectionTable.Connection?, _ principal: Principal?
  ) throws {
    guard let limiter else { return }
    let client =
      principal.map { "user " + $0.user.rawValue }
      ?? addresses.client(of: request.headers, connection?.address ?? "")
    let seconds = Double(SharingClock.system.monotonicMilliseconds()) / 1000
    guard let wait = limiter.take(route.cost, of: client, at: seconds) else { return }
    throw Problem(
      .tooManyRequests, code: "rateLimited",
      "too many requests for now; ask again after the time in Retry-After",
      fields: [.retryAfter: "\(Int(wait.rounded(.up)))"])
  }

  // MARK: Responses

  /// Returns the response to a failure; the connection is closed after it when a body may be left to be read.
  private static func failed(_ error: any Error, _ request: Request, _ channel: any Channel) -> Response {
    var response = Problem(any: error).response()
    let hasBody = request.headers[.transferEncoding] != nil || (request.headers[.contentLength] ?? "0") != "0"
    guard hasBody else { return response }
    response.headers[.connection] = "close"
    let body = response.body
    response.body = ResponseBody(contentLength: body.contentLength) { writer in
      try await body.write(writer)
      channel.close(promise: nil)
    }
    return response
  }

  private static func head(of response: Response) -> Response {
    var head = Response(status: response.status, headers: response.headers)
    if let length = response.body.contentLength, head.status != .noContent, head.status != .notModified {
      head.headers[.contentLength] = "\(length)"
    }
    return head
  }
}
