import SkiBase

/// The directories of a TIFF, one for each image: elevations, overviews and masks.
///
/// Of each the kind and the place of the next are read, without libtiff, which would read all of every directory.
///
/// **Source:** TIFF 6.0, section 2 and tag 254 (NewSubfileType); the BigTIFF design of Aware Systems.
struct TIFFDirectories {
  private let file: RandomAccessFile
  private let fault: TIFFFault
  private let isBigEndian: Bool
  /// Indicates whether the file is a BigTIFF, whose offsets have 64 bits.
  private let isBig: Bool

  /// The maximum number of directories in a file.
  private static let limit = 1 << 16
  /// The number of entries among which the kind is looked for: they are sorted, and its tag is the lowest.
  private static let entryLimit = 64
  private static let kindTag: UInt64 = 254
  /// The bits of the kind for reduced images, as overviews and their masks, and for masks.
  private static let reducedBit: UInt64 = 1
  private static let maskBit: UInt64 = 4
  /// The sizes of whole numbers in bytes, by their types.
  private static let sizes: [UInt64: Int] = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4, 13: 4, 16: 8, 17: 8]

  /// Creates the directories of a file that libtiff has opened.
  /// - Throws: ``SkiError`` with code `.malformedData` or `.inputOutput` when the header can't be read.
  init(_ file: RandomAccessFile, fault: TIFFFault) throws {
    self.file = file
    self.fault = fault
    let head = try Self.bytes(of: file, at: 0, count: 4)
    isBigEndian = head[0] == UInt8(ascii: "M")
    isBig = Self.number(head[2...], isBigEndian) == 43
  }

  /// Returns the offset of the mask of the first image in full size; nil when there is none.
  ///
  /// The first one counts, as in GDAL; those of overviews have the bit of reduced images.
  /// - Parameter subdirectories: The offsets of those that belong to the first image.
  /// - Throws: ``SkiError`` with code `.malformedData` when a directory lies beyond the end of the file, `.limitExceeded`
  ///   when there are too many, `.inputOutput`.
  /// - Complexity: O(*n*) in the directories.
  func mask(subdirectories: [UInt64]) throws -> UInt64? {
    for offset in subdirectories where offset > 0 {
      if try directory(at: offset).isMask { return offset }
    }
    let header = try Self.bytes(of: file, at: isBig ? 8 : 4, count: isBig ? 8 : 4)
    let first = Self.number(header[...], isBigEndian)
    var visited: Set<UInt64> = [first]
    var offset = try directory(at: first).next
    // A chain that returns to one of its directories ends there.
    while offset > 0, visited.insert(offset).inserted {
      guard visited.count <= Self.limit else {
        throw fault(
          .limitExceeded, "file has more than \(Self.limit) images; write it with one, and its mask")
      }
      let directory = try directory(at: offset)
      if directory.isMask { return offset }
      offset = directory.next
    }
    return nil
  }

  private func directory(at offset: UInt64) throws -> (isMask: Bool, next: UInt64) {
    let (countBytes, entryBytes, offsetBytes) = isBig ? (8, 20, 8) : (2, 12, 4)
    let count = Self.number(try Self.bytes(of: file, at: offset, count: countBytes)[...], isBigEndian)
    guard count <= UInt64(file.byteCount / entryBytes) else {
      throw fault(
        .malformedData,
        "directory at byte \(offset) claims \(count) entries, but the file has \(file.byteCount) bytes; fetch it again"
      )
    }
    let start = offset + UInt64(countBytes)
    let entries = try Self.bytes(of: file, at: start, count: min(Int(count), Self.entryLimit) * entryBytes)
    let next = try Self.bytes(of: file, at: start + count * UInt64(entryBytes), count: offsetBytes)
    let kind = kind(in: entries, entryBytes: entryBytes)
    return (
      kind & Self.maskBit != 0 && kind & Self.reducedBit == 0, Self.number(next[...], isBigEndian)
    )
  }

  /// Returns the kind that entries state; 0, that of a full image, when they state none.
  private func kind(in entries: [UInt8], entryBytes: Int) -> UInt64 {
    for start in stride(from: 0, to: entries.count, by: entryBytes)
    where Self.number(entries[start..<start + 2], isBigEndian) == Self.kindTag {
      let type = Self.number(entries[start + 2..<start + 4], isBigEndian)
      let value = start + (isBig ? 12 : 8)
      guard let size = Self.sizes[type], value + size <= start + entryBytes else { return 0 }
      return Self.number(entries[value..<value + size], isBigEndian)
    }
    return 0
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> UInt64 {
    isBigEndian
      ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(of file: RandomAccessFile, at offset: UInt64, count: Int) throws -> [UInt8] {
    // Beyond the end nothing is read, at an offset the system accepts.
    let start = Int(min(offset, UInt64(file.byteCount)))
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: start) }
    return bytes
  }
}
