import SkiBase
import SkiSystem

/// An address of the web as the operator or a proxy writes it: scheme, host with a port, and path; without user, query and fragment.
struct WebAddress: Sendable, Hashable {
  /// `http` or `https`.
  let scheme: String
  /// The host in lower case, with the port unless the scheme implies it.
  let host: String
  /// The path without a slash at its end; empty for that of the whole host.
  let path: String

  /// The scheme and the host, as browsers name an origin.
  var origin: String { "\(scheme)://\(host)" }
  /// The address, without a slash at its end.
  var text: String { origin + path }

  /// Creates an address; nil for a text that is none.
  init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let rest = text[mark.upperBound...]
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    self.init(scheme: text[..<mark.lowerBound], host: rest[..<end], path: rest[end...])
  }

  /// Creates an address of its parts; nil unless each of them is valid.
  init?(scheme: some StringProtocol, host: some StringProtocol, path: some StringProtocol) {
    let scheme = scheme.lowercased()
    guard let implied = ["http": ":80", "https": ":443"][scheme], Self.isHost(host),
      let path = Self.path(path)
    else { return nil }
    let host = host.lowercased()
    self.scheme = scheme
    self.host = host.hasSuffix(implied) ? String(host.dropLast(implied.count)) : host
    self.path = path
  }

  /// Returns whether a text is a host with or without a port: a name of letters, digits, dots, hyphens and low lines, or an address.
  ///
  /// **Source:** RFC 9110, section 7.2, "Host and :authority"; RFC 3986, section 3.2.2, "Host", without its other characters.
  static func isHost(_ text: some StringProtocol) -> Bool {
    let bytes = text.utf8
    guard (1...255).contains(bytes.count) else { return false }
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
      var address = in6_addr()
      let inside = String(text[bytes.index(after: bytes.startIndex)..<end])
      return inet_pton(AF_INET6, inside, &address) == 1 && isPort(text[bytes.index(after: end)...])
    }
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    let name = bytes[..<colon]
    return !name.isEmpty && name.allSatisfy(isNameByte) && isPort(text[colon...])
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns whether a text is empty, or a colon and a port.
  private static func isPort(_ text: some StringProtocol) -> Bool {
    if text.isEmpty { return true }
    let digits = text.utf8.dropFirst()
    return text.utf8.first == UInt8(ascii: ":") && (1...5).contains(digits.count)
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && (1...65_535).contains(Int(String(text.dropFirst())) ?? 0)
  }

  /// Returns a path without a slash at its end; nil for one that is not absolute, has empty segments or dots alone in one, or other
  /// characters than names and percent-encoded ones have.
  private static func path(_ text: some StringProtocol) -> String? {
    if text.isEmpty || text == "/" { return "" }
    guard text.utf8.first == UInt8(ascii: "/"), text.utf8.count <= 200 else { return nil }
    let path = text.hasSuffix("/") ? String(text.dropLast()) : String(text)
    let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isValid = segments.allSatisfy { segment in
      let decoded = try? QueryText.decoded(Substring(segment))
      return !segment.isEmpty && decoded != nil && decoded != "." && decoded != ".."
        && segment.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "%") }
    }
    return isValid ? path : nil
  }
}

/// The text of a URL's query and path, decoded strictly.
///
/// **Source:** WHATWG URL Standard, "application/x-www-form-urlencoded".
package enum QueryText {
  /// Returns the names and values of a query, in order.
  /// - Parameter query: The text behind the question mark.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a percent sign without two hexadecimal digits, for text
  ///   that is not UTF-8, and for more than 256 members.
  /// - Complexity: O(*n*) in the bytes.
  package static func members(of query: Substring) throws -> [(name: String, value: String)] {
    guard !query.isEmpty else { return [] }
    let parts = query.utf8.split(separator: UInt8(ascii: "&"))
    try SkiError.require(parts.count <= 256, "the query has \(parts.count) members; send 256 at most")
    return try parts.map { part in
      let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      return (
        try decoded(Substring(part[..<end]), plusIsSpace: true),
        try decoded(Substring(part[end...].dropFirst()), plusIsSpace: true)
      )
    }
  }

  /// Returns text with percent signs decoded.
  /// - Parameters:
  ///   - text: The encoded text.
  ///   - plusIsSpace: Indicates whether a plus sign stands for a space, as in queries.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an invalid encoding.
  package static func decoded(_ text: Substring, plusIsSpace: Bool = false) throws -> String {
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
      return String(text)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = digit(rest.next()), let low = digit(rest.next()) else { throw invalid(text) }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw invalid(text) }
    return decoded
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(let byte) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
      byte - UInt8(ascii: "0")
    case .some(let byte) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte):
      byte - UInt8(ascii: "a") + 10
    case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte):
      byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func invalid(_ text: Substring) -> SkiError {
    SkiError(
      .invalidArgument,
      "\(String(text).shortened(toScalars: 40)) is not percent-encoded UTF-8; encode it as %20, %C3%AA")
  }
}
