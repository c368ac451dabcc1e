import SkiGraph
import SkiTracks

/// The matcher of one traveller in one region: ``OnlineMatcher``, or a substitute in tests.
protocol LiveMatching: Sendable {
  /// The index shared by the travellers in a region.
  associatedtype Index: Sendable
  /// The working memory of one fix, reused for the next.
  associatedtype Scratch: Sendable
  /// Returns the index of a region.
  static func makeIndex(_ graph: RoutingGraph) -> Index
  /// Returns new working memory.
  static func makeScratch() -> Scratch
  /// Returns the matcher of a new traveller.
  static func begin() -> Self
  /// Adds the traveller's next fix and returns the estimate of their position.
  mutating func place(_ fix: LocationFix, in index: Index, with scratch: inout Scratch) -> MatchedFix?
}
