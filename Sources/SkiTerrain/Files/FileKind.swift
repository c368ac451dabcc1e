import SkiBase

/// The kind of an elevation file, from its name or its first bytes.
enum FileKind: Sendable, Hashable {
  /// An `.hgt` file, compressed or uncompressed.
  case heights
  /// A PMTiles archive.
  case archive
  /// A GeoTIFF.
  case raster

  /// Creates the kind of a file name's extension; nil for other extensions.
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

  /// Creates the kind of a file's first bytes: TIFF of either byte order, classic or BigTIFF, or PMTiles.
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
  /// Returns the kind of an explicitly named file; nil when it holds no heights.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened.
  static func kind(ofNamed path: String, name: String) throws(SkiError) -> FileKind? {
    if let kind = FileKind(ending: name) { return kind }
    let file = try OpenFile(path)
    return FileKind(start: try file.read(at: 0, count: min(8, file.size)))
  }
}
