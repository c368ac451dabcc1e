/// The result of matching a batch of reports.
public struct LiveMatches: Hashable, Sendable {
  /// The positions worth publishing, in the order of their reports: those that moved, changed or were silent for long.
  public var positions: [TravellerPosition]
  /// The refused reports, in order.
  public var refused: [RefusedReport]

  /// Creates a result.
  public init(positions: [TravellerPosition] = [], refused: [RefusedReport] = []) {
    self.positions = positions
    self.refused = refused
  }
}

/// The numbers of travellers and regions of a matcher.
package struct LiveMatcherCounts: Hashable, Sendable {
  /// The number of travellers present.
  package var travellers: Int
  /// The number of regions open for matching.
  package var regions: Int
  /// The number of regions near travellers that cannot be read.
  package var unreadableRegions: Int

  /// Creates counts.
  package init(travellers: Int = 0, regions: Int = 0, unreadableRegions: Int = 0) {
    self.travellers = travellers
    self.regions = regions
    self.unreadableRegions = unreadableRegions
  }
}
