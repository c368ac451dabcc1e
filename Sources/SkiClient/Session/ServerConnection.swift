import Foundation
import SkiAPI
public import SkiBase

/// A server with the transport by which it is reached; without a user.
public struct ServerConnection: Sendable {
  /// The base address.
  public let address: ServerAddress
  /// The transport.
  public let transport: any ClientTransport
  /// The clocks.
  public let clock: TimeSource

  /// The greatest time that a server may ask a reading request to wait, in seconds; after a longer one it fails at once.
  public static let greatestWaitSeconds = 5

  /// Creates a connection; nothing is sent.
  public init(
    to address: ServerAddress, by transport: any ClientTransport = URLSessionTransport(),
    clock: TimeSource = .system
  ) {
    (self.address, self.transport, self.clock) = (address, transport, clock)
  }

  /// Sends a request; a reading one is repeated once when the server is busy and says for how long.
  /// - Parameters:
  ///   - call: The request.
  ///   - access: The access token; nil without a user.
  /// - Returns: The reply, of any status.
  /// - Throws: `SkiError`, see ``ClientTransport/send(_:)``.
  func reply(to call: ServerCall, access: String? = nil) async throws -> ClientReply {
    let request = request(call, access: access)
    let reply = try await transport.send(request)
    guard call.method == "GET", let wait = Self.waitMilliseconds(of: reply) else { return reply }
    try await clock.sleep(wait)
    return try await transport.send(request)
  }

  /// Sends a request without a user, and returns the document of the reply.
  /// - Throws: `SkiError` of a problem, and as ``reply(to:access:)``.
  func document(_ call: ServerCall, _ noun: String) async throws -> DocumentReader {
    try await reply(to: call).requireSuccess().document(noun)
  }

  /// Returns the request of a call.
  func request(_ call: ServerCall, access: String?) -> ClientRequest {
    var fields = ["accept": "application/json"]
    if let access { fields["authorization"] = "Bearer \(access)" }
    var body: [UInt8]?
    if let value = call.body {
      fields["content-type"] = "application/json"
      var bytes: [UInt8] = []
      value.write(to: &bytes)
      body = bytes
    }
    return ClientRequest(
      method: call.method, address: address.text + call.target, fields: fields, body: body)
  }

  /// Returns the time after which a request may be repeated; nil when it may not.
  private static func waitMilliseconds(of reply: ClientReply) -> Int64? {
    guard reply.status == 429 || reply.status == 503,
      let seconds = reply.fields["retry-after"].flatMap({ Int($0) }),
      (0...greatestWaitSeconds).contains(seconds)
    else { return nil }
    return Int64(seconds) * 1000
  }
}

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
