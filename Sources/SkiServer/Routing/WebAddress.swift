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
