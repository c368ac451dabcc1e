/// How different a route must be to count as another, and how much longer it may be.
///
/// **Source** of the kind of limits: Abraham, Delling, Goldberg and Werneck 2010 (limited sharing, bounded stretch).
package struct AlternativeLimits: Hashable, Sendable {
  /// The greatest part of its length on lifts and runs a route may share with any route told before it.
  package var greatestSharing: Double
  /// How many times as long as the fastest a route may take.
  package var greatestStretch: Double

  /// Makes limits; the default is 60 % shared, and one and a half times as long.
  package init(greatestSharing: Double = 0.6, greatestStretch: Double = 1.5) {
    self.greatestSharing = greatestSharing
    self.greatestStretch = greatestStretch
  }
}
