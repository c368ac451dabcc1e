public import SkiGeo

extension DifficultyConvention {
  /// Makes the convention that is customary at a place.
  ///
  /// North America, China, Mongolia, Korea, India, Pakistan, Kyrgyzstan, South-East Asia, Australia and New Zealand
  /// use the North American one; Japan and Sakhalin the Japanese; all else the European. Borders are drawn with few
  /// corners: good to about 20 km where ski areas are near them, and coarse elsewhere. A place that is not on the
  /// Earth counts as European.
  /// - Complexity: O(1), some 150 comparisons.
  public init(at place: Coordinate) {
    guard place.isValid else {
      self = .europe
      return
    }
    if ConventionRegions.japan.contains(where: { $0.contains(place) }) {
      self = .japan
    } else if ConventionRegions.northAmerica.contains(where: { $0.contains(place) }) {
      self = .northAmerica
    } else {
      self = .europe
    }
  }
}

/// A polygon in degrees, for telling regions apart; it does not span the antimeridian.
struct RegionOutline: Sendable {
  /// Corners as latitude and longitude.
  let corners: [(latitude: Double, longitude: Double)]
  let box: BoundingBox

  /// Makes an outline from its corners.
  /// - Precondition: there is a corner.
  init(_ corners: [(latitude: Double, longitude: Double)]) {
    precondition(!corners.isEmpty, "an outline needs corners")
    self.corners = corners
    box = BoundingBox(
      south: corners.map(\.latitude).min() ?? 0, west: corners.map(\.longitude).min() ?? 0,
      north: corners.map(\.latitude).max() ?? 0, east: corners.map(\.longitude).max() ?? 0)
  }

  /// Makes a rectangle.
  init(south: Double, west: Double, north: Double, east: Double) {
    self.init([(south, west), (south, east), (north, east), (north, west)])
  }

  /// Whether a place lies inside, by counting crossings of the parallel to the east. Complexity: O(corners).
  func contains(_ place: Coordinate) -> Bool {
    guard box.contains(place) else { return false }
    var isInside = false
    var previous = corners[corners.count - 1]
    for corner in corners {
      if (corner.latitude > place.latitude) != (previous.latitude > place.latitude) {
        let share = (place.latitude - corner.latitude) / (previous.latitude - corner.latitude)
        if place.longitude < corner.longitude + share * (previous.longitude - corner.longitude) {
          isInside.toggle()
        }
      }
      previous = corner
    }
    return isInside
  }
}
