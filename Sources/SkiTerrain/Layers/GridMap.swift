import Glibc
package import SkiGeo
import SkiProjection

/// How places on Earth become positions in a grid, and back.
///
/// The same for all grids of a reference system but for origin and step.
package struct GridMap: Sendable {
  /// The radius of the sphere Web Mercator is drawn from, metres.
  static let mercatorRadiusMetres = 6_378_137.0
  /// Web Mercator ends before the poles.
  private static let mercatorLatitudeLimit = 85.059

  private enum Form: Sendable {
    /// Columns and rows to a degree, from a north-western origin.
    case geographic(west: Double, north: Double, columnsPerDegree: Double, rowsPerDegree: Double)
    /// Columns and rows around the sphere; offsets of the first column and row from 180° W and from the upper end.
    case mercator(columnsAround: Double, rowsAround: Double, columnOffset: Double, rowOffset: Double)
    /// Any other system, by PROJ.
    case transformed(LendingPool<CoordinateTransform>, RasterGrid)
  }

  /// Systems whose degrees are those of WGS 84 to less than a metre: WGS 84 itself, ETRS89, NAD83.
  private static let plainDegrees = ["EPSG:4326", "OGC:CRS84", "EPSG:4258", "EPSG:4269"]

  private let form: Form
  private let rowResolutionMetres: Double

  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when PROJ knows no way to the system.
  package init(_ grid: RasterGrid) throws {
    switch grid.reference.kind {
    case .webMercator: self.init(plain: grid)
    case .projected(let metresPerUnit):
      self.init(
        form: .transformed(try LendingPool(to: grid.reference), grid),
        rowResolutionMetres: grid.stepY * metresPerUnit)
    case .geographic:
      guard !Self.plainDegrees.contains(grid.reference.definition) else {
        self.init(plain: grid)
        return
      }
      self.init(
        form: .transformed(try LendingPool(to: grid.reference), grid),
        rowResolutionMetres: earthMeanRadiusMetres * Double.pi / 180 * grid.stepY)
    }
  }

  private init(form: Form, rowResolutionMetres: Double) {
    self.form = form
    self.rowResolutionMetres = rowResolutionMetres
  }

  /// The map of a grid of WGS 84 degrees, or of Web Mercator.
  init(plain grid: RasterGrid) {
    if case .webMercator = grid.reference.kind {
      let around = 2 * Double.pi * Self.mercatorRadiusMetres
      form = .mercator(
        columnsAround: Self.tidied(around / grid.stepX), rowsAround: Self.tidied(around / grid.stepY),
        columnOffset: Self.tidied((-around / 2 - grid.originX) / grid.stepX),
        rowOffset: Self.tidied((grid.originY - around / 2) / grid.stepY))
      rowResolutionMetres = around / Self.tidied(around / grid.stepY)
    } else {
      let rows = Self.tidied(1 / grid.stepY)
      form = .geographic(
        west: grid.originX - ((grid.originX + 180) / 360).rounded(.down) * 360, north: grid.originY,
        columnsPerDegree: Self.tidied(1 / grid.stepX), rowsPerDegree: rows)
      rowResolutionMetres = earthMeanRadiusMetres * Double.pi / 180 / rows
    }
  }

  /// A number that is meant to be a whole or a half, without what division left.
  private static func tidied(_ value: Double) -> Double {
    let half = (value * 2).rounded() / 2
    return abs(value - half) < 1e-6 * min(1, abs(value)) ? half : value
  }

  /// Whether meridians are columns and parallels are rows.
  var isSeparable: Bool { if case .transformed = form { false } else { true } }

  /// Columns in one turn round the Earth; nil for flat maps.
  var columnsAround: Double? {
    switch form {
    case .geographic(_, _, let columnsPerDegree, _): 360 * columnsPerDegree
    case .mercator(let columnsAround, _, _, _): columnsAround
    case .transformed: nil
    }
  }

  /// The northernmost and southernmost latitude on the map, degrees.
  var latitudeLimit: Double { if case .mercator = form { Self.mercatorLatitudeLimit } else { 90 } }

  /// Fills where places lie; not a number for places that are not on the Earth or beyond the ends of the map.
  ///
  /// **Source:** spherical Web Mercator, EPSG 3857 (northing by the inverse hyperbolic tangent of the sine).
  func positions(
    of places: UnsafePointer<Coordinate>, count: Int, xs: UnsafeMutablePointer<Double>,
    ys: UnsafeMutablePointer<Double>
  ) throws {
    switch form {
    case .geographic(let west, let north, let columnsPerDegree, let rowsPerDegree):
      for index in 0..<count {
        let (latitude, longitude) = (places[index].latitude, places[index].longitude)
        let isValid = abs(latitude) <= 90 && abs(longitude) <= 180
        xs[index] = isValid ? (longitude - west) * columnsPerDegree : .nan
        ys[index] = isValid ? (north - latitude) * rowsPerDegree : .nan
      }
    case .mercator(let columnsAround, let rowsAround, let columnOffset, let rowOffset):
      for index in 0..<count {
        let (latitude, longitude) = (places[index].latitude, places[index].longitude)
        let isValid = abs(latitude) <= Self.mercatorLatitudeLimit && abs(longitude) <= 180
        let sine = sin(latitude * (Double.pi / 180))
        let northing = log((1 + sine) / (1 - sine)) / (4 * Double.pi)
        xs[index] = isValid ? (longitude + 180) / 360 * columnsAround + columnOffset : .nan
        ys[index] = isValid ? (0.5 - northing) * rowsAround + rowOffset : .nan
      }
    case .transformed(let pool, let grid):
      try transform(pool, grid, places, count, xs, ys)
    }
  }

  private func transform(
    _ pool: LendingPool<CoordinateTransform>, _ grid: RasterGrid, _ places: UnsafePointer<Coordinate>,
    _ count: Int,
    _ xs: UnsafeMutablePointer<Double>, _ ys: UnsafeMutablePointer<Double>
  ) throws {
    try withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { pairs in
      for index in 0..<count {
        let place = places[index]
        pairs.initializeElement(at: 2 * index, to: place.isValid ? place.longitude : .nan)
        pairs.initializeElement(at: 2 * index + 1, to: place.isValid ? place.latitude : .nan)
      }
      try pool.use { $0.project(pairs) }
      for index in 0..<count {
        let isValid = places[index].isValid
        xs[index] = isValid ? (pairs[2 * index] - grid.originX) / grid.stepX : .nan
        ys[index] = isValid ? (grid.originY - pairs[2 * index + 1]) / grid.stepY : .nan
      }
    }
  }

  /// Returns the place of a position; the inverse of ``position(of:)``.
  package func place(x: Double, y: Double) throws -> Coordinate {
    switch form {
    case .geographic(let west, let north, let columnsPerDegree, let rowsPerDegree):
      return Coordinate(latitude: north - y / rowsPerDegree, longitude: x / columnsPerDegree + west)
    case .mercator(let columnsAround, let rowsAround, let columnOffset, let rowOffset):
      let northing = 0.5 - (y - rowOffset) / rowsAround
      let latitude = atan(sinh(northing * 2 * Double.pi)) * 180 / Double.pi
      return Coordinate(
        latitude: latitude, longitude: (x - columnOffset) / columnsAround * 360 - 180)
    case .transformed(let pool, let grid):
      var pair = [grid.x(ofColumn: x), grid.y(ofRow: y)]
      try pair.withUnsafeMutableBufferPointer { pair in try pool.use { $0.unproject(pair) } }
      return Coordinate(latitude: pair[1], longitude: pair[0])
    }
  }

  /// Returns the distance between samples from north to south at a latitude, metres.
  func resolutionMetres(latitude: Double) -> Double {
    switch form {
    case .geographic, .transformed: rowResolutionMetres
    case .mercator: rowResolutionMetres * cos(latitude * Double.pi / 180)
    }
  }

  /// Returns the distances from a sample to the next row and to the next column at a latitude, metres.
  func spacingsMetres(latitude: Double) -> (row: Double, column: Double) {
    let rows = resolutionMetres(latitude: latitude)
    switch form {
    case .geographic(_, _, let columnsPerDegree, _):
      return (rows, LocalScale(latitude: latitude).metresPerDegreeLongitude / columnsPerDegree)
    case .mercator(let columnsAround, let rowsAround, _, _):
      return (rows, rows * rowsAround / columnsAround)
    case .transformed(_, let grid):
      guard case .geographic = grid.reference.kind else { return (rows, rows * grid.stepX / grid.stepY) }
      return (rows, LocalScale(latitude: latitude).metresPerDegreeLongitude * grid.stepX)
    }
  }
}
