import CDeflate
package import SkiBase
import SkiGraph

/// A writer of PMTiles archives: single files whose tiles a browser fetches by range requests.
///
/// Version 3, clustered: contents are stored in the order of their tiles, equal ones once, so the bytes don't depend on
/// the order in which tiles are added. Tiles are spooled in an unnamed scratch file beside the archive, so finishing
/// takes disk space for two copies; memory is 24 bytes per tile while adding, 60 while finishing. Byte tables:
/// Data/Formats/pmtiles.md. Belongs to one thread at a time. **Source:** PMTiles specification, version 3.
package final class PMTilesWriter: TileArchiveWriter {
  private let file: ReplacementFile
  private var spool: TileSpool?

  /// Creates temporary files beside the path of the archive.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when they can't be made.
  package init(path: String) throws {
    file = try ReplacementFile(path, what: "archive")
    spool = try TileSpool(beside: path)
  }

  /// Adds a tile; an empty one is left out.
  /// - Throws: ``SkiError`` with code `.inputOutput`, such as on a full disk, or `.limitExceeded` for a tile of more
  ///   than 256 MiB.
  /// - Complexity: O(bytes).
  /// - Precondition: Each address comes once, and the archive is neither finished nor discarded.
  package func add(_ tile: [UInt8], at address: TileAddress) throws {
    guard let spool else { preconditionFailure("a tile was added to an archive that is finished") }
    try spool.add(tile, at: address)
  }

  /// Writes the archive and moves it to its path.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput`, `.cancelled`, or `.emptyInput` without any
  ///   tile.
  /// - Complexity: O(*n* log *n*) in the tiles, and O(bytes) for their contents.
  package func finish(_ tileSet: TileSet) throws {
    guard let spool else { preconditionFailure("an archive was finished twice") }
    defer { discard() }
    try spool.flush()
    try Self.write(spool.sortedRecords(), of: spool, tileSet, to: file)
  }

  /// Removes the unfinished archive; does nothing after ``finish(_:)``.
  package func discard() {
    spool = nil
    file.discard()
  }

  /// Writes an archive of the given tiles of a spool and moves it to its path.
  static func write(
    _ records: [TileSpool.Record], of spool: TileSpool, _ tileSet: TileSet, to file: ReplacementFile
  ) throws {
    let layout = try PMTilesLayout(records, in: spool)
    guard let first = records.first, let last = records.last else {
      throw SkiError(.emptyInput, "there is no tile to write; name other zooms or another part of the Earth")
    }
    let zooms = TileID(first.number).zoom...TileID(last.number).zoom
    let metadata = try Gzip(level: 9).packed(Array(tileSet.metadata(zooms: zooms).text().utf8))
    var header = PMTilesHeader(tileSet, zooms: zooms)
    header.place(layout, metadataBytes: metadata.count)
    try file.append(header.bytes + layout.root)
    try file.append(metadata)
    try file.append(layout.leaves)
    for index in layout.contents { try file.append(spool.content(records[Int(index)])) }
    try file.commit()
  }
}

extension PMTilesHeader {
  /// Creates a header from a tile set and the zooms of its tiles.
  init(_ tileSet: TileSet, zooms: ClosedRange<Int>) {
    let view = TileView(tileSet, zooms: zooms)
    self.init(
      tileKind: tileSet.format == .vector ? .vector : .png, tilesAreCompressed: tileSet.format == .vector,
      zooms: zooms, southWest: Position(Coordinate(latitude: view.bounds.south, longitude: view.bounds.west)),
      northEast: Position(Coordinate(latitude: view.bounds.north, longitude: view.bounds.east)),
      centre: Position(view.centre), centreZoom: view.centreZoom)
  }

  fileprivate mutating func place(_ layout: PMTilesLayout, metadataBytes: Int) {
    rootDirectory = Self.byteCount..<Self.byteCount + layout.root.count
    metadata = rootDirectory.upperBound..<rootDirectory.upperBound + metadataBytes
    leafDirectories = metadata.upperBound..<metadata.upperBound + layout.leaves.count
    tileData = leafDirectories.upperBound..<leafDirectories.upperBound + Int(layout.dataBytes)
    (tileCount, entryCount) = (layout.records.count, layout.entryCount)
    contentCount = layout.contents.count
  }
}

extension PMTilesHeader.Position {
  fileprivate init(_ place: Coordinate) {
    self.init(
      longitude: Int32((place.longitude * 1e7).rounded()), latitude: Int32((place.latitude * 1e7).rounded()))
  }
}

/// A gzip compressor whose output depends on the input bytes alone.
///
/// A class that belongs to one thread at a time; reused because making a compressor takes longer than compressing a
/// small tile.
package final class Gzip {
  private let compressor: OpaquePointer

  /// Creates a compressor.
  /// - Parameter level: The compression level, 1 (fast) to 12 (small).
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there is no memory.
  package init(level: Int) throws(SkiError) {
    precondition((1...12).contains(level), "level must be 1...12, got \(level)")
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else {
      throw SkiError(.limitExceeded, "there is no memory to compress by gzip; free some and start again")
    }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// Returns the greatest number of bytes of a member of a number of bytes, which is that of all levels.
  func greatestCount(_ count: Int) -> Int { libdeflate_gzip_compress_bound(compressor, count) }

  /// Returns one gzip member without time and name. Complexity: O(bytes).
  func packed(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBufferPointer { packed($0) } }

  /// Returns one gzip member without time and name. Complexity: O(bytes).
  package func packed(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let bound = greatestCount(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { target, filled in
      filled = libdeflate_gzip_compress(
        compressor, bytes.baseAddress, bytes.count, target.baseAddress, bound)
      precondition(filled > 0, "gzip needs more than its own bound of \(bound) bytes")
    }
  }
}
