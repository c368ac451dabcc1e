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
  package static let plausibleMetres = -450.0...9000.0
  /// The length in metres of gaps that are bridged between known elevations.
  package static let gapLimitMetres = 200.0
  /// The length in metres of gaps at an end of the line that are continued from the nearest known elevations.
  private static let endGapLimitMetres = 100.0
  /// The distance in metres over which the gradient at an end is taken, and its limit.
  private static let (endWindowMetres, endGradientLimit) = (25.0, 0.6)

  /// Drops outliers and bridges gaps.
  /// - Parameters:
  ///   - distancesMetres: The distance of each point along the line in metres, non-decreasing.
  ///   - elevationsMetres: The raw elevation of each point in metres; nil where unknown.
  ///   - spreadMetres: The distance up to which samples beside an outlier are affected by it: the resolution of a
  ///     raster, 0 for vertices.
  /// - Complexity: O(*n*) in points; O(*n* · *w*) with *w* points within 400 m where there are outliers.
  /// - Precondition: Both arrays have the same length.
  package init(distancesMetres: [Double], elevationsMetres: [Double?], spreadMetres: Double = 0) {
    precondition(
      distancesMetres.count == elevationsMetres.count,
      "elevations must match distances, got \(elevationsMetres.count) for \(distancesMetres.count)")
    metres = elevationsMetres.map { $0.flatMap { Self.plausibleMetres.contains($0) ? $0 : nil } }
    var outliers = OutlierSearch(distancesMetres, metres)
    let dropped = outliers.find()
    if !dropped.isEmpty { drop(dropped, distancesMetres, spreadMetres) }
    bridge(distancesMetres)
  }

  private mutating func drop(_ outliers: [Int], _ distances: [Double], _ spreadMetres: Double) {
    droppedCount = outliers.count
    for index in outliers {
      metres[index] = nil
      guard spreadMetres > 0 else { continue }
      for step in [-1, 1] {
        var near = index + step
        while metres.indices.contains(near), abs(distances[near] - distances[index]) <= spreadMetres {
          metres[near] = nil
          near += step
        }
      }
    }
  }

  private mutating func bridge(_ distances: [Double]) {
    let known = metres.indices.filter { metres[$0] != nil }
    guard let first = known.first, let last = known.last, known.count >= 2, known.count < metres.count else {
      return
    }
    for (a, b) in zip(known, known.dropFirst()) where b > a + 1 {
      guard distances[b] - distances[a] <= Self.gapLimitMetres, let low = metres[a], let high = metres[b]
      else {
        continue
      }
      let length = max(distances[b] - distances[a], .leastNonzeroMagnitude)
      for index in a + 1..<b {
        metres[index] = low + (high - low) * (distances[index] - distances[a]) / length
      }
      bridgedRangesMetres.append(distances[a]...distances[b])
    }
    continueEnd(from: first, through: known, distances)
    continueEnd(from: last, through: known.reversed(), distances)
  }

  /// Continues the gradient of the nearest known elevations to an end of the line.
  private mutating func continueEnd(from edge: Int, through known: [Int], _ distances: [Double]) {
    let end = edge == known.min() ? 0 : metres.count - 1
    let gap = abs(distances[end] - distances[edge])
    guard end != edge, gap <= Self.endGapLimitMetres, let height = metres[edge] else { return }
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
  /// The distance in metres up to which points are compared.
  private static let windowMetres = 400.0
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
    dropSpikes()
    guard kept.count < known.count else { return [] }
    let good = Set(kept)
    return known.filter { !good.contains($0) }
  }

  private func height(_ index: Int) -> Double { metres[index] ?? 0 }

  /// Drops the zeros of a line whose other elevations are far above.
  private mutating func dropFilledHoles() {
    let others = kept.map(height).filter { $0 != 0 }.sorted()
    guard others.count < kept.count, others.count >= 2, others[others.count / 2] > Self.filledMetres else {
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
        guard distances[kept[b]] - distances[kept[a]] <= Self.windowMetres else { break }
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

  /// Returns the height in metres of a kept point above or below the line between its neighbours.
  private func bend(_ number: Int) -> Double {
    let (a, b, c) = (kept[number - 1], kept[number], kept[number + 1])
    let run = distances[c] - distances[a]
    let share = run > 0 ? (distances[b] - distances[a]) / run : 0
    return abs(height(b) - (height(a) + (height(c) - height(a)) * share))
  }
}
