import HTTPTypes
import SkiAnswers
import SkiSystem

/// The address of a client behind known proxies, as one counts clients: an IPv4 address, or the network of an IPv6 address.
package struct ClientAddress: Sendable {
  /// The addresses of proxies whose `X-Forwarded-For` is believed.
  private let proxies: Set<String>

  private static let field = HTTPField.Name("X-Forwarded-For")!

  /// Creates the rule of some proxies; texts that are no address are those of no proxy.
  package init(proxies: Set<String>) { self.proxies = Set(proxies.compactMap { Self.address($0) }) }

  /// Indicates that there are proxies.
  var isKnown: Bool { !proxies.isEmpty }

  /// Returns whether an address, with a port or without, is that of a proxy.
  func isProxy(_ text: String) -> Bool { Self.address(text).map(proxies.contains) ?? false }

  /// Returns the client's name: of the last address of the field that is no known proxy, when the connection is a proxy's, else of
  /// the connection.
  ///
  /// A proxy adds the last address; a text there that is no address counts as the proxy.
  func client(of headers: HTTPFields, _ peer: String) -> String {
    guard isProxy(peer) else { return Self.client(peer) }
    let hops = headers[values: Self.field].flatMap { $0.split(separator: ",") }
    for hop in hops.reversed() {
      guard let found = Self.address(hop.trimmingSpaces()) else { break }
      if !proxies.contains(found) { return Self.client(found) }
    }
    return Self.client(peer)
  }

  /// Returns the name by which a client of an address is counted: one holder has all of an IPv6 network of 64 bits.
  static func client(_ address: String) -> String {
    guard let bytes = bytes(of: address) else { return String(address.prefix(64)) }
    return bytes.count == 4
      ? text(bytes) : text(Array(bytes.prefix(8)) + [UInt8](repeating: 0, count: 8)) + "/64"
  }

  /// Returns an address in its usual form; nil for a text that is none.
  private static func address(_ text: String) -> String? { bytes(of: text).map(self.text) }

  /// Returns the bytes of an address, with a port, brackets and a zone or without; four for IPv4, also where it is mapped into IPv6.
  private static func bytes(of text: String) -> [UInt8]? {
    var name = Substring(text)
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]") else { return nil }
      name = name[name.index(after: name.startIndex)..<end]
    } else if let colon = name.lastIndex(of: ":"), name.firstIndex(of: ":") == colon {
      name = name[..<colon]
    }
    name = name.prefix { $0 != "%" }
    guard name.utf8.count <= 45 else { return nil }
    var four = [UInt8](repeating: 0, count: 4)
    if inet_pton(AF_INET, String(name), &four) == 1 { return four }
    var sixteen = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, String(name), &sixteen) == 1 else { return nil }
    let isMapped = sixteen[..<10].allSatisfy { $0 == 0 } && sixteen[10] == 0xFF && sixteen[11] == 0xFF
    return isMapped ? Array(sixteen[12...]) : sixteen
  }

  private static func text(_ bytes: [UInt8]) -> String {
    var characters = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &characters, socklen_t(characters.count)) != nil else { return "" }
    return String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
