import SkiGeo

/// The steepest 25 m along a line.
///
/// Elevations are interpolated linearly between points, so that the difference over a sliding window is piecewise
/// linear, and greatest where one end of the window is a point.
enum SteepestWindow {
  /// The horizontal length of the window, in metres.
  static let metres = 25.0

  /// Returns the steepest gradient, up or down, as a positive ratio.
  ///
  /// A line shorter than the window is measured as a whole; one without length is level.
  /// - Parameters:
  ///   - distances: The horizontal distance to each point in metres; the first is 0, and they never decrease.
  ///   - heights: The elevation of each point in metres.
  /// - Complexity: O(*p*) in points.
  static func steepest(distances: [Double], heights: [Double]) -> Gradient {
    guard let length = distances.last, length > 0, let first = heights.first, let last = heights.last else {
      return Gradient(ratio: 0)
    }
    if length <= metres { return Gradient(ratio: abs(last - first) / length) }
    var line = ElevationCursor(distances: distances, elevations: heights)
    var ahead = ElevationCursor(distances: distances, elevations: heights)
    var greatest = 0.0
    for distance in distances where distance + metres <= length {
      greatest = max(greatest, abs(ahead.elevation(at: distance + metres) - line.elevation(at: distance)))
    }
    (line, ahead) = (
      ElevationCursor(distances: distances, elevations: heights),
      ElevationCursor(distances: distances, elevations: heights)
    )
    for distance in distances where distance >= metres {
      greatest = max(greatest, abs(ahead.elevation(at: distance) - line.elevation(at: distance - metres)))
    }
    return Gradient(ratio: greatest / metres)
  }

  /// The elevations along a line, for distances that never decrease.
  private struct ElevationCursor {
    let distances: [Double]
    let elevations: [Double]
    private var segment = 0

    init(distances: [Double], elevations: [Double]) {
      self.distances = distances
      self.elevations = elevations
    }

    mutating func elevation(at distance: Double) -> Double {
      while segment + 2 < distances.count, distances[segment + 1] < distance { segment += 1 }
      let length = distances[segment + 1] - distances[segment]
      let share = length > 0 ? min(1, max(0, (distance - distances[segment]) / length)) : 1
      return elevations[segment] + (elevations[segment + 1] - elevations[segment]) * share
    }
  }
}
