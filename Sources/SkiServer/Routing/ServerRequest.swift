package import HTTPTypes
package import Hummingbird
import NIOCore
import SkiAnswers
package import SkiBase

/// A request to a route, after the checks of its path, its client and its credential.
package struct ServerRequest: Sendable {
  /// The parameters of the path.
  package let parameters: PathValues
  /// The members of the query, in order.
  package let query: [(name: String, value: String)]
  /// The header fields.
  package let headers: HTTPFields
  /// The host and port that the request is for; nil without one.
  package let host: String?
  /// The authenticated user; nil where the route needs none.
  package let principal: Principal?
  /// The map and states under which the request is answered from its beginning to its end.
  package let served: ServedMap
  /// The connection; nil in tests without one.
  package let connection: ConnectionTable.Connection?
  /// The body, read once.
  package let body: RequestBody
  /// Indicates whether the request reads a resource: its method is GET or HEAD.
  package let isReading: Bool

  /// Returns whether the client has closed its connection.
  package var isAbandoned: @Sendable () -> Bool {
    { [connection] in connection?.isGone ?? false }
  }

  /// Calls a closure with the body's bytes, which count against a budget until it returns.
  /// - Throws: ``SkiError`` with code `.limitExceeded` for more bytes than the limit, as soon as they are announced or
  ///   have arrived; `.unavailable` when the budget is spent; the errors of the closure.
  package func withBytes<Result: Sendable>(
    limit: Int, _ budget: ByteBudget, _ use: ([UInt8]) async throws -> Result
  ) async throws -> Result {
    let excess = SkiError(.limitExceeded, "the body has more than \(limit) bytes; send less")
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw excess }
    var taken = 0
    defer { budget.giveBack(taken) }
    var bytes: [UInt8] = []
    for try await part in body {
      guard bytes.count + part.readableBytes <= limit else { throw excess }
      try budget.take(part.readableBytes)
      taken += part.readableBytes
      bytes.append(contentsOf: part.readableBytesView)
    }
    return try await use(bytes)
  }

  /// Returns the members of a body that is one object of JSON.
  /// - Throws: ``SkiError`` with code `.limitExceeded` for too many bytes, `.unavailable` when too many bodies are held, `.unsupportedFormat` for another content type,
  ///   `.malformedData` for text that is no JSON, nests deeper than the limit, or names a member twice.
  package func members(
    _ limits: ServerLimits, _ budget: ByteBudget
  ) async throws -> [String: JSONTree] {
    try requireContent(of: "application/json")
    return try await withBytes(limit: limits.jsonBytes, budget) { try Self.members(of: $0, limits) }
  }

  private static func members(of bytes: [UInt8], _ limits: ServerLimits) throws -> [String: JSONTree] {
    let tree: JSONTree
    do {
      tree = try JSONTree.read(bytes, depthLimit: ServerLimits.jsonDepth, doubts: .refused)
    } catch {
      throw SkiError(
        .malformedData, "the body is not JSON at byte \(error.position + 1): \(error.reason); send one object"
      )
    }
    guard case .object(let members) = tree else {
      throw SkiError(.malformedData, "the body is no object of JSON; send {…}")
    }
    return members
  }

  /// Refuses a body of another type.
  package func requireContent(of type: String) throws {
    let given = headers[.contentType]?.split(separator: ";").first.map { $0.trimmingSpaces().lowercased() }
    guard given == type else {
      throw SkiError(
        .unsupportedFormat,
        "content type \((given ?? "none").shortened(toScalars: 40)) is not accepted; send \(type)")
    }
  }

  /// Returns the only value of a query's name; nil without one.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when it is given twice.
  package func value(_ name: String) throws -> String? {
    let values = query.filter { $0.name == name }
    try SkiError.require(values.count < 2, "\(name) is given \(values.count) times; give it once")
    return values.first?.value
  }

  /// Returns the only value of a query's name as a whole number; nil without one.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for another text, and when it is given twice.
  package func integer(_ name: String) throws -> Int? {
    try value(name).map { text in
      guard let number = Int(text) else {
        throw SkiError(
          .invalidArgument, "\(name) must be a whole number, got \(text.shortened(toScalars: 20))")
      }
      return number
    }
  }

  /// Refuses names in the query that the route does not have.
  package func requireNames(in known: [String]) throws {
    for (name, _) in query where !known.contains(name) {
      throw SkiError(
        .invalidArgument,
        "parameter \(name.shortened(toScalars: 40)) is unknown; "
          + (known.isEmpty ? "leave it out" : "write one of: \(known.joined(separator: ", "))"))
    }
  }
}

/// The values of the parameters of a request's path, decoded, by name.
package struct PathValues: Sendable {
  private let names: [String]
  private let values: [String]

  /// Creates values.
  /// - Parameters:
  ///   - names: The names of the parameters.
  ///   - values: The value of each.
  package init(_ names: [String] = [], _ values: [String] = []) {
    precondition(names.count == values.count, "\(names.count) parameters have \(values.count) values")
    (self.names, self.values) = (names, values)
  }

  /// The value of a parameter; nil for a name that the path does not have.
  /// - Complexity: O(*n*) in the parameters of the path.
  package subscript(name: String) -> String? { names.firstIndex(of: name).map { values[$0] } }
}
