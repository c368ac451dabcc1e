import HTTPTypes
import Hummingbird
import SkiFormats
import SkiGeo

extension Route {
  /// The names of members that a body may have, for the description.
  static func object(_ names: [String]) -> Content {
    Content(
      ["application/json"],
      schema: .object([
        "type": .string("object"),
        "properties": .object(names.map { JSONValue.Member($0, .object([])) }),
        "additionalProperties": .bool(false),
      ]), names.isEmpty ? "An empty object" : names.joined(separator: ", "))
  }

  /// Creates a route of the trip services; its path's parameters are texts, and other names in the query are refused.
  /// - Parameters:
  ///   - name: The name of the operation.
  ///   - method: The method.
  ///   - path: The path.
  ///   - summary: One sentence on the result.
  ///   - access: The clients that may use it; users with a token by default.
  ///   - cost: The tokens that a request takes from the client's bucket.
  ///   - core: The parts of the server.
  ///   - query: The parameters of the query.
  ///   - body: The members of the body; nil without a body.
  ///   - status: The status of the result; 204 stands for none.
  ///   - result: The description of the result.
  ///   - act: Returns the response.
  static func trips(
    _ name: String, _ method: HTTPRequest.Method, _ path: PathTemplate, _ summary: String,
    access: Access = .user, cost: Double = 1, _ core: ServerCore, query: [Parameter] = [],
    body: [String]? = nil, status: Int = 200, _ result: String,
    act: @escaping @Sendable (TripsCall) async throws -> Response
  ) -> Route {
    let parameters = path.parameters.map {
      Parameter($0, in: .path, isRequired: true, "The \($0).", schema: Schema.text)
    }
    let known = query.filter { $0.place == .query }.map(\.name)
    return Route(
      name, method, path, summary, access: access, cost: cost, parameters: parameters + query,
      body: body.map(object),
      results: [
        Result(
          status, result,
          status == 204 ? nil : Content(["application/json"], schema: Schema.object, "An object"))
      ],
      respond: { request in
        guard let services = core.trips else {
          throw SkiError(
            .notFound,
            "the server has no trip services; start it with --store and a signing key in the file of keys")
        }
        try request.requireNames(in: known)
        return try await act(TripsCall(request, services, core))
      })
  }
}

extension Response {
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
