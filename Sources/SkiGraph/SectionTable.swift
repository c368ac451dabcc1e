import SkiGeo

/// The head of a `.skimap`: magic, version and the place of each section. See Data/Formats/skimap.md.
struct SectionTable {
  static let magic: [UInt8] = Array("SKIMAP\r\n".utf8)
  static let version: UInt32 = 1
  static let headerSize = 32
  static let entrySize = 32
  static let alignment = 64

  private let buffer: UnsafeRawBufferPointer
  private var entries: [UInt32: (offset: Int, count: Int, elementSize: Int)] = [:]

  init(_ buffer: UnsafeRawBufferPointer) throws {
    self.buffer = buffer
    guard buffer.count >= Self.headerSize, buffer.prefix(8).elementsEqual(Self.magic) else {
      throw SkiError(
        .malformedData, "not a ski map: the magic bytes are missing; build it again with skiroute build")
    }
    let version = buffer.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    guard version == Self.version else {
      throw SkiError(
        .unsupportedFormat,
        "map version \(version) is not \(Self.version); build it again with skiroute build")
    }
    let length = buffer.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    guard length == UInt64(buffer.count), buffer.count % Self.alignment == 0 else {
      throw SkiError(
        .malformedData,
        "map of \(buffer.count) bytes should have \(length): it is cut off or changed; build it again")
    }
    guard Checksum.ofFile(buffer) == buffer.loadUnaligned(fromByteOffset: 24, as: UInt64.self) else {
      throw SkiError(.malformedData, "map does not match its checksum: it was altered; build it again")
    }
    let sections = Int(buffer.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    guard sections <= 1000, Self.headerSize + sections * Self.entrySize <= buffer.count else {
      throw SkiError(.malformedData, "map is cut off in its section table; build it again")
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
        throw SkiError(.malformedData, "map section \(id) lies outside the file; build it again")
      }
      guard entries[id] == nil else {
        throw SkiError(.malformedData, "map section \(id) occurs twice; build it again")
      }
      entries[id] = (Int(offset), Int(count), Int(elementSize))
    }
  }

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
