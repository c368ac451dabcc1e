/// Lays sections out in one block of bytes, in the order they are added.
///
/// The head is left open until the end, so that each section is written once, straight to its place.
struct SectionWriter {
  private var entries: [(id: SectionID, elementSize: Int, offset: Int, count: Int)] = []
  private var out: [UInt8]

  init() {
    let head = SectionTable.headerSize + SectionID.allCases.count * SectionTable.entrySize
    out = Array(repeating: 0, count: Self.aligned(head))
  }

  /// Adds a section of fixed-width elements; each section may be added once.
  mutating func add<T: BitwiseCopyable>(_ id: SectionID, _ values: [T]) {
    entries.append((id, MemoryLayout<T>.stride, out.count, values.count))
    values.withUnsafeBytes { out.append(contentsOf: $0) }
    out.append(contentsOf: repeatElement(0, count: Self.aligned(out.count) - out.count))
  }

  /// Returns the file's bytes. Complexity: O(*n*) in bytes.
  consuming func bytes() -> [UInt8] {
    var head = SectionTable.magic
    Self.append(SectionTable.version, to: &head)
    Self.append(UInt32(entries.count), to: &head)
    Self.append(UInt64(out.count), to: &head)
    Self.append(UInt64(0), to: &head)
    for entry in entries {
      Self.append(entry.id.rawValue, to: &head)
      Self.append(UInt32(entry.elementSize), to: &head)
      Self.append(UInt64(entry.offset), to: &head)
      Self.append(UInt64(entry.count), to: &head)
      Self.append(UInt64(0), to: &head)  // reserved
    }
    out.replaceSubrange(0..<head.count, with: head)
    Self.seal(&out)
    return out
  }

  /// Writes the checksum of a whole file into its place.
  static func seal(_ bytes: inout [UInt8]) {
    let sum = bytes.withUnsafeBytes { Checksum.ofFile($0) }
    withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(24..<32, with: $0) }
  }

  private static func aligned(_ count: Int) -> Int {
    (count + SectionTable.alignment - 1) / SectionTable.alignment * SectionTable.alignment
  }

  private static func append<T: FixedWidthInteger>(_ value: T, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
