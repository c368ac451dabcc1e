import HTTPTypes
import SkiAPI
import SkiBase

/// The module of the page that has a function for each operation, made of the table of routes.
///
/// A function takes the client of the service, the parameters of path and query in one object, and the body. One whose answer is a
/// document asks `service.json` for it; the others return the response of `service.send`.
///
/// **Source:** ECMAScript 2024; the types are those of JSDoc that TypeScript reads.
enum PageOperations {
  /// Returns the text of the module.
  /// - Complexity: O(*n*) in the routes and their schemas.
  static func text(of routes: [HTTPRoute]) -> String {
    var schemas = SchemaTable()
    let functions = routes.map { function(of: $0, &schemas) }
    let types = schemas.components.map { "/** @typedef {\(type(of: $0.value))} \($0.name) */" }
    return ([beginning, types.joined(separator: "\n")] + functions).joined(separator: "\n\n") + "\n"
  }

  private static let beginning = """
    // Made by the server of the table of its routes.

    /** @typedef {{json: function(string, string, Object): Promise<any>, send: function(string, string, Object): Promise<Response>}} Service */

    const inPath = (value) => {
      if ((value ?? "") === "") throw new TypeError("a parameter of the path is missing");
      return encodeURIComponent(value);
    };
    """

  /// The words that name no function of ECMAScript's modules.
  private static let reserved = Set(
    """
    arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for \
    function if implements import in instanceof interface let new null package private protected public return static super switch \
    this throw true try typeof var void while with yield
    """.split(separator: " ").map(String.init))

  /// Returns the name of the function of a route: that of the operation, with a low line at the end if it is a reserved word.
  static func name(of route: HTTPRoute) -> String { route.name + (reserved.contains(route.name) ? "_" : "") }

  // MARK: Functions

  private static func function(of route: HTTPRoute, _ schemas: inout SchemaTable) -> String {
    let isDocument = isDocument(route)
    var arguments = [Argument(name: "service", type: "Service"), parameters(of: route)]
    var options = route.parameters.contains { $0.place == .query } ? ["query"] : []
    if let body = route.body {
      arguments.append(argument(of: body, &schemas))
      options.append("body")
    }
    arguments.append(
      isDocument
        ? Argument(name: "signal", type: "AbortSignal", isRequired: false)
        : Argument(name: "options", type: "RequestInit", isRequired: false))
    options.append(isDocument ? "signal" : "...options")
    let hasContent = route.results.contains { $0.content != nil }
    let call = isDocument ? "json" : "send"
    return """
      /**
       * \(route.summary)
      \(arguments.map(\.documentation).joined(separator: "\n"))
       * @returns {Promise<\(isDocument ? hasContent ? "Object" : "null" : "Response")>}
       */
      export const \(name(of: route)) = (\(arguments.map(\.text).joined(separator: ", "))) =>
        service.\(call)("\(route.method.rawValue)", \(address(of: route)), { \(options.joined(separator: ", ")) });
      """
  }

  /// An argument of a function.
  private struct Argument {
    var name: String
    var type: String
    var isRequired = true
    /// The pattern and default by which the function takes it; the name without.
    var pattern: String?

    var text: String { pattern ?? name }
    var documentation: String { " * @param {\(type)} \(isRequired ? name : "[\(name)]")" }
  }

  /// Returns the argument of the parameters of path and query.
  private static func parameters(of route: HTTPRoute) -> Argument {
    let inQuery = route.parameters.contains { $0.place == .query }
    let isRequired = route.body != nil || route.parameters.contains(where: \.isRequired)
    let shape = members(
      route.parameters.filter { $0.place != .header }.map {
        ($0.name, $0.isRequired, $0.place == .path ? "string|number" : type(of: $0.schema))
      })
    guard !route.path.parameters.isEmpty else {
      return Argument(name: inQuery ? "query" : "_", type: shape, isRequired: isRequired)
    }
    let names = (route.path.parameters + (inQuery ? ["...query"] : [])).joined(separator: ", ")
    return Argument(name: "parameters", type: shape, pattern: "{ \(names) }")
  }

  /// Returns the argument of a body, which may be left out if it has no members.
  private static func argument(of body: HTTPRoute.Content, _ schemas: inout SchemaTable) -> Argument {
    let schema = body.schema(&schemas, body.types[0])
    guard schema["format"] != .string("binary") else { return Argument(name: "body", type: "BodyInit") }
    let title = type(of: schema)
    let known = schemas.components.first { $0.name == title }?.value ?? schema
    let isEmpty = known["properties"] == .object([])
    return Argument(
      name: "body", type: title, isRequired: !isEmpty, pattern: isEmpty ? "body = {}" : nil)
  }

  /// Returns whether body and answer of a route are documents of JSON, or absent.
  private static func isDocument(_ route: HTTPRoute) -> Bool {
    ([route.body] + route.results.map(\.content)).allSatisfy {
      $0 == nil || $0?.types.first == "application/json"
    }
  }

  /// Returns the text of the path in JavaScript.
  private static func address(of route: HTTPRoute) -> String {
    guard !route.path.parameters.isEmpty else { return "\"\(route.path.text)\"" }
    let segments = route.path.segments.map { segment in
      switch segment {
      case .text(let text): text
      case .parameter(let name, let suffix): "${inPath(\(name))}\(suffix)"
      case .rest(let name): "${\(name).split(\"/\").map(inPath).join(\"/\")}"
      }
    }
    return "`/\(segments.joined(separator: "/"))`"
  }

  // MARK: Types

  private static func members(_ members: [(name: String, isRequired: Bool, type: String)]) -> String {
    let texts = members.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.type)" }
    return "{\(texts.joined(separator: ", "))}"
  }

  /// Returns the type of the values of a schema.
  private static func type(of schema: JSONValue) -> String {
    if case .string(let reference)? = schema["$ref"] {
      return String(reference.split(separator: "/").last ?? "Object")
    }
    if let choices = (schema["anyOf"] ?? schema["oneOf"])?.elements { return union(choices.map(type)) }
    if let words = schema["enum"]?.elements ?? schema["const"].map({ [$0] }) {
      return union(words.map { $0.text() })
    }
    switch schema["type"] {
    case .string(let name)?: return type(name, schema)
    case .array(let names)?:
      return union(names.map { if case .string(let name) = $0 { type(name, schema) } else { "any" } })
    default: return "any"
    }
  }

  private static func union(_ types: [String]) -> String {
    types.count == 1 ? types[0] : "(\(types.joined(separator: "|")))"
  }

  private static func type(_ name: String, _ schema: JSONValue) -> String {
    switch name {
    case "integer": "number"
    case "array": "Array<\(schema["items"].map(type) ?? "any")>"
    case "object": object(schema)
    default: name
    }
  }

  private static func object(_ schema: JSONValue) -> String {
    guard case .object(let properties)? = schema["properties"] else {
      guard let values = schema["additionalProperties"], case .object = values else { return "Object" }
      return "Object<string, \(type(of: values))>"
    }
    let required = schema["required"]?.elements ?? []
    return members(properties.map { ($0.name, required.contains(.string($0.name)), type(of: $0.value)) })
  }
}

extension JSONValue {
  /// The value of a member; nil without it, and for what is no object.
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The values of an array; nil for what is none.
  fileprivate var elements: [JSONValue]? {
    guard case .array(let values) = self else { return nil }
    return values
  }
}
