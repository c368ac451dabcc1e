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

/// The content of a part of a `.skimap`; see Data/Formats/skimap.md.
///
/// The raw values belong to the format and are never reused.
enum MapPartKind: UInt32, Sendable, CaseIterable {
  /// One region of the network, with all its features.
  case region = 1
  /// The names and ids of all regions, in order.
  case names = 2
  /// The sources of the data, with licence and attribution.
  case sources = 3
  /// The import report.
  case report = 4
}

/// An entry of the directory as stored in the file: 64 bytes, little-endian, no padding.
struct MapPart: BitwiseCopyable, Sendable {
  var kind: UInt32 = 0
  var nodeCount: UInt32 = 0
  var offset: UInt64 = 0
  var length: UInt64 = 0
  var checksum: UInt64 = 0
  /// The southern edge of the bounding box of a region in 1e-7 degrees; 0 for other parts.
  var south: Int32 = 0
  /// The western edge of the box.
  var west: Int32 = 0
  /// The northern edge of the box.
  var north: Int32 = 0
  /// The eastern edge of the box.
  var east: Int32 = 0
  var featureCount: UInt32 = 0
  var reserved0: UInt32 = 0
  var reserved1: UInt64 = 0

  /// The bounding box of a region, in degrees.
  var bounds: BoundingBox {
    let low = FixedCoordinate(latitudeE7: south, longitudeE7: west).coordinate
    let high = FixedCoordinate(latitudeE7: north, longitudeE7: east).coordinate
    return BoundingBox(
      south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
  }
}

/// The 64-bit checksum of the parts of a `.skimap`; it detects damage, not forgery.
///
/// Four lanes take every fourth 8-byte word. Each step is a bijection of the lane for a fixed word and of the word for
/// a fixed lane, so that a change of one word always changes the sum.
package enum Checksum {
  private static let seed: (UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5
  )
  private static let prime: UInt64 = 0x9FB2_1C65_1E98_DF25

  /// Returns the checksum of a block of bytes.
  /// - Precondition: The length is a multiple of 32.
  /// - Complexity: O(*n*) in bytes.
  package static func of(_ buffer: UnsafeRawBufferPointer) -> UInt64 {
    precondition(buffer.count % 32 == 0, "length must be a multiple of 32, got \(buffer.count)")
    // Four scalar lanes, since a vector of four 64-bit products is split without AVX-512: 12.7 against 6.4 GB/s.
    var (a, b, c, d) = (seed.0, seed.1, seed.2, seed.3)
    if let base = buffer.baseAddress {
      var offset = 0
      while offset < buffer.count {
        a = step(a, base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        b = step(b, base.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
        c = step(c, base.loadUnaligned(fromByteOffset: offset &+ 16, as: UInt64.self))
        d = step(d, base.loadUnaligned(fromByteOffset: offset &+ 24, as: UInt64.self))
        offset &+= 32
      }
    }
    return folded(length: UInt64(buffer.count), a, b, c, d)
  }

  private static func folded(length: UInt64, _ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> UInt64 {
    var sum = length
    for lane in [a, b, c, d] {
      sum = (sum ^ lane) &* prime
      sum ^= sum >> 32
    }
    return sum
  }

  @inline(__always)
  private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (lane ^ word) &* prime
    return (mixed &<< 29) | (mixed &>> 35)
  }
}
