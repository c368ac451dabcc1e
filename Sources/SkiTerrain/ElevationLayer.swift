import SkiGeo

/// Tiles that share one grid: one zoom of one pyramid, the `.hgt` tiles of one sample distance in one folder, a raster.
///
/// The smallest thing that is a source of its own: all its heights come from one model at one resolution. Shared by
/// any number of tasks; the decoded tiles live in a cache it shares with other layers.
final class ElevationLayer: ElevationSource {
  /// The last tile a caller looked at, so that its neighbours in place are found without a lock.
  struct Cursor {
    fileprivate var key = UInt64.max
    fileprivate var tile: ElevationTile?
  }

  let grid: ElevationGrid
  private let reader: any TileReader
  private let cache: TileCache
  private let keyPrefix: UInt64

  /// - Precondition: `index` is unique among the layers of the cache and below 256.
  init(index: Int, grid: ElevationGrid, reader: any TileReader, cache: TileCache) {
    precondition((0..<256).contains(index), "layer index must be below 256, got \(index)")
    self.grid = grid
    self.reader = reader
    self.cache = cache
    keyPrefix = UInt64(index) << 56
  }

  /// What the heights are read from, for reports.
  var name: String { reader.name }
  var names: [String] { [name] }

  /// The key of a tile within its layer, from its column and row.
  static func key(column: Int, row: Int) -> UInt64 { UInt64(column) << 28 | UInt64(row) }

  func elevationMetres(at place: Coordinate) throws -> Double? {
    var cursor = Cursor()
    return try interpolate(place, &cursor)
  }

  func elevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    var cursor = Cursor()
    return try line.map { try interpolate($0, &cursor) }
  }

  func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)? {
    try answersEverywhere(on: line) ? self : nil
  }

  func resolutionMetres(at place: Coordinate) -> Double? {
    (try? hasTile(at: place)) == true ? grid.resolutionMetres(latitude: place.latitude) : nil
  }

  /// Whether the layer has a height at each vertex. Complexity: O(*n*).
  func answersEverywhere(on line: [Coordinate]) throws -> Bool {
    var cursor = Cursor()
    for place in line where try interpolate(place, &cursor) == nil { return false }
    return true
  }

  /// Returns the bilinear height at a place, or nil when a sample it needs is a void or in a missing tile.
  ///
  /// Samples that would count for nothing (the place lies exactly on a row or column) are not needed.
  func interpolate(_ place: Coordinate, _ cursor: inout Cursor) throws -> Double? {
    guard let position = try grid.position(of: place) else { return nil }
    let (left, top) = (position.x.rounded(.down), position.y.rounded(.down))
    let (fx, fy) = (position.x - left, position.y - top)
    let (x, y) = (Int(left), Int(top))
    let (column, row) = (x % grid.spanColumns, y % grid.spanRows)
    if x >= 0, y >= 0, column + 1 < grid.tileColumns, row + 1 < grid.tileRows,
      let tile = try tile(column: x / grid.spanColumns, row: y / grid.spanRows, &cursor)
    {
      let height = tile.blend(column: column, row: row, fx: fx, fy: fy)
      if !height.isNaN { return height }
    }
    return try blendAcrossTiles(x, y, fx, fy, &cursor)
  }

  /// The same by four single samples, each from the tile that has it.
  private func blendAcrossTiles(
    _ x: Int, _ y: Int, _ fx: Double, _ fy: Double, _ cursor: inout Cursor
  ) throws -> Double? {
    var sum = 0.0
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let weight = (dx == 0 ? 1 - fx : fx) * (dy == 0 ? 1 - fy : fy)
      if weight == 0 { continue }
      guard let height = try sample(grid.wrapped(x + dx), y + dy, &cursor) else { return nil }
      sum += weight * height
    }
    return sum
  }

  /// Returns one sample of the grid in metres, or nil for a void or a missing tile.
  func sample(_ x: Int, _ y: Int, _ cursor: inout Cursor) throws -> Double? {
    guard x >= 0, y >= 0 else { return nil }
    let (tileColumn, column) = x.quotientAndRemainder(dividingBy: grid.spanColumns)
    let (tileRow, row) = y.quotientAndRemainder(dividingBy: grid.spanRows)
    if let height = try height(tileColumn, tileRow, column, row, &cursor) { return height }
    guard grid.sharesEdges else { return nil }
    let west = (tileColumn + grid.tilesAcross - 1) % grid.tilesAcross
    let (lastColumn, lastRow) = (grid.spanColumns, grid.spanRows)
    if column == 0, let height = try height(west, tileRow, lastColumn, row, &cursor) { return height }
    if row == 0, let height = try height(tileColumn, tileRow - 1, column, lastRow, &cursor) {
      return height
    }
    guard column == 0, row == 0 else { return nil }
    return try height(west, tileRow - 1, lastColumn, lastRow, &cursor)
  }

  private func height(
    _ tileColumn: Int, _ tileRow: Int, _ column: Int, _ row: Int, _ cursor: inout Cursor
  ) throws -> Double? {
    guard let tile = try tile(column: tileColumn, row: tileRow, &cursor) else { return nil }
    let height = tile[column, row]
    return height.isNaN ? nil : Double(height)
  }

  private func tile(column: Int, row: Int, _ cursor: inout Cursor) throws -> ElevationTile? {
    guard row >= 0, row < grid.tilesDown, column < grid.tilesAcross else { return nil }
    let key = Self.key(column: column, row: row)
    if key == cursor.key { return cursor.tile }
    let found =
      try hasTile(column: column, row: row)
      ? cache.tile(keyPrefix | key) { try reader.decode(column: column, row: row) } : nil
    cursor.key = key
    cursor.tile = found
    return found
  }

  /// Whether there is a tile for a column and row of tiles.
  func hasTile(column: Int, row: Int) -> Bool {
    guard (0..<grid.tilesAcross).contains(column), (0..<grid.tilesDown).contains(row) else { return false }
    return reader.hasTile(column: column, row: row)
  }

  private func hasTile(at place: Coordinate) throws -> Bool {
    guard let position = try grid.position(of: place) else { return false }
    let half = grid.sharesEdges ? 0 : 0.5  // pixels reach half a pixel to either side of their centre
    let x = grid.inTurn((position.x + half).rounded(.down))
    let y = (position.y + half).rounded(.down)
    guard x >= 0, x < Double(grid.samples.columns), y >= -1, y < Double(grid.samples.rows) else {
      return false
    }
    return hasTile(column: Int(x) / grid.spanColumns, row: Int(max(0, y)) / grid.spanRows)
  }
}
