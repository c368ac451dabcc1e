internal import Crypto
import SkiAPI
package import SkiBase

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
