package import HTTPTypes
package import Hummingbird
package import SkiAPI
package import SkiBase
import SkiPeople

/// One line of the server's table: a method and path with its permission, cost, parameters and handler.
package struct HTTPRoute: Sendable {
  /// The clients that may use a route.
  package enum Access: Sendable, Hashable {
    /// Anyone.
    case open
    /// Anyone; who sends a valid token sees the states that hosts of their trips told, too.
    case personal
    /// Anyone with a secret in the body or the path: what a login service vouches for, a refresh token or a signed link.
    case secret
    /// Users with a valid token.
    case user
    /// Users with a valid token that names the trip of the path.
    case member

    /// Indicates that the request must have a valid token.
    var needsToken: Bool {
      switch self {
      case .open, .personal, .secret: false
      case .user, .member: true
      }
    }

    /// Indicates that a token of the request is read.
    var takesToken: Bool { needsToken || self == .personal }

    /// Returns whether the answer is the same for all clients.
    /// - Parameter hasToken: Indicates that the request has a token.
    func isPublic(hasToken: Bool) -> Bool {
      switch self {
      case .open: true
      case .personal: !hasToken
      case .secret, .user, .member: false
      }
    }
  }

  /// The name: the operation in the OpenAPI document, and the label in logs and metrics.
  package let name: String
  /// The method.
  package let method: HTTPRequest.Method
  /// The path.
  package let path: PathTemplate
  /// One sentence on the result.
  package let summary: String
  /// The clients that may use it.
  package let access: Access
  /// The tokens that a request takes from the client's bucket.
  package let cost: Double
  /// The parameters of path and query.
  package var parameters: [Parameter] = []
  /// The body; nil without one.
  package var body: Content?
  /// The content of a successful response, by status.
  package var results: [Result]
  /// Indicates whether the result stays the same under a map and a status, so that it has an entity tag.
  package var isCacheable = false
  /// Indicates whether the response lasts: a stream of events.
  package let isStream: Bool
  /// Returns the response if it is at hand, without waiting; nil for routes that must wait, and for failures.
  package var respondAtOnce: (@Sendable (ServerRequest) -> ImmediateResponse?)?
  /// Returns the response.
  package let respond: @Sendable (ServerRequest) async throws -> Response

  /// A parameter.
  package struct Parameter: Sendable {
    /// Its place in the request.
    package enum Place: String, Sendable { case path, query, header }
    package var name: String
    package var place: Place
    package var isRequired: Bool
    package var documentation: String
    /// The JSON schema of a value.
    package var schema: JSONValue

    package init(
      _ name: String, in place: Place, isRequired: Bool = false, _ documentation: String, schema: JSONValue
    ) {
      (self.name, self.place, self.isRequired) = (name, place, isRequired)
      (self.documentation, self.schema) = (documentation, schema)
    }
  }

  /// Types of content with their schema.
  package struct Content: Sendable {
    package var types: [String]
    /// Returns the schema of a type, which may refer to those of a table.
    package var schema: @Sendable (inout SchemaTable, _ type: String) -> JSONValue
    package var documentation: String

    package init(
      _ types: [String], schema: @escaping @Sendable (inout SchemaTable, _ type: String) -> JSONValue,
      _ documentation: String
    ) {
      (self.types, self.schema, self.documentation) = (types, schema, documentation)
    }

    package init(_ types: [String], schema: JSONValue, _ documentation: String) {
      self.init(types, schema: { _, _ in schema }, documentation)
    }
  }

  /// A successful response.
  package struct Result: Sendable {
    package var status: Int
    package var documentation: String
    package var content: Content?

    package init(_ status: Int, _ documentation: String, _ content: Content? = nil) {
      (self.status, self.documentation, self.content) = (status, documentation, content)
    }
  }

  /// Creates a route.
  package init(
    _ name: String, _ method: HTTPRequest.Method, _ path: PathTemplate, _ summary: String, access: Access,
    cost: Double = 1, parameters: [Parameter] = [], body: Content? = nil, results: [Result],
    isCacheable: Bool = false, respondAtOnce: (@Sendable (ServerRequest) -> ImmediateResponse?)? = nil,
    respond: @escaping @Sendable (ServerRequest) async throws -> Response
  ) {
    (self.name, self.method, self.path, self.summary) = (name, method, path, summary)
    (self.access, self.cost, self.parameters, self.body) = (access, cost, parameters, body)
    (self.results, self.isCacheable) = (results, isCacheable)
    isStream = results.contains { $0.content?.types.contains(ConnectionGuard.eventStream) == true }
    (self.respondAtOnce, self.respond) = (respondAtOnce, respond)
  }
}
