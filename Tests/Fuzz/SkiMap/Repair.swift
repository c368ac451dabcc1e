import FuzzSupport
import SkiGraph

/// Changes an input anywhere or within one number of a section, and mostly makes its checksums right again.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateMap(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32
) -> Int {
  var bytes = Array(UnsafeBufferPointer(start: data, count: size))
  if seed & 1 == 0 || !mutateNumbers(&bytes, seed) { mutate(&bytes, atMost: limit) }
  if seed >> 1 & 15 != 0 { MapSums.repair(&bytes) }
  for (index, byte) in bytes.enumerated() { data[index] = byte }
  return bytes.count
}

/// Changes a few bytes of one section, all else staying in place; false where there is no section.
private func mutateNumbers(_ bytes: inout [UInt8], _ seed: UInt32) -> Bool {
  let sections = MapSums.parts(bytes).flatMap { MapSums.sections(bytes, in: $0.range) }
  guard !sections.isEmpty else { return false }
  let section = sections[Int(seed >> 5) % sections.count]
  let width = min(section.count, 4 << Int(seed >> 3 & 3))
  let start = section.lowerBound + Int(seed >> 9) % (section.count - width + 1) & ~3
  var piece = Array(bytes[start..<start + width])
  mutate(&piece, atMost: width)
  bytes.replaceSubrange(start..<start + piece.count, with: piece)
  return true
}

/// The checksums of a map, the one place that knows where they lie. See Data/Formats/skimap.md.
enum MapSums {
  private static let headBytes = 64
  private static let entryBytes = 64

  /// The parts a directory tells of that lie within the file, each with the place of its entry.
  static func parts(_ bytes: [UInt8]) -> [(entry: Int, range: Range<Int>)] {
    guard bytes.count >= headBytes else { return [] }
    let table = bytes.count - min(Int(number(bytes, 12, 4)), 1000) * entryBytes
    guard table >= headBytes else { return [] }
    return stride(from: table, to: bytes.count, by: entryBytes).compactMap { entry in
      let (offset, length) = (number(bytes, entry + 8, 8), number(bytes, entry + 16, 8))
      guard offset <= UInt64(table), length <= UInt64(table) - offset else { return nil }
      return (entry, Int(offset)..<Int(offset + length))
    }
  }

  /// The bytes of the sections of a part that lie within it and are not empty.
  static func sections(_ bytes: [UInt8], in part: Range<Int>) -> [Range<Int>] {
    guard part.count >= 32 else { return [] }
    let count = min(Int(number(bytes, part.lowerBound, 4)), (part.count - 32) / 32)
    return (0..<count).compactMap { index in
      let at = part.lowerBound + 32 + 32 * index
      let (offset, elements) = (number(bytes, at + 8, 8), number(bytes, at + 16, 8))
      let length = elements.multipliedReportingOverflow(by: number(bytes, at + 4, 4))
      guard !length.overflow, length.partialValue >= 4, offset <= UInt64(part.count),
        length.partialValue <= UInt64(part.count) - offset
      else { return nil }
      let start = part.lowerBound + Int(offset)
      return start..<start + Int(length.partialValue)
    }
  }

  /// Puts right the length, and the checksums of all parts, of the directory and of the head.
  static func repair(_ bytes: inout [UInt8]) {
    guard bytes.count >= headBytes else { return }
    for part in parts(bytes) where part.range.count % 32 == 0 {
      put(sum(bytes, part.range), at: part.entry + 24, &bytes)
    }
    let table = bytes.count - min(Int(number(bytes, 12, 4)), 1000) * entryBytes
    if table >= headBytes { put(sum(bytes, table..<bytes.count), at: 24, &bytes) }
    put(UInt64(bytes.count), at: 16, &bytes)
    put(sum(bytes, 0..<32), at: 32, &bytes)
  }

  private static func sum(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    bytes[range].withUnsafeBytes { Checksum.of($0) }
  }

  private static func number(_ bytes: [UInt8], _ at: Int, _ width: Int) -> UInt64 {
    bytes[at..<at + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func put(_ value: UInt64, at start: Int, _ bytes: inout [UInt8]) {
    for index in 0..<8 { bytes[start + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
  }
}
