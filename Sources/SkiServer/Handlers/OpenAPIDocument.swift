import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The description of the routes, made of their table.
///
/// **Source:** OpenAPI Specification 3.1.0.
package enum OpenAPIDocument {
  /// Returns the document.
  /// - Complexity: O(*n*) in the routes.
  package static func bytes(of routes: [HTTPRoute], version: String) -> [UInt8] {
    var paths: [JSONValue.Member] = []
    var schemas = SchemaTable()
    for route in routes {
      let operation = JSONValue.Member(route.method.rawValue.lowercased(), operation(route, &schemas))
      if let index = paths.firstIndex(where: { $0.name == route.path.text }),
        case .object(let members) = paths[index].value
      {
        paths[index].value = .object(members + [operation])
      } else {
        paths.append(.init(route.path.text, .object([operation])))
      }
    }
    let document = JSONValue.object([
      .init("openapi", .string("3.1.0")),
      .init(
        "info",
        .object([
          "title": .string("SkiRoute"), "version": .string(version),
          "summary": .string("Routes, reach, places and tiles of a ski map, and live positions of a group."),
          "description": .string(description),
        ])),
      .init("paths", .object(paths)),
      .init("components", components(schemas)),
    ])
    var bytes: [UInt8] = []
    document.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private static let description = """
    Scripts of any origin may read what needs no token, or those of the origins alone that the operator names; these may send a \
    token, too. Browsers send no credentials. Answers with an entity tag heed If-None-Match and If-Match. Texts over 1 KB that are \
    for everyone are compressed by gzip or br where Accept-Encoding takes it; each encoding has an entity tag of its own. The \
    addresses in TileJSON are whole: they begin with the address by which the server is reached.
    """

  private static func components(_ schemas: SchemaTable) -> JSONValue {
    .object([
      "schemas": .object([JSONValue.Member("Problem", problem)] + schemas.components),
      "securitySchemes": .object([
        "token": .object([
          "type": .string("http"), "scheme": .string("bearer"), "bearerFormat": .string("JWT"),
        ])
      ]),
      "responses": .object([
        "Problem": .object([
          "description": .string("The reason why there is no answer, and how to mend it"),
          "content": .object([
            "application/problem+json": .object([
              "schema": .object(["$ref": .string("#/components/schemas/Problem")])
            ])
          ]),
        ])
      ]),
    ])
  }

  private static var problem: JSONValue {
    .object([
      "type": .string("object"),
      "required": .array(["type", "title", "status", "code", "detail"].map(JSONValue.string)),
      "properties": .object([
        "type": Schema.text, "title": Schema.text, "status": Schema.integer(400...599), "code": Schema.text,
        "detail": Schema.text, "subject": Schema.text,
      ]),
    ])
  }

  private static func operation(_ route: HTTPRoute, _ schemas: inout SchemaTable) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("operationId", .string(route.name)), .init("summary", .string(route.summary)),
    ]
    let parameters = route.parameters + (route.isCacheable ? conditions : [])
    if !parameters.isEmpty { members.append(.init("parameters", .array(parameters.map(parameter)))) }
    if let body = route.body {
      members.append(
        .init(
          "requestBody",
          .object([
            "required": .bool(true), "description": .string(body.documentation),
            "content": content(body, &schemas),
          ])))
    }
    members.append(.init("responses", responses(route, &schemas)))
    if route.access.takesToken {
      let token = JSONValue.object(["token": .array([])])
      members.append(.init("security", .array(route.access.needsToken ? [token] : [.object([]), token])))
    }
    return .object(members)
  }

  /// The conditions of requests for what has an entity tag.
  private static let conditions = [
    HTTPRoute.Parameter(
      "If-None-Match", in: .header,
      "Entity tags of the content that the client has: 304 when it is the same.",
      schema: Schema.text),
    HTTPRoute.Parameter(
      "If-Match", in: .header, "Entity tags of the content that is wanted: 412 when there is other content.",
      schema: Schema.text),
  ]

  private static func parameter(_ parameter: HTTPRoute.Parameter) -> JSONValue {
    .object([
      "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
      "required": .bool(parameter.isRequired), "description": .string(parameter.documentation),
      "schema": parameter.schema,
    ])
  }

  private static func content(_ content: HTTPRoute.Content, _ schemas: inout SchemaTable) -> JSONValue {
    .object(content.types.map { .init($0, .object(["schema": content.schema(&schemas, $0)])) })
  }

  private static func responses(_ route: HTTPRoute, _ schemas: inout SchemaTable) -> JSONValue {
    var members: [JSONValue.Member] = []
    for result in route.results {
      var response: [JSONValue.Member] = [.init("description", .string(result.documentation))]
      if let content = result.content {
        response.append(.init("content", Self.content(content, &schemas)))
      }
      members.append(.init("\(result.status)", .object(response)))
    }
    if route.isCacheable {
      members.append(
        .init("304", .object(["description": .string("The client has this content already")])))
    }
    for status in problems(of: route) {
      members.append(.init("\(status)", .object(["$ref": .string("#/components/responses/Problem")])))
    }
    return .object(members)
  }

  /// Returns the statuses of problems that a route may have.
  private static func problems(of route: HTTPRoute) -> [Int] {
    var statuses = [400, 404, 405, 413, 414, 422, 429, 431, 500, 503, 504]
    if route.access != .open { statuses += [403, 409] }
    if route.access.takesToken { statuses.append(401) }
    if route.body != nil { statuses += [406, 415] }
    if route.isCacheable { statuses.append(412) }
    if route.results.contains(where: { $0.status == 206 }) { statuses.append(416) }
    return statuses.sorted()
  }
}

/// The route of the description of all routes.
enum OpenAPIRoute {
  private static let schema = Schema.object(
    [
      "openapi": Schema.text,
      "info": Schema.object(["title": Schema.text, "version": Schema.text], required: ["title", "version"]),
      "paths": Schema.object, "components": Schema.object,
    ], required: ["openapi", "info", "paths", "components"])

  /// Returns the route that describes others and itself.
  static func route(of others: [HTTPRoute]) -> HTTPRoute {
    func make(_ respond: @escaping @Sendable (ServerRequest) async throws -> Response) -> HTTPRoute {
      HTTPRoute(
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
