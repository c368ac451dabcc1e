/// The 64-bit checksum of a `.skimap`: it sees every altered byte, but is no defence against forgery.
///
/// Four lanes take every fourth 8-byte word; each step is a bijection of the lane for a fixed word and of the word for a
/// fixed lane, so that a change of any one word always changes the sum.
/// - Complexity: O(*n*) in bytes.
enum Checksum {
  private static let seed = SIMD4<UInt64>(
    0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5)
  private static let prime: UInt64 = 0x9FB2_1C65_1E98_DF25

  /// Returns the sum of a whole file, its own checksum field (bytes 24..<32) taken as zero.
  /// - Precondition: the file is at least 32 bytes long and its length is a multiple of 32.
  static func ofFile(_ buffer: UnsafeRawBufferPointer) -> UInt64 {
    precondition(
      buffer.count >= 32 && buffer.count % 32 == 0, "length must be a multiple of 32, got \(buffer.count)")
    guard let base = buffer.baseAddress else { return 0 }
    var lanes = seed
    var first = base.loadUnaligned(fromByteOffset: 0, as: SIMD4<UInt64>.self)
    first[3] = 0
    lanes = step(lanes, first)
    var offset = 32
    while offset < buffer.count {
      lanes = step(lanes, base.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self))
      offset &+= 32
    }
    var sum = UInt64(buffer.count)
    for lane in 0..<4 {
      sum = (sum ^ lanes[lane]) &* prime
      sum ^= sum >> 32
    }
    return sum
  }

  @inline(__always)
  private static func step(_ lanes: SIMD4<UInt64>, _ words: SIMD4<UInt64>) -> SIMD4<UInt64> {
    let mixed = (lanes ^ words) &* SIMD4(repeating: prime)
    return (mixed &<< 29) | (mixed &>> 35)
  }
}
