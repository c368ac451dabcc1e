import SkiBase
import SkiSystem

/// One `.hgt` tile: a file, uncompressed, gzipped or in a zip archive.
struct HGTFile: Sendable {
  /// The location of the bytes.
  enum Location: Sendable, Hashable {
    case plain(path: String)
    case gzip(path: String)
    /// A member of a zip archive, by its index.
    case zip(path: String, index: UInt64)
  }

  let location: Location
  /// The tile's key in an ``ElevationGrid`` of degrees.
  let key: UInt64
  /// The number of samples along each side.
  let samples: Int

  /// The numbers of samples along a side, of 3″ and 1″ tiles.
  private static let sides = [1201, 3601]
  /// The maximum size of a gzipped file in bytes.
  private static let packedLimitBytes = 32 << 20

  /// Creates a tile from a file's name and size without reading it.
  /// - Parameter path: The subject of errors.
  /// - Throws: ``SkiError`` with code `.malformedData` for an invalid name or size.
  init(_ place: Location, name: String, byteCount: UInt64, path: String) throws(SkiError) {
    guard let corner = Self.corner(of: name) else {
      throw SkiError(
        .malformedData, "name of hgt file doesn't state its south-west corner; rename it like N46W122.hgt",
        subject: path)
    }
    guard let side = Self.sides.first(where: { UInt64($0 * $0 * 2) == byteCount }) else {
      throw SkiError(
        .malformedData,
        "hgt file has \(byteCount) bytes, not 2884802 (3\u{2033}) or 25934402 (1\u{2033}); fetch it again",
        subject: path)
    }
    self.location = place
    samples = side
    key = ElevationLayer.key(column: corner.longitude + 180, row: 89 - corner.latitude)
  }

  /// Returns the tiles of a file; a zip archive may hold several, or none.
  /// - Throws: ``SkiError`` with code `.missingInput`, `.malformedData` or `.limitExceeded`.
  static func all(at path: String, name: String) throws -> [HGTFile] {
    let ending = name.lowercased()
    if ending.hasSuffix(".zip") {
      return try ZipFile(path).elevationMembers().map { member in
        let last = member.name.split(separator: "/").last.map(String.init) ?? member.name
        return try HGTFile(
          .zip(path: path, index: member.index), name: last, byteCount: member.size,
          path: "\(path), \(member.name)")
      }
    }
    let file = try OpenFile(path)
    if ending.hasSuffix(".gz") {
      let tail = try file.read(at: max(0, file.size - 4), count: min(4, file.size))
      let size = tail.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return [try HGTFile(.gzip(path: path), name: name, byteCount: size, path: path)]
    }
    return [try HGTFile(.plain(path: path), name: name, byteCount: UInt64(file.size), path: path)]
  }

  /// Reads the heights.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.missingInput` or `.inputOutput`.
  /// - Complexity: O(*n*) in the samples.
  func decoded() throws -> ElevationTile {
    let count = samples * samples * 2
    let (bytes, path): ([UInt8], String)
    switch location {
    case .plain(let plain):
      (bytes, path) = (try readFile(plain, as: "an elevation tile", atMostBytes: count), plain)
    case .gzip(let packed):
      let contents = try readFile(packed, as: "an elevation tile", atMostBytes: Self.packedLimitBytes)
      path = packed
      bytes = try contents.withUnsafeBytes { try gunzipped($0, limitBytes: count, subject: packed) }
    case .zip(let archive, let index):
      path = archive
      bytes = try ZipFile(archive).contents(ofMember: index, byteCount: count)
    }
    return try ElevationTile(hgt: bytes, columns: samples, subject: path)
  }
}

extension HGTFile {
  /// Returns the south-western corner in a name like `S34E018.hgt`, in whole degrees; other words may surround it.
  static func corner(of name: String) -> (latitude: Int, longitude: Int)? {
    let text = Array(name.uppercased().utf8)
    for start in text.indices where start == 0 || !isWordPart(text[start - 1]) {
      if let corner = corner(text[start...]) { return corner }
    }
    return nil
  }

  private static func corner(_ text: ArraySlice<UInt8>) -> (latitude: Int, longitude: Int)? {
    guard text.count > 7 else { return nil }
    let at = text.startIndex
    guard !(0x30...0x39).contains(text[at + 7]), let north = sign(text[at], "N", "S"),
      let east = sign(text[at + 3], "E", "W"), let latitude = digits(text[at + 1...at + 2]),
      let longitude = digits(text[at + 4...at + 6])
    else { return nil }
    let (south, west) = (north * latitude, east * longitude)
    guard (-90..<90).contains(south), (-180..<180).contains(west) else { return nil }
    return (south, west)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
  }

  private static func sign(_ byte: UInt8, _ plus: Character, _ minus: Character) -> Int? {
    byte == plus.asciiValue ? 1 : byte == minus.asciiValue ? -1 : nil
  }

  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

/// The `.hgt` files of one resolution in one folder.
struct HGTReader: TileReader {
  let name: String
  /// The files by ``ElevationLayer/key(column:row:)``.
  let files: [UInt64: HGTFile]

  /// The datum of SRTM, EGM96.
  var verticalDatum: VerticalDatum { .egm96 }

  func hasTile(column: Int, row: Int) -> Bool {
    files[ElevationLayer.key(column: column, row: row)] != nil
  }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    guard let file = files[ElevationLayer.key(column: column, row: row)] else {
      throw SkiError(.internalInconsistency, "tile \(column), \(row) is not there", subject: name)
    }
    return try file.decoded()
  }
}

/// An open file with positioned reads.
///
/// Shared by any number of tasks: reads do not move a common position. The file is closed with the last reference.
final class OpenFile: Sendable {
  let path: String
  /// The size in bytes when the file was opened.
  let size: Int
  private let descriptor: Int32

  /// Creates a reader by opening a file.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened or is no regular file.
  init(_ path: String) throws(SkiError) {
    self.path = path
    // Without O_NONBLOCK, opening a named pipe would block for ever.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      let reason = systemMessage(errno)
      if descriptor >= 0 { close(descriptor) }
      throw SkiError(
        .missingInput, "file can't be opened; check that it is a file and may be read", subject: path,
        underlying: descriptor < 0 ? reason : nil)
    }
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads bytes at an offset.
  /// - Throws: ``SkiError`` with code `.inputOutput` when the file was truncated or can't be read.
  /// - Precondition: The range lies within the size of the file.
  func read(at offset: Int, count: Int) throws(SkiError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0 && count <= size - offset, "range \(offset) + \(count) unchecked")
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
    guard bytes.count == count else {
      throw SkiError(
        .inputOutput,
        "only \(bytes.count) of \(count) bytes can be read at byte \(offset); check the disk and try again",
        subject: path, underlying: failure == 0 ? nil : systemMessage(failure))
    }
    return bytes
  }
}
