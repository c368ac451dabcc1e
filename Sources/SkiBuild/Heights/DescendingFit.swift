/// The least-squares fit of elevations that don't rise along a run.
///
/// **Source:** isotonic regression by pooling adjacent violators, Ayer, Brunk, Ewing, Reid and Silverman 1955.
enum DescendingFit {
  /// Returns the non-increasing elevations with the least squared differences from the given ones. Complexity: O(*n*).
  static func nearest(to heights: [Double]) -> [Double] {
    var pools: [(sum: Double, count: Int)] = []
    for height in heights {
      var pool = (sum: height, count: 1)
      while let last = pools.last, last.sum / Double(last.count) < pool.sum / Double(pool.count) {
        pool = (last.sum + pool.sum, last.count + pool.count)
        pools.removeLast()
      }
      pools.append(pool)
    }
    return pools.flatMap { Array(repeating: $0.sum / Double($0.count), count: $0.count) }
  }

  /// The least gradient along a run that is skied down: the usual one, and that of nearly flat runs.
  static let leastGradients = (usual: 0.05, flat: 0.02)

  /// Returns elevations that fall everywhere by at least a gradient: 5 %, or half of the mean where that is less, but
  /// at least 2 %.
  /// - Parameters:
  ///   - heights: The elevations in metres, in the direction of travel.
  ///   - distances: The distances along the run in metres; non-decreasing.
  /// - Complexity: O(*n*).
  static func skied(_ heights: [Double], distances: [Double]) -> [Double] {
    guard let first = heights.first, let last = heights.last, let length = distances.last, length > 0 else {
      return heights
    }
    let mean = (first - last) / length
    let least = max(leastGradients.flat, min(leastGradients.usual, mean / 2))
    let lifted = zip(heights, distances).map { $0 + least * $1 }
    return zip(nearest(to: lifted), distances).map { $0 - least * $1 }
  }
}
