import SkiGeo

/// The sections of one part of a `.skimap`, and where they lie in it. See Data/Formats/skimap.md.
struct SectionTable {
  static let headerSize = 32
  static let entrySize = 32
  static let alignment = 64

  private let buffer: UnsafeRawBufferPointer
  private var entries: [UInt32: (offset: Int, count: Int, elementSize: Int)] = [:]

  /// Reads the table of a part; nothing of what it says is trusted unchecked.
  /// - Throws: ``SkiError`` with code `.malformedData`.
  init(_ buffer: UnsafeRawBufferPointer) throws {
    self.buffer = buffer
    guard buffer.count >= Self.headerSize else {
      throw SkiError(.malformedData, "map has a part without sections; build it again")
    }
    let sections = Int(buffer.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
    guard sections <= 1000, Self.headerSize + sections * Self.entrySize <= buffer.count else {
      throw SkiError(.malformedData, "map is cut off in a section table; build it again")
    }
    for index in 0..<sections {
      let at = Self.headerSize + index * Self.entrySize
      let id = buffer.loadUnaligned(fromByteOffset: at, as: UInt32.self)
      let elementSize = buffer.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
      let offset = buffer.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
      let count = buffer.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self)
      guard elementSize > 0, elementSize <= 4096, offset % UInt64(Self.alignment) == 0,
        offset <= UInt64(buffer.count),
        count <= (UInt64(buffer.count) - offset) / UInt64(elementSize)
      else {
        throw SkiError(.malformedData, "map section \(id) lies outside its part; build it again")
      }
      guard entries[id] == nil else {
        throw SkiError(.malformedData, "map section \(id) occurs twice; build it again")
      }
      entries[id] = (Int(offset), Int(count), Int(elementSize))
    }
  }

  /// Whether the part has a section.
  func holds(_ id: SectionID) -> Bool { entries[id.rawValue] != nil }

  /// Returns a typed view of a section.
  func section<T: BitwiseCopyable>(_ id: SectionID, as: T.Type = T.self) throws -> UnsafeBufferPointer<T> {
    guard let entry = entries[id.rawValue], entry.elementSize == MemoryLayout<T>.stride else {
      throw SkiError(.malformedData, "map section \(id) is missing or of another width; build it again")
    }
    return UnsafeRawBufferPointer(
      rebasing: buffer[entry.offset..<entry.offset + entry.count * entry.elementSize]
    ).bindMemory(to: T.self)
  }
}
