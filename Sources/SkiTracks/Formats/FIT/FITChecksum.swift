/// The cyclic redundancy check of FIT files: 16 bits, polynomial 0x8005 reflected, initially 0 (CRC-16/ARC).
///
/// **Source:** FIT SDK, "CRC" (Garmin).
struct FITChecksum {
  /// The checksum of the bytes added up to now.
  private(set) var value: UInt16 = 0

  private static let nibbles: [UInt16] = [
    0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000,
    0x9C01, 0x8801, 0x4400,
  ]

  /// Adds a byte.
  @inline(__always)
  mutating func add(_ byte: UInt8) {
    value = value >> 4 ^ Self.nibbles[Int(value & 15)] ^ Self.nibbles[Int(byte & 15)]
    value = value >> 4 ^ Self.nibbles[Int(value & 15)] ^ Self.nibbles[Int(byte >> 4)]
  }
}
