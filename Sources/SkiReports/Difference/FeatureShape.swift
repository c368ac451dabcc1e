import SkiGeo
import SkiGraph

/// Distances between the lines of features of two maps, on a flat map around one of them.
struct FeatureShape {
  private let scale: LocalScale
  private let origin: Coordinate
  private let segments: [(a: SIMD2<Double>, b: SIMD2<Double>)]

  /// The most places of a line that are compared.
  static let sampleLimit = 48

  /// Puts a feature's lines on a flat map. Complexity: O(points).
  init(_ feature: MappedFeature) { self.init(feature.lines, around: feature.feature.start.coordinate) }

  /// Puts lines on a flat map around a place. Complexity: O(points).
  init(_ lines: [[FixedCoordinate]], around origin: Coordinate) {
    let scale = LocalScale(latitude: origin.latitude)
    (self.origin, self.scale) = (origin, scale)
    segments = lines.flatMap { line in
      let places = line.map { Self.flat($0.coordinate, origin, scale) }
      return zip(places, places.dropFirst()).map { (a: $0, b: $1) }
    }
  }

  private static func flat(_ place: Coordinate, _ origin: Coordinate, _ scale: LocalScale) -> SIMD2<Double> {
    SIMD2(
      shortestLongitudeDifference(origin.longitude, place.longitude) * scale.metresPerDegreeLongitude,
      (place.latitude - origin.latitude) * scale.metresPerDegreeLatitude)
  }

  /// Returns how far a place lies from the lines, in metres. Complexity: O(points).
  func distanceMetres(_ place: Coordinate) -> Double {
    let point = Self.flat(place, origin, scale)
    var best = Double.infinity
    for (a, b) in segments {
      let along = b - a
      let squared = (along * along).sum()
      let share = squared > 0 ? max(0, min(1, ((point - a) * along).sum() / squared)) : 0
      let offset = point - (a + along * share)
      best = min(best, (offset * offset).sum())
    }
    return best.squareRoot()
  }

  /// Returns places along a feature's lines: its ends and bends, and enough between. Complexity: O(points).
  static func samples(_ feature: MappedFeature) -> [Coordinate] { samples(feature.lines) }

  /// Returns places along lines, as of a feature's. Complexity: O(points).
  static func samples(_ lines: [[FixedCoordinate]]) -> [Coordinate] {
    let places = lines.flatMap { line in
      zip(line, line.dropFirst()).flatMap { a, b in
        [a.coordinate, a.coordinate.towards(b.coordinate, 0.5)]
      } + [line.last?.coordinate].compactMap { $0 }
    }
    guard places.count > sampleLimit else { return places }
    return (0..<sampleLimit).map { places[$0 * (places.count - 1) / (sampleLimit - 1)] }
  }

  /// Returns the share of some places that lie near the lines. Complexity: O(places · points).
  func share(of places: [Coordinate], withinMetres metres: Double) -> Double {
    guard !places.isEmpty else { return 0 }
    return Double(places.count { distanceMetres($0) <= metres }) / Double(places.count)
  }
}
