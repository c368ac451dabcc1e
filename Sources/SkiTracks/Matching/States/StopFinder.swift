/// Finds the times at which a traveller stayed at one place, from the fixes alone.
///
/// A stop is a time in which no fix lies far from the mean of those before it, but for a few seconds. Three kinds are told apart:
/// - A minute in a small circle, when the receiver measured that it hardly moved: the slowest lifts run at 0.6 m/s.
/// - Three minutes in a small circle, when it measured no speeds.
/// - Five minutes in a circle like a lodge and its terrace on which heights stay the same: whoever goes round on a beginner's lift
///   goes up and down.
///
/// **Source:** stay points, Li et al. 2008.
struct StopFinder {
  /// What a stop of a kind is.
  private struct Kind {
    /// Metres around the middle, and deviations of the noise on top.
    var radiusMetres: Float
    var deviations: Float = 2
    /// Seconds it lasts at least, with measured speeds and without.
    var leastSeconds: Double
    var blindSeconds: Double
    /// Metres a second, over some seconds, from which one moves.
    var movingSpeed: Float
    /// The most metres between its lowest and its highest fix; nil when heights don't count.
    var heightRange: Float?

    static let lodge = Kind(
      radiusMetres: 30, leastSeconds: 300, blindSeconds: 300, movingSpeed: 0.5, heightRange: 2.5)
    static let spot = Kind(radiusMetres: 6, leastSeconds: 60, blindSeconds: 180, movingSpeed: 0.5)
  }

  /// Seconds and fixes outside after which the stop is over; single fixes stray farther.
  private static let strayingSeconds = 8.0
  private static let strayingFixes = 32
  private static let smoothingSeconds: Float = 6

  private let observations: [Observation]
  /// The measured speed of late at each fix; NaN when unknown.
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

  /// Returns stops in order, as ranges of observations. Complexity: O(*n*) but for fixes looked at again after each short stay.
  func stops() -> [Range<Int>] {
    var stops: [Range<Int>] = []
    var start = 0
    for lodge in self.stops(.lodge, in: 0..<observations.count) {
      stops += self.stops(.spot, in: start..<lodge.lowerBound) + [lodge]
      start = lodge.upperBound
    }
    return stops + self.stops(.spot, in: start..<observations.count)
  }

  private func stops(_ kind: Kind, in range: Range<Int>) -> [Range<Int>] {
    var stops: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let stay = stay(kind, from: start, before: range.upperBound)
      let stop = trimmed(stay, kind)
      let seconds = observations[stop.upperBound - 1].seconds - observations[stop.lowerBound].seconds
      let isBlind = speeds[(stop.lowerBound + stop.upperBound) / 2].isNaN
      if seconds >= (isBlind ? kind.blindSeconds : kind.leastSeconds) {
        stops.append(stop)
        start = stay.upperBound
      } else {
        start += max(1, stay.count / 4)
      }
    }
    return stops
  }

  /// The fixes from one on that stay near their mean; at least that one.
  private func stay(_ kind: Kind, from start: Int, before limit: Int) -> Range<Int> {
    var sum = observations[start].place
    var count: Float = 1
    var heights = (low: observations[start].height, high: observations[start].height)
    var end = start + 1
    var position = end
    while position < limit {
      let fix = observations[position]
      let away = fix.place - sum / count
      let (low, high) = (min(heights.low, fix.height), max(heights.high, fix.height))
      let isLevel = kind.heightRange.map { high - low <= $0 } ?? true
      if isLevel, !(speeds[position] > kind.movingSpeed), isInside(away, fix, kind, share: 1) {
        sum += fix.place
        count += 1
        heights = (low, high)
        end = position + 1
      } else if fix.seconds - observations[end - 1].seconds > Self.strayingSeconds
        || position - end >= Self.strayingFixes
      {
        break
      }
      position += 1
    }
    return start..<end
  }

  /// A stay without the fixes at its ends that lie in the outer half of the circle: there one came and went.
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
