public import SkiBase

extension DifficultyConvention {
  /// Creates the convention that is customary at a coordinate.
  ///
  /// North America, China, Mongolia, Korea, India, Pakistan, Kyrgyzstan, South-East Asia, Australia and New Zealand use
  /// the North American one; Japan and Sakhalin the Japanese; all other regions the European. Outlines are accurate to
  /// about 20 km near ski areas and coarse elsewhere. An invalid coordinate counts as European.
  /// - Complexity: O(*v*) in the vertices of the outlines, about 200.
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

/// The polygon of a region in degrees; it does not cross the antimeridian.
struct RegionOutline: Sendable {
  /// The vertices in order, in degrees.
  let corners: [(latitude: Double, longitude: Double)]
  let box: BoundingBox

  /// Creates an outline from its vertices.
  /// - Precondition: There is a vertex.
  init(_ corners: [(latitude: Double, longitude: Double)]) {
    precondition(!corners.isEmpty, "an outline needs corners")
    self.corners = corners
    box = BoundingBox(
      south: corners.map(\.latitude).min() ?? 0, west: corners.map(\.longitude).min() ?? 0,
      north: corners.map(\.latitude).max() ?? 0, east: corners.map(\.longitude).max() ?? 0)
  }

  /// Creates a rectangle from its edges in degrees.
  init(south: Double, west: Double, north: Double, east: Double) {
    self.init([(south, west), (south, east), (north, east), (north, west)])
  }

  /// Returns whether a coordinate lies inside, by the even–odd rule.
  /// - Complexity: O(*n*) in the vertices.
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
