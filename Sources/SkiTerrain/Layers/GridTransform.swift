package import SkiBase
import SkiSystem

/// The transformation between coordinates and positions in a grid.
package struct GridTransform: Sendable {
  /// The radius of the sphere of Web Mercator in metres.
  static let mercatorRadiusMetres = 6_378_137.0
  /// The absolute latitude at which Web Mercator ends, in degrees.
  private static let mercatorLatitudeLimit = 85.059

  private enum Form: Sendable {
    /// Degrees: the north-western origin, and the number of columns and rows per degree.
    case geographic(west: Double, north: Double, columnsPerDegree: Double, rowsPerDegree: Double)
    /// Web Mercator: the number of columns and rows around the sphere, and the offsets of the first column and row from
    /// 180° W and from the upper edge.
    case mercator(columnsAround: Double, rowsAround: Double, columnOffset: Double, rowOffset: Double)
    /// Any other system, by PROJ.
    case transformed(ObjectPool<CoordinateTransform>, RasterGrid)
  }

  /// The systems whose degrees differ from WGS 84 by less than a metre: WGS 84 itself, ETRS89, NAD83.
  private static let plainDegrees = ["EPSG:4326", "OGC:CRS84", "EPSG:4258", "EPSG:4269"]

  private let form: Form
  private let rowResolutionMetres: Double

  /// Creates the transformation of a grid.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when PROJ knows no transformation to its system.
  package init(_ grid: RasterGrid) throws(SkiError) {
    switch grid.reference.kind {
    case .webMercator: self.init(plain: grid)
    case .projected(let metresPerUnit):
      self.init(
        form: .transformed(try ObjectPool(to: grid.reference), grid),
        rowResolutionMetres: grid.stepY * metresPerUnit)
    case .geographic:
      guard !Self.plainDegrees.contains(grid.reference.definition) else {
        self.init(plain: grid)
        return
      }
      self.init(
        form: .transformed(try ObjectPool(to: grid.reference), grid),
        rowResolutionMetres: earthMeanRadiusMetres * Double.pi / 180 * grid.stepY)
    }
  }

  private init(form: Form, rowResolutionMetres: Double) {
    self.form = form
    self.rowResolutionMetres = rowResolutionMetres
  }

  /// Creates the transformation of a grid in WGS 84 degrees, or in Web Mercator.
  init(plain grid: RasterGrid) {
    if case .webMercator = grid.reference.kind {
      let around = 2 * Double.pi * Self.mercatorRadiusMetres
      form = .mercator(
        columnsAround: Self.rounded(around / grid.stepX), rowsAround: Self.rounded(around / grid.stepY),
        columnOffset: Self.rounded((-around / 2 - grid.originX) / grid.stepX),
        rowOffset: Self.rounded((grid.originY - around / 2) / grid.stepY))
      rowResolutionMetres = around / Self.rounded(around / grid.stepY)
    } else {
      let rows = Self.rounded(1 / grid.stepY)
      form = .geographic(
        west: grid.originX - ((grid.originX + 180) / 360).rounded(.down) * 360, north: grid.originY,
        columnsPerDegree: Self.rounded(1 / grid.stepX), rowsPerDegree: rows)
      rowResolutionMetres = earthMeanRadiusMetres * Double.pi / 180 / rows
    }
  }

  /// Returns a number rounded to a multiple of one half when it differs only by rounding errors.
  private static func rounded(_ value: Double) -> Double {
    let half = (value * 2).rounded() / 2
    return abs(value - half) < 1e-6 * min(1, abs(value)) ? half : value
  }

  /// Indicates whether meridians are columns and parallels are rows.
  var isSeparable: Bool { if case .transformed = form { false } else { true } }

  /// The number of columns in one turn around the Earth; nil for transformed systems.
  var columnsAround: Double? {
    switch form {
    case .geographic(_, _, let columnsPerDegree, _): 360 * columnsPerDegree
    case .mercator(let columnsAround, _, _, _): columnsAround
    case .transformed: nil
    }
  }

  /// The absolute latitude at which the projection ends, in degrees.
  var latitudeLimit: Double { if case .mercator = form { Self.mercatorLatitudeLimit } else { 90 } }

  /// Writes the positions of coordinates; NaN for invalid ones and those outside the projection.
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
    _ pool: ObjectPool<CoordinateTransform>, _ grid: RasterGrid, _ places: UnsafePointer<Coordinate>,
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

  /// Returns the coordinate of a position; the inverse of ``positions(of:count:xs:ys:)``.
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

  /// Returns the distance between rows at a latitude, in metres.
  func resolutionMetres(latitude: Double) -> Double {
    switch form {
    case .geographic, .transformed: rowResolutionMetres
    case .mercator: rowResolutionMetres * cos(latitude * Double.pi / 180)
    }
  }

  /// Returns the distances between rows and between columns at a latitude, in metres.
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
