internal import Crypto
import SkiAPI
import SkiBase

/// The signing of RSVP links with the secret of a store, by HMAC-SHA256.
struct RSVPSigner: Sendable {
  private let key: SymmetricKey

  /// The number of bytes of a secret.
  static let secretByteCount = 32

  /// Creates the signing with the secret of a store.
  init(secret: [UInt8]) { key = SymmetricKey(data: secret) }

  /// Returns the link of a person for an event.
  func link(event: EventID, person: UserID, expires: UniversalTime) -> RSVPLink {
    RSVPLink(
      event: event, person: person, expires: expires, signature: signature(event, person, expires))
  }

  /// Refuses a link that is not signed with the secret or has expired, both alike.
  ///
  /// The codes of both signatures are compared, so that the time does not depend on the bytes that are equal.
  /// - Throws: `SkiError` with code `.notPermitted`.
  func check(_ link: RSVPLink, now: UniversalTime) throws(SkiError) {
    let expected = HMAC<SHA256>.authenticationCode(
      for: Array(signature(link.event, link.person, link.expires).utf8), using: key)
    let isSigned = HMAC<SHA256>.isValidAuthenticationCode(
      expected, authenticating: Array(link.signature.utf8), using: key)
    guard isSigned, now < link.expires else { throw SkiError.refusedLink }
  }

  /// Returns the signature of a link's values, each with its length, so that different ones have different texts.
  private func signature(_ event: EventID, _ person: UserID, _ expires: UniversalTime) -> String {
    let values = [event.rawValue, person.rawValue, String(expires.milliseconds)]
    let text = "rsvp " + values.map { "\($0.utf8.count):\($0)" }.joined(separator: " ")
    return HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key).hexadecimal
  }
}
