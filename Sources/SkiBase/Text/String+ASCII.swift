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
}
