import SkiBase
import SkiGraph

/// The steepest section of a line.
enum SteepestSection {
  /// The least length of a section in metres; shorter ones are dominated by noise.
  static let leastMetres = 25.0

  /// Returns the absolute slope ratio of the steepest section; nil where elevations are unknown.
  /// - Complexity: O(*p*) in its points.
  static func gradient(_ points: [GraphPoint], _ distancesCentimetres: [UInt32]) -> Double? {
    let metres = distancesCentimetres.map { Double($0) / 100 }
    let heights = points.compactMap(\.elevationMetres)
    guard heights.count == points.count, points.count == metres.count, let total = metres.last, total > 0
    else {
      return nil
    }
    guard total > leastMetres else { return abs(heights[heights.count - 1] - heights[0]) / total }
    var steepest = 0.0
    var start = 0
    for end in points.indices {
      while start + 1 < end, metres[end] - metres[start + 1] >= leastMetres { start += 1 }
      let length = metres[end] - metres[start]
      if length >= leastMetres { steepest = max(steepest, abs(heights[end] - heights[start]) / length) }
    }
    return steepest
  }
}
