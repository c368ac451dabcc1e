import SkiBase

/// A sink that writes a tiled GeoTIFF of grey levels, floats or colours from several threads.
///
/// The file appears at its path only when committed. The bytes don't depend on the order of the blocks. Pixels are
/// areas; no data is marked by GDAL's tag. BigTIFF is used where a file may exceed 4 GB.
///
/// A class that may be shared. `@unchecked Sendable`: `file` is used by ``commit()``, ``discard()`` and the initialiser
/// only, which belong to one caller; blocks go through ``PositionedWriter``, which many threads may use.
package final class GeoTIFFSink: RasterSink, @unchecked Sendable {
  package let pixel: RasterPixel
  package let needsOrder = false
  package var blockColumns: Int { options.tileSide }
  package var blockRows: Int { options.tileSide }
  package var partRows: Int { packing == nil ? Self.plainRows : options.tileSide }
  /// The number of rows of an uncompressed part, written at once.
  private static let plainRows = 128

  private let grid: RasterGrid
  private let options: GeoTIFFOptions
  private let file: ReplacementFile
  private let writer: PositionedWriter
  private let packing: TileCompression?
  private let isBig: Bool
  private let keys: GeoKeys
  private let headBytes: Int
  private let progress: Locked<Progress>

  /// The layout of a compressed file: tiles get offsets in order, so that the file is always the same.
  private struct Progress {
    var places: [UInt64]
    var byteCounts: [UInt64]
    /// The first tile without an offset.
    var next = 0
    var end: Int
    /// The compressed tiles that wait for an earlier one.
    var waiting: [Int: [UInt8]] = [:]
  }

  /// Creates a temporary file beside the path of the GeoTIFF.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when the grid's system has no EPSG code and no keys are
  ///   given, `.limitExceeded` for more than 4,194,304 tiles, `.unwritableOutput`.
  package init(path: String, grid: RasterGrid, pixel: RasterPixel, options: GeoTIFFOptions = .init()) throws {
    self.grid = grid
    self.pixel = pixel
    self.options = options
    keys = try options.geoKeys ?? GeoKeys(grid.reference, heightDatum: options.heightDatum)
    let side = options.tileSide
    let (across, down) = ((grid.columns + side - 1) / side, (grid.rows + side - 1) / side)
    guard down <= TIFFLayout.strileLimit / across else {
      throw SkiError(
        .limitExceeded,
        "raster of \(grid.columns) × \(grid.rows) pixels is too large for one TIFF; write it in parts",
        subject: path)
    }
    let tileBytes = side * side * pixel.byteCount
    // Incompressible tiles grow by a few bytes.
    isBig = across * down * (tileBytes + 32) + 1 << 20 > Int(UInt32.max)
    packing = options.packing == .deflate ? TileCompression(pixel: pixel, side: side) : nil
    file = try ReplacementFile(path, what: "GeoTIFF")
    writer = try file.positionedWriter()
    let none = [UInt64](repeating: 0, count: across * down)
    let head = Self.directory(
      grid, pixel, options, keys, isBig: isBig, predictor: packing?.predictor, places: none, byteCounts: none)
    headBytes = (head.byteCount + 4095) & ~4095
    progress = Locked(Progress(places: none, byteCounts: none, end: headBytes))
  }

  private var tilesAcross: Int { (grid.columns + options.tileSide - 1) / options.tileSide }
  private var tileBytes: Int { options.tileSide * options.tileSide * pixel.byteCount }

  package func write(_ part: RasterWindow, _ bytes: UnsafeRawBufferPointer) throws {
    let side = options.tileSide
    let (first, rows) = (part.row % side, min(side, grid.rows - part.row / side * side))
    precondition(
      part.column % side == 0 && part.column >= 0 && part.row >= 0 && first % partRows == 0
        && part.columns == min(side, grid.columns - part.column) && part.rows == min(partRows, rows - first),
      "part must be \(partRows) rows of a tile of \(side) pixels, got \(part)")
    precondition(
      bytes.count == part.count * pixel.byteCount, "part must be filled, got \(bytes.count) bytes for \(part)"
    )
    let index = part.row / side * tilesAcross + part.column / side
    // The southernmost part of the raster is filled up to the end of its tile.
    let storedRows = first + part.rows == rows ? side - first : part.rows
    if part.columns == side, part.rows == storedRows { return try put(index, first, bytes) }
    let filledUp = filledUp(part, bytes, rows: storedRows)
    try filledUp.withUnsafeBytes { try put(index, first, $0) }
  }

  /// Returns whole rows of a tile at the raster's edge, filled up with no data.
  private func filledUp(_ part: RasterWindow, _ bytes: UnsafeRawBufferPointer, rows: Int) -> [UInt8] {
    let (line, stored) = (part.columns * pixel.byteCount, options.tileSide * pixel.byteCount)
    var tile = [UInt8](repeating: 0, count: rows * stored)
    if case .float = pixel {
      tile.withUnsafeMutableBytes {
        $0.withMemoryRebound(to: UInt32.self) {
          $0.update(repeating: TerrainProduct.noData.bitPattern.littleEndian)
        }
      }
    }
    tile.withUnsafeMutableBytes { tile in
      for row in 0..<part.rows {
        UnsafeMutableRawBufferPointer(rebasing: tile[row * stored..<row * stored + line])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[row * line..<(row + 1) * line]))
      }
    }
    return tile
  }

  private func put(_ index: Int, _ firstRow: Int, _ rows: UnsafeRawBufferPointer) throws {
    guard let packing else {
      let place = headBytes + index * tileBytes + firstRow * options.tileSide * pixel.byteCount
      return try writer.write(rows, at: place)
    }
    let packed = try packing.packed(rows)
    for (place, bytes) in progress.withLock({ Self.placed(index, packed, &$0) }) {
      try bytes.withUnsafeBytes { try writer.write($0, at: place) }
    }
  }

  /// Adds a compressed tile, and returns those that get their offsets by it.
  private static func placed(
    _ index: Int, _ packed: [UInt8], _ progress: inout Progress
  ) -> [(place: Int, bytes: [UInt8])] {
    progress.waiting[index] = packed
    var ready: [(Int, [UInt8])] = []
    while let bytes = progress.waiting.removeValue(forKey: progress.next) {
      progress.places[progress.next] = UInt64(progress.end)
      progress.byteCounts[progress.next] = UInt64(bytes.count)
      ready.append((progress.end, bytes))
      progress.end += (bytes.count + 1) & ~1
      progress.next += 1
    }
    return ready
  }

  /// Writes the directory and moves the file to its path.
  ///
  /// Doesn't synchronise to disk: a derived raster can be made again.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput` or `.cancelled`.
  /// - Precondition: All blocks were written, and none is being written.
  package func commit() throws {
    let (places, byteCounts) = progress.withLock { progress in
      if packing == nil {
        for index in progress.places.indices {
          progress.places[index] = UInt64(headBytes + index * tileBytes)
          progress.byteCounts[index] = UInt64(tileBytes)
        }
      } else {
        precondition(progress.next == progress.places.count, "tile \(progress.next) was never written")
      }
      return (progress.places, progress.byteCounts)
    }
    let head = Self.directory(
      grid, pixel, options, keys, isBig: isBig, predictor: packing?.predictor, places: places,
      byteCounts: byteCounts)
    try head.bytes().withUnsafeBytes { try writer.write($0, at: 0) }
    try file.commit()
  }

  /// Removes the unfinished file; does nothing after a commit.
  package func discard() { file.discard() }
}

extension GeoTIFFSink {
  /// Returns the directory of a file with tiles at the given offsets.
  static func directory(
    _ grid: RasterGrid, _ pixel: RasterPixel, _ options: GeoTIFFOptions, _ keys: GeoKeys, isBig: Bool,
    predictor: UInt16?, places: [UInt64], byteCounts: [UInt64]
  ) -> TIFFDirectory {
    let side = UInt32(options.tileSide)
    let isFloat = pixel == .float
    let samples = pixel == .colour ? 4 : 1
    // Keys tell whether a pixel's coordinates are those of its corner or, in some files, its centre.
    let shift = keys.isPixelIsPoint ? 0 : 0.5
    let corner = [grid.originX - shift * grid.stepX, grid.originY + shift * grid.stepY]
    var fields: [(UInt16, TIFFDirectory.Value)] = [
      (256, .longs([UInt32(grid.columns)])), (257, .longs([UInt32(grid.rows)])),
      (258, .shorts([UInt16](repeating: isFloat ? 32 : 8, count: samples))),
      (259, .shorts([options.packing == .plain ? 1 : 8])), (262, .shorts([pixel == .colour ? 2 : 1])),
      (277, .shorts([UInt16(samples)])), (284, .shorts([1])), (305, .text(Array("SkiRoute\0".utf8))),
      (322, .longs([side])), (323, .longs([side])), (324, .places(places)), (325, .places(byteCounts)),
      (339, .shorts([UInt16](repeating: isFloat ? 3 : 1, count: samples))),
      (UInt16(RasterPlacement.scaleTag), .doubles([grid.stepX, grid.stepY, 0])),
      (UInt16(RasterPlacement.tiepointTag), .doubles([0, 0, 0] + corner + [0])),
      (UInt16(GeoKeys.directoryTag), .shorts(keys.directory)),
    ]
    if let predictor { fields.append((317, .shorts([predictor]))) }
    if pixel == .colour { fields.append((338, .shorts([2]))) }
    if let attribution = options.attribution {
      fields.append((33432, .text(Array(attribution.utf8.filter { $0 != 0 }) + [0])))
    }
    if !keys.doubles.isEmpty { fields.append((UInt16(GeoKeys.doublesTag), .doubles(keys.doubles))) }
    if !keys.text.isEmpty { fields.append((UInt16(GeoKeys.textTag), .text(keys.text))) }
    let noData: String? =
      switch pixel {
      case .grey: "0"
      case .float: "-9999"
      case .colour: nil
      }
    if let noData { fields.append((UInt16(GDALMetadata.noDataTag), .text(Array(noData.utf8) + [0]))) }
    return TIFFDirectory(isBig: isBig, fields: fields.sorted { $0.0 < $1.0 }.map { (tag: $0.0, value: $0.1) })
  }
}

/// The options of a GeoTIFF.
///
/// A value; `Sendable`.
package struct GeoTIFFOptions: Sendable, Hashable {
  /// The compression of pixels.
  package enum Packing: Sendable, Hashable {
    /// The uncompressed form, the fastest to write and to read.
    case plain
    /// The compression by deflate with the predictor of the pixel type, which common programs read.
    case deflate
  }

  /// The compression of pixels.
  package var packing: Packing
  /// The side of the square tiles in pixels: 256 or 512.
  package var tileSide: Int
  /// The vertical datum when the pixels are elevations; nil for other values.
  package var heightDatum: VerticalDatum?
  /// The keys of the source file, copied to the new one; nil to make them from the grid.
  package var geoKeys: GeoKeys?
  /// The copyright text; nil for none.
  package var attribution: String?

  /// Creates options.
  /// - Precondition: `tileSide` is 256 or 512.
  package init(
    packing: Packing = .plain, tileSide: Int = 512, heightDatum: VerticalDatum? = nil,
    geoKeys: GeoKeys? = nil,
    attribution: String? = nil
  ) {
    precondition([256, 512].contains(tileSide), "tiles must have 256 or 512 pixels a side, got \(tileSide)")
    self.packing = packing
    self.tileSide = tileSide
    self.heightDatum = heightDatum
    self.geoKeys = geoKeys
    self.attribution = attribution
  }
}
