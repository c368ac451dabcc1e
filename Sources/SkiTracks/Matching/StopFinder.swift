/// Finds the stops of a traveller from the fixes alone.
///
/// During a stop no fix is far from the mean of those before it, except for a few seconds. There are three kinds:
/// - One minute within a small circle at low measured speeds; the slowest lifts run at 0.6 m/s.
/// - Three minutes within a small circle without measured speeds.
/// - Five minutes within a circle of the size of a lodge at a constant elevation, or at low measured speeds where
///   elevations are unknown; either excludes beginners' lifts.
///
/// **Source:** stay points, Li et al. 2008.
struct StopFinder {
  /// The criteria of a kind of stop.
  private struct Kind {
    /// The radius in metres, without noise.
    var radiusMetres: Float
    /// The standard deviations of the noise added to the radius.
    var deviations: Float = 2
    /// The least duration with measured speeds, in seconds.
    var leastSeconds: Double
    /// The least duration without measured speeds, in seconds.
    var unmeasuredSeconds: Double
    /// The smoothed speed in metres per second above which a fix is in motion.
    var movingSpeed: Float
    /// The greatest range of known elevations in metres; nil when elevations are ignored.
    var elevationRange: Float?

    static let indoors = Kind(
      radiusMetres: 30, leastSeconds: 300, unmeasuredSeconds: 300, movingSpeed: 0.5, elevationRange: 2.5)
    static let outdoors = Kind(radiusMetres: 6, leastSeconds: 60, unmeasuredSeconds: 180, movingSpeed: 0.5)
  }

  /// The time in seconds outside that ends a stop; outliers are shorter.
  private static let leavingSeconds = 8.0
  /// The number of fixes outside that ends a stop.
  private static let leavingFixes = 32
  private static let smoothingSeconds: Float = 6

  private let observations: [Observation]
  /// The smoothed measured speed at each fix; NaN when unknown.
  private let speeds: [Float]

  init(_ observations: [Observation]) {
    self.observations = observations
    var recent = Float.nan
    speeds = observations.map { fix in
      if fix.elapsed > 60 { recent = .nan }
      if !fix.speed.isNaN {
        let share = recent.isNaN ? 1 : min(1, fix.elapsed / Self.smoothingSeconds)
        recent = recent.isNaN ? fix.speed : recent + share * (fix.speed - recent)
      }
      return recent
    }
  }

  /// Returns the stops in order, as ranges of observations.
  ///
  /// - Complexity: O(*n*), and repeated for fixes of stays too short for a stop.
  func stops() -> [Range<Int>] {
    var stops: [Range<Int>] = []
    var start = 0
    for stop in self.stops(.indoors, in: 0..<observations.count) {
      stops += self.stops(.outdoors, in: start..<stop.lowerBound) + [stop]
      start = stop.upperBound
    }
    return stops + self.stops(.outdoors, in: start..<observations.count)
  }

  private func stops(_ kind: Kind, in range: Range<Int>) -> [Range<Int>] {
    var stops: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let stay = stay(kind, from: start, before: range.upperBound)
      let stop = trimmed(stay, kind)
      let seconds = observations[stop.upperBound - 1].seconds - observations[stop.lowerBound].seconds
      let isBlind = speeds[(stop.lowerBound + stop.upperBound) / 2].isNaN
      if seconds >= (isBlind ? kind.unmeasuredSeconds : kind.leastSeconds) {
        stops.append(stop)
        start = stay.upperBound
      } else {
        start += max(1, stay.count / 4)
      }
    }
    return stops
  }

  /// Returns the fixes from a start that stay near their mean; at least the first.
  private func stay(_ kind: Kind, from start: Int, before limit: Int) -> Range<Int> {
    var sum = observations[start].place
    var count: Float = 1
    var heights = (low: observations[start].elevation, high: observations[start].elevation)
    var end = start + 1
    var position = end
    while position < limit {
      let fix = observations[position]
      let away = fix.place - sum / count
      // An unknown elevation, NaN, leaves the range of the others.
      let (low, high) = (
        Float.minimum(heights.low, fix.elevation), Float.maximum(heights.high, fix.elevation)
      )
      let isLevel =
        kind.elevationRange.map { low.isNaN ? !speeds[position].isNaN : high - low <= $0 } ?? true
      if isLevel, !(speeds[position] > kind.movingSpeed), isInside(away, fix, kind, share: 1) {
        sum += fix.place
        count += 1
        heights = (low, high)
        end = position + 1
      } else if fix.seconds - observations[end - 1].seconds > Self.leavingSeconds
        || position - end >= Self.leavingFixes
      {
        break
      }
      position += 1
    }
    return start..<end
  }

  /// Returns a stay without the fixes at both ends that lie in the outer half of the circle.
  private func trimmed(_ stay: Range<Int>, _ kind: Kind) -> Range<Int> {
    var middle = SIMD2<Float>(0, 0)
    for position in stay { middle += observations[position].place / Float(stay.count) }
    func isInner(_ position: Int) -> Bool {
      isInside(observations[position].place - middle, observations[position], kind, share: 0.5)
    }
    guard let first = stay.first(where: isInner), let last = stay.last(where: isInner) else {
      return stay.lowerBound..<stay.lowerBound + 1
    }
    return first..<last + 1
  }

  private func isInside(_ away: SIMD2<Float>, _ fix: Observation, _ kind: Kind, share: Float) -> Bool {
    let radius = share * (kind.radiusMetres + kind.deviations * fix.noise)
    return (away * away).sum() <= radius * radius
  }
}
