/// The usual speed of people on an edge, and its variance.
struct TypicalSpeed {
  /// The speed in metres per second.
  var metresPerSecond: Float
  /// The variance in m²/s².
  var variance: Float

  /// The speed of walkers.
  static let walking = TypicalSpeed(metresPerSecond: 1, variance: 1)

  /// Returns the speed of a lift, which runs at its nominal speed or stands.
  static func lift(_ metresPerSecond: Float) -> TypicalSpeed {
    TypicalSpeed(metresPerSecond: metresPerSecond, variance: 2.25)
  }

  /// Returns the speed of skiers on a run: gliding with a large variance where it descends steeper than the friction of
  /// snow, slow on the level and uphill, interpolated between.
  ///
  /// **Source:** the friction coefficient of skis on snow, about 0.05, as in ``Pace``.
  /// - Parameter gradient: Rise over length; nil where elevations are unknown, taken as gliding.
  static func run(gradient: Float?) -> TypicalSpeed {
    let glide = gradient.map { max(0, min(1, -$0 / 0.05)) } ?? 1
    let deviation = 2 + 3 * glide
    return TypicalSpeed(metresPerSecond: 1.2 + 2.8 * glide, variance: deviation * deviation)
  }
}
