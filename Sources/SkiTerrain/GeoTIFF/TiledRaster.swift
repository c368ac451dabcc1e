import CKernels
import SkiBase

/// A raster stored in tiles of one size: a GeoTIFF, one zoom of a pyramid, a mosaic of `.hgt` files.
///
/// The tiles form a lattice. The raster is a rectangle of its samples, which need not be aligned with tiles and may
/// wrap around the Earth; missing tiles are void. Tiles are decoded on demand, outside any lock, and cached within a
/// limit; many threads may read windows at once.
package struct TiledRaster: ElevationRaster {
  /// The arrangement of tiles in the lattice.
  struct Lattice: Sendable, Hashable {
    /// The number of samples of a tile.
    let tileColumns: Int
    let tileRows: Int
    /// The number of samples adjacent tiles share along their common edge: 0, or 1 where samples are nodes (`.hgt`).
    var sharedSamples = 0
    /// The lattice sample at column 0 and row 0 of the raster.
    var originColumn = 0
    var originRow = 0
    /// The number of tiles around the Earth if the lattice closes, else nil.
    var tilesAround: Int?

    /// The number of samples from one tile to the next.
    var spanColumns: Int { tileColumns - sharedSamples }
    var spanRows: Int { tileRows - sharedSamples }
  }

  package let grid: RasterGrid
  package let names: [String]
  package let verticalDatum: VerticalDatum
  /// The GeoTIFF keys of the file, if the raster is read from one.
  package let geoKeys: GeoKeys?
  let lattice: Lattice
  private let reader: any TileReader
  /// The reader, if it can read single rows.
  private let rowReader: (any TileRowReader)?
  private var cache: TileCache
  private let keyPrefix: UInt64

  /// Creates a raster.
  /// - Parameters:
  ///   - keyPrefix: A prefix that identifies the tiles within a shared cache; its lower 56 bits are 0.
  init(
    grid: RasterGrid, lattice: Lattice, reader: any TileReader, cache: TileCache, keyPrefix: UInt64 = 0,
    geoKeys: GeoKeys? = nil
  ) {
    precondition(lattice.spanColumns > 0 && lattice.spanRows > 0, "tiles must be larger than what they share")
    self.grid = grid
    self.lattice = lattice
    self.reader = reader
    rowReader = (reader as? any TileRowReader).flatMap { $0.readsRows ? $0 : nil }
    self.cache = cache
    self.keyPrefix = keyPrefix
    self.geoKeys = geoKeys
    names = [reader.name]
    verticalDatum = reader.verticalDatum
  }

  /// The number of tiles decoded so far, single rows excluded.
  var decodedTileCount: Int { cache.decodeCount }

  package var blockColumns: Int { min(grid.columns, lattice.spanColumns) }
  package var blockRows: Int { min(grid.rows, lattice.spanRows) }

  /// Returns a raster with a small cache for aligned blocks, which need their own tile and single rows and columns of
  /// the adjacent ones; where rows can be read separately, a few tiles in the cache suffice.
  package func forBlocks(columns: Int, rows: Int, taskCount: Int) -> any ElevationRaster {
    guard let rowReader, lattice.originColumn == 0, lattice.originRow == 0, lattice.sharedSamples == 0,
      columns == lattice.tileColumns, rows == lattice.tileRows
    else { return self }
    var raster = self
    raster.cache = TileCache(limitBytes: 4 * taskCount * rowReader.tileBytes)
    return raster
  }

  package func read(_ window: RasterWindow, into target: UnsafeMutableBufferPointer<Float>) throws {
    precondition(
      target.count == window.count, "memory must fit the window, got \(target.count) for \(window.count)")
    guard let base = target.baseAddress, window.count > 0 else { return }
    let (columns, rows) = grid.overlap(with: window)
    if columns.count < window.columns || rows.count < window.rows || lattice.sharedSamples > 0 {
      target.update(repeating: .nan)
    }
    guard !columns.isEmpty else { return }
    let across = tiles(columns, lattice.originColumn, lattice.spanColumns)
    for row in tiles(rows, lattice.originRow, lattice.spanRows) {
      for column in across {
        try copy(column: column, row: row, columns, rows, to: base, window)
      }
    }
  }

  /// Returns the tiles that hold a range of samples, including those that share them.
  private func tiles(_ samples: Range<Int>, _ origin: Int, _ span: Int) -> ClosedRange<Int> {
    let first = samples.lowerBound + origin - lattice.sharedSamples
    return Self.floored(first, span)...Self.floored(samples.upperBound - 1 + origin, span)
  }

  private static func floored(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  /// Copies the requested samples of one tile.
  private func copy(
    column: Int, row: Int, _ columns: Range<Int>, _ rows: Range<Int>, to base: UnsafeMutablePointer<Float>,
    _ window: RasterWindow
  ) throws {
    let (left, top) = (
      column * lattice.spanColumns - lattice.originColumn, row * lattice.spanRows - lattice.originRow
    )
    let columns = columns.clamped(to: left..<left + lattice.tileColumns)
    let rows = rows.clamped(to: top..<top + lattice.tileRows)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let patch = TilePatch(
      column: columns.lowerBound - left, row: rows.lowerBound - top, columns: columns.count, rows: rows.count,
      sharedSamples: lattice.sharedSamples,
      target: base + (rows.lowerBound - window.row) * window.columns + columns.lowerBound - window.column,
      targetStride: window.columns)
    guard let (tile, firstRow) = try tile(column: column, row: row, rows: patch.row..<patch.row + rows.count)
    else { return patch.blank() }
    patch.copy(tile, firstRow: firstRow)
  }

  /// Returns a tile, or only the rows needed when it is not cached and they are few, with the row it starts at.
  private func tile(
    column: Int, row: Int, rows: Range<Int>
  ) throws -> (tile: ElevationTile, firstRow: Int)? {
    var column = column
    if let around = lattice.tilesAround { column -= Self.floored(column, around) * around }
    guard column >= 0, row >= 0, reader.hasTile(column: column, row: row) else { return nil }
    let key = keyPrefix | UInt64(column) << 28 | UInt64(row)
    if let rowReader, rows.count <= lattice.tileRows / 8 {
      if let tile = cache.cached(key) { return (tile, 0) }
      return (try rowReader.decode(column: column, row: row, rows: rows), rows.lowerBound)
    }
    return (try cache.tile(key) { try reader.decode(column: column, row: row) }, 0)
  }
}

/// A rectangle of one tile to copy into a window.
private struct TilePatch {
  /// The position in the tile, and the size.
  let column: Int
  let row: Int
  let columns: Int
  let rows: Int
  /// The number of the tile's first columns and rows shared with its neighbours.
  let sharedSamples: Int
  let target: UnsafeMutablePointer<Float>
  let targetStride: Int

  /// Writes voids, unless neighbours share the samples.
  func blank() {
    guard sharedSamples == 0 else { return }
    for line in 0..<rows { (target + line * targetStride).update(repeating: .nan, count: columns) }
  }

  /// Copies from a tile, or from one that starts at a later row.
  func copy(_ tile: ElevationTile, firstRow: Int) {
    switch tile.samples {
    case .metres(let heights):
      heights.withUnsafeBufferPointer {
        copy($0, tile.columns, firstRow) { $1.update(from: $0, count: $2) }
      }
    case .wholeMetres(let heights):
      heights.withUnsafeBufferPointer {
        copy($0, tile.columns, firstRow) { terrain_metres_of_whole($0, $1, $2) }
      }
    }
  }

  @inline(__always)
  private func copy<Height: TileElevation>(
    _ heights: UnsafeBufferPointer<Height>, _ stride: Int, _ firstRow: Int,
    run: (UnsafePointer<Height>, UnsafeMutablePointer<Float>, Int) -> Void
  ) {
    precondition(
      firstRow <= row && (row - firstRow + rows - 1) * stride + column + columns <= heights.count,
      "a tile is smaller than its layer's")
    guard let base = heights.baseAddress else { return }
    for line in 0..<rows {
      let source = base + (row - firstRow + line) * stride + column
      let target = target + line * targetStride
      // Shared edges are written by their other tile already, unless it has a void or is missing.
      let shared = row + line < sharedSamples ? columns : min(columns, max(0, sharedSamples - column))
      var index = 0
      while index < shared {
        let height = Float(source[index].heightMetres)
        if !height.isNaN { target[index] = height }
        index &+= 1
      }
      run(source + shared, target + shared, columns - shared)
    }
  }
}

extension GeoTIFF {
  /// Returns the heights as a raster.
  /// - Parameter cacheLimitBytes: The memory of the tile cache; nil for three rows of tiles up to 256 MiB, so that
  ///   reading row by row decodes each tile once.
  package func raster(cacheLimitBytes: Int? = nil) -> TiledRaster {
    let rowOfTiles = (grid.columns + tileColumns) * tileRows * reader.bytesPerSample
    let limit = cacheLimitBytes ?? min(256 << 20, max(32 << 20, 3 * rowOfTiles))
    return TiledRaster(
      grid: grid, lattice: .init(tileColumns: tileColumns, tileRows: tileRows), reader: tiles,
      cache: TileCache(limitBytes: limit), geoKeys: geoKeys)
  }
}
