/// Base64 with the alphabet for URLs, without padding.
///
/// **Source:** RFC 4648, section 5; RFC 7515, section 2.
package enum Base64URL {
  /// Returns the bytes of a text; nil when it has other characters, padding, or bits beyond the last byte.
  /// - Complexity: O(*n*).
  package static func decoded(_ text: some StringProtocol) -> [UInt8]? { decoded(utf8: text.utf8) }

  /// Returns the bytes of a text in UTF-8; nil when it has other characters, padding, or bits beyond the last byte.
  /// - Complexity: O(*n*).
  package static func decoded(utf8 text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount * 3 / 4)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for byte in text {
      guard let digit = digit(byte) else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    guard count < 6, bits & ((1 << count) - 1) == 0 else { return nil }
    return bytes
  }

  /// Returns the text of bytes.
  /// - Complexity: O(*n*).
  package static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> count & 63)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
