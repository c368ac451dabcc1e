/// Detects that a route was left from several fixes, robust against outliers.
///
/// A cumulative sum: each second adds the excess of the distance over a tolerance, and subtracts the shortfall.
///
/// **Source:** Page 1954, "Continuous inspection schemes".
struct OffRouteDetector: Hashable, Sendable {
  /// The cumulative sum, 0...``greatest``.
  private(set) var evidence = 0.0

  private static let threshold = 7.0
  private static let greatest = 12.0
  private static let scaleMetres = 4.0

  /// The input of one fix.
  struct FixInput: Sendable {
    /// The distance between the fix and the route in metres; nil when no part of the route is within reach.
    var distance: Double?
    /// The time since the previous fix, in seconds.
    var seconds: Double
    /// The tolerated distance, in metres.
    var tolerance: Double
    /// Indicates whether the traveller moves back along the route.
    var goesBack: Bool
  }

  /// Resets the sum.
  mutating func reset() { evidence = 0 }

  /// Adds a fix and returns whether the route was left.
  mutating func isLeft(_ look: FixInput) -> Bool {
    let excess = look.distance.map { ($0 - look.tolerance) / Self.scaleMetres } ?? 2.5
    let rate = max(excess, look.goesBack ? 0.7 : -3)
    evidence += max(-3, min(2.5, rate)) * max(0, min(2, look.seconds))
    evidence = max(0, min(Self.greatest, evidence))
    return evidence >= Self.threshold
  }
}
