import SkiBase

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
  /// - Precondition: There is a height for each distance.
  /// - Complexity: O(*p*) in points.
  static func steepest(
    distances: UnsafeBufferPointer<Double>, heights: UnsafeBufferPointer<Double>
  ) -> Gradient {
    precondition(heights.count == distances.count, "heights must match distances, got \(heights.count)")
    guard let length = distances.last, length > 0, distances.count > 1, let first = heights.first,
      let last = heights.last
    else {
      return Gradient(ratio: 0)
    }
    if length <= metres { return Gradient(ratio: abs(last - first) / length) }
    return Gradient(ratio: greatestDifference(distances, heights, length: length) / metres)
  }

  /// Returns the greatest difference in height over the window, in metres.
  private static func greatestDifference(
    _ distances: UnsafeBufferPointer<Double>, _ heights: UnsafeBufferPointer<Double>, length: Double
  ) -> Double {
    guard let places = distances.baseAddress, let elevations = heights.baseAddress else { return 0 }
    let count = distances.count
    var here = ElevationCursor(distances: places, elevations: elevations, count: count)
    var (ahead, behind) = (here, here)
    var greatest = 0.0
    // Loops stay below the number of points, and cursors before the last of them.
    var index = 0
    while index < count {
      let distance = places[index]
      let elevation = here.elevation(at: distance)
      if distance + metres <= length {
        let difference = abs(ahead.elevation(at: distance + metres) - elevation)
        greatest = greatest < difference ? difference : greatest
      }
      if distance >= metres {
        let difference = abs(elevation - behind.elevation(at: distance - metres))
        greatest = greatest < difference ? difference : greatest
      }
      index &+= 1
    }
    return greatest
  }

  /// The elevations along a line of two points or more, for distances that never decrease.
  private struct ElevationCursor {
    let distances: UnsafePointer<Double>
    let elevations: UnsafePointer<Double>
    let count: Int
    private var segment = 0

    init(distances: UnsafePointer<Double>, elevations: UnsafePointer<Double>, count: Int) {
      (self.distances, self.elevations, self.count) = (distances, elevations, count)
    }

    @inline(__always)
    mutating func elevation(at distance: Double) -> Double {
      while segment &+ 2 < count, distances[segment &+ 1] < distance { segment &+= 1 }
      let (start, end) = (distances[segment], distances[segment &+ 1])
      let (low, high) = (elevations[segment], elevations[segment &+ 1])
      // The share at the end is 1, also of a segment without length.
      if distance >= end { return low + (high - low) }
      return low + (high - low) * max(0, (distance - start) / (end - start))
    }
  }
}
