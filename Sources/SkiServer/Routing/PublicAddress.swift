import HTTPTypes
import SkiAnswers
import SkiBase

/// The rule by which the server knows the address that its clients use, for links that are whole.
///
/// **Source:** RFC 7239, "Forwarded HTTP Extension"; RFC 9110, section 7.2, "Host and :authority".
package struct PublicAddress: Sendable {
  /// The address that the operator names; nil to take that of each request.
  private let fixed: WebAddress?
  private let proxies: ClientAddress

  /// Creates a rule.
  /// - Parameters:
  ///   - url: The address of the server's root, such as `https://example.org/ski`; nil for that of each request.
  ///   - proxies: The addresses of proxies whose fields are believed.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a text that is no address.
  package init(_ url: String? = nil, proxies: Set<String> = []) throws {
    self.proxies = ClientAddress(proxies: proxies)
    fixed = try url.map { text in
      guard let address = WebAddress(text) else {
        throw SkiError(
          .invalidArgument,
          "public address \(text.shortened(toScalars: 60)) is none; write https://example.org or https://example.org/ski, "
            + "without user, query and fragment")
      }
      return address
    }
  }

  /// The fields of proxies on which addresses depend.
  private static let fields = ["Forwarded", "X-Forwarded-Host", "X-Forwarded-Prefix", "X-Forwarded-Proto"]
  private static let names = fields.map { HTTPField.Name($0)! }

  /// The fields of a request on which the address depends, in the form of `Vary`; empty when it depends on the host alone.
  var variesBy: [String] { fixed == nil && proxies.isKnown ? Self.fields : [] }

  /// Returns the address of the server's root for a request, without a slash at its end; empty for a request that names no host.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for fields of a proxy that are no address.
  func root(for request: ServerRequest) throws -> String {
    try root(host: request.host, request.headers, peer: request.connection?.address ?? "")
  }

  /// Returns the address of the server's root; see ``root(for:)``.
  /// - Parameters:
  ///   - host: The host that the request names; nil without one.
  ///   - headers: The header fields of the request.
  ///   - peer: The address that the connection comes from.
  func root(host: String?, _ headers: HTTPFields, peer: String) throws -> String {
    if let fixed { return fixed.text }
    let forwarded = proxies.isProxy(peer) ? Forwarded(headers, proxies) : Forwarded()
    guard let host = forwarded.host ?? host, !host.isEmpty else { return "" }
    let address = WebAddress(
      scheme: forwarded.scheme ?? "http", host: host, path: forwarded.prefix ?? "")
    guard let address else {
      throw SkiError(
        .invalidArgument,
        "the address that the proxy forwards is none; let it send Forwarded, or X-Forwarded-Proto, -Host and -Prefix, "
          + "or start the server with --public-url")
    }
    return address.text
  }

  /// The parts of an address that a proxy forwards; nil for those that it leaves alone.
  private struct Forwarded {
    var scheme: String?
    var host: String?
    var prefix: String?

    init() {}

    /// Reads the fields of a request from a proxy. Where they have several values, each proxy has added the last one.
    init(_ headers: HTTPFields, _ proxies: ClientAddress) {
      prefix = Self.last(headers[values: names[2]])
      let elements = headers[values: names[0]].flatMap(Self.elements)
      // The proxy that the client reached: the last element but for those whose client is a proxy, too.
      if let first = elements.reversed().first(where: { !proxies.isProxy($0["for"] ?? "") }) ?? elements.first
      {
        (scheme, host) = (first["proto"], first["host"])
        return
      }
      scheme = Self.last(headers[values: names[3]])
      host = Self.last(headers[values: names[1]])
    }

    private static func last(_ values: [String]) -> String? {
      values.last?.split(separator: ",").last.map { $0.trimmingSpaces() }
    }

    /// Returns the members of each element of the field `Forwarded`, by their names in lower case.
    private static func elements(of field: String) -> [[String: String]] {
      var elements: [[String: String]] = [[:]]
      var (name, value, isValue, isQuoted, isEscaped) = ("", "", false, false, false)
      func end() {
        let key = name.trimmingSpaces().lowercased()
        if isValue, !key.isEmpty { elements[elements.count - 1][key] = value.trimmingSpaces() }
        (name, value, isValue) = ("", "", false)
      }
      for character in field.unicodeScalars {
        switch (character, isQuoted) {
        case _ where isEscaped:
          value.unicodeScalars.append(character)
          isEscaped = false
        case ("\\", true): isEscaped = true
        case ("\"", _) where isValue: isQuoted.toggle()
        case (";", false): end()
        case (",", false):
          end()
          elements.append([:])
        case ("=", false) where !isValue: isValue = true
        default: isValue ? value.unicodeScalars.append(character) : name.unicodeScalars.append(character)
        }
      }
      end()
      return elements.filter { !$0.isEmpty }
    }
  }
}
