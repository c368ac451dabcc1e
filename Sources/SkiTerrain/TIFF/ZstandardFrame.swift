/// The header of a Zstandard frame, which states the memory needed for decoding.
///
/// **Source:** RFC 8878, section 3.1.1.1.
enum ZstandardFrame {
  /// The maximum window of a frame in bytes, that of level 20 of 22.
  static let limitBytes = 32 << 20

  /// Returns the window size of a frame in bytes; nil when the bytes are no frame header that states it.
  ///
  /// Single-segment frames have a window of the size of their content.
  static func windowBytes(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 14, bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) else { return nil }
    let descriptor = bytes[4]
    guard descriptor & 0x20 != 0 else {
      let base = 1 << (10 + Int(bytes[5] >> 3))
      return base + base / 8 * Int(bytes[5] & 7)
    }
    let dictionaryBytes = [0, 1, 2, 4][Int(descriptor & 3)]
    let sizeBytes = [1, 2, 4, 8][Int(descriptor >> 6)]
    guard 5 + dictionaryBytes + sizeBytes <= bytes.count else { return nil }
    var size: UInt64 = 0
    for index in (0..<sizeBytes).reversed() { size = size << 8 | UInt64(bytes[5 + dictionaryBytes + index]) }
    return Int(min(size &+ (sizeBytes == 2 ? 256 : 0), 1 << 40))
  }
}
