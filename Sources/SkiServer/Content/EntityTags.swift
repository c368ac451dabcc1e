import HTTPTypes
import Hummingbird
import SkiAnswers

/// The encodings in which a text is sent, each with an entity tag of its own.
enum TextEncoding: String, CaseIterable, Sendable {
  case brotli = "br"
  case gzip

  /// The end of the entity tag of content in the encoding.
  var suffix: String { "-\(rawValue)" }
  /// The end of the entity tag of a tile that is stored compressed, for clients that do not take it so.
  static let identity = "-identity"
  /// The ends of the entity tags of the same content.
  fileprivate static let suffixes = ["", identity] + allCases.map(\.suffix)
}

/// The conditions of requests over entity tags.
///
/// A tag of content has a form for each encoding, `"TAG-gzip"`; all of them name the same content.
///
/// **Source:** RFC 9110, section 13, "Conditional Requests".
extension Response {
  /// Returns the response with an entity tag, or 304 when the client has that content.
  /// - Throws: ``Problem`` with status 412 when the request is for other content.
  func tagged(_ tag: String, for request: ServerRequest) throws -> Response {
    if let unchanged = try Self.unchanged(tag, for: request) { return unchanged }
    var response = self
    response.headers[.eTag] = "\"\(tag)\""
    return response
  }

  /// Returns 304 when the client has the content of an entity tag; nil otherwise.
  /// - Throws: ``Problem`` with status 412 when the request is for other content.
  static func unchanged(_ tag: String, for request: ServerRequest) throws -> Response? {
    if let wanted = request.headers[.ifMatch], named(tag, in: wanted, isStrong: true) == nil {
      throw Problem.otherContent
    }
    guard request.headers.contains(.ifNoneMatch) else { return nil }
    guard let known = request.headers[.ifNoneMatch], let name = named(tag, in: known, isStrong: false) else {
      return nil
    }
    return Response(status: .notModified, headers: [.eTag: name, .cacheControl: "no-cache"])
  }

  /// Returns the form of an entity tag that a list names, or the tag itself for any; nil when it names none.
  /// - Parameter isStrong: Indicates that weak tags of the list name nothing.
  private static func named(_ tag: String, in list: String, isStrong: Bool) -> String? {
    let forms = TextEncoding.suffixes.map { "\"\(tag)\($0)\"" }
    for entry in list.split(separator: ",") {
      let entry = entry.trimmingSpaces()
      if entry == "*" { return forms[0] }
      let name = entry.hasPrefix("W/") && !isStrong ? String(entry.dropFirst(2)) : entry
      if forms.contains(name) { return name }
    }
    return nil
  }

  /// Refuses a request for content of an entity tag where the response has none, before anything is changed.
  ///
  /// - Parameter response: The response to a request that reads; nil for one that would change something.
  /// - Throws: ``Problem`` with status 412.
  static func requireNoMatch(_ request: HTTPFields, _ response: Response? = nil) throws {
    guard let wanted = request[.ifMatch], wanted.trimmingSpaces() != "*",
      response?.headers.contains(.eTag) != true
    else { return }
    throw Problem.otherContent
  }
}

extension Problem {
  /// The problem of a request for content of another entity tag.
  fileprivate static var otherContent: Problem {
    Problem(
      .preconditionFailed, code: "preconditionFailed",
      "the content is not that of If-Match; ask without it for the content there is")
  }
}
