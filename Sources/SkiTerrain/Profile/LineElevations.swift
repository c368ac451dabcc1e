/// The elevations along a line without outliers, and with short gaps bridged.
///
/// Sources have voids, holes filled with 0, and spikes; vertices lack elevations or have wrong ones. One such sample is
/// dropped and bridged, instead of costing the line all it has or bending its profile.
package struct LineElevations: Sendable, Hashable {
  /// The elevation at each point in metres above mean sea level; nil in gaps that are too long to be bridged.
  package private(set) var metres: [Double?]
  /// The number of outliers that were dropped.
  package private(set) var droppedCount = 0
  /// The gaps between known elevations that were bridged, as ranges of distances in metres.
  package private(set) var bridgedRangesMetres: [ClosedRange<Double>] = []

  /// The elevations of every point; nil when one is unknown.
  package var wholeMetres: [Double]? {
    let known = metres.compactMap { $0 }
    return known.count == metres.count && !known.isEmpty ? known : nil
  }

  /// The length in metres of the gaps that were bridged.
  package var bridgedMetres: Double { bridgedRangesMetres.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

  /// The range of plausible elevations, in metres.
  package static let plausibleMetres =
    Double(MendedSamples.plausibleMetres.lowerBound)...Double(MendedSamples.plausibleMetres.upperBound)
  /// The length in metres of gaps that are bridged between known elevations; a single point without elevation is
  /// bridged where those beside it are both within this length.
  package static let gapLimitMetres = 200.0
  /// The length in metres of gaps at an end of the line that are always continued from the nearest known elevations, and
  /// the share of the known length up to which longer ones are, within ``gapLimitMetres``.
  ///
  /// Continued gradients are wrong by 0.08 in the mean, measured on 1,800 ends of runs, whatever the length: a quarter of
  /// the known length changes the gradient of a line by two points.
  private static let (endGapLimitMetres, endGapShare) = (100.0, 0.25)
  /// The distance in metres over which the gradient at an end is taken, and its limit.
  private static let (endWindowMetres, endGradientLimit) = (25.0, 0.6)

  /// Drops outliers and bridges gaps.
  /// - Parameters:
  ///   - distancesMetres: The distance of each point along the line in metres, non-decreasing.
  ///   - elevationsMetres: The raw elevation of each point in metres; nil where unknown.
  ///   - gapLimitMetres: The length in metres of gaps that are bridged.
  /// - Complexity: O(*n*) in points; O(*n* · *w*) with *w* points within 400 m where there are outliers.
  /// - Precondition: Both arrays have the same length.
  package init(
    distancesMetres: [Double], elevationsMetres: [Double?], gapLimitMetres: Double = gapLimitMetres
  ) {
    precondition(
      distancesMetres.count == elevationsMetres.count,
      "elevations must match distances, got \(elevationsMetres.count) for \(distancesMetres.count)")
    metres = elevationsMetres.map { $0.flatMap { Self.plausibleMetres.contains($0) ? $0 : nil } }
    var outliers = OutlierSearch(distancesMetres, metres)
    let dropped = outliers.find()
    droppedCount = dropped.count
    for index in dropped { metres[index] = nil }
    bridge(distancesMetres, gapLimitMetres)
  }

  private mutating func bridge(_ distances: [Double], _ limit: Double) {
    let known = metres.indices.filter { metres[$0] != nil }
    guard let first = known.first, let last = known.last, known.count >= 2, known.count < metres.count else {
      return
    }
    for (a, b) in zip(known, known.dropFirst()) where b > a + 1 {
      let widest =
        b == a + 2
        ? max(distances[b] - distances[a + 1], distances[a + 1] - distances[a]) : distances[b] - distances[a]
      guard widest <= limit, let low = metres[a], let high = metres[b] else { continue }
      let length = max(distances[b] - distances[a], .leastNonzeroMagnitude)
      for index in a + 1..<b {
        metres[index] = low + (high - low) * (distances[index] - distances[a]) / length
      }
      bridgedRangesMetres.append(distances[a]...distances[b])
    }
    let endLimit = max(
      Self.endGapLimitMetres, min(limit, Self.endGapShare * (distances[last] - distances[first])))
    continueEnd(from: first, through: known, distances, endLimit)
    continueEnd(from: last, through: known.reversed(), distances, endLimit)
  }

  /// Continues the gradient of the nearest known elevations to an end of the line.
  ///
  /// Other gradients (over the length of the gap or twice that, or mixed with the mean of the line) were tried on the
  /// same ends and no better.
  private mutating func continueEnd(
    from edge: Int, through known: [Int], _ distances: [Double], _ limit: Double
  ) {
    let end = edge == known.min() ? 0 : metres.count - 1
    let gap = abs(distances[end] - distances[edge])
    guard end != edge, gap <= limit, let height = metres[edge] else { return }
    let other =
      known.first { abs(distances[$0] - distances[edge]) >= Self.endWindowMetres } ?? known[known.count - 1]
    let run = distances[edge] - distances[other]
    let gradient = run == 0 ? 0 : (height - (metres[other] ?? height)) / run
    let limited = max(-Self.endGradientLimit, min(Self.endGradientLimit, gradient))
    for index in min(end, edge)...max(end, edge) where index != edge {
      metres[index] = height + limited * (distances[index] - distances[edge])
    }
    bridgedRangesMetres.append(min(distances[end], distances[edge])...max(distances[end], distances[edge]))
  }
}

/// The search for outliers among the elevations of a line.
///
/// Steps that no ground has separate outliers from the rest: the longest chain of points without such a step is kept.
/// Smaller spikes stand out by their second difference from those of the whole line.
///
/// **Source:** longest compatible subsequence by dynamic programming; the median of absolute differences as a robust
/// scale (Hampel 1974, "The influence curve and its role in robust estimation").
private struct OutlierSearch {
  private let distances: [Double]
  private let metres: [Double?]
  /// The indices of the points with an elevation that are not outliers as far as is known.
  private var kept: [Int]

  /// The step between two points that ground may have: so many metres, and metres a metre.
  private static let (stepMetres, stepGradient) = (30.0, 1.5)
  /// The second difference that ground may have: so many metres, metres a metre to the nearer neighbour, and multiples of
  /// the median.
  private static let (bendMetres, bendGradient, bendFactor) = (12.0, 0.25, 8.0)
  /// The distance in metres up to which points are compared, and the number of nearest points compared beyond it.
  private static let (windowMetres, windowCount) = (400.0, 4)
  /// The deviation of an end from the gradient beside it that ground may have: so many metres, and metres a metre.
  private static let (endMetres, endGradient) = (12.0, 0.75)
  /// The elevation in metres above which a 0 beside it is a filled hole.
  private static let filledMetres = 100.0

  init(_ distances: [Double], _ metres: [Double?]) {
    (self.distances, self.metres) = (distances, metres)
    kept = metres.indices.filter { metres[$0] != nil }
  }

  /// Returns the outliers, in order.
  mutating func find() -> [Int] {
    let known = kept
    dropFilledHoles()
    dropSteps()
    dropEnds()
    dropSpikes()
    guard kept.count < known.count else { return [] }
    let good = Set(kept)
    return known.filter { !good.contains($0) }
  }

  private func height(_ index: Int) -> Double { metres[index] ?? 0 }

  /// Drops the zeros of a line whose other elevations are far above.
  private mutating func dropFilledHoles() {
    let others = kept.map(height).filter { $0 != 0 }.sorted()
    guard others.count < kept.count, !others.isEmpty, others[others.count / 2] > Self.filledMetres else {
      return
    }
    kept = kept.filter { height($0) != 0 }
  }

  private func isStep(_ a: Int, _ b: Int) -> Bool {
    abs(height(b) - height(a)) > Self.stepMetres + Self.stepGradient * (distances[b] - distances[a])
  }

  /// Keeps the longest chain of points without a step, where there is one.
  private mutating func dropSteps() {
    guard zip(kept, kept.dropFirst()).contains(where: { isStep($0, $1) }) else { return }
    var length = [Int](repeating: 1, count: kept.count)
    var earlier = [Int?](repeating: nil, count: kept.count)
    for b in kept.indices {
      for a in stride(from: b - 1, through: 0, by: -1) {
        guard distances[kept[b]] - distances[kept[a]] <= Self.windowMetres || b - a <= Self.windowCount else {
          break
        }
        if length[a] >= length[b], !isStep(kept[a], kept[b]) { (length[b], earlier[b]) = (length[a] + 1, a) }
      }
    }
    guard let longest = length.max(), 2 * longest > kept.count, let last = length.firstIndex(of: longest)
    else {
      return
    }
    var chain: [Int] = []
    var at: Int? = last
    while let index = at {
      chain.append(kept[index])
      at = earlier[index]
    }
    kept = chain.reversed()
  }

  /// Drops points whose second difference is far above those of the line, and above those of their neighbours.
  private mutating func dropSpikes() {
    guard kept.count >= 4 else { return }
    let bends = (1..<kept.count - 1).map { bend($0) }
    let median = bends.sorted()[bends.count / 2]
    let spikes = bends.indices.filter { number in
      let (before, at, after) = (kept[number], kept[number + 1], kept[number + 2])
      let room = min(distances[at] - distances[before], distances[after] - distances[at])
      let limit = max(Self.bendMetres + Self.bendGradient * room, Self.bendFactor * median)
      let neighbours = max(
        number > 0 ? bends[number - 1] : 0, number + 1 < bends.count ? bends[number + 1] : 0)
      return bends[number] > limit && bends[number] > neighbours
    }.map { kept[$0 + 1] }
    if !spikes.isEmpty {
      let bad = Set(spikes)
      kept = kept.filter { !bad.contains($0) }
    }
  }

  /// Drops an end that is far from its neighbour, and from where the gradients over the next two points and the next
  /// three lead, unless its neighbour is itself far from where the points beyond lead.
  private mutating func dropEnds() {
    guard kept.count >= 4 else { return }
    if isOutlyingEnd(kept[0], kept[1], kept[2], kept[3]) { kept.removeFirst() }
    let count = kept.count
    guard count >= 4 else { return }
    if isOutlyingEnd(kept[count - 1], kept[count - 2], kept[count - 3], kept[count - 4]) { kept.removeLast() }
  }

  private func isOutlyingEnd(_ end: Int, _ near: Int, _ next: Int, _ last: Int) -> Bool {
    isOutlying(end, near, near) && isOutlying(end, near, next) && isOutlying(end, near, last)
      && !isOutlying(near, next, last)
  }

  /// Returns whether a point is far from where the gradient between two others leads, the nearer one first; the same one
  /// twice for a level.
  private func isOutlying(_ end: Int, _ near: Int, _ other: Int) -> Bool {
    let run = abs(distances[end] - distances[near])
    let away = max(1, abs(distances[near] - distances[other]))
    let gradient = max(-1, min(1, (height(near) - height(other)) / away))
    let rise = height(end) - height(near)
    return abs(rise - gradient * run) > Self.endMetres + Self.endGradient * run
  }

  /// Returns the height in metres of a kept point above or below the line between its neighbours.
  private func bend(_ number: Int) -> Double {
    let (a, b, c) = (kept[number - 1], kept[number], kept[number + 1])
    let run = distances[c] - distances[a]
    let share = run > 0 ? (distances[b] - distances[a]) / run : 0
    return abs(height(b) - (height(a) + (height(c) - height(a)) * share))
  }
}
