/// Decides when a route counts as left: evidence gathers fix by fix, and one wild fix is not enough.
///
/// A cumulative sum: each second adds as much as the distance exceeds a tolerance somewhat below the distance meant, and takes
/// away as much as it stays below. A value.
/// **Source:** Page 1954, continuous inspection schemes.
struct OffRouteJudge: Hashable, Sendable {
  /// The evidence, 0...``greatest``.
  private(set) var evidence = 0.0

  private static let threshold = 7.0
  private static let greatest = 12.0
  private static let scaleMetres = 4.0

  /// What one fix says.
  struct Look: Sendable {
    /// Metres between the fix and the route; nil when nothing of the route is within reach.
    var distance: Double?
    /// Seconds since the fix before.
    var seconds: Double
    /// The distance that is borne, metres.
    var tolerance: Double
    /// Whether the traveller goes back along the route, fast and far.
    var goesBack: Bool
  }

  /// Forgets everything.
  mutating func reset() { evidence = 0 }

  /// Takes in a fix and says whether the route is left.
  mutating func isLeft(_ look: Look) -> Bool {
    let excess = look.distance.map { ($0 - look.tolerance) / Self.scaleMetres } ?? 2.5
    let rate = max(excess, look.goesBack ? 0.7 : -3)
    evidence += max(-3, min(2.5, rate)) * max(0, min(2, look.seconds))
    evidence = max(0, min(Self.greatest, evidence))
    return evidence >= Self.threshold
  }
}
