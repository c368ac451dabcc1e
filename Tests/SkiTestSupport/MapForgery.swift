import SkiBase
import SkiGraph

/// Parses a `.skimap` by Data/Formats/skimap.md alone, and corrects the checksums of an altered one.
///
/// No bytes are trusted: any may be passed, and those that are not a map stay unchanged.
package enum MapForgery {
  /// A part of a map: its range, and the offset of its directory entry.
  package struct Part: Sendable {
    package var kind: UInt32
    package var range: Range<Int>
    package var entry: Int
  }

  private static let headerSize = 64
  private static let entrySize = 64

  /// Returns the parts of a map that lie inside it.
  package static func parts(of bytes: [UInt8]) -> [Part] {
    entries(of: bytes).compactMap { entry in
      let (offset, length) = (number(bytes, entry + 8, 8), number(bytes, entry + 16, 8))
      guard let start = Int(exactly: offset), let count = Int(exactly: length), start <= bytes.count,
        count <= bytes.count - start
      else { return nil }
      return Part(kind: UInt32(number(bytes, entry, 4)), range: start..<start + count, entry: entry)
    }
  }

  /// Writes the right checksum over each part, the directory and the head.
  package static func seal(_ bytes: inout [UInt8]) {
    for part in parts(of: bytes) where part.range.count % 32 == 0 {
      put(checksum(bytes, part.range), part.entry + 24, &bytes)
    }
    let entries = entries(of: bytes)
    guard bytes.count >= headerSize, let first = entries.first ?? (entries.isEmpty ? bytes.count : nil),
      (bytes.count - first) % 32 == 0
    else { return }
    put(checksum(bytes, first..<bytes.count), 24, &bytes)
    put(checksum(bytes, 0..<32), 32, &bytes)
  }

  /// Returns the range of a section of a part.
  package static func section(_ id: UInt32, of part: Part, in bytes: [UInt8]) -> Range<Int>? {
    sections(of: part, in: bytes).first { $0.id == id }?.range
  }

  /// Returns the sections of a part that lie inside it, in the order of its table.
  package static func sections(of part: Part, in bytes: [UInt8]) -> [(id: UInt32, range: Range<Int>)] {
    let start = part.range.lowerBound
    guard part.range.count >= 32 else { return [] }
    let count = min(1000, Int(number(bytes, start, 4)), (part.range.count - 32) / 32)
    return (0..<count).compactMap { index in
      let at = start + 32 + index * 32
      let size = number(bytes, at + 4, 4).multipliedReportingOverflow(by: number(bytes, at + 16, 8))
      guard !size.overflow, let offset = Int(exactly: number(bytes, at + 8, 8)),
        let length = Int(exactly: size.partialValue), offset <= part.range.count,
        length <= part.range.count - offset
      else { return nil }
      return (UInt32(number(bytes, at, 4)), start + offset..<start + offset + length)
    }
  }

  /// Puts a likely bad number into one random place of one random section; checksums are left to ``seal(_:)``.
  package static func forge(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard let part = parts(of: bytes).randomElement(using: &random),
      let section = sections(of: part, in: bytes).filter({ !$0.range.isEmpty }).randomElement(using: &random)
    else { return }
    // Sections of bytes, and sometimes others, are changed by single bytes: flags, codes, halves of records.
    let width = section.range.count < 4 || Int.random(in: 0..<3, using: &random) == 0 ? 1 : 4
    let at =
      section.range.lowerBound + Int.random(in: 0..<section.range.count / width, using: &random) * width
    let old = number(bytes, at, width)
    let value =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: likelyBad.randomElement(using: &random) ?? 0
      case 1: old &+ 1
      case 2: old &- 1
      case 3:
        number(bytes, section.range.lowerBound + (at - section.range.lowerBound) / 2 / width * width, width)
      default: old ^ (1 << UInt64.random(in: 0..<UInt64(width) * 8, using: &random))
      }
    for index in 0..<width { bytes[at + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
  }

  private static let likelyBad: [UInt64] = [
    0, 1, 2, 3, 4, 5, 8, 16, 63, 64, 80, 128, 255, 256, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF,
  ]

  private static func entries(of bytes: [UInt8]) -> [Int] {
    guard bytes.count >= headerSize else { return [] }
    let count = Int(number(bytes, 12, 4))
    guard count * entrySize <= bytes.count - headerSize else { return [] }
    return (0..<count).map { bytes.count - (count - $0) * entrySize }
  }

  private static func checksum(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    bytes.withUnsafeBytes { Checksum.of(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  private static func number(_ bytes: [UInt8], _ at: Int, _ width: Int) -> UInt64 {
    (0..<width).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
  }

  private static func put(_ value: UInt64, _ at: Int, _ bytes: inout [UInt8]) {
    for index in 0..<8 { bytes[at + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
  }
}
