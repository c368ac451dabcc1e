import SkiBase

/// The table of the sections of one part of a `.skimap`; see Data/Formats/skimap.md.
struct SectionTable {
  static let headerSize = 32
  static let entrySize = 32
  static let alignment = 64

  /// The part's name in errors: `region 3`.
  let partName: String
  private let buffer: UnsafeRawBufferPointer
  private var entries: [UInt32: Entry] = [:]

  /// The location of a section in the part.
  private struct Entry {
    var offset: Int
    var count: Int
    var elementSize: Int
  }

  /// Reads and checks the table of a part.
  /// - Throws: ``SkiError`` with code `.malformedData` when the table or an entry is out of bounds, or a section occurs
  ///   twice.
  init(_ buffer: UnsafeRawBufferPointer, of partName: String) throws(SkiError) {
    self.buffer = buffer
    self.partName = partName
    let sections =
      buffer.count < Self.headerSize ? 0 : Int(buffer.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
    guard buffer.count >= Self.headerSize,
      Self.headerSize + sections * Self.entrySize <= buffer.count
    else { throw MapRule.sectionTable.broken(at: "the section table of its \(partName)") }
    for index in 0..<sections {
      let (id, entry) = try entry(at: Self.headerSize + index * Self.entrySize)
      guard entries[id] == nil else { throw broken(.sectionOnce, id) }
      entries[id] = entry
    }
  }

  private func entry(at start: Int) throws(SkiError) -> (UInt32, Entry) {
    let id = buffer.loadUnaligned(fromByteOffset: start, as: UInt32.self)
    let elementSize = buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
    let offset = buffer.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
    let count = buffer.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self)
    let limit = elementSize == 1 ? MapLimits.mostTextBytes : MapLimits.mostElements
    guard count < limit else { throw broken(.sectionLimit, id) }
    guard elementSize > 0, elementSize <= 4096, offset % UInt64(Self.alignment) == 0,
      offset <= UInt64(buffer.count), count <= (UInt64(buffer.count) - offset) / UInt64(elementSize)
    else { throw broken(.sectionPlace, id) }
    return (id, Entry(offset: Int(offset), count: Int(count), elementSize: Int(elementSize)))
  }

  private func broken(_ rule: MapRule, _ id: UInt32) -> SkiError {
    rule.broken(at: "section \(id) of its \(partName)")
  }

  /// Returns whether the part has a section.
  func holds(_ id: SectionID) -> Bool { entries[id.rawValue] != nil }

  /// Returns a typed view of a section.
  /// - Throws: ``SkiError`` with code `.malformedData` when it is missing or its elements have another width.
  func section<T: BitwiseCopyable>(_ id: SectionID, as: T.Type = T.self) throws(SkiError) -> SectionRow<T> {
    guard let entry = entries[id.rawValue], entry.elementSize == MemoryLayout<T>.stride else {
      throw broken(.sectionWidth, id.rawValue)
    }
    return SectionRow(
      UnsafeRawBufferPointer(rebasing: buffer[entry.offset..<entry.offset + entry.count * entry.elementSize])
        .bindMemory(to: T.self))
  }
}
