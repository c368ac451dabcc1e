internal import Crypto
public import SkiGeo
public import SkiSharing

/// A signed link by which one person answers to one event until it expires, without a login.
///
/// It has no description, so that it does not reach a log by accident.
public struct RSVPLink: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The event.
  public let event: EventID
  /// The person who answers by it.
  public let person: UserID
  /// The end, from which it is refused.
  public let expires: UniversalTime
  /// The signature, as 64 lower-case hexadecimal digits.
  let signature: String

  /// Creates a link from its parts.
  init(event: EventID, person: UserID, expires: UniversalTime, signature: String) {
    (self.event, self.person, self.expires, self.signature) = (event, person, expires, signature)
  }

  /// The link's secret part: milliseconds of the end, signature, event and person, with points between.
  public var text: String { "\(expires.milliseconds).\(signature).\(event.rawValue).\(person.rawValue)" }

  /// Creates a link from its secret part; its signature is not checked.
  /// - Throws: `SkiError` with code `.notPermitted` for a text of another form.
  public init(_ text: String) throws {
    let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard text.utf8.count <= 400, parts.count == 4, let milliseconds = Int64(parts[0]),
      String(milliseconds) == parts[0], let event = try? EventID(parts[2]),
      let person = try? UserID(parts[3])
    else { throw SkiError.refusedLink }
    self.init(
      event: event, person: person, expires: UniversalTime(milliseconds: milliseconds), signature: parts[1])
  }

  /// A text that does not contain the link.
  public var description: String { "RSVP link" }
  /// A text that does not contain the link.
  public var debugDescription: String { description }
}

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

extension SkiError {
  /// The error for a link by which no one may answer, for any reason.
  fileprivate static var refusedLink: SkiError {
    SkiError(.notPermitted, "the link is not valid or has expired; answer in the app")
  }
}
