public import SkiBase

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
  package let digest: String

  /// The time for which a permission is valid, in seconds.
  public static let validSeconds = 60.0
  /// Creates the permission that a client received, whose signature it can't check.
  public init(received text: String, day: DayID, byteCount: Int, sha256: String, expires: UniversalTime) {
    (self.day, self.text, self.greatestByteCount) = (day, text, byteCount)
    (self.digest, self.expires) = (sha256, expires)
  }

  /// The error for a permission that is not valid, whatever the reason.
  package static let refused = SkiError(
    .notPermitted, "the upload permission is forged, expired or used; ask for another one")
}

extension UploadPermission: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text without the permission.
  public var description: String { "upload permission" }
  /// A text without the permission.
  public var debugDescription: String { description }
}
