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
    let spacing = sampleSpacingMetres(at: place, scale)
    let (x, y) = (Int(position.x.rounded()), Int(position.y.rounded()))
    var found: [(distance: Double, height: Double)] = []
    var nearest = Double.infinity
    var cursor = Cursor()
    for ring in 0...Self.ringLimit {
      let reached = (Double(ring) - 0.5) * spacing
      if reached > min(radiusMetres, nearest * 1.5) { break }
      for (column, row) in ringOffsets(ring) {
        guard let height = try sample(wrapped(x + column), y + row, &cursor) else { continue }
        let there = grid.place(x: Double(x + column), y: Double(y + row))
        let distance = scale.distanceMetres(place, there)
        if distance > radiusMetres { continue }
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

  /// The smaller of the distances from a sample to the next column and the next row, metres.
  private func sampleSpacingMetres(at place: Coordinate, _ scale: LocalScale) -> Double {
    let rows = grid.resolutionMetres(latitude: place.latitude)
    guard case .degrees = grid.form else { return rows }
    return min(rows, scale.metresPerDegreeLongitude / Double(grid.span))
  }

  /// The offsets of the samples on a square ring, row by row.
  private func ringOffsets(_ ring: Int) -> [(Int, Int)] {
    guard ring > 0 else { return [(0, 0)] }
    var offsets: [(Int, Int)] = []
    for along in -ring...ring { offsets += [(along, -ring), (along, ring)] }
    for along in (1 - ring)..<ring { offsets += [(-ring, along), (ring, along)] }
    return offsets
  }

  private func hasTile(around place: Coordinate, radiusMetres: Double) -> Bool {
    let scale = LocalScale(latitude: place.latitude)
    let latitude = radiusMetres / scale.metresPerDegreeLatitude
    let longitude = min(180, radiusMetres / scale.metresPerDegreeLongitude)
    let north = Coordinate(
      latitude: min(85, place.latitude + latitude), longitude: place.longitude - longitude)
    let south = Coordinate(
      latitude: max(-85, place.latitude - latitude), longitude: place.longitude + longitude)
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
