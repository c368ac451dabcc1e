import SkiGeo

/// The first bytes of a PMTiles archive: where its parts are, and what its tiles are.
///
/// **Source:** PMTiles specification, version 3.
struct PMTilesHeader: Sendable, Hashable {
  /// The bytes a header takes.
  static let byteCount = 127
  static let signature = Array("PMTiles".utf8)

  let rootDirectory: Range<Int>
  let leafDirectories: Range<Int>
  let tileData: Range<Int>
  /// Whether directories are packed by gzip; else they are plain.
  let directoriesArePacked: Bool
  /// Whether tiles are packed by gzip once more; else they are pictures as they stand.
  let tilesArePacked: Bool
  let zooms: ClosedRange<Int>

  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes are no header or point outside the file,
  ///   `.unsupportedFormat` for another version, compression or kind of tile.
  init(_ bytes: [UInt8], fileSize: Int, subject: String) throws {
    guard bytes.count >= Self.byteCount, bytes.starts(with: Self.signature) else {
      throw SkiError(
        .malformedData, "file of \(fileSize) bytes is no PMTiles archive; fetch it again", subject: subject)
    }
    let fields = Fields(bytes: bytes, fileSize: fileSize, subject: subject)
    guard bytes[7] == 3 else {
      throw fields.unsupported("archive has version \(bytes[7]) of PMTiles; convert it to version 3")
    }
    rootDirectory = try fields.range(at: 8, "root directory")
    leafDirectories = try fields.range(at: 40, "leaf directories")
    tileData = try fields.range(at: 56, "tile data")
    directoriesArePacked = try fields.isGzip(at: 97, "directories", unknownIsPlain: false)
    tilesArePacked = try fields.isGzip(at: 98, "tiles", unknownIsPlain: true)
    try fields.checkTileKind(bytes[99])
    guard bytes[100] <= bytes[101], Int(bytes[101]) <= FileSearch.zoomLimit else {
      throw SkiError(
        .malformedData,
        "archive claims zooms \(bytes[100]) to \(bytes[101]), beyond 0 to \(FileSearch.zoomLimit); make it again",
        subject: subject)
    }
    zooms = Int(bytes[100])...Int(bytes[101])
  }

  /// The fields of a header, each checked as it is read.
  private struct Fields {
    let bytes: [UInt8]
    let fileSize: Int
    let subject: String

    private func number(at offset: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }

    /// Reads offset and length of a part, which must lie within the file.
    func range(at offset: Int, _ part: String) throws -> Range<Int> {
      let (start, count) = (number(at: offset), number(at: offset + 8))
      guard start <= UInt64(fileSize), count <= UInt64(fileSize) - start else {
        throw SkiError(
          .malformedData,
          "\(part) of \(count) bytes at byte \(start) lies beyond the file of \(fileSize); fetch it again",
          subject: subject)
      }
      return Int(start)..<Int(start + count)
    }

    func isGzip(at offset: Int, _ part: String, unknownIsPlain: Bool) throws -> Bool {
      switch bytes[offset] {
      case 0 where unknownIsPlain: return false
      case 1: return false
      case 2: return true
      default:
        let names = [0: "unknown", 3: "brotli", 4: "zstd"]
        let name = names[Int(bytes[offset])] ?? "number \(bytes[offset])"
        throw unsupported(
          "\(part) have compression \(name); only none and gzip are read, convert the archive")
      }
    }

    func checkTileKind(_ kind: UInt8) throws {
      guard kind != 2 else { return }
      let names = [0: "of a kind not told", 1: "vector tiles", 3: "JPEG", 4: "WebP", 5: "AVIF"]
      let name = names[Int(kind)] ?? "of kind \(kind)"
      throw unsupported("tiles are \(name); heights are read from PNG only, convert the archive")
    }

    func unsupported(_ message: String) -> SkiError {
      SkiError(.unsupportedFormat, message, subject: subject)
    }
  }
}
