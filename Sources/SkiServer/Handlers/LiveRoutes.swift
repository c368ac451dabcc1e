import HTTPTypes
import Hummingbird
import SkiAPI
import SkiAnswers
import SkiBase
import SkiPeople
import SkiTracks

/// The routes of live sharing, all with a token.
struct LiveRoutes: Sendable {
  let core: ServerCore

  private static let trip = HTTPRoute.Parameter(
    "trip", in: .path, isRequired: true, "The trip, which the token names.", schema: Schema.text)
  static let shownParameters: [HTTPRoute.Parameter] = [
    .init(
      "place", in: .query, "Around this place: latitude,longitude; else around one's own position.",
      schema: Schema.text),
    .init("metres", in: .query, "The greatest distance; 5000 without.", schema: Schema.integer(1...100_000)),
    .init("most", in: .query, "The greatest number of people; 50 without.", schema: Schema.integer(1...200)),
    .init(
      "all", in: .query, "true for all people, for hosts.", schema: .object(["type": .string("boolean")])),
  ]
  static let shownNames = shownParameters.map(\.name)

  var routes: [HTTPRoute] {
    let routes = [
      HTTPRoute(
        "reportLocation", .post, "/v1/trips/{trip}/me/location",
        "Takes up to 100 fixes of the user and returns when the position is durable.", access: .member,
        cost: 1,
        parameters: [Self.trip],
        body: .json(.document(FixReport.self), .request, title: ""),
        results: [.list("outcomes", of: UpdateOutcome.self, "The outcome of each fix")], respond: report),
      HTTPRoute(
        "removeLocation", .delete, "/v1/trips/{trip}/me/location",
        "Removes the user's position and returns when no server can hand it on any more.", access: .member,
        parameters: [Self.trip], results: [.init(204, "The position is removed")], respond: remove),
      HTTPRoute(
        "people", .get, "/v1/trips/{trip}/people", "Returns the positions that the user may see now.",
        access: .member, cost: 2, parameters: [Self.trip] + Self.shownParameters,
        results: [.list("people", of: SeenPerson.self, "The positions")], respond: people),
      HTTPRoute(
        "grants", .get, "/v1/grants", "Returns the user's grants that have not ended.", access: .user,
        results: [.list("grants", of: OwnGrant.self, "The grants")], respond: grants),
      HTTPRoute(
        "grant", .post, "/v1/grants", "Shows the user's position to others in a trip for a time.",
        access: .user,
        body: .json(.document(GrantDraft.self), .request, title: ""),
        results: [.init(201, "The grant", .json(.document(OwnGrant.self), .reply, title: ""))],
        respond: grant),
      HTTPRoute(
        "revoke", .delete, "/v1/grants/{grant}",
        "Ends a grant and returns when no server hands anything on by it any more.", access: .user,
        parameters: [.init("grant", in: .path, isRequired: true, "The grant.", schema: Schema.text)],
        results: [.init(204, "The grant has ended")], respond: revoke),
      HTTPRoute(
        "audit", .get, "/v1/audit", "Returns who received positions of the user.", access: .user, cost: 5,
        results: [.list("records", of: OwnAuditRecord.self, "The records")], respond: audit),
    ]
    return core.trips == nil ? routes + [erasure] : routes
  }

  /// The erasure of live sharing alone; trip services remove the whole user in this place.
  private var erasure: HTTPRoute {
    HTTPRoute(
      "erase", .delete, "/v1/me", "Erases everything of and about the user.", access: .user, cost: 20,
      results: [
        .init(
          200, "The numbers of removed records", .json(.document(EraseReceipt.self), .reply, title: ""))
      ], respond: erase)
  }

  private func parts(_ request: ServerRequest) throws -> (ServerCore.SharingParts, Principal) {
    guard let sharing = core.sharing, let principal = request.principal else {
      throw SkiError(.notFound, "the server shares no live positions")
    }
    return (sharing, principal)
  }

  private func trip(_ request: ServerRequest) throws -> TripID {
    try TripID(request.parameters["trip"] ?? "")
  }

  // MARK: One's own position

  private func report(_ request: ServerRequest) async throws -> Response {
    let (sharing, principal) = try parts(request)
    try request.requireNames(in: [])
    let report: FixReport = try await request.document("report", core)
    let outcomes = try await sharing.environment.positions.updateCurrentUserLocation(
      report.fixes, of: principal.user, in: trip(request))
    return .json(.object(["outcomes": .documents(outcomes)]))
  }

  private func remove(_ request: ServerRequest) async throws -> Response {
    let (sharing, principal) = try parts(request)
    try request.requireNames(in: [])
    try await sharing.environment.positions.removeCurrentUserLocation(of: principal.user, in: trip(request))
    return .empty()
  }

  // MARK: Others

  private func people(_ request: ServerRequest) async throws -> Response {
    let (sharing, principal) = try parts(request)
    try request.requireNames(in: Self.shownNames)
    let locations = try await sharing.environment.positions.locations(
      in: trip(request), as: .member(principal.user), showing: Self.shown(request))
    let encoder = sharing.people
    return Response.json { json in
      json.array("people") { json in
        for location in locations.sorted(by: { $0.user < $1.user }) {
          json.value(.encoded(String(decoding: encoder.bytes(of: location), as: UTF8.self)))
        }
      }
    }
  }

  /// Returns the people that a request asks for.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for invalid values.
  static func shown(_ request: ServerRequest) throws -> LocationsShown {
    if let all = try request.value("all") {
      try SkiError.require(["true", "false", ""].contains(all), "all must be true or false")
      if all != "false" { return .all }
    }
    let metres = try request.integer("metres") ?? 5000
    let most = try request.integer("most") ?? 50
    guard let text = try request.value("place") else { return .near(metres: Double(metres), most: most) }
    guard let place = try CoordinateArguments.coordinate(text) else {
      throw SkiError(.invalidArgument, "place is not latitude,longitude; write 45.3,6.6")
    }
    return .around(place, metres: Double(metres), most: most)
  }

  // MARK: Grants and rights

  private func grants(_ request: ServerRequest) async throws -> Response {
    let (sharing, principal) = try parts(request)
    try request.requireNames(in: [])
    let grants = try await sharing.environment.shares.grants(of: principal.user)
    return .json(.object(["grants": .documents(grants.map { OwnGrant($0) })]))
  }

  private func grant(_ request: ServerRequest) async throws -> Response {
    let (sharing, principal) = try parts(request)
    try request.requireNames(in: [])
    let draft: GrantDraft = try await request.document("grant", core)
    let grant = draft.grant(of: principal.user, now: TimeSource.system.now())
    try await core.requireMember(principal, of: grant.trip)
    try await sharing.environment.shares.grant(grant, as: principal.user)
    return .json(OwnGrant(grant), status: .created)
  }

  private func revoke(_ request: ServerRequest) async throws -> Response {
    let (sharing, principal) = try parts(request)
    try request.requireNames(in: [])
    try await sharing.environment.shares.revoke(
      GrantID(request.parameters["grant"] ?? ""), as: principal.user)
    return .empty()
  }

  private func audit(_ request: ServerRequest) async throws -> Response {
    let (sharing, principal) = try parts(request)
    try request.requireNames(in: [])
    let records = try await sharing.environment.shares.audit(of: principal.user)
    return .json(.object(["records": .documents(records.map { OwnAuditRecord($0) })]))
  }

  private func erase(_ request: ServerRequest) async throws -> Response {
    let (sharing, principal) = try parts(request)
    try request.requireNames(in: [])
    sharing.claims?.forget(principal.user)
    let receipt = try await sharing.environment.shares.erase(principal.user)
    return .json(receipt)
  }
}
