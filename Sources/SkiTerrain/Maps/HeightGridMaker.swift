package import SkiBase
package import SkiGraph
import SkiSystem

/// A maker of the height grids of maps from elevation files.
///
/// The lattice is that of the finest layer, so that its samples are stored unchanged but for rounding; of layers finer
/// than 30 m only every *n*-th row and column is taken, with the greatest *n* that keeps 30 m. No mean is taken: between
/// samples, means lie farther from the source than every second sample does (0.28 m against 0.23 m in the median at
/// 26 m in the Zillertal), and a mean lowers ridges. The lattice goes on around the Earth, as the models do of which a file
/// is a clip. In projected systems, which a map does not hold, the lattice is one
/// in degrees as wide, and elevations are interpolated. Elevations where the finest layer has none are those of the
/// others, as everywhere.
public struct HeightGridMaker: Sendable {
  /// The elevation files.
  let files: ElevationFiles
  /// The attributions that anything made from them has to show.
  let attributions: [String]

  /// The distance beyond the network within which elevations are kept, in metres.
  package static let reachMetres = 2000.0
  /// The distance between samples, in metres, up to which rows and columns of finer models are left out.
  package static let spacingMetres = 30.0
  /// The step of elevations, in millimetres, a tenth of the error of the best models: it changes the slope between
  /// samples 30 m apart by at most 0.2°.
  static let stepMillimetres: UInt32 = 100
  /// The step of models in whole metres, which loses nothing.
  private static let wholeMetre: UInt32 = 1000

  /// Creates a maker.
  /// - Parameters:
  ///   - files: The elevation files.
  ///   - attributions: The attributions that anything made from them has to show.
  public init(_ files: ElevationFiles, attributions: [String]) {
    self.files = files
    self.attributions = attributions
  }

  /// Returns the height grid of a network.
  /// - Parameters:
  ///   - boxes: The extent of the network, as boxes that don't cross the antimeridian; all within 2 km is kept.
  /// - Returns: The grid, of whole tiles; nil when there are no elevations.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded` by the task's work limit, and the
  ///   errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the samples of the files below the tiles, and O(*b*) in boxes and the tiles that each meets.
  package func grid(around boxes: [BoundingBox]) throws -> HeightGrid? {
    let near = boxes.flatMap { box -> [BoundingBox] in
      let scale = LocalScale(latitude: min(89.9, max(abs(box.south), abs(box.north))))
      return box.grown(
        north: Self.reachMetres / scale.metresPerDegreeLatitude,
        east: Self.reachMetres / scale.metresPerDegreeLongitude)
    }
    guard let sampling = try LatticeSampling(files, near) else { return nil }
    let tiles = try tiles(of: sampling, within: near)
    var heights: [(HeightTileAddress, [Float])] = []
    var areWhole = true
    for address in tiles {
      try WorkLimit.check("making the height grid")
      let metres = try sampling.metres(of: address)
      guard metres.contains(where: { !$0.isNaN }) else { continue }
      areWhole = areWhole && metres.allSatisfy { $0.isNaN || $0 == $0.rounded() }
      heights.append((address, metres))
    }
    guard !heights.isEmpty else { return nil }
    var grid = HeightGrid(
      sampling.lattice, stepMillimetres: areWhole ? Self.wholeMetre : Self.stepMillimetres,
      datumEPSG: UInt32(clamping: files.verticalDatum.epsg ?? 0), attributions: attributions)
    for (address, metres) in heights { grid.append(address, metres: metres) }
    return grid.tileCount > 0 ? grid : nil
  }

  /// Returns the tiles that meet boxes, in order.
  private func tiles(
    of sampling: LatticeSampling, within boxes: [BoundingBox]
  ) throws -> [HeightTileAddress] {
    var tiles = Set<HeightTileAddress>()
    for box in boxes { tiles.formUnion(try sampling.tiles(meeting: box)) }
    return tiles.sorted()
  }
}

/// The lattice of a height grid and the reading of its samples from elevation files.
private struct LatticeSampling {
  let lattice: HeightLattice
  private let files: ElevationFiles
  private let grid: ElevationGrid
  /// The elevations on the samples of the finest layer, going on around the Earth, and how many of its columns and rows
  /// one of the lattice stands for; nil where the lattice is none of its own.
  private let source: (raster: BlendedRaster, columns: Int, rows: Int)?

  private static let side = HeightTileCode.side

  /// Chooses the lattice for an extent; nil when no layer has tiles there.
  init?(_ files: ElevationFiles, _ boxes: [BoundingBox]) throws {
    guard let place = boxes.first?.centre,
      let index = try files.order(at: place).first(where: { index in
        try boxes.contains { try files.layers[index].hasTiles(in: $0) }
      })
    else { return nil }
    self.files = files
    let own = files.layers[index].grid
    let spacing = own.spacingsMetres(at: place)
    let (columns, rows) = (Self.stride(spacing.column), Self.stride(spacing.row))
    let (world, window) = own.samples.aroundTheEarth()
    var samples = world.thinned(columns: columns, rows: rows)
    let isItsOwn = own.isSeparable && HeightLattice(samples).isValid
    if !isItsOwn { samples = Self.degrees(spacing, at: place) }
    (lattice, grid) = (HeightLattice(samples), .lattice(samples))
    source = isItsOwn ? (files.raster(ofLayer: index, window), columns, rows) : nil
  }

  /// Returns the greatest number of samples that 30 m hold, at least one.
  private static func stride(_ spacingMetres: Double) -> Int {
    max(1, Int((HeightGridMaker.spacingMetres / spacingMetres * (1 + 1e-9)).rounded(.down)))
  }

  /// Returns a lattice in whole parts of a degree, no finer than a spacing in metres.
  ///
  /// Columns are as wide as rows in the middle of a belt of five degrees, so that neighbouring regions share lattices.
  private static func degrees(_ spacing: (row: Double, column: Double), at place: Coordinate) -> RasterGrid {
    let belt = ((place.latitude / 5).rounded(.down) + 0.5) * 5
    let scale = LocalScale(latitude: max(-87.5, min(87.5, belt)))
    func parts(_ metresPerDegree: Double) -> Double {
      let own = max(spacing.row, spacing.column)
      return max(1, (metresPerDegree / (own * Double(stride(own)))).rounded(.down))
    }
    let (across, down) = (parts(scale.metresPerDegreeLongitude), parts(scale.metresPerDegreeLatitude))
    return RasterGrid(
      columns: Int(360 * across), rows: Int(180 * down) + 1, reference: .wgs84, originX: -180, originY: 90,
      stepX: 1 / across, stepY: 1 / down)
  }

  /// Returns the tiles that meet a box.
  func tiles(meeting box: BoundingBox) throws -> [HeightTileAddress] {
    let limit = grid.latitudeLimit
    let north = Coordinate(latitude: min(limit, box.north), longitude: box.west)
    let south = Coordinate(latitude: max(-limit, box.south), longitude: box.east)
    guard let first = try grid.position(of: north), let last = try grid.position(of: south) else { return [] }
    // The eastern end of a turn is its start again.
    let right = last.x < first.x ? Double(lattice.columns - 1) : last.x
    func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
      let (low, high) = (max(0, low.rounded(.down)), min(Double(count - 1), high.rounded(.up)))
      return low <= high ? Int(low) / Self.side..<Int(high) / Self.side + 1 : 0..<0
    }
    let columns = range(first.x, right, lattice.columns)
    return range(first.y, last.y, lattice.rows).flatMap { row in
      columns.map { HeightTileAddress(row: UInt32(row), column: UInt32($0)) }
    }
  }

  /// Returns the elevations of a tile in metres, NaN for voids.
  func metres(of tile: HeightTileAddress) throws -> [Float] {
    let (column, row) = (Int(tile.column) * Self.side, Int(tile.row) * Self.side)
    guard let source else { return try interpolated(column, row) }
    let window = RasterWindow(
      column: column * source.columns, row: row * source.rows, columns: Self.side * source.columns,
      rows: Self.side * source.rows)
    return try source.raster.samples(of: window, every: (source.columns, source.rows))
  }

  private func interpolated(_ column: Int, _ row: Int) throws -> [Float] {
    let rows = row..<row + Self.side
    let crossings = Crossings(
      latitudes: rows.map { max(-90, grid.samples.y(ofRow: Double($0))) },
      longitudes: (column..<column + Self.side).map { min(180, grid.samples.x(ofColumn: Double($0))) })
    return try withUnsafeTemporaryAllocation(of: Double.self, capacity: crossings.count) { metres in
      metres.initialize(repeating: .nan)
      try files.sample(crossings, into: metres)
      return metres.map { Float($0) }
    }
  }
}

extension HeightLattice {
  /// Creates the lattice of all samples of a grid in degrees or in Web Mercator.
  fileprivate init(_ grid: RasterGrid) {
    self.init(
      grid.reference.kind == .webMercator ? .webMercator : .degrees, originX: grid.originX,
      originY: grid.originY, stepX: grid.stepX, stepY: grid.stepY, columns: grid.columns, rows: grid.rows)
  }
}

extension RasterGrid {
  /// Returns the grid continued to 180° W, around the Earth, and to both poles or the ends of Web Mercator, in whole steps,
  /// with the window of it in columns and rows of this one.
  fileprivate func aroundTheEarth() -> (grid: RasterGrid, window: RasterWindow) {
    let (west, north) =
      reference.kind == .webMercator ? (-Self.halfTurnMetres, Self.halfTurnMetres) : (-180, 90)
    func steps(_ distance: Double, _ step: Double) -> Int {
      // Rounding errors of a file's numbers must not cost a step, nor those of projected systems overflow.
      Int(max(0, min(1e9, (distance / step + 1e-6).rounded(.down))))
    }
    let (left, above) = (steps(originX - west, stepX), steps(north - originY, stepY))
    let start = (x: originX - Double(left) * stepX, y: originY + Double(above) * stepY)
    let window = RasterWindow(
      column: -left, row: -above, columns: max(left + columns, steps(-2 * west, stepX)),
      rows: max(above + rows, steps(start.y + north, stepY) + 1))
    let grid = RasterGrid(
      columns: window.columns, rows: window.rows, reference: reference, originX: start.x, originY: start.y,
      stepX: stepX, stepY: stepY)
    return (grid, window)
  }

  private static let halfTurnMetres = GridTransform.mercatorRadiusMetres * Double.pi

  /// Returns the grid of every *n*-th column and row, from the first on.
  fileprivate func thinned(columns across: Int, rows down: Int) -> RasterGrid {
    RasterGrid(
      columns: (columns + across - 1) / across, rows: (rows + down - 1) / down, reference: reference,
      originX: originX, originY: originY, stepX: stepX * Double(across), stepY: stepY * Double(down))
  }
}
