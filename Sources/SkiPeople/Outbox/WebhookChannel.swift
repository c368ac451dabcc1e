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
