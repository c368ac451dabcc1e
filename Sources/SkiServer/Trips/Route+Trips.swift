import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

extension HTTPRoute {
  /// Creates a route of the trip services; its path's parameters are texts, or positions, and other names in the query are refused.
  /// - Parameters:
  ///   - name: The name of the operation.
  ///   - method: The method.
  ///   - path: The path.
  ///   - summary: One sentence on the result.
  ///   - access: The clients that may use it; users with a token by default.
  ///   - cost: The tokens that a request takes from the client's bucket.
  ///   - core: The parts of the server.
  ///   - query: The parameters of the query.
  ///   - body: The content of the body; nil without a body.
  ///   - status: The status of the result; 204 stands for none.
  ///   - reply: The content of the result.
  ///   - result: The description of the result.
  ///   - act: Returns the response.
  static func trips(
    _ name: String, _ method: HTTPRequest.Method, _ path: PathTemplate, _ summary: String,
    access: Access = .user, cost: Double = 1, _ core: ServerCore, query: [Parameter] = [],
    body: ContractContent? = nil, status: Int = 200, reply: ContractContent? = nil, _ result: String,
    act: @escaping @Sendable (TripsCall) async throws -> Response
  ) -> HTTPRoute {
    let parameters = path.parameters.map {
      Parameter(
        $0, in: .path, isRequired: true, "The \($0).",
        schema: $0 == "position" ? Schema.position : Schema.text)
    }
    let known = query.filter { $0.place == .query }.map(\.name)
    let names = body?.names() ?? []
    return HTTPRoute(
      name, method, path, summary, access: access, cost: cost, parameters: parameters + query,
      body: body.map { Content.json($0, .request, title: title(name, "Request")) },
      results: [
        Result(status, result, reply.map { Content.json($0, .reply, title: title(name, "Reply")) })
      ],
      respond: { request in
        guard let services = core.trips else {
          throw SkiError(
            .notFound,
            "the server has no trip services")
        }
        try request.requireNames(in: known)
        return try await act(TripsCall(request, services, core, names: names))
      })
  }

  /// Returns the title of a schema that belongs to one operation.
  private static func title(_ name: String, _ end: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst() + end
  }
}

extension HTTPRoute.Result {
  /// A reply of 200 whose only member is a list of documents.
  static func list<Document: ContractDocument>(
    _ name: String, of type: Document.Type, _ documentation: String
  ) -> Self {
    let title = name.prefix(1).uppercased() + name.dropFirst() + "Reply"
    return Self(200, documentation, .json(.list(name, of: type), .reply, title: title))
  }
}

extension ServerRequest {
  /// Returns the body as a document of the contract.
  /// - Throws: The errors of ``members(_:_:)`` and of the document.
  func document<Document: ContractDocument>(_ noun: String, _ core: ServerCore) async throws -> Document {
    try Document(
      DocumentReader(try await members(core.limits, core.bodies), of: noun, names: Document.names))
  }
}

extension HTTPRoute.Content {
  /// JSON of the contract.
  static func json(_ content: ContractContent, _ direction: SchemaTable.Direction, title: String) -> Self {
    let names = content.names()
    return Self(
      ["application/json"], schema: { table, _ in content.schema(&table, direction, title) },
      names.isEmpty ? "An empty object" : names.joined(separator: ", "))
  }
}

extension Response {
  /// Returns a response with a document of the contract.
  static func json(_ document: some ContractDocument, status: HTTPResponse.Status = .ok) -> Response {
    json(document.jsonLine(), status: status)
  }

  /// Returns a response with a document.
  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    var bytes: [UInt8] = []
    value.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return json(bytes, status: status)
  }

  /// Returns a response that no cache keeps: it has secrets, or all that is stored of a person.
  static func unstored(_ response: Response) -> Response {
    var response = response
    response.headers[.cacheControl] = "no-store"
    return response
  }
}

/// A request to a route of the trip services, with the services and the acting user.
struct TripsCall: Sendable {
  /// The request.
  let request: ServerRequest
  /// The services.
  let services: TripsParts
  private let core: ServerCore
  /// The members that the route's body may have.
  private let names: [String]

  init(_ request: ServerRequest, _ services: TripsParts, _ core: ServerCore, names: [String]) {
    (self.request, self.services, self.core, self.names) = (request, services, core, names)
  }

  /// The acting user.
  /// - Throws: `SkiError` with code `.notFound` on a route without a token.
  var user: UserID {
    get throws {
      guard let user = request.principal?.user else { throw SkiError.unknownResource("path") }
      return user
    }
  }

  /// Returns the identifier of a parameter of the path.
  /// - Throws: `SkiError` with code `.invalidArgument` for a text that can't be one.
  func id<ID: Identifier>(_ name: String, _ type: ID.Type = ID.self) throws -> ID {
    try ID(text(name))
  }

  /// Returns a parameter of the path.
  func text(_ name: String) -> String { request.parameters[name] ?? "" }

  /// Returns an identifier of the query; nil without one.
  func queried<ID: Identifier>(_ name: String, _ type: ID.Type = ID.self) throws -> ID? {
    try request.value(name).map { try ID($0) }
  }

  /// Returns the body, an object with some of the members that the route declares.
  /// - Parameter zone: Returns the time zone of times that are written without one, where there are any; nil for Universal Time.
  /// - Throws: The errors of ``ServerRequest/members(_:_:)``, and `SkiError` with code `.invalidArgument` for an unknown member.
  func body(
    _ noun: String, in zone: (() async throws -> TimeZoneName)? = nil
  ) async throws -> DocumentReader {
    var document = try DocumentReader(
      try await request.members(core.limits, core.bodies), of: noun, names: names)
    if document.hasTimeWithoutZone, let zone = try await zone?() { document.readTimes(in: zone) }
    return document
  }

  /// Returns the body as a document of the contract.
  /// - Parameter zone: As of the body that is read member by member.
  /// - Throws: The errors of that body, and of the document.
  func body<Document: ContractDocument>(
    _ noun: String, in zone: (() async throws -> TimeZoneName)? = nil
  ) async throws -> Document {
    let reader: DocumentReader = try await body(noun, in: zone)
    return try Document(reader)
  }

  /// Returns the time zone of a trip of the acting user.
  /// - Throws: `SkiError` with code `.notFound` for a trip that the user is not in.
  func zone(of trip: TripID) async throws -> TimeZoneName {
    try await services.trips.get(trip, as: user).zone
  }

  /// Calls a closure with the bytes of the body; see ``ServerRequest/withBytes(limit:_:_:)``.
  func withBytes<Result: Sendable>(
    limit: Int, _ use: ([UInt8]) async throws -> Result
  ) async throws -> Result {
    try await request.withBytes(limit: limit, core.bodies, use)
  }
}
