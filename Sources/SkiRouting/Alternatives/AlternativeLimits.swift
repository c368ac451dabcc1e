/// The limits of alternative routes: sharing and stretch.
///
/// **Source:** Abraham, Delling, Goldberg and Werneck 2010, "Alternative routes in road networks" (limited sharing,
/// bounded stretch).
package struct AlternativeLimits: Hashable, Sendable {
  /// The maximum ratio of an alternative's length on lifts and runs that is shared with any route before it.
  package var greatestSharing: Double
  /// The maximum ratio of an alternative's duration to that of the best route.
  package var greatestStretch: Double

  /// Creates limits; the default is 60 % sharing and a stretch of 1.5.
  package init(greatestSharing: Double = 0.6, greatestStretch: Double = 1.5) {
    self.greatestSharing = greatestSharing
    self.greatestStretch = greatestStretch
  }
}
