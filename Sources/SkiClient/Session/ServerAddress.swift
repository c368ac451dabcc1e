import Foundation
import SkiBase

/// The base address of a server, such as `https://ski.example`.
///
/// Tokens are sent to it, so that it begins with `https://`, or with `http://` for the same machine alone.
public struct ServerAddress: Sendable, Hashable {
  /// The address without a slash at its end.
  public let text: String

  /// Creates an address from its text.
  /// - Parameters:
  ///   - text: The address, with a path where the server is below one.
  ///   - allowsPlainHTTP: `true` for a server within a network that is trusted, without TLS.
  /// - Throws: `SkiError` with code `.invalidArgument` for a text that is no such address.
  public init(_ text: String, allowsPlainHTTP: Bool = false) throws {
    guard let url = URLComponents(string: text), let host = url.host, !host.isEmpty, url.query == nil,
      url.fragment == nil, url.user == nil, url.password == nil
    else {
      throw SkiError(.invalidArgument, "the server's address can't be read; write it as https://ski.example")
    }
    let isLocal = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host.lowercased())
    switch url.scheme?.lowercased() {
    case "https": break
    case "http" where isLocal || allowsPlainHTTP: break
    default:
      throw SkiError(
        .invalidArgument, "the server's address does not begin with https://; tokens are not sent without TLS"
      )
    }
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
