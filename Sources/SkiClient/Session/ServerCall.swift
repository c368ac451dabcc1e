import SkiBase

/// A request to a route of the server: method, path, query and body.
struct ServerCall: Sendable {
  /// The method.
  var method: String
  /// The path and the query, percent-encoded.
  var target: String
  /// The body; nil for none.
  var body: JSONValue?

  /// The body without members.
  static let emptyBody = JSONValue.object([JSONValue.Member]())

  /// Returns a request that changes nothing.
  /// - Parameters:
  ///   - parts: The parts of the path after `/v1`.
  ///   - query: The parameters; those that are nil are left out.
  static func get(_ parts: String..., query: KeyValuePairs<String, String?> = [:]) -> ServerCall {
    ServerCall(method: "GET", target: target(parts, query), body: nil)
  }

  /// Returns a request that changes nothing, with the parameters of a question.
  static func get(_ part: String, query: [(name: String, value: String)]) -> ServerCall {
    ServerCall(
      method: "GET", target: target([part], query.map { (key: $0.name, value: $0.value) }), body: nil)
  }

  /// Returns a request that adds something or has an effect.
  static func post(_ parts: String..., body: JSONValue = emptyBody) -> ServerCall {
    ServerCall(method: "POST", target: target(parts, []), body: body)
  }

  /// Returns a request that may be repeated.
  static func put(_ parts: String..., body: JSONValue = emptyBody) -> ServerCall {
    ServerCall(method: "PUT", target: target(parts, []), body: body)
  }

  /// Returns a request that changes members.
  static func patch(_ parts: String..., body: JSONValue) -> ServerCall {
    ServerCall(method: "PATCH", target: target(parts, []), body: body)
  }

  /// Returns a request that removes something.
  static func delete(_ parts: String..., query: KeyValuePairs<String, String?> = [:]) -> ServerCall {
    ServerCall(method: "DELETE", target: target(parts, query), body: nil)
  }

  /// Returns a target of the path's parts after `/v1` and a query.
  static func target(_ parts: [String], _ query: some Sequence<(key: String, value: String?)>) -> String {
    let path = parts.map { "/" + encoded($0) }.joined()
    let pairs = query.compactMap { name, value in value.map { "\(encoded(name))=\(encoded($0))" } }
    return "/v1" + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  /// Returns a text with all but unreserved characters of RFC 3986 percent-encoded, and points where a part has nothing else.
  static func encoded(_ text: String) -> String {
    let isPoints = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
    return PercentEncoding.encoded(text.utf8) { byte in
      PercentEncoding.isUnreserved(byte) && !(isPoints && byte == UInt8(ascii: "."))
    }
  }
}
