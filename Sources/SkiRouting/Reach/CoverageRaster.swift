package import SkiGeo

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A raster of the ground within some distance of lines, filled where the centre of a cell is near enough.
///
/// Lengths are metres on the tangent plane at the centre of the lines, accurate to 0.1 % over a ski area.
package struct CoverageRaster {
  /// The side of a cell, in metres.
  let sideMetres: Double
  private let origin: Coordinate
  private let metresPerLongitude: Double
  let columns: Int
  let rows: Int
  private(set) var isFilled: [Bool]

  static let metresPerLatitude = 111_195.0
  /// The maximum number of cells; cells grow with the extent.
  static let greatestCount = 4_000_000

  /// Creates a raster around lines, with an empty margin; nil without points.
  /// - Parameters:
  ///   - lines: The lines.
  ///   - reachMetres: The distance from the lines to fill, in metres.
  ///   - wanted: The minimum side of a cell, in metres.
  /// - Complexity: O(*p*) in points, and O(cells).
  package init?(_ lines: [[Coordinate]], reachMetres: Double, sideMetres wanted: Double) {
    guard let bounds = Self.bounds(lines) else { return nil }
    let middle = (bounds.south + bounds.north) / 2
    metresPerLongitude = Self.metresPerLatitude * max(0.01, cos(middle * .pi / 180))
    let width = (bounds.east - bounds.west) * metresPerLongitude + 2 * reachMetres
    let height = (bounds.north - bounds.south) * Self.metresPerLatitude + 2 * reachMetres
    let side = max(
      wanted, (width * height / Double(Self.greatestCount)).squareRoot(), max(width, height) / 30_000)
    sideMetres = side
    let margin = reachMetres + 2 * side
    origin = Coordinate(
      latitude: bounds.south - margin / Self.metresPerLatitude,
      longitude: bounds.west - margin / metresPerLongitude)
    columns = Int((width + 4 * side) / side) + 2
    rows = Int((height + 4 * side) / side) + 2
    isFilled = Array(repeating: false, count: columns * rows)
    for line in lines { fill(line, reachMetres) }
  }

  /// Returns the bounding box of lines; its east is beyond 180 degrees across the antimeridian.
  private static func bounds(_ lines: [[Coordinate]]) -> BoundingBox? {
    guard let bounds = BoundingBox(lines.joined()) else { return nil }
    guard bounds.east - bounds.west > 180 else { return bounds }
    return BoundingBox(
      lines.joined().lazy.map { place in
        Coordinate(
          latitude: place.latitude, longitude: place.longitude < 0 ? place.longitude + 360 : place.longitude)
      })
  }

  /// Returns whether a cell is filled; those at the edges are not.
  func isFilled(_ column: Int, _ row: Int) -> Bool { isFilled[row * columns + column] }

  /// Returns the coordinate of a raster position, in cells from the centre of the first; its longitude is normalised to
  /// ±180 degrees.
  func coordinate(_ column: Double, _ row: Double) -> Coordinate {
    Coordinate(
      latitude: origin.latitude + row * sideMetres / Self.metresPerLatitude,
      longitude: normalizedLongitude(origin.longitude + column * sideMetres / metresPerLongitude))
  }

  /// Fills the cells near a line, with a disc at each half cell along it.
  private mutating func fill(_ line: [Coordinate], _ reach: Double) {
    let points = line.map { point in
      SIMD2(
        shortestLongitudeDifference(origin.longitude, point.longitude) * metresPerLongitude / sideMetres,
        (point.latitude - origin.latitude) * Self.metresPerLatitude / sideMetres)
    }
    let radius = reach / sideMetres
    if points.count == 1 { fill(around: points[0], radius) }
    for (a, b) in zip(points, points.dropFirst()) {
      let way = b - a
      let count = max(1, Int(((way * way).sum().squareRoot() * 2).rounded(.up)))
      for step in 0...count { fill(around: a + way * (Double(step) / Double(count)), radius) }
    }
  }

  private mutating func fill(around point: SIMD2<Double>, _ radius: Double) {
    let low = max(1, Int((point.y - radius).rounded(.up)))
    let high = min(rows - 2, Int((point.y + radius).rounded(.down)))
    guard low <= high else { return }
    for row in low...high {
      let half = (max(0, radius * radius - (Double(row) - point.y) * (Double(row) - point.y))).squareRoot()
      let first = max(1, Int((point.x - half).rounded(.up)))
      let last = min(columns - 2, Int((point.x + half).rounded(.down)))
      if first <= last { for column in first...last { isFilled[row * columns + column] = true } }
    }
  }
}
