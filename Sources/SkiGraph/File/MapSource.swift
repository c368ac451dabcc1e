import SkiBase

/// The source of the bytes of a map: memory, or an open file read by part.
///
/// The file is not memory-mapped: overwriting it in place can neither crash the process nor change verified bytes. A
/// part read after that fails its checksum and is refused.
enum MapSource: Sendable {
  case memory(MapBytes)
  case file(RandomAccessFile)

  /// The maximum size of a file copied into memory, in bytes.
  static let mostBytesInMemory = 1 << 32
  /// The number of bytes per read.
  private static let chunkSize = 16 << 20

  /// Opens a file.
  /// - Throws: ``SkiError`` with code `.missingInput` when there is no such file, `.malformedData` when it is not a
  ///   file or shorter than the header, `.limitExceeded` when it is too large to be copied into memory, `.inputOutput`
  ///   when reading fails.
  init(path: String, intoMemory: Bool) throws {
    let file = try Self.open(path)
    guard file.byteCount >= MapDirectory.headerSize else {
      throw SkiError(
        .malformedData, "map of \(file.byteCount) bytes is too short to be one; build it again")
    }
    guard intoMemory else {
      self = .file(file)
      return
    }
    guard file.byteCount <= Self.mostBytesInMemory else {
      throw SkiError(
        .limitExceeded,
        "map of \(file.byteCount) bytes is larger than the \(Self.mostBytesInMemory) bytes that may be held in memory; open it from its file"
      )
    }
    self = .memory(try Self.read(file, 0..<file.byteCount))
  }

  private static func open(_ path: String) throws(SkiError) -> RandomAccessFile {
    do {
      return try RandomAccessFile(path, what: "a .skimap")
    } catch {
      guard let reason = error.underlying else {
        throw SkiError(.malformedData, "map is not a file; name a .skimap")
      }
      throw SkiError(.missingInput, "map can't be opened: \(reason); make one with skiroute build")
    }
  }

  /// The number of bytes, for a file at the time it was opened.
  var byteCount: Int {
    switch self {
    case .memory(let bytes): bytes.buffer.count
    case .file(let file): file.byteCount
    }
  }

  /// Returns the bytes of a range, shared for a map in memory and read for a file.
  /// - Throws: ``SkiError`` with code `.malformedData` when the file has become shorter, `.inputOutput` when reading
  ///   fails, `.limitExceeded` when there is no memory for the bytes.
  /// - Precondition: The range lies in the map.
  /// - Complexity: O(*n*) in bytes of the range.
  func bytes(_ range: Range<Int>) throws -> MapBytes {
    switch self {
    case .memory(let bytes): MapBytes(bytes, range)
    case .file(let file): try Self.read(file, range)
    }
  }

  /// Returns the bytes of a part of the map after verifying their checksum.
  /// - Parameter what: The part's name in errors.
  /// - Throws: As ``bytes(_:)``, and ``SkiError`` with code `.malformedData` when the checksum differs.
  func verified(_ part: MapPart, _ what: String) throws -> MapBytes {
    let bytes = try bytes(Int(part.offset)..<Int(part.offset + part.length))
    guard Checksum.of(bytes.buffer) == part.checksum else {
      if case .file(let file) = self, file.hasChanged { throw Self.changed }
      throw SkiError(
        .malformedData, "map does not match the checksum of its \(what): it was altered; build it again")
    }
    return bytes
  }

  private static func read(_ file: RandomAccessFile, _ range: Range<Int>) throws -> MapBytes {
    try MapBytes(count: range.count) { target in
      for start in stride(from: 0, to: range.count, by: chunkSize) {
        let chunk = UnsafeMutableRawBufferPointer(
          rebasing: target[start..<min(range.count, start + chunkSize)])
        guard try file.readSome(into: chunk, at: range.lowerBound + start) == chunk.count else {
          throw changed
        }
      }
    }
  }

  private static var changed: SkiError {
    SkiError(
      .malformedData,
      "map was written over while it was open; open it again, and replace maps by renaming, not by copying over"
    )
  }
}
