import Glibc
import SkiGeo
import SkiProjection

/// Where the samples of one layer lie, and how they are cut into tiles.
///
/// A ``RasterGrid`` and its tiles: the tiles of Web Mercator and of whole degrees go round the Earth, those of a raster
/// lie anywhere. Sample (c, r) lies at grid position (c, r). In picture tiles samples are the centres of pixels; in
/// `.hgt` tiles they are nodes, and the outermost are shared with the neighbour.
struct ElevationGrid: Sendable {
  /// All samples; where the grid goes round the Earth its columns are those of one turn.
  let samples: RasterGrid
  /// Samples from west to east, and from north to south, of one tile.
  let tileColumns: Int
  let tileRows: Int
  /// Samples from one tile to the same sample of the next.
  let spanColumns: Int
  let spanRows: Int
  /// Tiles from west to east.
  let tilesAcross: Int
  /// Tiles from north to south.
  let tilesDown: Int
  /// Whether the easternmost column is the western neighbour of the first.
  let wraps: Bool
  private let map: GridMap
  /// The columns of one turn round the Earth, and where the turn begins that positions are brought into; nil for flat
  /// maps.
  private let turn: (columns: Double, start: Double)?
  /// How rows go on beyond the poles.
  private let poles: GridPoles

  /// - Precondition: `spanColumns` and `spanRows` are positive.
  private init(
    _ samples: RasterGrid, _ map: GridMap, tile: (columns: Int, rows: Int), span: (columns: Int, rows: Int),
    wraps: Bool
  ) {
    self.samples = samples
    (tileColumns, tileRows) = tile
    (spanColumns, spanRows) = span
    tilesAcross = (samples.columns + span.columns - 1) / span.columns
    tilesDown = max(1, (samples.rows - (tile.rows - span.rows) + span.rows - 1) / span.rows)
    self.wraps = wraps
    turn = Self.turn(samples, map, wraps: wraps)
    poles = GridPoles(samples, wraps: wraps)
    self.map = map
  }

  /// Not inlined: the compiler (Swift 6.3.1) fails on the initialiser otherwise.
  @inline(never)
  private static func turn(
    _ samples: RasterGrid, _ map: GridMap, wraps: Bool
  ) -> (columns: Double, start: Double)? {
    if wraps { return (Double(samples.columns), 0) }
    return map.columnsAround.map { ($0, -0.5) }
  }

  /// The grid of a tile pyramid at one zoom, with tiles of some pixels.
  static func mercator(zoom: Int, pixels: Int) -> ElevationGrid {
    let samples = RasterGrid.mercator(pixelsAcross: pixels << zoom)
    return ElevationGrid(
      samples, GridMap(plain: samples), tile: (pixels, pixels), span: (pixels, pixels), wraps: true)
  }

  /// The grid of `.hgt` tiles with some samples along each side (1201 or 3601).
  static func degrees(samples side: Int) -> ElevationGrid {
    let span = side - 1
    let step = 1 / Double(span)
    let samples = RasterGrid(
      columns: 360 * span, rows: 180 * span + 1, reference: .wgs84, originX: -180, originY: 90, stepX: step,
      stepY: step)
    return ElevationGrid(
      samples, GridMap(plain: samples), tile: (side, side), span: (span, span), wraps: true)
  }

  /// The grid of a raster that is cut into tiles of its own.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when PROJ knows no way to its system.
  static func raster(_ samples: RasterGrid, tileColumns: Int, tileRows: Int) throws -> ElevationGrid {
    let turn = samples.reference.kind == .geographic ? (360 / samples.stepX).rounded() : 0
    let closes = Int(turn) == samples.columns && abs(turn * samples.stepX - 360) < samples.stepX * 1e-3
    return try ElevationGrid(
      samples, GridMap(samples), tile: (tileColumns, tileRows), span: (tileColumns, tileRows), wraps: closes)
  }

  /// Whether neighbouring tiles both hold the samples on their common edge.
  var sharesEdges: Bool { tileColumns > spanColumns }

  /// Whether a column depends on the longitude alone and a row on the latitude.
  var isSeparable: Bool { map.isSeparable }

  /// The northernmost and southernmost latitude the grid's map knows, degrees.
  var latitudeLimit: Double { map.latitudeLimit }

  /// Returns where a place lies in the grid, or nil beyond the ends of its map; x is within one turn of a grid that
  /// goes round the Earth.
  func position(of place: Coordinate) throws -> (x: Double, y: Double)? {
    guard place.isValid else { return nil }
    var (x, y) = (0.0, 0.0)
    try withUnsafePointer(to: place) { try positions(of: $0, count: 1, xs: &x, ys: &y) }
    return abs(x) < 1e15 && abs(y) < 1e15 ? (x, y) : nil
  }

  /// Fills the positions of places; not a number for places that are not on the Earth or beyond the map.
  /// - Throws: ``SkiError`` when the transformation fails as a whole.
  func positions(
    of places: UnsafePointer<Coordinate>, count: Int, xs: UnsafeMutablePointer<Double>,
    ys: UnsafeMutablePointer<Double>
  ) throws {
    try map.positions(of: places, count: count, xs: xs, ys: ys)
    guard let turn else { return }
    for index in 0..<count {
      let x = xs[index]
      let (columns, start) = turn
      xs[index] = x < start ? x + columns : x >= start + columns ? x - columns : x
    }
  }

  /// Returns the place of a grid position, which may lie turns round the Earth away; the inverse of ``position(of:)``.
  func place(x: Double, y: Double) throws -> Coordinate {
    var place = try map.place(x: x, y: y)
    if abs(place.longitude) > 180 { place.longitude -= (place.longitude / 360).rounded() * 360 }
    return place
  }

  /// Returns the distance between samples from north to south at a latitude, metres.
  func resolutionMetres(latitude: Double) -> Double { map.resolutionMetres(latitude: latitude) }

  /// Returns the distances from a sample to the next row and to the next column at a place, metres.
  func spacingsMetres(at place: Coordinate) -> (row: Double, column: Double) {
    map.spacingsMetres(latitude: place.latitude)
  }

  /// Brings a position into the turn round the Earth that the grid lies in.
  func inTurn(_ x: Double) -> Double {
    guard let turn else { return x }
    let (columns, start) = turn
    return x < start ? x + columns : x >= start + columns ? x - columns : x
  }

  /// Returns the x of a place so many degrees east of a western edge, going on beyond the end of a turn; on flat maps
  /// the x that is given. The edge itself moves to where a grid that ends somewhere is near.
  func x(_ x: Double, degreesEast: Double, of west: Double) -> Double {
    guard let turn else { return x }
    let edge = !wraps && west > Double(samples.columns) ? west - turn.columns : west
    return edge + degreesEast / 360 * turn.columns
  }

  /// Brings a column within the grid, when it goes round the Earth.
  func wrapped(_ x: Int) -> Int {
    guard wraps else { return x }
    return x < 0 ? x + samples.columns : x >= samples.columns ? x - samples.columns : x
  }

  /// Returns the column and row within the grid of a sample that may lie beyond its ends; nil when there is none.
  func sample(_ x: Int, _ y: Int) -> (x: Int, y: Int)? {
    guard y >= 0, y < samples.rows else {
      guard let (half, row) = poles.row(beyond: y) else { return nil }
      return (wrapped(wrapped(x) + (half ? samples.columns / 2 : 0)), row)
    }
    let column = wrapped(x)
    return column >= 0 && column < samples.columns ? (column, y) : nil
  }
}

extension RasterGrid {
  /// The square world of Web Mercator in pixels; samples lie in their centres.
  /// - Precondition: there is a pixel.
  package static func mercator(pixelsAcross side: Int) -> RasterGrid {
    let half = GridMap.mercatorRadiusMetres * Double.pi
    let step = 2 * half / Double(side)
    return RasterGrid(
      columns: side, rows: side, reference: .webMercator, originX: -half + step / 2,
      originY: half - step / 2, stepX: step, stepY: step)
  }
}
