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
