import SkiBase

/// The smoothed elevation profile of a line, robust against noise and rounding of the elevations.
///
/// Elevations are averaged over 25 m, or over the resolution of the source where that is coarser, to either side of
/// knots half that distance apart, and are linear between knots. The ends keep their elevations, so that the total drop
/// is exact; a line shorter than twice the distance is linear from end to end. A constant gradient is unchanged.
/// Elevations that are all whole metres or decimetres are first replaced by the straightest profile within their
/// rounding, which moves none by more than half a step. The first and last section are three times as long as the
/// others, since the elevations at the ends are single readings.
///
/// **Source:** kernel regression (Nadaraya 1964, "On estimating regression"; Watson 1964, "Smooth regression analysis")
/// with a triangular kernel, integrated exactly over the raw profile; the taut string for rounded elevations (Davies
/// and Kovac 2001, "Local extremes, runs, strings and multiresolution").
public struct ElevationProfile: Sendable, Hashable {
  /// The distances of the knots along the line in metres, ascending; the first is the start and the last the end.
  public let knotDistancesMetres: [Double]
  /// The elevations in metres above mean sea level, one for each of ``knotDistancesMetres``.
  public let knotElevationsMetres: [Double]

  /// The minimum half width of averages, and the default window of gradients, in metres.
  public static let minimumSectionMetres = 25.0
  /// The maximum number of sections of a profile, which bounds the cost of excessively long lines.
  private static let sectionLimit = 50_000.0

  /// Creates the profile of a line, or nil when its first or last vertex has no elevation.
  ///
  /// Vertices without an elevation are skipped: the raw profile is linear between known elevations. Callers limit the
  /// length of such gaps beforehand.
  /// - Parameters:
  ///   - distancesMetres: The distance of each vertex along the line in metres; finite and non-decreasing, from any
  ///     start.
  ///   - elevationsMetres: The raw elevation of each vertex in metres; nil where unknown.
  ///   - resolutionMetres: The resolution of the source in metres; 0 for measured vertices.
  ///   - straightRanges: The sections that are linear between the raw elevations of their ends, as distances in metres:
  ///     tunnels and bridges. They may overlap.
  /// - Complexity: O(*k* log *n* + *n* + *r* log *r*) in knots *k*, vertices *n* and straight ranges *r*.
  /// - Precondition: Both arrays have the same length, distances are finite and non-decreasing.
  public init?(
    distancesMetres: [Double], elevationsMetres: [Double?], resolutionMetres: Double,
    straightRanges: [ClosedRange<Double>] = []
  ) {
    precondition(
      distancesMetres.count == elevationsMetres.count,
      "elevations must match distances, got \(elevationsMetres.count) for \(distancesMetres.count)")
    precondition(
      distancesMetres.allSatisfy(\.isFinite)
        && zip(distancesMetres, distancesMetres.dropFirst()).allSatisfy { $0 <= $1 },
      "distances must be finite and never fall, got \(distancesMetres.prefix(8)) …")
    guard
      let raw = RawProfile(distancesMetres: distancesMetres, elevationsMetres: elevationsMetres)?.unrounded(),
      let start = distancesMetres.first, let end = distancesMetres.last
    else { return nil }
    let least = max(
      Self.minimumSectionMetres, resolutionMetres.isFinite ? resolutionMetres : 0,
      (end - start) / Self.sectionLimit)
    var distances = [start]
    var heights = [raw.elevations[0]]
    for bend in Self.bends(from: start, to: end, straightRanges) {
      if bend.isGround {
        for knot in Self.knots(from: distances[distances.count - 1], to: bend.end, least: least) {
          distances.append(knot)
          heights.append(raw.triangularAverage(around: knot, halfWidth: least))
        }
      }
      distances.append(bend.end)
      heights.append(bend.end == end ? raw.elevations[raw.elevations.count - 1] : raw.elevation(at: bend.end))
    }
    knotDistancesMetres = distances
    knotElevationsMetres = heights
  }

  /// Creates a profile from knots with ascending distances.
  init(knotDistancesMetres: [Double], knotElevationsMetres: [Double]) {
    self.knotDistancesMetres = knotDistancesMetres
    self.knotElevationsMetres = knotElevationsMetres
  }

  /// Splits a line at the ends of straight sections; `isGround` indicates whether the part before the split is
  /// smoothed.
  private static func bends(
    from start: Double, to end: Double, _ ranges: [ClosedRange<Double>]
  ) -> [(end: Double, isGround: Bool)] {
    var bends: [(end: Double, isGround: Bool)] = []
    var at = start
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let (low, high) = (max(start, range.lowerBound), min(end, range.upperBound))
      guard high > at, high > low else { continue }
      if low > at {
        bends.append((low, true))
        bends.append((high, false))
      } else if let last = bends.last, !last.isGround, low < at {
        bends[bends.count - 1].end = high  // overlapping parts make one
      } else {
        bends.append((high, false))
      }
      at = high
    }
    if at < end || bends.isEmpty { bends.append((end, true)) }
    return bends
  }

  /// Returns the knots strictly between the ends of a section on the ground.
  private static func knots(from start: Double, to end: Double, least: Double) -> [Double] {
    let sections = ((end - start) / least).rounded(.down)
    guard sections >= 2 else { return [] }
    guard sections >= 4 else { return [(start + end) / 2] }
    let length = (end - start) / sections
    return (0...2 * (Int(sections) - 3)).map { start + (1.5 + Double($0) / 2) * length }
  }
}

extension ElevationProfile {
  /// The steepest gradients up and down along a line.
  package struct SteepestGradients: Sendable, Hashable {
    /// The gradient of the steepest climb in the direction of the line as a ratio; 0 when there is none.
    package var up: Double
    /// The absolute gradient of the steepest descent in the direction of the line as a ratio; 0 when there is none.
    package var down: Double
  }

  /// The length of the line in the map plane, in metres.
  public var mapLengthMetres: Double { endMetres - startMetres }
  /// The distance of the line's start in metres, the first of ``knotDistancesMetres``.
  public var startMetres: Double { knotDistancesMetres[0] }
  /// The distance of the line's end in metres, the last of ``knotDistancesMetres``.
  public var endMetres: Double { knotDistancesMetres[knotDistancesMetres.count - 1] }

  /// Returns the smoothed elevation at a distance in metres above mean sea level; beyond the ends, that of the end.
  /// - Parameter distanceMetres: The distance along the line in metres.
  /// - Complexity: O(log *k*) in the number of knots.
  public func elevationMetres(atDistance distanceMetres: Double) -> Double {
    interpolatedElevation(knotDistancesMetres, knotElevationsMetres, at: distanceMetres)
  }

  /// Returns the ascent and descent between two distances in metres, neither negative.
  ///
  /// They are additive: the ascent over a…c is that over a…b plus that over b…c.
  /// - Parameters:
  ///   - from: The start as a distance along the line in metres.
  ///   - to: The end as a distance along the line in metres.
  /// - Complexity: O(log *k* + *m*) with *m* knots in between.
  /// - Precondition: `from <= to`
  public func climb(from: Double, to: Double) -> (ascentMetres: Double, descentMetres: Double) {
    precondition(from <= to, "distances must not fall, got \(from) and \(to)")
    var ascent = 0.0
    var descent = 0.0
    var height = elevationMetres(atDistance: from)
    func go(to next: Double) {
      if next > height { ascent += next - height } else { descent += height - next }
      height = next
    }
    var index = knotDistancesMetres.partitioningIndex { $0 > from }
    while index < knotDistancesMetres.count, knotDistancesMetres[index] < to {
      go(to: knotElevationsMetres[index])
      index += 1
    }
    go(to: elevationMetres(atDistance: to))
    return (ascent, descent)
  }

  /// Returns the ascent along the whole line in metres, not negative.
  /// - Complexity: O(*k*) in the number of knots.
  public func totalAscentMetres() -> Double { climb(from: startMetres, to: endMetres).ascentMetres }

  /// Returns the descent along the whole line in metres, not negative.
  /// - Complexity: O(*k*) in the number of knots.
  public func totalDescentMetres() -> Double { climb(from: startMetres, to: endMetres).descentMetres }

  /// Returns the steepest climb and descent over any window of a length within a range.
  ///
  /// A range shorter than the window counts as a whole; an empty one has gradients of 0.
  /// - Parameters:
  ///   - windowMetres: The length of the window in metres.
  ///   - range: The range of distances along the line in metres; nil for all of it.
  /// - Complexity: O(*k*) in the number of knots.
  /// - Precondition: `windowMetres > 0`
  package func steepestGradients(
    windowMetres: Double = minimumSectionMetres, in range: ClosedRange<Double>? = nil
  ) -> SteepestGradients {
    precondition(windowMetres > 0, "window must be positive, got \(windowMetres)")
    let low = max(startMetres, range?.lowerBound ?? startMetres)
    let high = min(endMetres, range?.upperBound ?? endMetres)
    let window = min(windowMetres, high - low)
    var steepest = SteepestGradients(up: 0, down: 0)
    guard window > 0 else { return steepest }
    var (fromKnots, toKnots) = (SlidingWindow(self, metres: window), SlidingWindow(self, metres: window))
    func add(_ rise: Double) {
      steepest.up = max(steepest.up, rise / window)
      steepest.down = max(steepest.down, -rise / window)
    }
    // The rise over a sliding window is linear between the positions where either end passes a knot.
    add(fromKnots.rise(from: low))
    add(toKnots.rise(from: high - window))
    var index = knotDistancesMetres.partitioningIndex { $0 > low }
    while index < knotDistancesMetres.count, knotDistancesMetres[index] < high {
      let knot = knotDistancesMetres[index]
      if knot + window <= high { add(fromKnots.rise(from: knot)) }
      if knot - window >= low { add(toKnots.rise(from: knot - window)) }
      index += 1
    }
    return steepest
  }

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
