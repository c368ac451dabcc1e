/// A writer of gzip files and zip archives for tests.
enum PackedBytes {
  /// A kind of block of a deflated stream.
  enum Block: CaseIterable {
    case stored, fixed, dynamic
  }

  /// Returns bytes as a gzip file of one member.
  static func gzip(_ bytes: [UInt8], _ block: Block, name: String? = nil) -> [UInt8] {
    var packed: [UInt8] = [0x1F, 0x8B, 8, name == nil ? 0 : 8, 0, 0, 0, 0, 0, 3]
    if let name { packed += Array(name.utf8) + [0] }
    return packed + deflated(bytes, block) + four(checksum(bytes))
      + four(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Returns a gzip file of the letter x, without its checksum.
  static func gzip(letters count: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.append(1, 1)
    bits.append(1, 2)
    bits.appendFixed(UInt8(ascii: "x"))
    for _ in 0..<count / 258 { bits.appendMatch258() }
    bits.appendCode(0, 7)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bits.bytes
  }

  /// Returns an archive of members, each deflated or stored.
  static func zip(_ members: [(name: String, bytes: [UInt8], isDeflated: Bool)]) -> [UInt8] {
    var (archive, directory): ([UInt8], [UInt8]) = ([], [])
    for member in members {
      let data = member.isDeflated ? deflated(member.bytes, .fixed) : member.bytes
      let name = Array(member.name.utf8)
      let common =
        two(20) + two(0) + two(member.isDeflated ? 8 : 0) + four(0) + four(checksum(member.bytes))
        + four(UInt32(data.count)) + four(UInt32(member.bytes.count)) + two(name.count) + two(0)
      directory += [0x50, 0x4B, 1, 2] + two(20) + common + two(0) + two(0) + two(0) + four(0)
      directory += four(UInt32(archive.count)) + name
      archive += [0x50, 0x4B, 3, 4] + common + name + data
    }
    let end = two(0) + two(0) + two(members.count) + two(members.count) + four(UInt32(directory.count))
    return archive + directory + [0x50, 0x4B, 5, 6] + end + four(UInt32(archive.count)) + two(0)
  }

  private static func two(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }

  private static func four(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }

  /// Returns the checksum of gzip and zip, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { state, byte in
      (0..<8).reduce(state ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  /// Returns bytes as one block; runs of equal bytes become matches in the fixed code.
  private static func deflated(_ bytes: [UInt8], _ block: Block) -> [UInt8] {
    var bits = BitWriter()
    switch block {
    case .stored:
      return [1] + two(bytes.count) + two(bytes.count ^ 0xFFFF) + bytes
    case .fixed:
      bits.append(1, 1)
      bits.append(1, 2)
      var index = 0
      while index < bytes.count {
        let isRun =
          index > 0 && index + 258 <= bytes.count
          && bytes[index..<index + 258].allSatisfy { $0 == bytes[index - 1] }
        if isRun { bits.appendMatch258() } else { bits.appendFixed(bytes[index]) }
        index += isRun ? 258 : 1
      }
      bits.appendCode(0, 7)
    case .dynamic:
      appendDynamic(bytes, to: &bits)
    }
    return bits.bytes
  }

  /// Appends a dynamic block: all 256 bytes, the end and 255 unused symbols have codes of 8 or 9 bits.
  private static func appendDynamic(_ bytes: [UInt8], to bits: inout BitWriter) {
    bits.append(1, 1)
    bits.append(2, 2)
    // 257 literals and lengths, 1 distance; lengths 8 and 9 and the repetition have codes of 2 bits, 0 too.
    bits.append(0, 5)
    bits.append(0, 5)
    bits.append(14, 4)
    // In the order 16, 17, 18, 0, 8, 7, 9, …: the symbols 16, 0, 8 and 9.
    for length in [2, 0, 0, 2, 2, 0, 2] + [Int](repeating: 0, count: 11) { bits.append(UInt32(length), 3) }
    // 255 symbols of 8 bits and two of 9: canonical codes 0 of symbol 0, 1 of 8, 2 of 9, 3 of 16.
    for symbol in 0..<257 { bits.appendCode(symbol < 255 ? 1 : 2, 2) }
    bits.appendCode(0, 2)
    for byte in bytes { if byte < 255 { bits.appendCode(UInt32(byte), 8) } else { bits.appendCode(510, 9) } }
    bits.appendCode(511, 9)
  }
}

/// A writer of bits, lowest first.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  mutating func append(_ value: UInt32, _ width: Int) {
    for bit in 0..<width {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8(value >> UInt32(bit) & 1) << UInt8(used)
      used += 1
    }
  }

  /// Appends a code word, highest bit first.
  mutating func appendCode(_ code: UInt32, _ width: Int) {
    for bit in (0..<width).reversed() { append(code >> UInt32(bit) & 1, 1) }
  }

  /// Appends a byte in the fixed code.
  mutating func appendFixed(_ byte: UInt8) {
    if byte < 144 { appendCode(0x30 + UInt32(byte), 8) } else { appendCode(0x190 + UInt32(byte) - 144, 9) }
  }

  /// Appends a match of 258 bytes at distance 1 in the fixed code: symbol 285, distance 0.
  mutating func appendMatch258() {
    appendCode(0xC5, 8)
    appendCode(0, 5)
  }
}
