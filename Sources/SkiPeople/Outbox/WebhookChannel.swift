internal import Crypto
import SkiAPI
package import SkiBase

/// A channel that sends each delivery to one address of the operator, as a signed `POST` of JSON.
///
/// The address comes from the operator's configuration, never from users. 200 to 299 is delivered; 429 and 503 let the
/// channel rest; any other status is a failed attempt.
package struct WebhookChannel: NotificationChannel {
  /// A function that sends a `POST` and returns the status; it follows no redirects.
  package typealias Sender =
    @Sendable (_ address: String, _ headers: [String: String], _ body: [UInt8]) async throws -> Int

  /// The name of the channel.
  package let name: String
  /// The time for which the channel rests when the receiver is busy, in seconds.
  package let restSeconds: Double
  private let address: String
  private let signature: WebhookSignature
  private let now: @Sendable () -> UniversalTime
  private let send: Sender

  /// Creates the channel.
  /// - Parameters:
  ///   - address: The address, which begins with `https://`, or with `http://` on this machine.
  ///   - secret: The secret that the receiver knows, at least 16 bytes.
  ///   - name: The name of the channel.
  ///   - restSeconds: The time for which the channel rests when the receiver is busy.
  ///   - now: The time of day.
  ///   - send: Sends a request.
  /// - Throws: `SkiError` with code `.invalidArgument` for another address or a short secret.
  package init(
    address: String, secret: [UInt8], name: String = "webhook", restSeconds: Double = 60,
    now: @escaping @Sendable () -> UniversalTime, send: @escaping Sender
  ) throws {
    let isHere = ["http://127.0.0.1", "http://[::1]", "http://localhost"].contains { start in
      address == start || address.hasPrefix(start + "/") || address.hasPrefix(start + ":")
    }
    let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !address.contains("@")
    try SkiError.require(
      isPlain && address.utf8.count <= 1000 && (isHere || address.hasPrefix("https://")),
      "address of the webhook has \(address.utf8.count) bytes and is none; begin with https://, without a user"
    )
    (self.address, self.name, self.restSeconds) = (address, name, restSeconds)
    (self.now, self.send) = (now, send)
    signature = try WebhookSignature(secret: secret)
  }

  /// Sends a request.
  /// - Throws: `SkiError` with code `.unavailable` for a status that is no success; the errors of the sender.
  package func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome {
    var body: [UInt8] = []
    delivery.json.write(to: &body)
    var headers = signature.headers(of: body, at: now())
    headers["content-type"] = "application/json"
    let status = try await send(address, headers, body)
    switch status {
    case 200...299: return .delivered
    case 429, 503: return .busy(seconds: restSeconds)
    default: throw SkiError(.unavailable, "the webhook answers \(status); look at the receiver's log")
    }
  }
}

/// The signature of a webhook's request: the HMAC-SHA256, by a shared secret, of the time in seconds, a full stop and the
/// body.
///
/// The receiver computes it as well and refuses requests of another time, so that a copied request is of no use later.
package struct WebhookSignature: Sendable {
  private let key: SymmetricKey

  /// The name of the header with the time in whole seconds since 1970.
  package static let timeHeader = "skiroute-time"
  /// The name of the header with the signature.
  package static let header = "skiroute-signature"
  /// The greatest difference of the clocks, in seconds.
  package static let greatestAgeSeconds = 300.0
  private static let prefix = "v1="

  /// Creates the signer of a secret.
  /// - Throws: `SkiError` with code `.invalidArgument` for a secret of less than 16 bytes.
  package init(secret: [UInt8]) throws {
    try SkiError.require(
      secret.count >= 16, "the secret of the webhook has \(secret.count) bytes; give at least 16")
    key = SymmetricKey(data: secret)
  }

  /// Returns the headers with the time and the signature of a body.
  package func headers(of body: [UInt8], at time: UniversalTime) -> [String: String] {
    let seconds = String(Int64(time.secondsSince1970.rounded(.down)))
    let code = HMAC<SHA256>.authenticationCode(for: Self.signed(seconds, body), using: key)
    return [Self.timeHeader: seconds, Self.header: Self.prefix + Array(code).hexadecimal]
  }

  /// Returns whether headers sign a body at about a time; the comparison takes the same time for all signatures.
  package func isValid(_ headers: [String: String], for body: [UInt8], now: UniversalTime) -> Bool {
    guard let seconds = headers[Self.timeHeader], let time = Int64(seconds), String(time) == seconds,
      abs(now.secondsSince1970 - Double(time)) <= Self.greatestAgeSeconds,
      let signature = headers[Self.header], signature.hasPrefix(Self.prefix),
      let code = HexadecimalBytes.of(String(signature.dropFirst(Self.prefix.count)), count: 32)
    else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Self.signed(seconds, body), using: key)
  }

  private static func signed(_ seconds: String, _ body: [UInt8]) -> [UInt8] {
    Array("\(seconds).".utf8) + body
  }
}

extension WebhookSignature: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text that does not contain the secret.
  package var description: String { "webhook signature" }
  /// A text that does not contain the secret.
  package var debugDescription: String { description }
}
