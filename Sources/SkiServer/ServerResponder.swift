import CoreMetrics
import HTTPTypes
package import Hummingbird
import Logging
import Metrics
import NIOCore
import NIOHTTP1
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import Synchronization

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
  private let origins: CrossOrigin
  private let texts: TextCompression
  private let counters: RouteMetrics

  /// Creates a responder.
  package init(
    table: RouteTable, core: ServerCore, connections: ConnectionTable, addresses: ClientAddress,
    origins: CrossOrigin
  ) {
    (self.table, self.core, self.connections, self.origins) = (table, core, connections, origins)
    limiter = core.limits.requestsPerSecond.map { RateLimiter(tokensPerSecond: $0, burst: core.limits.burst) }
    self.addresses = addresses
    texts = TextCompression(core.limits, on: core.quick)
    counters = RouteMetrics(table.routes.map(\.name) + [Subject.preflight], factory: core.metrics)
  }

  /// The part of a request's resource that holds for refusals, too.
  private struct Subject {
    static let preflight = "preflight"
    /// The name of the route, in logs and metrics.
    var name = "none"
    /// Indicates that the answer is the same for all clients; so are those that tell of no resource.
    var isPublic = true
  }

  package func respond(to request: Request, context: Context) async throws -> Response {
    let identifier = RequestNames.next()
    let connection = connections.connection(of: context.channel)
    await connection?.beginResponse()
    let start = ContinuousClock.now
    var subject = Subject()
    var response: Response
    do {
      response = try await answer(request, connection, &subject)
    } catch let error as HTTPParserError {
      // The library answers 400 and closes the connection, whose bytes can't be told apart any more.
      counters.note(subject.name, status: 400, ContinuousClock.now - start)
      throw error
    } catch {
      response = Self.failed(error, request)
      if response.status.kind == .serverError {
        let problem = Problem(any: error)
        var metadata: Logger.Metadata = [
          "request": "\(identifier)", "route": "\(subject.name)", "error": "\(problem.code)",
        ]
        // The reason of what is unavailable, as a store whose disk is full, has no values of requests.
        if response.status == .serviceUnavailable { metadata["reason"] = "\(problem.detail)" }
        core.log.warning("a request failed", metadata: metadata)
      }
    }
    if subject.isPublic, let encoding = texts.encoding(of: &response, for: request.headers) {
      response = await texts.encoded(response, by: encoding)
    }
    if request.method == .head { response = Self.head(of: response) }
    finish(&response.headers, response.status, request.head, subject, identifier, start)
    return response
  }

  /// Returns the response to a request if it is at hand; nil for one that ``respond(to:context:)`` must answer or refuse.
  ///
  /// - Complexity: That of the route's closure, without waiting.
  func respondAtOnce(to head: HTTPRequest, _ connection: ConnectionTable.Connection) -> ImmediateResponse? {
    guard head.method == .get, let target = head.path else { return nil }
    let start = ContinuousClock.now
    let (path, query) = Self.parts(of: target)
    guard case .route(let route, let values) = table.match(head.method, path: path), route.access == .open,
      let respond = route.respondAtOnce, (try? Self.checkHead(head, target, core.limits)) != nil
    else { return nil }
    let served = core.keeper.served
    guard
      let asked = try? asked(
        route, values, query, head, RequestBody(buffer: ByteBuffer()), nil, served, connection),
      var response = respond(asked), (try? limit(route.cost, head.headerFields, connection, nil)) != nil
    else { return nil }
    Self.name(served, in: &response.headers)
    finish(
      &response.headers, response.status, head, Subject(name: route.name), RequestNames.next(), start)
    return response
  }

  private static let identifierField = HTTPField.Name("X-Request-ID")!
  private static let guessing = HTTPField(name: .xContentTypeOptions, value: "nosniff")
  private static let referrer = HTTPField(name: HTTPField.Name("Referrer-Policy")!, value: "no-referrer")
  private static let mapField = HTTPField.Name("SkiRoute-Map")!
  private static let statusField = HTTPField.Name("SkiRoute-Status")!

  /// Adds the header fields of all responses, and counts and logs the request.
  private func finish(
    _ headers: inout HTTPFields, _ status: HTTPResponse.Status, _ request: HTTPRequest, _ subject: Subject,
    _ identifier: String, _ start: ContinuousClock.Instant
  ) {
    if subject.name != Subject.preflight {
      origins.add(to: &headers, isPublic: subject.isPublic, request.headerFields)
    }
    headers.append(HTTPField(name: Self.identifierField, value: identifier))
    headers.append(Self.guessing)
    headers.append(Self.referrer)
    let duration = ContinuousClock.now - start
    counters.note(subject.name, status: status.code, duration)
    guard core.log.logLevel <= .info else { return }
    core.log.info(
      "request",
      metadata: [
        "request": "\(identifier)", "route": "\(subject.name)",
        "method": "\(request.method.rawValue.prefix(10))",
        "status": .stringConvertible(status.code),
        "milliseconds": .stringConvertible(duration / .milliseconds(1)),
      ])
  }

  // MARK: Answers

  private func answer(
    _ request: Request, _ connection: ConnectionTable.Connection?, _ subject: inout Subject
  ) async throws -> Response {
    let target = request.head.path ?? "/"
    try Self.checkHead(request.head, target, core.limits)
    let (path, query) = Self.parts(of: target)
    if CrossOrigin.isPreflight(request.head) { return try preflight(request, path, connection, &subject) }
    let hasToken = request.headers.contains(.authorization)
    let route: HTTPRoute
    let values: [Substring]
    switch table.match(request.method, path: path) {
    case .route(let found, let encoded): (route, values) = (found, encoded)
    case .otherMethods(let routes):
      subject.isPublic = routes.contains { $0.access.isPublic(hasToken: hasToken) }
      throw Problem(
        .methodNotAllowed, code: "methodNotAllowed", "this path has other methods; use one of those in Allow",
        fields: [.allow: routes.map(\.method.rawValue).joined(separator: ", ")])
    case .none: throw SkiError.unknownResource("path")
    }
    subject = Subject(name: route.name, isPublic: route.access.isPublic(hasToken: hasToken))
    guard route.isStream else { return try await answer(request, to: route, values, query, connection) }
    // In a task of its own, whose memory is freed before the stream begins.
    async let response = answer(request, to: route, values, query, connection)
    return try await response
  }

  private func answer(
    _ request: Request, to route: HTTPRoute, _ values: [Substring], _ query: Substring,
    _ connection: ConnectionTable.Connection?
  ) async throws -> Response {
    let principal = try await admitted(to: route, request, connection)
    let served = try await core.served(for: principal)
    let asked = try asked(route, values, query, request.head, request.body, principal, served, connection)
    try await admit(asked, to: route)
    let hasTag = asked.isReading && route.isCacheable
    if !hasTag { try Response.requireNoMatch(request.headers) }
    var response = try await route.respond(asked)
    if hasTag { try Response.requireNoMatch(request.headers, response) }
    // No cache keeps answers for one person.
    if route.access.needsToken, response.headers.first(.cacheControl) == "no-cache" {
      response.headers[.cacheControl] = "private, no-store"
    }
    Self.name(served, in: &response.headers)
    return response
  }

  /// The tokens that a preflight takes from the client's bucket.
  private static let preflightCost = 0.1

  /// Returns the answer to a browser that asks whether a script may send a request.
  private func preflight(
    _ request: Request, _ path: Substring, _ connection: ConnectionTable.Connection?,
    _ subject: inout Subject
  ) throws -> Response {
    let routes = table.resource(path)
    guard !routes.isEmpty else { throw SkiError.unknownResource("path") }
    subject.isPublic = routes.contains { $0.access.isPublic(hasToken: false) }
    try limit(Self.preflightCost, request.headers, connection, nil)
    let headers = try origins.preflight(routes, request.headers)
    subject.name = Subject.preflight
    return Response(status: .noContent, headers: headers)
  }

  /// Returns the path of a target, and the query behind the question mark.
  private static func parts(of target: String) -> (path: Substring, query: Substring) {
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    return (target[..<mark], Substring(target.utf8[mark...].dropFirst()))
  }

  private func asked(
    _ route: HTTPRoute, _ values: [Substring], _ query: Substring, _ head: HTTPRequest, _ body: RequestBody,
    _ principal: Principal?, _ served: ServedMap, _ connection: ConnectionTable.Connection?
  ) throws -> ServerRequest {
    ServerRequest(
      parameters: PathValues(route.path.parameters, try values.map { try QueryText.decoded($0) }),
      query: try QueryText.members(of: query), headers: head.headerFields, host: head.authority,
      principal: principal,
      served: served, connection: connection, body: body,
      isReading: head.method == .get || head.method == .head)
  }

  /// Names the map and the states of a response.
  private static func name(_ served: ServedMap, in headers: inout HTTPFields) {
    headers.append(HTTPField(name: mapField, value: served.map.name))
    if let status = served.status { headers.append(HTTPField(name: statusField, value: status.id)) }
  }

  private static func checkHead(_ head: HTTPRequest, _ target: String, _ limits: ServerLimits) throws {
    guard target.utf8.count <= ServerLimits.targetBytes else {
      throw Problem(
        .uriTooLong, code: "uriTooLong",
        "the address has \(target.utf8.count) bytes; send \(ServerLimits.targetBytes) at most, or ask by POST"
      )
    }
    if head.headerFields.contains(HostCheck.field) {
      throw SkiError(.invalidArgument, "the request must have one Host field; send Host once")
    }
    if let encoding = head.headerFields.first(.transferEncoding), encoding.lowercased() != "chunked" {
      throw Problem(
        .notImplemented, code: "notImplemented",
        "Transfer-Encoding is \(encoding.shortened(toScalars: 40)); send the body chunked, or with its length"
      )
    }
    let size = head.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
    guard size <= limits.headBytes else {
      throw Problem(
        .requestHeaderFieldsTooLarge, code: "requestHeaderFieldsTooLarge",
        "the header fields have \(size) bytes; send \(limits.headBytes) at most")
    }
    guard let host = head.authority, !host.isEmpty else { return }
    try SkiError.require(
      WebAddress.isHost(host), "the host that the request names is none; send Host: NAME or NAME:PORT")
  }

  /// Returns the user of a request within the client's rate; a request that is refused counts for its address.
  private func admitted(
    to route: HTTPRoute, _ request: Request, _ connection: ConnectionTable.Connection?
  ) async throws -> Principal? {
    let user: Principal?
    do {
      user = try await principal(for: route, request)
    } catch {
      try limit(route.cost, request.headers, connection, nil)
      throw error
    }
    try limit(route.cost, request.headers, connection, user)
    return user
  }

  /// Returns the user of a request, for routes that need one, and for a token on others that heed it.
  private func principal(for route: HTTPRoute, _ request: Request) async throws -> Principal? {
    let isGiven = core.trips != nil && request.headers.contains(.authorization)
    guard route.access.needsToken || route.access == .personal && isGiven else { return nil }
    guard let sharing = core.sharing else {
      throw SkiError(.notFound, "the server shares no live positions")
    }
    guard let field = request.headers[.authorization], field.lowercased().hasPrefix("bearer "),
      let principal = await sharing.authenticator.principal(of: String(field.dropFirst(7)))
    else { throw Self.noToken }
    if let sessions = core.trips?.sessions, let session = principal.session {
      do {
        try await sessions.requireCurrent(session)
      } catch let error as SkiError where error.code == .notPermitted {
        throw Self.noToken
      }
    }
    if let claims = sharing.claims {
      for trip in claims.note(principal, now: TimeSource.system.now()) {
        try await sharing.environment.shares.membershipChanged(in: trip)
      }
    }
    return principal
  }

  private static var noToken: Problem {
    Problem(
      .unauthorized, code: "notPermitted",
      "the request has no valid token; send Authorization: Bearer TOKEN with one that has not expired",
      fields: [.wwwAuthenticate: "Bearer"])
  }

  /// Refuses a member's route to those who are not members, as if the trip did not exist.
  private func admit(_ request: ServerRequest, to route: HTTPRoute) async throws {
    switch route.access {
    case .open, .personal, .secret: return
    case .user: guard request.principal != nil else { throw SkiError.unknownResource("path") }
    case .member:
      guard let principal = request.principal,
        let trip = request.parameters["trip"].flatMap({ try? TripID($0) })
      else { throw SkiError(.notFound, "trip is unknown; name one of yours") }
      try await core.requireMember(principal, of: trip)
    }
  }

  private func limit(
    _ cost: Double, _ headers: HTTPFields, _ connection: ConnectionTable.Connection?, _ principal: Principal?
  ) throws {
    guard let limiter else { return }
    let client =
      principal.map { "user " + $0.user.rawValue }
      ?? addresses.client(of: headers, connection?.address ?? "")
    let seconds = Double(TimeSource.system.monotonicMilliseconds()) / 1000
    guard let wait = limiter.take(cost, of: client, at: seconds) else { return }
    throw Problem(
      .tooManyRequests, code: "rateLimited",
      "too many requests for now; ask again after the time in Retry-After",
      fields: [.retryAfter: "\(Int(wait.rounded(.up)))"])
  }

  // MARK: Responses

  /// Returns the response to a failure; it is the last of its connection when a body may be left to be read.
  private static func failed(_ error: any Error, _ request: Request) -> Response {
    var response = Problem(any: error).response()
    let hasBody = request.headers[.transferEncoding] != nil || (request.headers[.contentLength] ?? "0") != "0"
    if hasBody { response.headers[.connection] = "close" }
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

/// The identifiers of requests: unique in a process, and hardly ever equal in two.
package enum RequestNames {
  private static let start = UInt64.random(in: 0...UInt64.max)
  private static let count = Atomic<UInt64>(0)

  /// Returns a new identifier of 16 hexadecimal digits.
  package static func next() -> String {
    let number = start &+ count.wrappingAdd(1, ordering: .relaxed).newValue
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// The counters and timers of routes, made once.
struct RouteMetrics: Sendable {
  private struct Row {
    let counters: [Counter]
    let timer: Metrics.Timer
  }

  private let rows: [String: Row]
  private static let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"]

  /// Creates the metrics of routes by their names, and of requests to none.
  init(_ names: [String], factory: any MetricsFactory) {
    rows = (names + ["none"]).reduce(into: [:]) { rows, name in
      rows[name] = Row(
        counters: Self.classes.map {
          Counter(
            label: "skiroute_requests_total", dimensions: [("route", name), ("status", $0)], factory: factory)
        },
        timer: Metrics.Timer(
          label: "skiroute_request_seconds", dimensions: [("route", name)], factory: factory))
    }
  }

  /// Counts a request.
  func note(_ name: String, status: Int, _ duration: Duration) {
    guard let row = rows[name], (1...5).contains(status / 100) else { return }
    row.counters[status / 100 - 1].increment()
    let parts = duration.components
    row.timer.recordNanoseconds(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
  }
}
