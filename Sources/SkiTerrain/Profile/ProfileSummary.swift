package import SkiBase

/// The key figures of a profile, in the direction of the line.
package struct ProfileSummary: Sendable, Hashable {
  /// The horizontal length in metres.
  package var mapLengthMetres: Double
  /// The ascent in metres.
  package var ascentMetres: Double
  /// The descent in metres, not negative.
  package var descentMetres: Double
  /// The elevation of the start in metres above mean sea level.
  package var startElevationMetres: Double
  /// The elevation of the end in metres above mean sea level.
  package var endElevationMetres: Double
  /// The highest elevation in metres above mean sea level.
  package var highestElevationMetres: Double
  /// The lowest elevation in metres above mean sea level.
  package var lowestElevationMetres: Double
  /// The rise from the start to the end divided by the length; negative downhill, 0 for no length.
  package var averageGradient: Gradient
  /// The steepest section of 25 m, or of the source's resolution where that is coarser; nil for no length.
  package var steepest25Metres: ProfileStretch?
  /// The steepest section of 100 m, or of the source's resolution where that is coarser; nil for no length.
  package var steepest100Metres: ProfileStretch?
}

/// A section of a line with its location and gradient.
package struct ProfileStretch: Sendable, Hashable {
  /// The range of distances along the line in metres; the whole line if that is shorter than requested.
  package var metres: ClosedRange<Double>
  /// The gradient in the direction of the line; negative downhill.
  package var gradient: Gradient
  /// The coordinate of the start.
  package var from: Coordinate
  /// The coordinate of the end.
  package var to: Coordinate

  /// The horizontal length in metres.
  package var mapLengthMetres: Double { metres.upperBound - metres.lowerBound }
}

extension LineProfile {
  /// Returns length, elevations, ascent, descent and gradients of the line.
  /// - Complexity: O(*k* log *k*) in the number of knots.
  package func summary() -> ProfileSummary {
    let climb = profile.climb(from: profile.startMetres, to: profile.endMetres)
    let heights = profile.knotElevationsMetres
    let length = profile.mapLengthMetres
    let (start, end) = (heights[0], heights[heights.count - 1])
    return ProfileSummary(
      mapLengthMetres: length, ascentMetres: climb.ascentMetres, descentMetres: climb.descentMetres,
      startElevationMetres: start, endElevationMetres: end, highestElevationMetres: heights.max() ?? start,
      lowestElevationMetres: heights.min() ?? start,
      averageGradient: Gradient(ratio: length > 0 ? (end - start) / length : 0),
      steepest25Metres: steepest(overMetres: 25), steepest100Metres: steepest(overMetres: 100))
  }

  /// Returns the steepest section of a length in metres, up or down, the first of equals; nil on a line of no length.
  ///
  /// The section is no shorter than the resolution and no longer than the line.
  /// - Complexity: O(*k* log *k*) in the number of knots.
  package func steepest(overMetres metres: Double) -> ProfileStretch? {
    let window = min(max(metres, resolutionMetres), profile.mapLengthMetres)
    guard window > 0, let stretch = profile.steepestStretch(windowMetres: window) else { return nil }
    let (low, high) = (stretch.metres.lowerBound, stretch.metres.upperBound)
    let rise = profile.elevationMetres(atDistance: high) - profile.elevationMetres(atDistance: low)
    return ProfileStretch(
      metres: stretch.metres, gradient: Gradient(ratio: rise / window), from: place(atDistance: low),
      to: place(atDistance: high))
  }
}
