import SkiGeo
import SkiGraph

/// What attaches one traveller to the graph of one region, fix by fix; an ``OnlineMatcher`` outside of tests.
protocol LiveMatching: Sendable {
  /// What all travellers in a region share.
  associatedtype Index: Sendable
  /// Prepares a region.
  static func makeIndex(_ graph: RoutingGraph) -> Index
  /// Begins with a traveller of whom nothing is known.
  static func begin() -> Self
  /// Takes the traveller's next fix and returns the best guess of where they are.
  mutating func place(_ fix: LocationFix, in index: Index) -> MatchedFix?
}
