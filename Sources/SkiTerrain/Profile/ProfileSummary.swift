package import SkiGeo

/// What one wants to know of a profile at a glance.
///
/// A value; `Sendable`. All in the direction of the line.
package struct ProfileSummary: Sendable, Hashable {
  /// The length on the map, metres.
  package var lengthMetres: Double
  /// Metres climbed.
  package var ascentMetres: Double
  /// Metres lost, not negative.
  package var descentMetres: Double
  /// Height of the start, metres above mean sea level.
  package var startElevationMetres: Double
  /// Height of the end, metres above mean sea level.
  package var endElevationMetres: Double
  /// The greatest height, metres above mean sea level.
  package var highestElevationMetres: Double
  /// The least height, metres above mean sea level.
  package var lowestElevationMetres: Double
  /// Rise from the start to the end over the length; negative downhill, 0 for no length.
  package var averageGradient: Gradient
  /// The steepest 25 m, or as many metres as the model's samples lie apart where that is more; nil for no length.
  package var steepest25Metres: ProfileStretch?
  /// The steepest 100 m, or as many metres as the model's samples lie apart where that is more; nil for no length.
  package var steepest100Metres: ProfileStretch?
}

/// A stretch of a line, where it is and how steep.
package struct ProfileStretch: Sendable, Hashable {
  /// Metres along the line where it begins and ends; a line shorter than was asked for counts as a whole.
  package var metres: ClosedRange<Double>
  /// Rise over run in the direction of the line; negative downhill.
  package var gradient: Gradient
  /// Where it begins.
  package var from: Coordinate
  /// Where it ends.
  package var to: Coordinate

  /// How long it is, metres.
  package var lengthMetres: Double { metres.upperBound - metres.lowerBound }
}

extension LineProfile {
  /// Returns length, heights, ascent, descent and gradients of the line.
  /// - Complexity: O(*k* log *k*) in the number of knots.
  package func summary() -> ProfileSummary {
    let climb = profile.climb(from: profile.startMetres, to: profile.endMetres)
    let heights = profile.knotElevationsMetres
    let length = profile.horizontalLengthMetres
    let (start, end) = (heights[0], heights[heights.count - 1])
    return ProfileSummary(
      lengthMetres: length, ascentMetres: climb.ascentMetres, descentMetres: climb.descentMetres,
      startElevationMetres: start, endElevationMetres: end, highestElevationMetres: heights.max() ?? start,
      lowestElevationMetres: heights.min() ?? start,
      averageGradient: Gradient(ratio: length > 0 ? (end - start) / length : 0),
      steepest25Metres: steepest(overMetres: 25), steepest100Metres: steepest(overMetres: 100))
  }

  /// Returns the steepest stretch of a length, up or down, the first of equals; nil on a line of no length.
  ///
  /// Never looks closer than the model does, and takes a shorter line as a whole. Complexity: O(*k* log *k*).
  package func steepest(overMetres metres: Double) -> ProfileStretch? {
    let window = min(max(metres, resolutionMetres), profile.horizontalLengthMetres)
    guard window > 0, let stretch = profile.steepestStretch(windowMetres: window) else { return nil }
    let (low, high) = (stretch.metres.lowerBound, stretch.metres.upperBound)
    let rise = profile.elevationMetres(atDistance: high) - profile.elevationMetres(atDistance: low)
    return ProfileStretch(
      metres: stretch.metres, gradient: Gradient(ratio: rise / window), from: place(atDistance: low),
      to: place(atDistance: high))
  }
}
