/// How long a metre across an area takes, by gradient: what makes one way across more believable than another.
///
/// **Units:** gradients are rise over run, so downhill is negative; prices are seconds for one metre on the map.
/// **Source:** the medians of 4,164 field readings on pistes, times 0.4 for stops (3.6 m/s between 8 % and 40 %), pushing at
/// 1.2 m/s on the level; steeper than 40 % skiers turn and stop more (an estimate). Climbing costs five times what Naismith
/// gives for it (1892: an hour for 600 m), since nobody climbs on skis who can go round.
enum CrossingPace {
  /// Seconds a metre by gradient, straight lines between; constant beyond the first, climbing priced beyond the last.
  private static let slowness: [(gradient: Double, seconds: Double)] = [
    (-1.00, 0.70), (-0.80, 0.56), (-0.60, 0.40), (-0.50, 0.33), (-0.40, 0.28), (-0.08, 0.28), (-0.05, 0.46),
    (0, 0.83),
  ]
  /// Seconds for one metre of climbing, on top of the way.
  static let climbingSecondsPerMetre = 30.0
  /// The least a metre can take: no way is quicker than its length on the map times this.
  static let leastSecondsPerMetre = 0.28

  /// Returns seconds for one metre on the map.
  static func secondsPerMetre(gradient: Double) -> Double {
    if gradient >= 0 { return slowness[slowness.count - 1].seconds + gradient * climbingSecondsPerMetre }
    guard var low = slowness.first, gradient > low.gradient else { return slowness[0].seconds }
    for high in slowness {
      if gradient <= high.gradient {
        let span = high.gradient - low.gradient
        return span > 0
          ? low.seconds + (high.seconds - low.seconds) * (gradient - low.gradient) / span : high.seconds
      }
      low = high
    }
    return low.seconds
  }

  /// Returns seconds for a straight piece; its length alone counts where a height is unknown.
  /// - Parameter climbPriceFactor: What climbing costs more than usual.
  static func seconds(
    metres: Double, from: Double?, to: Double?, climbPriceFactor: Double = 1
  ) -> Double {
    guard metres > 0 else { return 0 }
    guard let from, let to else { return metres * leastSecondsPerMetre }
    let rise = to - from
    let extra = rise > 0 ? rise * climbingSecondsPerMetre * (climbPriceFactor - 1) : 0
    return metres * secondsPerMetre(gradient: rise / metres) + extra
  }
}
