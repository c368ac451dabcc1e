extension ElevationProfile {
  /// Returns the profile without small rises on its descents and small dips on its ascents.
  ///
  /// A reversal of more than `noiseMetres` is kept. Between two such turning points elevations become monotone: each
  /// smaller reversal becomes level at its mean elevation. Turning points and ends are unchanged, so the total drop is
  /// exact; no knot moves by more than `noiseMetres`.
  /// **Source:** isotonic regression by pooling adjacent violators (Ayer et al. 1955, "An empirical distribution
  /// function for sampling with incomplete information"), with knots weighted by the length they represent; turning
  /// points by reversals beyond a threshold (Rychlik 1987, "A new definition of the rainflow cycle counting method").
  /// - Parameter noiseMetres: The largest reversal removed, in metres; not negative.
  /// - Complexity: O(*k*) in the number of knots.
  /// - Precondition: `noiseMetres >= 0`
  public func withoutReversals(withinMetres noiseMetres: Double) -> ElevationProfile {
    precondition(noiseMetres >= 0, "noise must not be negative, got \(noiseMetres)")
    let heights = knotElevationsMetres
    guard heights.count > 2, noiseMetres > 0 else { return self }
    let turns = Self.turns(heights, beyond: noiseMetres)
    var fitted = heights
    for (from, to) in zip(turns, turns.dropFirst()) {
      let sign = heights[to] >= heights[from] ? 1.0 : -1.0
      let rising = (from...to).map { sign * heights[$0] }
      let (least, most) = (sign * heights[from], sign * heights[to])
      for (offset, height) in Self.isotonic(rising, weights: weights(from...to)).enumerated() {
        fitted[from + offset] = sign * max(least, min(most, height))
      }
    }
    return ElevationProfile(knotDistancesMetres: knotDistancesMetres, knotElevationsMetres: fitted)
  }

  /// Returns the indices of the turning points beyond a threshold, with the first and the last knot.
  ///
  /// A smaller rise or dip at either end is no turning point.
  private static func turns(_ heights: [Double], beyond threshold: Double) -> [Int] {
    var turns = [0]
    var (lowest, highest) = (0, 0)
    var direction = 0.0
    for index in heights.indices.dropFirst() {
      let height = heights[index]
      if direction >= 0, height > heights[highest] { highest = index }
      if direction <= 0, height < heights[lowest] { lowest = index }
      if direction >= 0, heights[highest] - height > threshold {
        if direction > 0 { turns.append(highest) }
        (direction, lowest) = (-1, index)
      } else if direction <= 0, height - heights[lowest] > threshold {
        if direction < 0 { turns.append(lowest) }
        (direction, highest) = (1, index)
      }
    }
    if turns[turns.count - 1] != heights.count - 1 { turns.append(heights.count - 1) }
    return turns
  }

  /// Returns the least-squares non-decreasing fit of heights.
  private static func isotonic(_ heights: [Double], weights: [Double]) -> [Double] {
    var blocks: [(mean: Double, weight: Double, count: Int)] = []
    for (height, weight) in zip(heights, weights) {
      var block = (mean: height, weight: weight, count: 1)
      while let last = blocks.last, last.mean > block.mean {
        let both = last.weight + block.weight
        block = ((last.mean * last.weight + block.mean * block.weight) / both, both, last.count + block.count)
        blocks.removeLast()
      }
      blocks.append(block)
    }
    return blocks.flatMap { [Double](repeating: $0.mean, count: $0.count) }
  }

  /// Returns the length each knot represents, in metres.
  private func weights(_ knots: ClosedRange<Int>) -> [Double] {
    knots.map { knot in
      let before = knot > 0 ? knotDistancesMetres[knot - 1] : knotDistancesMetres[knot]
      let after =
        knot + 1 < knotDistancesMetres.count ? knotDistancesMetres[knot + 1] : knotDistancesMetres[knot]
      return max(1e-3, (after - before) / 2)
    }
  }
}
