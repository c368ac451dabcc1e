package import SkiBase

/// An open PMTiles archive; directories are read on demand.
///
/// Shared by any number of tasks. The root directory is kept in memory, leaf directories within a limit.
///
/// **Source:** PMTiles specification, version 3.
package final class PMTilesArchive: Sendable {
  /// The maximum size of a directory in bytes, compressed and decompressed.
  static let directoryLimitBytes = (packed: 8 << 20, unpacked: 24 << 20)
  /// The maximum number of directories on the path to a tile.
  static let depthLimit = 4
  /// The maximum number of cached leaf directories, and of entries in them.
  private static let cacheLimit = (directories: 64, entries: 1 << 20)

  /// The header.
  package let header: PMTilesHeader
  /// The path of the file.
  package let path: String
  private let file: OpenFile
  private let root: PMTilesDirectory
  private let leaves = Locked<[UInt64: PMTilesDirectory]>([:])

  /// Creates an archive by opening a file and reading its header and root directory.
  /// - Throws: ``SkiError`` with code `.missingInput`, `.malformedData`, `.unsupportedFormat`, `.limitExceeded` or
  ///   `.inputOutput`.
  package init(_ path: String) throws {
    self.path = path
    file = try OpenFile(path)
    let start = try file.read(at: 0, count: min(file.size, PMTilesHeader.byteCount))
    header = try PMTilesHeader(start, fileSize: file.size, subject: path)
    root = try Self.directory(file, header.rootDirectory, header)
  }

  /// Returns whether a tile exists.
  /// - Complexity: O(log *n*), and the reading of directories that are not cached.
  func hasTile(_ tile: TileID) throws -> Bool { try entry(of: tile) != nil }

  /// Returns the decompressed contents of a tile, or nil when it does not exist.
  func picture(of tile: TileID) throws -> [UInt8]? {
    guard let entry = try entry(of: tile) else { return nil }
    return try picture(of: entry)
  }

  /// Returns the contents of a tile as they are stored, compressed where the header says so; nil when there is none.
  /// - Parameter limitBytes: The greatest size.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded` or `.inputOutput`.
  /// - Complexity: O(log *n*) and the bytes, and the reading of directories that are not cached.
  package func stored(_ tile: TileID, limitBytes: Int) throws -> [UInt8]? {
    guard let entry = try entry(of: tile) else { return nil }
    return try stored(entry, limitBytes: limitBytes)
  }

  /// The maximum size of the metadata in bytes, compressed and decompressed.
  private static let metadataLimitBytes = (packed: 4 << 20, unpacked: 16 << 20)

  /// Returns the metadata: one object of JSON.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded` or `.inputOutput`.
  package func metadata() throws(SkiError) -> [UInt8] {
    let range = header.metadata
    guard range.count <= Self.metadataLimitBytes.packed else {
      throw SkiError(
        .limitExceeded, "metadata of \(range.count) bytes are implausibly large; make the archive again",
        subject: path)
    }
    let bytes = try file.read(at: range.lowerBound, count: range.count)
    guard header.directoriesAreCompressed else { return bytes }
    return try gunzipped(bytes, limitBytes: Self.metadataLimitBytes.unpacked, subject: path)
  }

  /// Returns the first existing tile at or after a tile, with a closure that reads its contents.
  /// - Complexity: O(log *n*): a leaf directory starts at its entry's tile and is never empty.
  func firstTile(from tile: TileID) throws -> (tile: TileID, read: () throws -> [UInt8])? {
    guard let (found, entry) = try firstEntry(in: root, from: tile, depth: 1) else { return nil }
    return (found, { try self.picture(of: entry) })
  }

  /// Returns the last existing tile before a tile, or nil.
  /// - Complexity: O(log *n*).
  func lastTile(before tile: TileID) throws -> TileID? {
    guard tile.number > 0 else { return nil }
    let last = TileID(tile.number - 1)
    var directory = root
    for _ in 1...Self.depthLimit {
      guard let index = directory.lastIndex(notAfter: last) else { return nil }
      let entry = directory.entries[index]
      if entry.runLength > 0 {
        return TileID(entry.tile.number + min(UInt64(entry.runLength) - 1, last.number - entry.tile.number))
      }
      directory = try leaf(entry)
    }
    throw tooDeep
  }

  private func picture(of entry: PMTilesDirectory.Entry) throws -> [UInt8] {
    let bytes = try stored(entry, limitBytes: PNGImage.fileLimitBytes)
    guard header.tilesAreCompressed else { return bytes }
    return try bytes.withUnsafeBytes {
      try gunzipped($0, limitBytes: PNGImage.fileLimitBytes, subject: subject(of: entry.tile))
    }
  }

  private func stored(_ entry: PMTilesDirectory.Entry, limitBytes: Int) throws(SkiError) -> [UInt8] {
    guard entry.length <= limitBytes else {
      throw SkiError(
        .limitExceeded, "tile of \(entry.length) bytes is larger than \(limitBytes); remove it",
        subject: subject(of: entry.tile))
    }
    return try file.read(at: header.tileData.lowerBound + Int(entry.offset), count: Int(entry.length))
  }

  /// Returns the subject of errors about a tile.
  func subject(of tile: TileID) -> String { "\(path), tile \(tile.number)" }

  private func entry(of tile: TileID) throws -> PMTilesDirectory.Entry? {
    var directory = root
    for _ in 1...Self.depthLimit {
      guard let index = directory.lastIndex(notAfter: tile) else { return nil }
      let entry = directory.entries[index]
      if entry.runLength > 0 {
        return tile.number - entry.tile.number < UInt64(entry.runLength) ? entry : nil
      }
      directory = try leaf(entry)
    }
    throw tooDeep
  }

  private func firstEntry(
    in directory: PMTilesDirectory, from tile: TileID, depth: Int
  ) throws -> (TileID, PMTilesDirectory.Entry)? {
    guard depth <= Self.depthLimit else { throw tooDeep }
    for entry in directory.entries[(directory.lastIndex(notAfter: tile) ?? 0)...] {
      if entry.runLength == 0 {
        if let found = try firstEntry(in: leaf(entry), from: tile, depth: depth + 1) { return found }
      } else if entry.tile > tile || tile.number - entry.tile.number < UInt64(entry.runLength) {
        return (max(tile, entry.tile), entry)
      }
    }
    return nil
  }

  private var tooDeep: SkiError {
    SkiError(
      .limitExceeded,
      "directories follow each other more than \(Self.depthLimit) deep; make the archive again",
      subject: path)
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws -> PMTilesDirectory {
    if let kept = leaves.withLock({ $0[entry.offset] }) { return kept }
    let start = header.leafDirectories.lowerBound + Int(entry.offset)
    let directory = try Self.directory(file, start..<start + Int(entry.length), header)
    guard let first = directory.entries.first, first.tile == entry.tile else {
      throw SkiError(
        .malformedData, "directory doesn't begin where the one above states; fetch the archive again",
        subject: path)
    }
    leaves.withLock { leaves in
      let entries = leaves.values.reduce(directory.entries.count) { $0 + $1.entries.count }
      if leaves.count >= Self.cacheLimit.directories || entries > Self.cacheLimit.entries { leaves = [:] }
      leaves[entry.offset] = directory
    }
    return directory
  }

  private static func directory(
    _ file: OpenFile, _ range: Range<Int>, _ header: PMTilesHeader
  ) throws -> PMTilesDirectory {
    guard range.count <= directoryLimitBytes.packed else {
      throw SkiError(
        .limitExceeded,
        "directory of \(range.count) bytes is implausibly large; make the archive again",
        subject: file.path)
    }
    let bytes = try file.read(at: range.lowerBound, count: range.count)
    let plain =
      try !header.directoriesAreCompressed
      ? bytes
      : bytes.withUnsafeBytes {
        try gunzipped($0, limitBytes: directoryLimitBytes.unpacked, subject: file.path)
      }
    return try PMTilesDirectory(plain, header: header, subject: file.path)
  }
}

/// One zoom of an archive of elevation images.
struct PMTilesReader: TileReader {
  let name: String
  let archive: PMTilesArchive
  let zoom: Int
  let encoding: TileEncoding
  /// The number of pixels along each side of a tile.
  let pixels: Int

  /// The datum is not stated in images.
  var verticalDatum: VerticalDatum { .unstated }

  /// Returns whether a tile exists; true when its directory can't be read, so that decoding throws the reason.
  func hasTile(column: Int, row: Int) -> Bool {
    guard (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row) else { return false }
    return (try? archive.hasTile(TileID(zoom: zoom, column: column, row: row))) ?? true
  }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    let tile = TileID(zoom: zoom, column: column, row: row)
    guard let bytes = try archive.picture(of: tile) else {
      throw SkiError(
        .malformedData, "tile is no longer in the archive; open the archive again", subject: archive.path)
    }
    return try ElevationTile(
      png: bytes, encoding: encoding, columns: pixels, subject: "\(archive.path), \(zoom)/\(column)/\(row)")
  }
}

extension PMTilesHeader {
  /// Throws unless the tiles are PNG images.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat`.
  func checkIsPNG(subject: String) throws(SkiError) {
    guard tileKind != .png else { return }
    let names = [
      0: "of an unstated kind", 1: "vector tiles", 3: "JPEG", 4: "WebP", 5: "AVIF", 6: "MapLibre tiles",
    ]
    let name = names[Int(tileKind.number)] ?? "of kind \(tileKind.number)"
    throw SkiError(
      .unsupportedFormat, "tiles are \(name); elevations are read from PNG only, convert the archive",
      subject: subject)
  }
}

extension PMTilesArchive {
  /// Returns the bounds of the tiles of a zoom, or nil when it has none.
  ///
  /// - Complexity: O(*p* log *n*) in the tiles along the edges of the coverage: quadrants that can't widen the bounds
  ///   are skipped.
  func tileBounds(zoom: Int) throws -> TileBounds? {
    var bounds: TileBounds?
    var squares: [(zoom: Int, column: Int, row: Int)] = [(0, 0, 0)]
    while let square = squares.popLast() {
      let side = 1 << (zoom - square.zoom)
      let (left, top) = (square.column * side, square.row * side)
      if let bounds, bounds.columns.contains(left), bounds.columns.contains(left + side - 1),
        bounds.rows.contains(top), bounds.rows.contains(top + side - 1)
      {
        continue
      }
      guard try hasTiles(in: square, zoom: zoom) else { continue }
      if side == 1 {
        bounds = bounds.map {
          TileBounds(
            columns: min($0.columns.lowerBound, left)...max($0.columns.upperBound, left),
            rows: min($0.rows.lowerBound, top)...max($0.rows.upperBound, top))
        }
        bounds = bounds ?? TileBounds(columns: left...left, rows: top...top)
      } else {
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          squares.append((square.zoom + 1, 2 * square.column + x, 2 * square.row + y))
        }
      }
    }
    return bounds
  }

  /// Returns whether a zoom has tiles within a tile of a lower zoom, which are contiguous along the Hilbert curve.
  private func hasTiles(in square: (zoom: Int, column: Int, row: Int), zoom: Int) throws -> Bool {
    let along =
      TileID(zoom: square.zoom, column: square.column, row: square.row).number
      - TileID.first(zoom: square.zoom).number
    let count = UInt64(1) << UInt64(2 * (zoom - square.zoom))
    let start = TileID.first(zoom: zoom).number + along * count
    guard let found = try firstTile(from: TileID(start)) else { return false }
    return found.tile.number < start + count
  }
}
