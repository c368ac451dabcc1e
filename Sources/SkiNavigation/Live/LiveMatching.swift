import SkiGraph
import SkiTracks

/// What attaches one traveller to the graph of one region, fix by fix; an ``OnlineMatcher`` outside of tests.
protocol LiveMatching: Sendable {
  /// What all travellers in a region share.
  associatedtype Index: Sendable
  /// Working memory that one fix needs and the next one may use again, whoever's it is.
  associatedtype Scratch: Sendable
  /// Prepares a region.
  static func makeIndex(_ graph: RoutingGraph) -> Index
  /// Makes working memory.
  static func makeScratch() -> Scratch
  /// Begins with a traveller of whom nothing is known.
  static func begin() -> Self
  /// Takes the traveller's next fix and returns the best guess of where they are.
  mutating func place(_ fix: LocationFix, in index: Index, with scratch: inout Scratch) -> MatchedFix?
}
