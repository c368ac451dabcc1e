package import HTTPTypes
import SkiAnswers
import SkiBase

/// The rule by which browsers let scripts of other websites read answers.
///
/// Public answers are for any origin, unless the operator names some: then for those alone. Answers to a token or a secret are for named
/// origins only. Credentials of the browser are for none: a token comes in a header field that the script sets.
///
/// **Source:** WHATWG Fetch Standard, section 3.2, "CORS protocol".
package struct CrossOrigin: Sendable {
  /// The origins that the operator names; empty when any may read what is public.
  private let named: Set<String>

  /// Creates a rule; without named origins any may read what is public, and none the rest.
  /// - Parameter named: Origins, such as `https://example.org`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a text that is no origin.
  package init(named: [String] = []) throws {
    self.named = Set(try named.map(Self.origin))
  }

  /// Returns an origin as browsers send it: without the port that the scheme implies.
  private static func origin(_ text: String) throws -> String {
    guard let address = WebAddress(text), address.path.isEmpty else {
      throw SkiError(
        .invalidArgument,
        "origin \(text.shortened(toScalars: 60)) is none; write https://example.org or http://example.org:8000, without a path; "
          + "leave --origin out to let any origin read what is public")
    }
    return address.origin
  }

  /// Returns whether scripts of an origin may read an answer.
  /// - Parameters:
  ///   - isPublic: Indicates that the answer is the same for all clients.
  ///   - origin: The origin that the request names; nil without one.
  private func admits(_ origin: String?, isPublic: Bool) -> Bool {
    named.isEmpty ? isPublic : origin.map(named.contains) ?? false
  }

  /// Adds the fields by which a browser decides whether a script reads an answer.
  /// - Parameters:
  ///   - isPublic: Indicates that the answer is the same for all clients.
  ///   - request: The header fields of the request.
  func add(to headers: inout HTTPFields, isPublic: Bool, _ request: HTTPFields) {
    if !named.isEmpty { headers.addVary("Origin") }
    guard let allowed = allowed(isPublic: isPublic, request) else { return }
    headers.append(allowed)
    if request.contains(.origin) { headers.append(Self.exposed) }
  }

  /// Returns the field that names the allowed origin; nil where the one of the request isn't allowed.
  private func allowed(isPublic: Bool, _ request: HTTPFields) -> HTTPField? {
    if named.isEmpty { return isPublic ? Self.any : nil }
    guard let origin = request.first(.origin), admits(origin, isPublic: isPublic) else { return nil }
    return HTTPField(name: .accessControlAllowOrigin, value: origin)
  }

  private static let any = HTTPField(name: .accessControlAllowOrigin, value: "*")
  /// The fields that scripts may read besides those that they always may; for requests of scripts of other origins, which name theirs.
  private static let exposed = HTTPField(
    name: .accessControlExposeHeaders,
    value:
      "Accept-Ranges, Content-Range, ETag, Retry-After, SkiRoute-Map, SkiRoute-Note, SkiRoute-Status, SkiRoute-Words, "
      + "WWW-Authenticate, X-Request-ID")

  // MARK: Preflight

  /// The seconds for which browsers keep the answer to a preflight: the most that Chromium keeps it.
  private static let keptSeconds = 7200
  /// The fields that a request to any route may have.
  private static let requestFields = ["Content-Type", "If-Match", "If-None-Match", "If-Range", "Range"]

  /// Returns whether a request asks if another one may be sent.
  static func isPreflight(_ request: HTTPRequest) -> Bool {
    request.method == .options && request.headerFields.contains(.origin)
      && request.headerFields.contains(.accessControlRequestMethod)
  }

  /// Returns the fields of the answer to a preflight.
  /// - Parameters:
  ///   - routes: The routes of the path.
  ///   - request: The header fields of the request.
  /// - Throws: ``Problem`` with status 403 where the origin may use none of the routes.
  func preflight(_ routes: [HTTPRoute], _ request: HTTPFields) throws -> HTTPFields {
    let origin = request.first(.origin)
    let usable = routes.filter { admits(origin, isPublic: $0.access.isPublic(hasToken: false)) }
    guard !usable.isEmpty, let allowed = allowed(isPublic: true, request) else {
      throw Problem(
        .forbidden, code: "notPermitted",
        "scripts of this origin may not ask this; the operator of the server can name the origin")
    }
    let methods = Set(usable.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] })
    let own = usable.flatMap(\.parameters).filter { $0.place == .header }.map(\.name)
    let token = named.isEmpty || !usable.contains { $0.access.takesToken } ? [] : ["Authorization"]
    var headers: HTTPFields = [.cacheControl: "no-store"]
    headers.append(allowed)
    headers[.accessControlAllowMethods] = methods.sorted().joined(separator: ", ")
    headers[.accessControlAllowHeaders] = Set(Self.requestFields + own + token).sorted()
      .joined(separator: ", ")
    headers[.accessControlMaxAge] = "\(Self.keptSeconds)"
    if !named.isEmpty { headers.addVary("Origin") }
    return headers
  }
}

extension HTTPFields {
  /// Adds a name to the fields on which the choice of an answer depends, once.
  mutating func addVary(_ name: String) {
    guard let known = self[.vary] else {
      self[.vary] = name
      return
    }
    let names = known.split(separator: ",").map { $0.trimmingSpaces().lowercased() }
    if !names.contains(name.lowercased()) { self[.vary] = "\(known), \(name)" }
  }

  /// Returns the value of the first field of a name; nil without one.
  ///
  /// It joins no fields, unlike the subscript of the library: for names that a message has once.
  /// - Complexity: O(*n*) in the fields.
  package func first(_ name: HTTPField.Name) -> String? {
    for field in self where field.name == name { return field.value }
    return nil
  }

  /// Indicates that the client takes gzip: `Accept-Encoding` names it, or any encoding, with a weight above 0.
  ///
  /// **Source:** RFC 9110, section 12.5.3, "Accept-Encoding".
  package var acceptsGzip: Bool {
    var acceptsOthers = false
    for field in self where field.name == .acceptEncoding {
      // As browsers begin it.
      if field.value == "gzip" || field.value.utf8.starts(with: "gzip,".utf8) { return true }
      for part in field.value.utf8.split(separator: UInt8(ascii: ",")) {
        let sides = part.split(separator: UInt8(ascii: ";"), maxSplits: 1)
        let isAccepted = sides.count < 2 || !Self.isZeroWeight(Substring(sides[1]))
        switch Substring(sides.first ?? part).trimmingSpaces().lowercased() {
        case "gzip", "x-gzip": return isAccepted
        case "*": acceptsOthers = isAccepted
        default: break
        }
      }
    }
    return acceptsOthers
  }

  /// Returns the weight of an encoding that `Accept-Encoding` names, 0...1; 0 for one that it doesn't name.
  package func weight(ofEncoding name: String) -> Double {
    for field in self where field.name == .acceptEncoding {
      for part in field.value.utf8.split(separator: UInt8(ascii: ",")) {
        let sides = part.split(separator: UInt8(ascii: ";"), maxSplits: 1)
        guard Substring(sides.first ?? part).trimmingSpaces().lowercased() == name else { continue }
        return sides.count < 2 ? 1 : Self.weight(Substring(sides[1])) ?? 1
      }
    }
    return 0
  }

  /// Returns the weight that the parameter of an encoding states; nil for another parameter.
  private static func weight(_ parameter: Substring) -> Double? {
    let sides = parameter.split(separator: "=", maxSplits: 1)
    guard sides.count == 2, sides[0].trimmingSpaces().lowercased() == "q" else { return nil }
    return Double(sides[1].trimmingSpaces())
  }

  /// Returns whether the parameter of an encoding is a weight of 0.
  private static func isZeroWeight(_ parameter: Substring) -> Bool {
    weight(parameter) == 0
  }
}
