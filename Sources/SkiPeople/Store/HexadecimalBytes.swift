/// The bytes of lower-case hexadecimal digits.
package enum HexadecimalBytes {
  /// Returns the bytes of a text of digits; nil for another text, and for another number of bytes when one is given.
  package static func of(_ text: some StringProtocol, count: Int? = nil) -> [UInt8]? {
    let digits = text.utf8.map { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard digits.count % 2 == 0, count == nil || digits.count == 2 * (count ?? 0), !digits.contains(nil)
    else {
      return nil
    }
    return stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
  }
}
