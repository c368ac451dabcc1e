import SkiBase

/// The address of a feed, over HTTPS, or over HTTP on the same machine.
///
/// It has no description: an address may contain a key, and must not reach a log.
package struct FeedAddress: Sendable, Hashable {
  /// The whole address.
  package let text: String
  /// The scheme, the host and a port other than the scheme's, in lower case.
  package let origin: String
  /// The host in lower case, IPv6 addresses in brackets.
  package let host: String

  /// The greatest length in bytes.
  package static let greatestByteCount = 2048

  /// Creates an address.
  /// - Parameters:
  ///   - text: The address: `https` or `http`, host, optional port, path and query; ASCII without blanks, user names and
  ///     fragments.
  ///   - allowsPlainText: Indicates whether `http` is allowed for other machines; what they send may be read and changed on
  ///     its way then.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for any other text; the message does not contain it.
  package init(_ text: String, allowsPlainText: Bool = false) throws {
    try SkiError.require(
      (1...Self.greatestByteCount).contains(text.utf8.count),
      "address of a feed has \(text.utf8.count) bytes; give 1 to \(Self.greatestByteCount)")
    try SkiError.require(
      text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !Self.refused.contains($0) },
      "address of a feed has a character that addresses don't have; write it as %XX")
    guard let parts = AddressParts(text) else {
      throw SkiError(
        .invalidArgument,
        "address of a feed can't be read; write https://, host, port where needed, and path, without a user name"
      )
    }
    try SkiError.require(
      parts.isSecure || allowsPlainText || parts.isLocal,
      "address of a feed begins with http and is of another machine; use https, or allow plain text")
    (self.text, origin, host) = (text, parts.origin, parts.host)
  }

  /// Indicates whether the host is this machine.
  package var isLocal: Bool { AddressParts.isLocal(host) }

  /// Returns the address a response redirects to.
  /// - Parameter target: The absolute address.
  /// - Throws: ``SkiError`` with code `.notPermitted` for another scheme, host or port.
  package func redirected(to target: String) throws -> FeedAddress {
    guard let parts = AddressParts(target), parts.origin == origin,
      let address = try? FeedAddress(target, allowsPlainText: true)
    else {
      throw SkiError(
        .notPermitted,
        "the feed redirects to another server; give the address it redirects to, if it is trusted")
    }
    return address
  }

  /// `"`, `#`, `<`, `>`, `\`, `^`, the grave accent, `{`, `|` and `}`.
  private static let refused: Set<UInt8> = [0x22, 0x23, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D]
}

extension FeedAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A text that does not contain the address.
  package var description: String { "address of a feed" }
  /// A text that does not contain the address.
  package var debugDescription: String { description }
  /// A mirror that does not contain the address.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The beginning of an address, read strictly.
private struct AddressParts {
  let isSecure: Bool
  let host: String
  let origin: String

  /// Reads an address; nil where it is none with a host.
  init?(_ text: String) {
    guard let start = text.firstRange(ofASCII: "://") else { return nil }
    let scheme = text[..<start.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let authority = text[start.upperBound...].prefix { $0 != "/" && $0 != "?" }.lowercased()
    guard let (host, port) = Self.split(authority) else { return nil }
    isSecure = scheme == "https"
    self.host = host
    origin = scheme + "://" + host + (port == (isSecure ? 443 : 80) ? "" : port.map { ":\($0)" } ?? "")
  }

  var isLocal: Bool { Self.isLocal(host) }

  static func isLocal(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
  }

  private static func split(_ authority: String) -> (host: String, port: UInt16?)? {
    var host = Substring(authority)
    var port: UInt16?
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      guard let number = UInt16(authority[authority.index(after: colon)...]), number > 0 else { return nil }
      (host, port) = (authority[..<colon], number)
    }
    if host.hasPrefix("["), host.hasSuffix("]"), host.count > 2 {
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
        return nil
      }
    } else {
      let isName = host.allSatisfy {
        ("a"..."z").contains($0) || ("0"..."9").contains($0) || ".-_".contains($0)
      }
      guard isName, !host.isEmpty else { return nil }
    }
    return (String(host), port)
  }
}

extension String {
  fileprivate func firstRange(ofASCII part: String) -> Range<String.Index>? {
    guard let scheme = firstIndex(of: ":"), self[scheme...].hasPrefix(part) else { return nil }
    return scheme..<index(scheme, offsetBy: part.count)
  }
}
