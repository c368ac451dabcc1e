/// Converts UTF-16 to UTF-8 incrementally; invalid sequences become U+FFFD.
struct UTF16Decoder {
  private let isBigEndian: Bool
  /// The first byte of a code unit at the end of a chunk.
  private var half: UInt8?
  private var high: UInt16?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Returns a chunk as UTF-8. Complexity: O(bytes).
  mutating func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let (upper, lower) = isBigEndian ? (first, byte) : (byte, first)
      take(UInt16(upper) << 8 | UInt16(lower), into: &out)
    }
    return out
  }

  /// Returns U+FFFD for an incomplete character at the end.
  mutating func end() -> [UInt8] {
    defer { (half, high) = (nil, nil) }
    return half == nil && high == nil ? [] : Array("\u{FFFD}".utf8)
  }

  private mutating func take(_ unit: UInt16, into out: inout [UInt8]) {
    if let first = high {
      high = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        return Self.append(Unicode.Scalar(value), to: &out)
      }
      Self.append(nil, to: &out)
    }
    if UTF16.isLeadSurrogate(unit) {
      high = unit
    } else {
      Self.append(Unicode.Scalar(unit), to: &out)
    }
  }

  private static func append(_ scalar: Unicode.Scalar?, to out: inout [UInt8]) {
    out.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }
}
