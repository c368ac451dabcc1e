import SkiGraph

/// The steepest part of a way with known heights.
enum SteepestSection {
  /// Sections are this long at least, where the way is; shorter ones say more about noise than about snow. Metres.
  static let leastMetres = 25.0

  /// Returns the gradient of the steepest section as a ratio, up or down, or nil where heights are unknown.
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
