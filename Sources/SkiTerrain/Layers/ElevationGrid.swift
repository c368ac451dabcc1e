import SkiBase
import SkiGraph
import SkiSystem

/// The grid of a layer's samples and its division into tiles.
///
/// The tiles of Web Mercator and of whole degrees wrap around the Earth, those of a raster lie anywhere. Sample (c, r)
/// is at grid position (c, r). In image tiles samples are the centres of pixels; in `.hgt` tiles they are nodes, the
/// outermost of which are shared with the adjacent tile.
struct ElevationGrid: Sendable {
  /// The grid of all samples; its columns are one turn if the grid wraps around the Earth.
  let samples: RasterGrid
  /// The number of columns and rows of one tile.
  let tileColumns: Int
  let tileRows: Int
  /// The number of samples from one tile to the next.
  let spanColumns: Int
  let spanRows: Int
  /// The number of tiles from west to east.
  let tilesAcross: Int
  /// The number of tiles from north to south.
  let tilesDown: Int
  /// Indicates whether the grid wraps around the Earth in longitude.
  let wraps: Bool
  private let map: GridTransform
  /// The number of columns of one turn around the Earth, and the position at which positions are wrapped; nil for
  /// projected systems.
  private let turn: (columns: Double, start: Double)?
  /// The continuation of rows beyond the poles.
  private let poles: GridPoles

  /// Creates a grid.
  /// - Precondition: `span.columns` and `span.rows` are positive.
  private init(
    _ samples: RasterGrid, _ map: GridTransform, tile: (columns: Int, rows: Int),
    span: (columns: Int, rows: Int),
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

  /// Returns the turn of a grid.
  ///
  /// Not inlined: the compiler (Swift 6.3.1) fails on the initialiser otherwise.
  @inline(never)
  private static func turn(
    _ samples: RasterGrid, _ map: GridTransform, wraps: Bool
  ) -> (columns: Double, start: Double)? {
    if wraps { return (Double(samples.columns), 0) }
    return map.columnsAround.map { ($0, -0.5) }
  }

  /// Returns the grid of a tile pyramid at one zoom, with tiles of a number of pixels along each side.
  static func mercator(zoom: Int, pixels: Int) -> ElevationGrid {
    let samples = RasterGrid.mercator(pixelsAcross: pixels << zoom)
    return ElevationGrid(
      samples, GridTransform(plain: samples), tile: (pixels, pixels), span: (pixels, pixels), wraps: true)
  }

  /// Returns the grid of `.hgt` tiles with a number of samples along each side (1201 or 3601).
  static func degrees(samples side: Int) -> ElevationGrid {
    let span = side - 1
    let step = 1 / Double(span)
    let samples = RasterGrid(
      columns: 360 * span, rows: 180 * span + 1, reference: .wgs84, originX: -180, originY: 90, stepX: step,
      stepY: step)
    return ElevationGrid(
      samples, GridTransform(plain: samples), tile: (side, side), span: (span, span), wraps: true)
  }

  /// Returns the grid of a raster with its own tiles.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when PROJ knows no transformation to its system.
  static func raster(_ samples: RasterGrid, tileColumns: Int, tileRows: Int) throws(SkiError) -> ElevationGrid
  {
    let turn = samples.reference.kind == .geographic ? (360 / samples.stepX).rounded() : 0
    let closes = Int(turn) == samples.columns && abs(turn * samples.stepX - 360) < samples.stepX * 1e-3
    return try ElevationGrid(
      samples, GridTransform(samples), tile: (tileColumns, tileRows), span: (tileColumns, tileRows),
      wraps: closes)
  }

  /// Returns the grid of a lattice in degrees or Web Mercator with the square tiles of height grids.
  static func lattice(_ samples: RasterGrid) -> ElevationGrid {
    let size = (columns: HeightTileCode.side, rows: HeightTileCode.side)
    let turn =
      samples.reference.kind == .webMercator ? 2 * Double.pi * GridTransform.mercatorRadiusMetres : 360
    let closes = abs(turn / samples.stepX - Double(samples.columns)) < 1e-3
    return ElevationGrid(samples, GridTransform(plain: samples), tile: size, span: size, wraps: closes)
  }

  /// Indicates whether adjacent tiles share the samples on their common edge.
  var sharesEdges: Bool { tileColumns > spanColumns }

  /// Indicates whether columns depend on the longitude alone and rows on the latitude alone.
  var isSeparable: Bool { map.isSeparable }

  /// The absolute latitude at which the grid's projection ends, in degrees.
  var latitudeLimit: Double { map.latitudeLimit }

  /// Returns the grid position of a coordinate, or nil outside the projection; x is wrapped into one turn if the grid
  /// goes around the Earth.
  func position(of place: Coordinate) throws -> (x: Double, y: Double)? {
    guard place.isValid else { return nil }
    var (x, y) = (0.0, 0.0)
    try withUnsafePointer(to: place) { try positions(of: $0, count: 1, xs: &x, ys: &y) }
    return abs(x) < 1e15 && abs(y) < 1e15 ? (x, y) : nil
  }

  /// Writes the grid positions of coordinates; NaN for invalid ones and those outside the projection.
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

  /// Returns the coordinate of a grid position, which may be turns around the Earth away; the inverse of
  /// ``position(of:)``.
  func place(x: Double, y: Double) throws -> Coordinate {
    var place = try map.place(x: x, y: y)
    if abs(place.longitude) > 180 { place.longitude -= (place.longitude / 360).rounded() * 360 }
    return place
  }

  /// Returns the distance between rows at a latitude, in metres.
  func resolutionMetres(latitude: Double) -> Double { map.resolutionMetres(latitude: latitude) }

  /// Returns the distances between rows and between columns at a coordinate, in metres.
  func spacingsMetres(at place: Coordinate) -> (row: Double, column: Double) {
    map.spacingsMetres(latitude: place.latitude)
  }

  /// Returns a position wrapped into the turn of the grid.
  func inTurn(_ x: Double) -> Double {
    guard let turn else { return x }
    let (columns, start) = turn
    return x < start ? x + columns : x >= start + columns ? x - columns : x
  }

  /// Returns the x of a place at a longitude offset from a western edge, continued beyond the end of a turn; in
  /// projected systems the given x.
  ///
  /// The edge is moved by a turn to where a grid that does not wrap is near.
  func x(_ x: Double, degreesEast: Double, of west: Double) -> Double {
    guard let turn else { return x }
    let edge = !wraps && west > Double(samples.columns) ? west - turn.columns : west
    return edge + degreesEast / 360 * turn.columns
  }

  /// Returns a column wrapped into the grid, if it wraps around the Earth.
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
  /// Returns the grid of Web Mercator in pixels; samples are their centres.
  /// - Precondition: There is a pixel.
  package static func mercator(pixelsAcross side: Int) -> RasterGrid {
    let half = GridTransform.mercatorRadiusMetres * Double.pi
    let step = 2 * half / Double(side)
    return RasterGrid(
      columns: side, rows: side, reference: .webMercator, originX: -half + step / 2,
      originY: half - step / 2, stepX: step, stepY: step)
  }
}

/// The continuation of the rows of a grid in degrees beyond the poles.
///
/// On a grid that wraps around the Earth and reaches a pole, the rows beyond it are those on its other side, half a
/// turn away. If the number of columns is odd, so that none is opposite, the outermost row is repeated.
struct GridPoles: Sendable {
  private let rows: Int
  private let hasOpposite: Bool
  /// The position of rows relative to each pole, on it or half a step beside it; nil without a continuation.
  private let north: PoleRows?
  private let south: PoleRows?

  private enum PoleRows: Sendable {
    case rowAtPole
    case rowsBesidePole
  }

  init(_ grid: RasterGrid, wraps: Bool) {
    rows = grid.rows
    hasOpposite = grid.columns % 2 == 0
    guard wraps, grid.reference.kind == .geographic else {
      (north, south) = (nil, nil)
      return
    }
    north = Self.poleRows(90 - grid.originY, step: grid.stepY)
    south = Self.poleRows(90 + grid.y(ofRow: Double(grid.rows - 1)), step: grid.stepY)
  }

  private static func poleRows(_ gap: Double, step: Double) -> PoleRows? {
    if abs(gap) < step * 1e-3 { return .rowAtPole }
    return abs(gap - step / 2) < step * 1e-3 ? .rowsBesidePole : nil
  }

  /// Returns the row that stands for one beyond the ends, and whether it is half a turn away.
  func row(beyond row: Int) -> (isOpposite: Bool, row: Int)? {
    guard let way = row < 0 ? north : south else { return nil }
    let beyond = row < 0 ? -row : row - rows + 1
    let inside = hasOpposite ? (way == .rowAtPole ? beyond : beyond - 1) : 0
    guard inside < rows else { return nil }
    return (hasOpposite, row < 0 ? inside : rows - 1 - inside)
  }
}
