import SkiBase

/// The secret of a link that shows one person's position: 128 random bits.
///
/// Given to the person who made the link, once; only its `hash` is stored. It has no description, so that it does not
/// reach a log by accident.
public struct LinkSecret: Hashable, Sendable {
  /// The secret as 32 lower-case hexadecimal digits, for the link.
  public let text: String

  /// Creates a new secret.
  public init() { text = RandomBits().hexadecimal }

  /// Creates the secret that a link contains.
  /// - Throws: ``SkiError`` with code `.invalidArgument` unless the text has 32 lower-case hexadecimal digits.
  public init(_ text: String) throws {
    try SkiError.require(
      text.utf8.count == 32 && text.utf8.allSatisfy(\.isHexadecimalDigit),
      "the secret of the link has \(text.utf8.count) characters or others than 0–9 and a–f; give all 32 of the link"
    )
    self.text = text
  }
}

extension LinkSecret: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text that does not contain the secret.
  public var description: String { "link secret" }
  /// A text that does not contain the secret.
  public var debugDescription: String { description }
}

/// The SHA-256 of a ``LinkSecret``, from which the secret cannot be computed.
public struct LinkHash: Hashable, Sendable, Codable {
  /// The hash as 64 lower-case hexadecimal digits.
  public let text: String

  package init(digits: String) { text = digits }

  /// Creates a hash from its digits.
  /// - Throws: ``SkiError`` with code `.invalidArgument` unless the text has 64 lower-case hexadecimal digits.
  public init(_ text: String) throws {
    try SkiError.require(
      text.utf8.count == 64 && text.utf8.allSatisfy(\.isHexadecimalDigit),
      "hash of a link has \(text.utf8.count) characters or others than 0–9 and a–f; give 64")
    self.text = text
  }

  /// Creates a hash from one string.
  /// - Throws: `DecodingError` for another type, ``SkiError`` as ``init(_:)``.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the hash as one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool { (48...57).contains(self) || (97...102).contains(self) }
}

/// 128 bits from the system's source of randomness, which cannot be guessed.
package struct RandomBits: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  package init() {
    var source = SystemRandomNumberGenerator()
    (high, low) = (source.next(), source.next())
  }

  /// The bits as 32 lower-case hexadecimal digits.
  package var hexadecimal: String { [high, low].map(Self.digits).joined() }

  private static func digits(_ value: UInt64) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
