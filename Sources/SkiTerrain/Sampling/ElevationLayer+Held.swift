import CKernels
import SkiBase

extension ElevationLayer {
  /// Writes the heights at scattered positions in their order while all their tiles are held.
  ///
  /// It needs no sorting: the kernel asks for the samples of many positions before it reads them.
  /// - Returns: False, with nothing written, for ``Sampling/bicubic`` and where the tiles are larger than the cache.
  /// - Throws: ``SkiError`` when a tile can't be read.
  /// - Complexity: O(*n*), and the decoding of tiles that are not cached.
  /// - Precondition: The tiles of the positions are numbered.
  func fillHeld(
    _ run: SamplingRun, _ sampling: Sampling, _ groups: TileGrouping, _ extent: TileGrouping.Extent,
    _ cursor: inout Cursor
  ) throws(SkiError) -> Bool {
    guard sampling != .bicubic, let held = try HeldTiles(groups, extent, of: self) else { return false }
    held.fill(run, sampling, groups)
    let (endX, endY) = (Double(grid.samples.columns), Double(grid.samples.rows))
    for index in 0..<run.count where run.metres[index].isNaN {
      let (x, y) = (run.xs[index], run.ys[index])
      guard x >= -1, y >= -1, x <= endX, y <= endY else { continue }
      run.metres[index] = try elevation(x: x, y: y, sampling, &cursor)
    }
    return true
  }
}

/// The tiles of numbered positions, all of one size and storage type.
private struct HeldTiles {
  /// The tiles by number; nil where there is none, or one of another size or storage type. Behind them one more that is
  /// nil, for positions without a tile.
  private let tiles: [ElevationTile?]
  private let origins: [(x: Double, y: Double)]
  private let first: ElevationTile

  /// Reads the tiles that have positions; nil where they are larger than the cache, too small for a cell, or none.
  init?(_ groups: TileGrouping, _ extent: TileGrouping.Extent, of layer: ElevationLayer) throws(SkiError) {
    let grid = layer.grid
    guard grid.tileColumns >= 2, grid.tileRows >= 2, grid.tileColumns <= Int32.max, grid.tileRows <= Int32.max
    else { return nil }
    let wanted = (0..<extent.tileCount).count { groups.ends[$0] > 0 }
    var tiles: [ElevationTile?] = []
    var origins: [(x: Double, y: Double)] = []
    var first: ElevationTile?
    for number in 0..<extent.tileCount {
      let (row, column) = number.quotientAndRemainder(dividingBy: extent.width)
      let (tileColumn, tileRow) = (column + Int(extent.columns.least), row + Int(extent.rows.least))
      origins.append((Double(tileColumn * grid.spanColumns), Double(tileRow * grid.spanRows)))
      var cursor = ElevationLayer.Cursor()
      let tile =
        groups.ends[number] > 0 ? try layer.tile(column: tileColumn, row: tileRow, &cursor) : nil
      guard let tile, tile.columns == grid.tileColumns, tile.rows == grid.tileRows,
        first.map({ $0.samples.areWhole == tile.samples.areWhole }) ?? true
      else {
        tiles.append(nil)
        continue
      }
      if first == nil, tile.byteCount * wanted > layer.cache.limitBytes { return nil }
      first = first ?? tile
      tiles.append(tile)
    }
    guard let first else { return nil }
    (self.first, self.tiles, self.origins) = (first, tiles + [nil], origins + [(0, 0)])
  }

  /// Writes the heights at positions; NaN where a sample is missing in the tile of its position.
  ///
  /// Every address is of a tile that is full, `columns * rows` samples, and immutable; the array of the tiles keeps them
  /// until the kernel is done. The kernel reads within the tile of a position or, outside of it, the first samples of
  /// another: two columns and rows exist. Each number of a position is one of the extent, or the last.
  func fill(_ run: SamplingRun, _ sampling: Sampling, _ groups: TileGrouping) {
    let last = UInt32(tiles.count - 1)
    for index in 0..<run.count where groups.columns[index] == TileGrouping.none {
      groups.columns[index] = last
    }
    withExtendedLifetime(tiles) {
      let entries = zip(tiles, origins).map { tile, origin in
        terrain_tile(heights: tile?.samples.address, x: origin.x, y: origin.y)
      }
      entries.withUnsafeBufferPointer { entries in
        var places = terrain_places(xs: run.xs, ys: run.ys, tiles: groups.columns)
        var all = terrain_tiles(
          tiles: entries.baseAddress, spare: first.samples.address, columns: Int32(first.columns),
          rows: Int32(first.rows))
        terrain_sample(
          &places, run.count, &all, first.samples.areWhole ? 1 : 0, sampling == .bilinear ? 1 : 0, run.metres)
      }
    }
  }
}

extension ElevationTile.Samples {
  /// Indicates whether heights are stored as whole metres.
  fileprivate var areWhole: Bool { if case .wholeMetres = self { true } else { false } }

  /// The address of the first sample, valid while the tile is held: its array is never changed.
  fileprivate var address: UnsafeRawPointer? {
    switch self {
    case .metres(let heights): heights.withUnsafeBytes { $0.baseAddress }
    case .wholeMetres(let heights): heights.withUnsafeBytes { $0.baseAddress }
    }
  }
}
