import SkiBase
import SkiGraph

/// The length, ascent and descent of a line with elevations.
struct LineProfile {
  /// The least share of a line with elevations for its profile to be used.
  private static let leastKnownShare = 0.8

  /// The length in metres along the surface; on the map where elevations are unknown.
  private(set) var lengthMetres = 0.0
  /// The ascent in metres where elevations are known.
  private(set) var ascentMetres = 0.0
  /// The descent in metres where elevations are known.
  private(set) var descentMetres = 0.0
  private var (flat, known) = (0.0, 0.0)

  /// Indicates whether the elevations of most of the line are known.
  var isKnown: Bool { known > 0 && known >= flat * Self.leastKnownShare }

  /// Measures a line. Complexity: O(*n*) in points.
  init(_ points: ArraySlice<GraphPoint>) {
    let scale = LocalScale(latitude: points.first?.coordinate.latitude ?? 0)
    for (a, b) in zip(points, points.dropFirst()) {
      let run = scale.distanceMetres(a.coordinate, b.coordinate)
      flat += run
      guard let low = a.elevationMetres, let high = b.elevationMetres else {
        lengthMetres += run
        continue
      }
      known += run
      lengthMetres += (run * run + (high - low) * (high - low)).squareRoot()
      ascentMetres += max(0, high - low)
      descentMetres += max(0, low - high)
    }
  }
}
