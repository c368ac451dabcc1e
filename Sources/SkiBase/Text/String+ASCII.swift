extension String {
  /// The maximum number of runs beyond ASCII that are decoded apart.
  private static let apartCount = 4

  /// Creates a text from UTF-8 that is mostly ASCII, as `String(decoding:as:)`: long documents with few other characters
  /// are read faster in parts, since one character beyond ASCII makes the standard library examine every byte.
  /// - Complexity: O(*n*).
  init(mostlyASCII bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { bytes in
      var text = ""
      text.reserveCapacity(bytes.count)
      var start = 0
      for _ in 0..<Self.apartCount {
        let end = Self.end(ofASCII: bytes, from: start)
        text += String(decoding: bytes[start..<end], as: UTF8.self)
        if end == bytes.count { return text }
        start = bytes[end...].firstIndex { $0 < 0x80 } ?? bytes.count
        text += String(decoding: bytes[end..<start], as: UTF8.self)
      }
      return text + String(decoding: bytes[start...], as: UTF8.self)
    }
  }

  /// Returns the position of the first byte beyond ASCII, or the number of bytes.
  private static func end(ofASCII bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    // Eight bytes are read while there are as many.
    while position + 8 <= bytes.count,
      bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      position += 8
    }
    while position < bytes.count, bytes[position] < 0x80 { position += 1 }
    return position
  }

  /// Returns the width of the text in terminal cells: two for wide East Asian characters, none for combining marks.
  ///
  /// **Source:** blocks of Unicode Standard Annex 11 (wide and full width).
  package func terminalWidth() -> Int {
    unicodeScalars.reduce(0) { width, scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: width
      default: width + (scalar.isWide ? 2 : 1)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
