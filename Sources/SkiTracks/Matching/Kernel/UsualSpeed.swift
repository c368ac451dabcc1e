/// How fast people move on an edge as a rule, and how much they differ.
struct UsualSpeed {
  /// Metres a second.
  var metresPerSecond: Float
  /// Metres a second, squared.
  var variance: Float

  /// Walkers keep about a metre a second.
  static let walking = UsualSpeed(metresPerSecond: 1, variance: 1)

  /// Lifts run at their speed, or stand.
  static func lift(_ metresPerSecond: Float) -> UsualSpeed {
    UsualSpeed(metresPerSecond: metresPerSecond, variance: 2.25)
  }

  /// Skis glide where a run falls by the friction of snow or more, and there speeds differ widely; on the level and uphill they
  /// are pushed. Between, the one fades into the other.
  ///
  /// **Source:** the friction of skis on snow, about 0.05, as in ``Pace``.
  /// - Parameter gradient: Rise over length; nil where heights are unknown, which glides.
  static func run(gradient: Float?) -> UsualSpeed {
    let glide = gradient.map { max(0, min(1, -$0 / 0.05)) } ?? 1
    let deviation = 2 + 3 * glide
    return UsualSpeed(metresPerSecond: 1.2 + 2.8 * glide, variance: deviation * deviation)
  }
}
