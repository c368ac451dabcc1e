/// A reader of unsigned LEB128 numbers: seven bits a byte, the lowest first.
package struct VarintReader {
  private let bytes: [UInt8]
  private let subject: String
  private var at = 0

  package init(bytes: [UInt8], subject: String) {
    self.bytes = bytes
    self.subject = subject
  }

  package var isAtEnd: Bool { at == bytes.count }

  /// Reads the next number.
  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes end within a number or it exceeds 64 bits.
  package mutating func next() throws(SkiError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      guard shift < 63 || byte <= 1 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw SkiError(
      .malformedData, "directory is broken: no number ends at byte \(at); fetch the archive again",
      subject: subject)
  }

  /// Reads the next number of at most 32 bits.
  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes end within a number or it exceeds 32 bits.
  package mutating func small() throws(SkiError) -> UInt32 {
    guard let value = UInt32(exactly: try next()) else {
      throw SkiError(
        .malformedData,
        "directory is broken: a number before byte \(at) is too large; fetch the archive again",
        subject: subject)
    }
    return value
  }
}

extension [UInt8] {
  /// Appends a number as unsigned LEB128: seven bits a byte, the lowest first.
  package mutating func appendVarint(_ number: UInt64) {
    var left = number
    while left > 0x7F {
      append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    append(UInt8(truncatingIfNeeded: left))
  }
}
