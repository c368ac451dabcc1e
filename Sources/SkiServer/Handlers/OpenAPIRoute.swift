import Hummingbird
import SkiBase

/// The route of the description of all routes.
enum OpenAPIRoute {
  private static let schema = Schema.object(
    [
      "openapi": Schema.text,
      "info": Schema.object(["title": Schema.text, "version": Schema.text], required: ["title", "version"]),
      "paths": Schema.object, "components": Schema.object,
    ], required: ["openapi", "info", "paths", "components"])

  /// Returns the route that describes others and itself.
  static func route(of others: [Route]) -> Route {
    func make(_ respond: @escaping @Sendable (ServerRequest) async throws -> Response) -> Route {
      Route(
        "openapi", .get, "/openapi.json", "Returns this description.", access: .open, cost: 0.5,
        results: [
          .init(200, "OpenAPI 3.1", .init(["application/json"], schema: schema, "The description"))
        ], isCacheable: true, respond: respond)
    }
    let bytes = OpenAPIDocument.bytes(of: others + [make { _ in Response.empty() }], version: "1")
    let tag = "openapi-" + String(FNVHash(bytes).value, radix: 16)
    return make { request in
      try request.requireNames(in: [])
      return try Response.json(bytes).tagged(tag, for: request)
    }
  }
}
