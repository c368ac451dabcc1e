import SkiFormats

/// What a single elevation file is, by its name or its first bytes.
enum FileKind: Sendable, Hashable {
  /// `.hgt`, packed or plain.
  case heights
  /// A PMTiles archive.
  case archive
  /// A GeoTIFF.
  case raster

  /// Tells by the ending of a name; nil for names that promise no heights.
  init?(ending name: String) {
    let name = name.lowercased()
    let endings: [(String, FileKind)] = [
      (".hgt", .heights), (".hgt.gz", .heights), (".zip", .heights), (".pmtiles", .archive),
      (".tif", .raster),
      (".tiff", .raster),
    ]
    guard let found = endings.first(where: { name.hasSuffix($0.0) }) else { return nil }
    self = found.1
  }

  /// Tells by the first bytes of a file: TIFF of either byte order, classic or big, or PMTiles.
  init?(start bytes: [UInt8]) {
    if bytes.starts(with: PMTilesHeader.signature) {
      self = .archive
    } else if [
      [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
    ]
    .contains(where: { bytes.starts(with: $0) }) {
      self = .raster
    } else {
      return nil
    }
  }
}

extension FileSearch {
  /// What a file named by itself is; nil when it is nothing heights are read from.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened.
  static func kind(ofNamed path: String, name: String) throws -> FileKind? {
    if let kind = FileKind(ending: name) { return kind }
    let file = try OpenFile(path)
    return FileKind(start: try file.read(at: 0, count: min(8, file.size)))
  }
}
