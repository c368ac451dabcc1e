import HTTPTypes
import SkiService

/// The address of a client behind known proxies.
struct ClientAddress: Sendable {
  /// The addresses of proxies whose `X-Forwarded-For` is believed.
  let proxies: Set<String>

  private static let field = HTTPField.Name("X-Forwarded-For")!

  /// Returns the client's address: the last one of the field that is no known proxy, when the connection is a proxy's.
  func client(of headers: HTTPFields, _ peer: String) -> String {
    guard proxies.contains(peer) else { return peer }
    let hops = headers[values: Self.field].flatMap { $0.split(separator: ",") }.map {
      $0.trimmingSpaces()
    }
    return hops.last { !proxies.contains($0) }.map { String($0.prefix(64)) } ?? peer
  }
}
