import SkiGeo

/// A height made from samples near a place that has none of its own.
public struct FilledElevation: Sendable, Hashable {
  /// Metres above mean sea level.
  public var elevationMetres: Double
  /// The distance to the nearest sample used, metres; 0 when nothing had to be filled.
  public var reachMetres: Double

  /// Makes a filled height.
  public init(elevationMetres: Double, reachMetres: Double) {
    self.elevationMetres = elevationMetres
    self.reachMetres = reachMetres
  }
}

extension ElevationLayer {
  /// The most rings of samples searched around a place, whatever the radius.
  private static let ringLimit = 2000

  /// Returns a height from the samples around a place: those up to 1.5 times as far as the nearest one, weighted
  /// by the inverse square of their distance; nil when none lies within the radius.
  ///
  /// **Source:** inverse distance weighting, Shepard 1968.
  /// - Complexity: O(*r*²) in the number of samples within the distance reached.
  func filledElevation(at place: Coordinate, radiusMetres: Double) throws -> FilledElevation? {
    guard place.isValid, let position = grid.position(of: place) else { return nil }
    guard hasTile(around: place, radiusMetres: radiusMetres) else { return nil }
    let scale = LocalScale(latitude: place.latitude)
    let (rowSpacing, columnSpacing) = sampleSpacingsMetres(at: place, scale)
    let spacing = min(rowSpacing, columnSpacing)
    // Towards a pole columns run together: without these limits the rings would go far beyond the rows in reach, and
    // round the pole again and again.
    let rowLimit = Int(min(Double(Self.ringLimit), radiusMetres / rowSpacing + 2))
    let columnLimit = Int(
      min(Double(grid.tilesAcross * grid.span / 2), radiusMetres / columnSpacing + 2))
    let (x, y) = (Int(position.x.rounded()), Int(position.y.rounded()))
    var found: [(distance: Double, height: Double)] = []
    var nearest = Double.infinity
    var cursor = Cursor()
    for ring in 0...min(Self.ringLimit, max(rowLimit, columnLimit)) {
      let reached = (Double(ring) - 0.5) * spacing
      if reached > min(radiusMetres, nearest * 1.5) { break }
      for (column, row) in ringOffsets(ring, columnLimit: columnLimit, rowLimit: rowLimit) {
        guard let height = try sample(wrapped(x + column), y + row, &cursor) else { continue }
        let there = grid.place(x: Double(x + column), y: Double(y + row))
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
  ) -> FilledElevation? {
    var sum = 0.0
    var weights = 0.0
    for (distance, height) in samples where distance <= nearest * 1.5 {
      let weight = 1 / max(distance * distance, 1e-6)
      sum += weight * height
      weights += weight
    }
    guard weights > 0 else { return nil }
    return FilledElevation(elevationMetres: sum / weights, reachMetres: nearest)
  }

  /// The distances from a sample to the next row and to the next column, metres.
  private func sampleSpacingsMetres(
    at place: Coordinate, _ scale: LocalScale
  ) -> (row: Double, column: Double) {
    let rows = grid.resolutionMetres(latitude: place.latitude)
    guard case .degrees = grid.form else { return (rows, rows) }
    return (rows, scale.metresPerDegreeLongitude / Double(grid.span))
  }

  /// The offsets of the samples on a square ring, row by row, as far as they lie within limits.
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

  private func hasTile(around place: Coordinate, radiusMetres: Double) -> Bool {
    let scale = LocalScale(latitude: place.latitude)
    let latitude = radiusMetres / scale.metresPerDegreeLatitude
    let longitude = min(180, radiusMetres / scale.metresPerDegreeLongitude)
    let end = grid.latitudeLimit
    let north = Coordinate(
      latitude: min(end, place.latitude + latitude), longitude: place.longitude - longitude)
    let south = Coordinate(
      latitude: max(-end, place.latitude - latitude), longitude: place.longitude + longitude)
    guard let first = grid.position(of: north), let last = grid.position(of: south) else { return false }
    let span = Double(grid.span)
    let columns = Int((first.x / span).rounded(.down)) - 1...Int((last.x / span).rounded(.down)) + 1
    let rows = Int((first.y / span).rounded(.down)) - 1...Int((last.y / span).rounded(.down)) + 1
    for row in rows {
      for column in columns
      where hasTile(column: (column + grid.tilesAcross) % grid.tilesAcross, row: row) { return true }
    }
    return false
  }
}
