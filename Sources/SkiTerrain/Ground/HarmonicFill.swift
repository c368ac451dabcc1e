/// The solution of the Laplace equation on free samples of a window, between those that are given.
///
/// Samples that are neither given nor free take no part: nothing flows across them.
/// **Source:** successive over-relaxation, Young 1954, "Iterative methods for solving partial difference equations of
/// elliptic type", started from the means of what was reached before.
enum HarmonicFill {
  /// The factor of over-relaxation, near the best one for voids of ten to forty samples.
  private static let relaxation: Float = 1.7
  /// The greatest change of a sweep in metres at which it ends, and the greatest number of sweeps.
  private static let (toleranceMetres, sweepLimit): (Float, Int) = (0.02, 200)

  /// Solves for the free samples that are connected with given ones.
  /// - Parameters:
  ///   - values: The given values; NaN elsewhere. The free ones are written.
  ///   - isFree: Indicates the free samples. Outermost ones are never solved.
  ///   - columns: The number of columns.
  ///   - stepMetres: The distances between columns and between rows, in metres.
  /// - Returns: The samples that were solved; others stay NaN.
  /// - Complexity: O(*n* + *f* · *w*) in samples, and in free samples and the width of the widest void.
  static func fill(
    _ values: inout [Float], where isFree: [Bool], columns: Int,
    stepMetres: (column: Double, row: Double)
  ) -> [Int] {
    let free = reached(&values, isFree, columns)
    guard !free.isEmpty else { return [] }
    let ratio = stepMetres.row / stepMetres.column
    let across = Float(ratio * ratio)
    values.withUnsafeMutableBufferPointer { values in
      for sweep in 0..<sweepLimit {
        var change: Float = 0
        for number in free.indices {
          let at = free[sweep & 1 == 0 ? number : free.count - 1 - number]
          var mean = HarmonicMean()
          mean.add(values[at - 1], across)
          mean.add(values[at + 1], across)
          mean.add(values[at - columns], 1)
          mean.add(values[at + columns], 1)
          guard mean.weight > 0 else { continue }
          let step = relaxation * (mean.sum / mean.weight - values[at])
          values[at] += step
          change = max(change, abs(step))
        }
        if change < toleranceMetres { break }
      }
    }
    return free
  }

  /// Writes first values of free samples outwards from the given ones, ring by ring; returns those reached in order.
  private static func reached(_ values: inout [Float], _ isFree: [Bool], _ columns: Int) -> [Int] {
    let rows = values.count / columns
    var isOpen = isFree
    func isInner(_ at: Int) -> Bool {
      let (row, column) = (at / columns, at % columns)
      return row > 0 && row < rows - 1 && column > 0 && column < columns - 1
    }
    for at in isOpen.indices where isOpen[at] && !isInner(at) { isOpen[at] = false }
    func known(_ at: Int) -> [Float] {
      [at - 1, at + 1, at - columns, at + columns].map { values[$0] }.filter { !$0.isNaN }
    }
    var ring = isOpen.indices.filter { isOpen[$0] && !known($0).isEmpty }
    var found: [Int] = []
    while !ring.isEmpty {
      let means = ring.map { at in
        let near = known(at)
        return near.reduce(0, +) / Float(near.count)
      }
      var next: [Int] = []
      for at in ring { isOpen[at] = false }
      for (at, mean) in zip(ring, means) { values[at] = mean }
      for at in ring {
        for near in [at - 1, at + 1, at - columns, at + columns] where isOpen[near] {
          isOpen[near] = false
          next.append(near)
        }
      }
      found += ring
      ring = next
    }
    return found
  }
}

/// The weighted mean of the neighbours of a sample that take part.
private struct HarmonicMean {
  var sum: Float = 0
  var weight: Float = 0

  @inline(__always)
  mutating func add(_ value: Float, _ share: Float) {
    guard !value.isNaN else { return }
    sum += value * share
    weight += share
  }
}
