/// An encoder of the sections of one part in one block of bytes, in the order they are added.
///
/// The table is written last, so that each section is written once, in place.
struct SectionWriter {
  private var entries: [(id: SectionID, elementSize: Int, offset: Int, count: Int)] = []
  private var out: [UInt8]

  /// Reserves space for a table of sections.
  init(sectionCount: Int) {
    out = Array(
      repeating: 0, count: Self.aligned(SectionTable.headerSize + sectionCount * SectionTable.entrySize))
  }

  /// Adds a section of fixed-width elements; each section may be added once.
  mutating func add<T: BitwiseCopyable>(_ id: SectionID, _ values: [T]) {
    entries.append((id, MemoryLayout<T>.stride, out.count, values.count))
    values.withUnsafeBytes { out.append(contentsOf: $0) }
    out.append(contentsOf: repeatElement(0, count: Self.aligned(out.count) - out.count))
  }

  /// Adds the texts of a part.
  mutating func add(_ strings: StringTable) {
    add(.stringOffsets, strings.offsets)
    add(.stringBytes, strings.bytes)
  }

  /// Returns the bytes of the part.
  /// - Complexity: O(*n*) in bytes of the table.
  consuming func bytes() -> [UInt8] {
    var head: [UInt8] = []
    Self.append(UInt32(entries.count), to: &head)
    head += Array(repeating: 0, count: SectionTable.headerSize - head.count)
    for entry in entries {
      Self.append(entry.id.rawValue, to: &head)
      Self.append(UInt32(entry.elementSize), to: &head)
      Self.append(UInt64(entry.offset), to: &head)
      Self.append(UInt64(entry.count), to: &head)
      Self.append(UInt64(0), to: &head)  // reserved
    }
    out.replaceSubrange(0..<head.count, with: head)
    return out
  }

  private static func aligned(_ count: Int) -> Int {
    (count + SectionTable.alignment - 1) / SectionTable.alignment * SectionTable.alignment
  }

  private static func append<T: FixedWidthInteger>(_ value: T, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
