import SkiTestSupport
import Testing

@testable import SkiGraph

struct ChecksumTests {
  @Test(arguments: [32, 64, 96, 256])
  func `every flipped bit changes the checksum`(length: Int) {
    for seed in UInt64(0)..<8 {
      var random = SeededGenerator(seed: seed)
      var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let sum = bytes.withUnsafeBytes { Checksum.of($0) }
      for bit in 0..<length * 8 {
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        let other = bytes.withUnsafeBytes { Checksum.of($0) }
        #expect(other != sum, "seed \(seed), bit \(bit)")
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      }
    }
  }

  @Test func `exchanged words and appended zeros change the checksum`() {
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<256).map { _ in UInt8.random(in: 0...255, using: &random) }
    let sum = bytes.withUnsafeBytes { Checksum.of($0) }
    for (a, b) in [(0, 8), (0, 32), (32, 64), (40, 200)] {
      var other = bytes
      for index in 0..<8 { other.swapAt(a + index, b + index) }
      #expect(other.withUnsafeBytes { Checksum.of($0) } != sum, "words at \(a) and \(b)")
    }
    let longer = bytes + Array(repeating: 0, count: 32)
    #expect(longer.withUnsafeBytes { Checksum.of($0) } != sum)
  }

  @Test func `the checksum equals the algorithm of the format's page`() {
    // A second implementation of the steps in Data/Formats/skimap.md: another checksum is a new format version.
    let bytes = (0..<64).map { UInt8($0) }
    #expect(bytes.withUnsafeBytes { Checksum.of($0) } == Self.asWritten(bytes))
  }

  /// The checksum by the steps of the format's page, one word after the other.
  private static func asWritten(_ bytes: [UInt8]) -> UInt64 {
    let prime: UInt64 = 0x9FB2_1C65_1E98_DF25
    var lanes: [UInt64] = [
      0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5,
    ]
    for index in 0..<bytes.count / 8 {
      var word: UInt64 = 0
      for byte in 0..<8 { word |= UInt64(bytes[index * 8 + byte]) << UInt64(8 * byte) }
      let mixed = (lanes[index % 4] ^ word) &* prime
      lanes[index % 4] = (mixed << 29) | (mixed >> 35)
    }
    var sum = UInt64(bytes.count)
    for lane in lanes {
      sum = (sum ^ lane) &* prime
      sum ^= sum >> 32
    }
    return sum
  }
}
