import SkiAPI
import SkiBase
import SkiPeople

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
  func id<ID: SharingIdentifier>(_ name: String, _ type: ID.Type = ID.self) throws -> ID {
    try ID(text(name))
  }

  /// Returns a parameter of the path.
  func text(_ name: String) -> String { request.parameters[name] ?? "" }

  /// Returns an identifier of the query; nil without one.
  func queried<ID: SharingIdentifier>(_ name: String, _ type: ID.Type = ID.self) throws -> ID? {
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
