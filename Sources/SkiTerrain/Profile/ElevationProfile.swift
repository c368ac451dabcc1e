import SkiGeo

/// The smoothed heights along a line, so that noise and rounding make neither false walls nor false climbs.
///
/// A value; `Sendable`. Heights are averaged over a reach of 25 m, or of the resolution of the heights where that is
/// coarser, to either side of knots half a reach apart, and run straight from knot to knot. The ends keep their
/// heights, so that total drop is exact; a line shorter than two reaches runs straight from end to end. An even slope
/// stays exactly as it is. Heights that are all whole metres or decimetres are first drawn as straight as their
/// rounding allows, which moves none by more than half a step.
/// **Source:** kernel regression (Nadaraya 1964, Watson 1964) with a triangular kernel, integrated exactly over the
/// raw profile; the taut string (Davies and Kovac 2001) for rounded heights. The first and last section are three
/// times as long as the others, since the heights at the ends are single readings.
public struct ElevationProfile: Sendable, Hashable {
  /// How far along the line the knots are, metres, rising; the first is the start and the last the end.
  public let knotDistancesMetres: [Double]
  /// The heights of the knots, metres above mean sea level.
  public let knotElevationsMetres: [Double]

  /// The least reach of an average, metres, and the window for gradients.
  public static let leastSectionMetres = 25.0
  /// The most reaches a profile is cut into, so that lines of absurd length stay cheap.
  private static let sectionLimit = 50_000.0

  /// Makes the profile of a line, or nil when its first or last vertex has no height.
  ///
  /// Vertices without a height in between are passed over: the raw profile runs straight from one known height to
  /// the next. Callers decide beforehand how long a gap they believe.
  /// - Parameters:
  ///   - distancesMetres: How far along the line each vertex lies; starts anywhere, finite, never falls.
  ///   - elevationsMetres: The raw height of each vertex, metres; nil where unknown.
  ///   - resolutionMetres: The distance between samples of the source; 0 for measured vertices.
  ///   - straightRanges: Parts held straight between the raw heights of their ends, as distances in metres:
  ///     tunnels and bridges, where the ground is not the way. They may overlap.
  /// - Complexity: O(*n* log *n*).
  /// - Precondition: both arrays have the same length, distances are finite and never fall.
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
      Self.leastSectionMetres, resolutionMetres.isFinite ? resolutionMetres : 0,
      (end - start) / Self.sectionLimit)
    var distances = [start]
    var heights = [raw.heights[0]]
    for bend in Self.bends(from: start, to: end, straightRanges) {
      if bend.isGround {
        for knot in Self.knots(from: distances[distances.count - 1], to: bend.end, least: least) {
          distances.append(knot)
          heights.append(raw.triangularAverage(around: knot, halfWidth: least))
        }
      }
      distances.append(bend.end)
      heights.append(bend.end == end ? raw.heights[raw.heights.count - 1] : raw.height(at: bend.end))
    }
    knotDistancesMetres = distances
    knotElevationsMetres = heights
  }

  /// Makes a profile of knots whose distances rise.
  init(knotDistancesMetres: [Double], knotElevationsMetres: [Double]) {
    self.knotDistancesMetres = knotDistancesMetres
    self.knotElevationsMetres = knotElevationsMetres
  }

  /// Cuts a line where straight parts begin and end; `isGround` tells whether the part before the cut is smoothed.
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

  /// The knots strictly between the ends of a part on the ground.
  private static func knots(from start: Double, to end: Double, least: Double) -> [Double] {
    let sections = ((end - start) / least).rounded(.down)
    guard sections >= 2 else { return [] }
    guard sections >= 4 else { return [(start + end) / 2] }
    let length = (end - start) / sections
    return (0...2 * (Int(sections) - 3)).map { start + (1.5 + Double($0) / 2) * length }
  }
}

extension ElevationProfile {
  /// The steepest ways up and down along a line.
  package struct SteepestGradients: Sendable, Hashable {
    /// Rise over run of the steepest climb in the direction of the line; 0 when nothing climbs.
    package var up: Double
    /// Drop over run of the steepest descent in the direction of the line, not negative; 0 when nothing descends.
    package var down: Double
  }

  /// How long the line is on the map, metres.
  public var horizontalLengthMetres: Double { endMetres - startMetres }
  /// Where the line starts, metres, as the distances said.
  public var startMetres: Double { knotDistancesMetres[0] }
  /// Where the line ends, metres, as the distances said.
  public var endMetres: Double { knotDistancesMetres[knotDistancesMetres.count - 1] }

  /// Returns the smoothed height at a distance, metres above mean sea level; beyond the ends, that of the end.
  /// - Complexity: O(log *k*) in the number of knots.
  public func elevationMetres(atDistance distanceMetres: Double) -> Double {
    interpolatedHeight(knotDistancesMetres, knotElevationsMetres, at: distanceMetres)
  }

  /// Returns the metres climbed and the metres lost on the way between two distances, neither negative.
  ///
  /// Parts add up: ascent over a…c is that over a…b and b…c.
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

  /// Returns the metres climbed along the whole line. Complexity: O(*k*).
  public func totalAscentMetres() -> Double { climb(from: startMetres, to: endMetres).ascentMetres }

  /// Returns the metres lost along the whole line, not negative. Complexity: O(*k*).
  public func totalDescentMetres() -> Double { climb(from: startMetres, to: endMetres).descentMetres }

  /// Returns the steepest climb and descent over any stretch of a length within two distances.
  ///
  /// A part shorter than the stretch counts as a whole; one of no length has gradients of 0.
  /// - Parameters:
  ///   - windowMetres: The length of the stretch.
  ///   - range: The part of the line to look at, distances in metres; nil for all of it.
  /// - Complexity: O(*m* log *k*) with *m* knots in the part.
  /// - Precondition: `windowMetres > 0`
  package func steepestGradients(
    windowMetres: Double = leastSectionMetres, in range: ClosedRange<Double>? = nil
  ) -> SteepestGradients {
    precondition(windowMetres > 0, "window must be positive, got \(windowMetres)")
    let low = max(startMetres, range?.lowerBound ?? startMetres)
    let high = min(endMetres, range?.upperBound ?? endMetres)
    let window = min(windowMetres, high - low)
    var steepest = SteepestGradients(up: 0, down: 0)
    guard window > 0 else { return steepest }
    func look(from start: Double) {
      let rise = elevationMetres(atDistance: start + window) - elevationMetres(atDistance: start)
      steepest.up = max(steepest.up, rise / window)
      steepest.down = max(steepest.down, -rise / window)
    }
    // The rise over a sliding window is straight between the places where either end passes a knot.
    look(from: low)
    look(from: high - window)
    var index = knotDistancesMetres.partitioningIndex { $0 > low }
    while index < knotDistancesMetres.count, knotDistancesMetres[index] < high {
      let knot = knotDistancesMetres[index]
      if knot + window <= high { look(from: knot) }
      if knot - window >= low { look(from: knot - window) }
      index += 1
    }
    return steepest
  }
}
