import SkiBase
import SkiGraph

/// The lines of a feature in a plane, for distances between the features of two maps.
struct FeatureShape {
  private let plane: LocalPlane
  private let segments: [Segment<Double>]

  /// The greatest number of samples of a line.
  static let sampleLimit = 48

  /// Projects the lines of a feature. Complexity: O(points).
  init(_ feature: MappedFeature) { self.init(feature.lines, around: feature.feature.start.coordinate) }

  /// Projects lines to the tangential plane at a coordinate. Complexity: O(points).
  init(_ lines: [[FixedCoordinate]], around origin: Coordinate) {
    let plane = LocalPlane(at: origin)
    self.plane = plane
    segments = lines.flatMap { line in
      let places = line.map { plane.metres($0.coordinate) }
      return zip(places, places.dropFirst()).map { Segment($0, $1) }
    }
  }

  /// Returns the distance of a coordinate from the lines, in metres. Complexity: O(points).
  func distanceMetres(_ place: Coordinate) -> Double {
    let point = plane.metres(place)
    var best = Double.infinity
    for segment in segments {
      let offset = point - segment.place(at: segment.fractionNearest(to: point))
      best = min(best, (offset * offset).sum())
    }
    return best.squareRoot()
  }

  /// Returns samples of a feature's lines: vertices and midpoints, up to ``sampleLimit``. Complexity: O(points).
  static func samples(_ feature: MappedFeature) -> [Coordinate] { samples(feature.lines) }

  /// Returns samples of lines: vertices and midpoints, up to ``sampleLimit``. Complexity: O(points).
  static func samples(_ lines: [[FixedCoordinate]]) -> [Coordinate] {
    let places = lines.flatMap { line in
      zip(line, line.dropFirst()).flatMap { a, b in
        [a.coordinate, a.coordinate.towards(b.coordinate, 0.5)]
      } + [line.last?.coordinate].compactMap { $0 }
    }
    guard places.count > sampleLimit else { return places }
    return (0..<sampleLimit).map { places[$0 * (places.count - 1) / (sampleLimit - 1)] }
  }

  /// Returns the share of coordinates within a distance of the lines. Complexity: O(coordinates · points).
  func share(of places: [Coordinate], withinMetres metres: Double) -> Double {
    guard !places.isEmpty else { return 0 }
    return Double(places.count { distanceMetres($0) <= metres }) / Double(places.count)
  }
}
