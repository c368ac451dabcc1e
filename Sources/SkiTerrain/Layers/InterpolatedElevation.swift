import SkiBase

/// An elevation interpolated from nearby samples where the source has a void.
package struct InterpolatedElevation: Sendable, Hashable {
  /// The elevation in metres above mean sea level.
  package var elevationMetres: Double
  /// The distance in metres to the nearest sample used; 0 when nothing was filled.
  package var reachMetres: Double

  /// Creates a filled elevation.
  package init(elevationMetres: Double, reachMetres: Double) {
    self.elevationMetres = elevationMetres
    self.reachMetres = reachMetres
  }
}

extension ElevationLayer {
  /// The maximum number of rings of samples searched around a coordinate.
  private static let ringLimit = 2000

  /// Returns an elevation from the samples around a coordinate by inverse distance weighting; nil when none lies within
  /// the radius.
  ///
  /// Samples up to 1.5 times as far as the nearest one are weighted by the inverse square of their distance.
  /// **Source:** Shepard, "A two-dimensional interpolation function for irregularly-spaced data", 1968.
  /// - Complexity: O(*r*²) in the number of samples within the distance reached.
  func filledElevation(at place: Coordinate, radiusMetres: Double) throws -> InterpolatedElevation? {
    guard let position = try grid.position(of: place) else { return nil }
    guard try hasTile(around: place, radiusMetres: radiusMetres) else { return nil }
    let scale = LocalScale(latitude: place.latitude)
    let (rowSpacing, columnSpacing) = grid.spacingsMetres(at: place)
    let spacing = min(rowSpacing, columnSpacing)
    // Towards a pole columns converge: without these limits the rings would exceed the rows in reach, and wrap around
    // the pole repeatedly.
    let rowLimit = Int(min(Double(Self.ringLimit), radiusMetres / rowSpacing + 2))
    let columnLimit = Int(
      min(Double(grid.samples.columns / 2), radiusMetres / columnSpacing + 2))
    let (x, y) = (Int(position.x.rounded()), Int(position.y.rounded()))
    var found: [(distance: Double, height: Double)] = []
    var nearest = Double.infinity
    var cursor = Cursor()
    for ring in 0...min(Self.ringLimit, max(rowLimit, columnLimit)) {
      let reached = (Double(ring) - 0.5) * spacing
      if reached > min(radiusMetres, nearest * 1.5) { break }
      for (column, row) in ringOffsets(ring, columnLimit: columnLimit, rowLimit: rowLimit) {
        guard (0..<grid.samples.rows).contains(y + row) else { continue }
        let height = try node(x + column, y + row, &cursor)
        if height.isNaN { continue }
        let there = try grid.place(x: Double(x + column), y: Double(y + row))
        let distance = scale.distanceMetres(place, there)
        if distance > min(radiusMetres, nearest * 1.5) { continue }
        nearest = min(nearest, distance)
        found.append((distance, height))
      }
    }
    return Self.weighted(found, nearest: nearest)
  }

  private static func weighted(
    _ samples: [(distance: Double, height: Double)], nearest: Double
  ) -> InterpolatedElevation? {
    var sum = 0.0
    var weights = 0.0
    for (distance, height) in samples where distance <= nearest * 1.5 {
      let weight = 1 / max(distance * distance, 1e-6)
      sum += weight * height
      weights += weight
    }
    guard weights > 0 else { return nil }
    return InterpolatedElevation(elevationMetres: sum / weights, reachMetres: nearest)
  }

  /// Returns the offsets of the samples on a square ring within the limits.
  private func ringOffsets(_ ring: Int, columnLimit: Int, rowLimit: Int) -> [(Int, Int)] {
    guard ring > 0 else { return [(0, 0)] }
    var offsets: [(Int, Int)] = []
    if ring <= rowLimit {
      let columns = min(ring, columnLimit)
      for along in -columns...columns { offsets += [(along, -ring), (along, ring)] }
    }
    if ring <= columnLimit {
      let rows = min(ring - 1, rowLimit)
      for along in -rows...rows { offsets += [(-ring, along), (ring, along)] }
    }
    return offsets
  }

  private func hasTile(around place: Coordinate, radiusMetres: Double) throws -> Bool {
    guard let position = try grid.position(of: place) else { return false }
    let (rowSpacing, columnSpacing) = grid.spacingsMetres(at: place)
    let columns = min(radiusMetres / columnSpacing, Double(grid.samples.columns) / 2)
    let rows = min(radiusMetres / rowSpacing, Double(grid.samples.rows))
    for row in tiles(around: position.y, reach: rows, span: grid.spanRows) {
      for column in tiles(around: position.x, reach: columns, span: grid.spanColumns) {
        let turned = grid.wraps ? (column + grid.tilesAcross) % grid.tilesAcross : column
        if hasTile(column: turned, row: row) { return true }
      }
    }
    return false
  }

  /// Returns the tiles within reach of a position along one axis, one more at each end.
  private func tiles(around position: Double, reach: Double, span: Int) -> ClosedRange<Int> {
    let span = Double(span)
    return Int(((position - reach) / span).rounded(.down)) - 1...Int(
      ((position + reach) / span).rounded(.down)) + 1
  }
}
