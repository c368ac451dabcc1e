/// Heights along a run that never rise, as near as can be to some that do.
///
/// **Source:** isotonic regression by pooling adjacent violators (Ayer, Brunk, Ewing, Reid and Silverman 1955).
enum FallingHeights {
  /// Returns the heights that never rise from first to last and differ least from some in their squares. Complexity: O(*n*).
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

  /// The least gradient assumed all along a run that is skied down, and that of one about which nothing says that it falls.
  static let leastGradients = (usual: 0.05, flat: 0.02)

  /// Returns heights that fall everywhere by some gradient at least: 5 %, or half of the mean where a run is flatter, but 2 %.
  /// - Parameters:
  ///   - heights: Metres at each place, in the direction of travel.
  ///   - distances: Metres along the run to each place; never falling.
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
