/// Percent-encoding of text for addresses and header fields.
///
/// **Source:** RFC 3986, sections 2.1 and 2.3.
package enum PercentEncoding {
  /// Returns text as UTF-8 with all but unreserved characters encoded, for a segment of a path or a value of a query.
  /// - Complexity: O(*n*).
  package static func encoded(_ text: String) -> String { encoded(text.utf8, keeping: isUnreserved) }

  /// Returns bytes as text, encoded but for those of ASCII that a closure keeps.
  /// - Complexity: O(*n*).
  package static func encoded(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
    var encoded: [UInt8] = []
    for byte in bytes {
      if isKept(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Returns whether a byte is a letter, a digit, a hyphen, a dot, a low line or a tilde.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
