import SkiGeo
import SkiGraph

/// Distances between the lines of features of two maps, on a flat map around one of them.
struct FeatureShape {
  private let plane: LocalPlane
  private let segments: [Segment<Double>]

  /// The most places of a line that are compared.
  static let sampleLimit = 48

  /// Puts a feature's lines on a flat map. Complexity: O(points).
  init(_ feature: MappedFeature) { self.init(feature.lines, around: feature.feature.start.coordinate) }

  /// Puts lines on a flat map around a place. Complexity: O(points).
  init(_ lines: [[FixedCoordinate]], around origin: Coordinate) {
    let plane = LocalPlane(at: origin)
    self.plane = plane
    segments = lines.flatMap { line in
      let places = line.map { plane.metres($0.coordinate) }
      return zip(places, places.dropFirst()).map { Segment($0, $1) }
    }
  }

  /// Returns how far a place lies from the lines, in metres. Complexity: O(points).
  func distanceMetres(_ place: Coordinate) -> Double {
    let point = plane.metres(place)
    var best = Double.infinity
    for segment in segments {
      let offset = point - segment.place(at: segment.nearestShare(to: point))
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
