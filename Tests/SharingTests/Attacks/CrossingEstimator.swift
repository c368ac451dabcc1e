@testable import SkiAPI
@testable import SkiPeople

/// Estimates positions by the mean over simulated people of whom an attacker knew the same.
struct CrossingEstimator {
  private struct Sum {
    var count = 0
    var total = Spot.zero

    var mean: Spot { Spot(east: total.east / Double(count), north: total.north / Double(count)) }

    mutating func add(_ spot: Spot) {
      count += 1
      total = Spot(east: total.east + spot.east, north: total.north + spot.north)
    }
  }

  private var sums: [CrossingKey: Sum] = [:]
  private static let leastCount = 60

  /// Learns from a sample whose truth is known.
  mutating func learn(_ sample: CrossingTrace.Sample) {
    sums[sample.key, default: Sum()].add(sample.truth)
    sums[sample.key.plain, default: Sum()].add(sample.truth)
  }

  /// Returns the best estimate in the frame of the last change.
  func estimate(_ key: CrossingKey) -> Spot {
    for known in [key, key.plain] {
      if let sum = sums[known], sum.count >= Self.leastCount { return sum.mean }
    }
    return .zero
  }
}
