import SkiFiles
import SkiGeo

/// Tiles that share one grid: one zoom of one pyramid, or the `.hgt` tiles of one sample distance in one folder.
///
/// The smallest thing that is a source of its own: all its heights come from one model at one resolution. Shared by
/// any number of tasks; the decoded tiles live in the cache of its folder.
final class ElevationLayer: ElevationSource {
  /// Where the tiles of a layer are.
  enum Files: Sendable {
    /// `root/z/x/y.png`, for the tiles in the set.
    case pyramid(root: String, zoom: Int, encoding: TileEncoding, tiles: Set<UInt64>)
    /// `.hgt` files by tile.
    case degrees([UInt64: String])
  }

  /// The last tile a caller looked at, so that its neighbours in place are found without a lock.
  struct Cursor {
    fileprivate var key = UInt64.max
    fileprivate var tile: ElevationTile?
  }

  let grid: ElevationGrid
  /// What the heights are read from, for reports.
  let name: String
  private let files: Files
  private let cache: TileCache
  private let keyPrefix: UInt64

  /// - Precondition: `index` is unique among the layers of the cache and below 256.
  init(index: Int, grid: ElevationGrid, files: Files, name: String, cache: TileCache) {
    precondition((0..<256).contains(index), "layer index must be below 256, got \(index)")
    self.grid = grid
    self.files = files
    self.name = name
    self.cache = cache
    keyPrefix = UInt64(index) << 56
  }

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
    hasTile(at: place) ? grid.resolutionMetres(latitude: place.latitude) : nil
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
    guard place.isValid, let position = grid.position(of: place) else { return nil }
    let (left, top) = (position.x.rounded(.down), position.y.rounded(.down))
    let (fx, fy) = (position.x - left, position.y - top)
    let (x, y) = (wrapped(Int(left)), Int(top))
    let (column, row) = (x % grid.span, y % grid.span)
    if y >= 0, column + 1 < grid.columns, row + 1 < grid.columns,
      let tile = try tile(column: x / grid.span, row: y / grid.span, &cursor)
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
      guard let height = try sample(wrapped(x + dx), y + dy, &cursor) else { return nil }
      sum += weight * height
    }
    return sum
  }

  /// Returns one sample of the grid in metres, or nil for a void or a missing tile.
  func sample(_ x: Int, _ y: Int, _ cursor: inout Cursor) throws -> Double? {
    guard y >= 0 else { return nil }
    let (tileColumn, column) = x.quotientAndRemainder(dividingBy: grid.span)
    let (tileRow, row) = y.quotientAndRemainder(dividingBy: grid.span)
    if let height = try height(tileColumn, tileRow, column, row, &cursor) { return height }
    guard grid.sharesEdges else { return nil }
    let west = (tileColumn + grid.tilesAcross - 1) % grid.tilesAcross
    if column == 0, let height = try height(west, tileRow, grid.span, row, &cursor) { return height }
    if row == 0, let height = try height(tileColumn, tileRow - 1, column, grid.span, &cursor) {
      return height
    }
    guard column == 0, row == 0 else { return nil }
    return try height(west, tileRow - 1, grid.span, grid.span, &cursor)
  }

  private func height(
    _ tileColumn: Int, _ tileRow: Int, _ column: Int, _ row: Int, _ cursor: inout Cursor
  ) throws -> Double? {
    guard let tile = try tile(column: tileColumn, row: tileRow, &cursor) else { return nil }
    let height = tile[column, row]
    return height.isNaN ? nil : Double(height)
  }

  /// Brings a column within the grid, which goes round the Earth.
  func wrapped(_ x: Int) -> Int {
    let around = grid.tilesAcross * grid.span
    return x < 0 ? x + around : x >= around ? x - around : x
  }

  private func tile(column: Int, row: Int, _ cursor: inout Cursor) throws -> ElevationTile? {
    guard row >= 0, row < grid.tilesDown else { return nil }
    let key = Self.key(column: column, row: row)
    if key == cursor.key { return cursor.tile }
    let found =
      try hasTile(column: column, row: row)
      ? cache.tile(keyPrefix | key) { try decode(column: column, row: row) } : nil
    cursor.key = key
    cursor.tile = found
    return found
  }

  private func decode(column: Int, row: Int) throws -> ElevationTile {
    switch files {
    case .pyramid(let root, let zoom, let encoding, _):
      let path = "\(root)/\(zoom)/\(column)/\(row).png"
      let bytes = try readFile(path, atMostBytes: PNGImage.fileLimitBytes)
      return try ElevationTile(png: bytes, encoding: encoding, columns: grid.columns, subject: path)
    case .degrees(let paths):
      let path = paths[Self.key(column: column, row: row)] ?? ""
      let bytes = try readFile(path, atMostBytes: grid.columns * grid.columns * 2)
      return try ElevationTile(hgt: bytes, columns: grid.columns, subject: path)
    }
  }

  /// Whether there is a tile for a column and row of tiles.
  func hasTile(column: Int, row: Int) -> Bool {
    guard (0..<grid.tilesAcross).contains(column), (0..<grid.tilesDown).contains(row) else { return false }
    let key = Self.key(column: column, row: row)
    switch files {
    case .pyramid(_, _, _, let tiles): return tiles.contains(key)
    case .degrees(let paths): return paths[key] != nil
    }
  }

  private func hasTile(at place: Coordinate) -> Bool {
    guard place.isValid, let position = grid.position(of: place) else { return false }
    let half = grid.sharesEdges ? 0 : 0.5  // pixels reach half a pixel to either side of their centre
    let x = wrapped(Int((position.x + half).rounded(.down)))
    let y = Int((position.y + half).rounded(.down))
    return hasTile(column: x / grid.span, row: max(0, y) / grid.span)
  }
}
