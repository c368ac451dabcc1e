internal import Crypto
public import SkiGeo
import SkiSharing

/// The permission to upload one recording, once, within a minute.
///
/// Whoever has its text may use it, so that an upload needs no login. It has no description, so that it does not reach a log
/// by accident.
public struct UploadPermission: Sendable, Hashable {
  /// The day that the recording becomes.
  public let day: DayID
  /// The text for the address: identifier, size, SHA-256, end, and their signature by the secret of the store.
  public let text: String
  /// The greatest size in bytes.
  public let greatestByteCount: Int
  /// The end.
  public let expires: UniversalTime
  /// The SHA-256 of the content, as 64 lower-case hexadecimal digits.
  let digest: String

  /// The time for which a permission is valid, in seconds.
  public static let validSeconds = 60.0
  private static let version = "v1"
  private static let greatestTextByteCount = 400

  /// Creates a signed permission.
  init(day: DayID, greatestByteCount: Int, digest: String, expires: UniversalTime, _ keys: DaySecret.Keys) {
    (self.day, self.greatestByteCount, self.digest) = (day, greatestByteCount, digest)
    self.expires = expires
    let fields = [
      Self.version, day.rawValue, String(greatestByteCount), digest, String(expires.milliseconds),
    ]
    let signed = fields.joined(separator: ".")
    let code = HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: keys.uploads)
    text = signed + "." + Array(code).hexadecimal
  }

  /// Creates the permission that a client received, whose signature it can't check.
  public init(received text: String, day: DayID, byteCount: Int, sha256: String, expires: UniversalTime) {
    (self.day, self.text, self.greatestByteCount) = (day, text, byteCount)
    (self.digest, self.expires) = (sha256, expires)
  }

  /// Creates the permission of a text that is signed and has not expired.
  /// - Throws: `SkiError` with code `.notPermitted` for any other text; the comparison takes the same time for all signatures.
  /// - Complexity: O(*n*) in the length, without the store.
  init(_ text: String, _ keys: DaySecret.Keys, now: UniversalTime) throws {
    let fields = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.greatestTextByteCount, fields.count == 6, fields[0] == Self.version,
      let code = HexadecimalBytes.of(fields[5], count: 32),
      HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: Array(fields[0..<5].joined(separator: ".").utf8), using: keys.uploads),
      let day = try? DayID(String(fields[1])), let count = Int(fields[2]), let end = Int64(fields[4])
    else { throw Self.refused }
    let expires = UniversalTime(milliseconds: end)
    guard now < expires else { throw Self.refused }
    (self.day, self.text, self.greatestByteCount) = (day, text, count)
    (self.digest, self.expires) = (String(fields[3]), expires)
  }

  /// The error for a permission that is not valid, whatever the reason.
  package static let refused = SkiError(
    .notPermitted, "the upload permission is forged, expired or used; ask for another one")

  /// Refuses a content other than the declared one.
  /// - Throws: `SkiError` with code `.limitExceeded` for a larger one, `.invalidArgument` for one of another SHA-256.
  func check(_ bytes: [UInt8]) throws {
    guard bytes.count <= greatestByteCount else {
      throw SkiError(
        .limitExceeded,
        "the recording has \(bytes.count) bytes; send at most the \(greatestByteCount) declared")
    }
    try SkiError.require(
      SHA256.hash(data: bytes).hexadecimal == digest,
      "the recording of \(bytes.count) bytes has another SHA-256 than declared; send the same bytes")
  }
}

extension UploadPermission: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text without the permission.
  public var description: String { "upload permission" }
  /// A text without the permission.
  public var debugDescription: String { description }
}
