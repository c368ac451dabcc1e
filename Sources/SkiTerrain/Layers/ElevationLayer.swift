public import SkiBase

/// Tiles of one grid: one zoom of a pyramid, the `.hgt` tiles of one resolution in one folder, or a raster.
///
/// All heights of a layer come from one model at one resolution. Shared by any number of tasks; decoded tiles are
/// cached in a cache shared with other layers.
final class ElevationLayer: Sendable {
  /// The last tiles a caller used, one of each parity of column and row, so that nearby samples need no lock, and those
  /// between four tiles none either.
  struct Cursor {
    fileprivate typealias Slot = (key: UInt64, tile: ElevationTile?)
    private var northWest: Slot = (.max, nil)
    private var northEast: Slot = (.max, nil)
    private var southWest: Slot = (.max, nil)
    private var southEast: Slot = (.max, nil)

    fileprivate subscript(column: Int, row: Int) -> Slot {
      @inline(__always) get {
        row & 1 == 0
          ? (column & 1 == 0 ? northWest : northEast) : (column & 1 == 0 ? southWest : southEast)
      }
      set {
        switch (column & 1, row & 1) {
        case (0, 0): northWest = newValue
        case (_, 0): northEast = newValue
        case (0, _): southWest = newValue
        default: southEast = newValue
        }
      }
    }
  }

  let grid: ElevationGrid
  let reader: any TileReader
  /// A closure that returns the bounds of the existing tiles.
  let bounds: @Sendable () throws -> TileBounds?
  let cache: TileCache
  let keyPrefix: UInt64
  /// The GeoTIFF keys of the file, if the layer is read from one.
  let geoKeys: GeoKeys?

  /// Creates a layer.
  /// - Precondition: `index` is unique among the layers of the cache and below 256.
  init(index: Int, plan: LayerPlan, cache: TileCache) {
    precondition((0..<256).contains(index), "layer index must be below 256, got \(index)")
    grid = plan.grid
    reader = plan.reader
    bounds = plan.bounds
    geoKeys = plan.geoKeys
    self.cache = cache
    keyPrefix = UInt64(index) << 56
  }

  /// The name of the layer's data, for reports.
  var name: String { reader.name }
  /// The vertical datum.
  var verticalDatum: VerticalDatum { reader.verticalDatum }
  var names: [String] { [name] }

  /// Returns the key of a tile within its layer.
  static func key(column: Int, row: Int) -> UInt64 { UInt64(column) << 28 | UInt64(row) }

  func resolutionMetres(at place: Coordinate) -> Double? {
    (try? hasTile(at: place)) == true ? grid.resolutionMetres(latitude: place.latitude) : nil
  }

  /// Returns one sample of the grid in metres, NaN for a void or a missing tile.
  ///
  /// Columns wrap around the Earth, and rows continue beyond a pole on its other side, if the grid extends that far.
  func node(_ x: Int, _ y: Int, _ cursor: inout Cursor) throws(SkiError) -> Double {
    guard let (x, y) = grid.sample(x, y) else { return .nan }
    let (tileColumn, column) = x.quotientAndRemainder(dividingBy: grid.spanColumns)
    let (tileRow, row) = y.quotientAndRemainder(dividingBy: grid.spanRows)
    let own = try elevation(tileColumn, tileRow, column, row, &cursor)
    guard own.isNaN, grid.sharesEdges, column == 0 || row == 0 else { return own }
    let west = (tileColumn + grid.tilesAcross - 1) % grid.tilesAcross
    let (lastColumn, lastRow) = (grid.spanColumns, grid.spanRows)
    if column == 0 {
      let height = try elevation(west, tileRow, lastColumn, row, &cursor)
      if !height.isNaN { return height }
    }
    guard row == 0 else { return .nan }
    let height = try elevation(tileColumn, tileRow - 1, column, lastRow, &cursor)
    if !height.isNaN || column > 0 { return height }
    return try self.elevation(west, tileRow - 1, lastColumn, lastRow, &cursor)
  }

  private func elevation(
    _ tileColumn: Int, _ tileRow: Int, _ column: Int, _ row: Int, _ cursor: inout Cursor
  ) throws(SkiError) -> Double {
    guard let tile = try tile(column: tileColumn, row: tileRow, &cursor) else { return .nan }
    return Double(tile[column, row])
  }

  /// Returns a tile, or nil when there is none.
  func tile(column: Int, row: Int, _ cursor: inout Cursor) throws(SkiError) -> ElevationTile? {
    guard row >= 0, row < grid.tilesDown, column >= 0, column < grid.tilesAcross else { return nil }
    let key = Self.key(column: column, row: row)
    let last = cursor[column, row]
    if key == last.key { return last.tile }
    let found =
      try hasTile(column: column, row: row)
      ? cache.tile(keyPrefix | key) { try reader.decode(column: column, row: row) } : nil
    cursor[column, row] = (key, found)
    return found
  }

  /// Returns whether a tile exists at a column and row of tiles.
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

extension ElevationLayer: ElevationSource {
  func elevationMetres(at place: Coordinate) throws -> Double? {
    var cursor = Cursor()
    return try withElevation(at: place) { try sample($0, .bilinear, into: $1, &cursor) }
  }

  func elevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    var cursor = Cursor()
    return try withElevations(at: line) { try sample($0, .bilinear, into: $1, &cursor) }
  }

  func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)? {
    try coversEverywhere(on: line) ? self : nil
  }

  /// Returns whether the layer has a height at each vertex.
  /// - Complexity: O(*n*).
  func coversEverywhere(on line: [Coordinate]) throws -> Bool {
    !(try elevationsMetres(along: line).contains(nil))
  }
}

/// The parts from which a layer is created.
struct LayerPlan {
  let grid: ElevationGrid
  let reader: any TileReader
  /// A closure that returns the bounds of the existing tiles; nil when there are none.
  let bounds: @Sendable () throws -> TileBounds?
  /// The GeoTIFF keys of the file, if the layer is read from one.
  let geoKeys: GeoKeys?

  init(
    grid: ElevationGrid, reader: any TileReader, geoKeys: GeoKeys? = nil,
    bounds: @escaping @Sendable () throws -> TileBounds?
  ) {
    self.grid = grid
    self.reader = reader
    self.geoKeys = geoKeys
    self.bounds = bounds
  }
}

/// A digital elevation model, for example a folder of tiles.
///
/// Elevations are metres above the model's vertical datum, nominally mean sea level. Implementations are `Sendable` and
/// cache decoded tiles within a limit, so that many tasks may share one source.
public protocol ElevationSource: Sendable {
  /// Returns the elevation at a coordinate in metres, interpolated bilinearly, or nil where the source has none.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput` when a tile can't be read, `.internalInconsistency` when PROJ fails.
  func elevationMetres(at place: Coordinate) throws -> Double?

  /// Returns the elevation at each vertex of a line in metres, nil where the source has none.
  ///
  /// Elevations equal those of ``elevationMetres(at:)``; a single call is faster.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of vertices.
  func elevationsMetres(along line: [Coordinate]) throws -> [Double?]

  /// Returns the finest single source with an elevation at every vertex of a line, or nil when there is none.
  ///
  /// For heights that must all come from one model. Maps are built from the ground instead, point by point from the
  /// finest model.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n* · *s*) in the number of vertices and of single sources.
  func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)?

  /// Returns the distance between samples at a coordinate in metres, or nil outside the source.
  func resolutionMetres(at place: Coordinate) -> Double?

  /// The names of the data sets, finest first.
  var names: [String] { get }
}

extension ElevationSource {
  /// Returns the elevation at each vertex of a line in metres, sampled one by one; nil where the source has none.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of vertices.
  public func elevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    try line.map { try elevationMetres(at: $0) }
  }

  /// Returns this source when it has an elevation at every vertex of a line, else nil.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of vertices.
  public func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)? {
    for place in line where try elevationMetres(at: place) == nil { return nil }
    return self
  }
}
