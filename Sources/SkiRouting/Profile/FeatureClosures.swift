package import SkiGraph

/// The closed features of one graph, with their edges where these are known.
///
/// Two are equal when their features are.
package struct FeatureClosures: Hashable, Sendable {
  /// The closed lifts, runs and streets.
  package let features: Set<FeatureIndex>
  /// The edges of all these features; nil while they are unknown.
  private let edges: ClosedEdges?

  /// Creates closures whose edges are found when they are needed.
  package init(_ features: Set<FeatureIndex> = []) { (self.features, edges) = (features, nil) }

  /// Creates closures with their edges.
  /// - Complexity: As ``ClosedEdges/init(of:in:)``; O(1) without features.
  init(_ features: Set<FeatureIndex>, in graph: RoutingGraph) {
    self.init(features, features.isEmpty ? nil : ClosedEdges(of: features, in: graph))
  }

  private init(_ features: Set<FeatureIndex>, _ edges: ClosedEdges?) {
    (self.features, self.edges) = (features, edges)
  }

  /// Indicates whether no feature is closed.
  var isEmpty: Bool { features.isEmpty }

  /// Returns the closed edges; nil when there are no features.
  /// - Complexity: O(1), and as ``ClosedEdges/init(of:in:)`` where the edges are unknown.
  func edges(in graph: RoutingGraph) -> ClosedEdges? {
    if features.isEmpty { return nil }
    if let edges, edges.belongs(to: graph) { return edges }
    return ClosedEdges(of: features, in: graph)
  }

  /// Returns the closures with other features of the same graph, and with their edges.
  /// - Complexity: O(*m* / 64 + *f* + *l*) in edges of the graph, closed features, and links of those that change.
  func replacing(with features: Set<FeatureIndex>, in graph: RoutingGraph) -> FeatureClosures {
    guard let edges, edges.belongs(to: graph), !features.isEmpty else {
      return FeatureClosures(features, in: graph)
    }
    if features == self.features { return self }
    return FeatureClosures(
      features,
      edges.closing(
        features.subtracting(self.features), reopening: self.features.subtracting(features), in: graph))
  }

  /// Returns the closures of both; the edges are known where those of both are.
  /// - Complexity: O(1) where one has no features, else O(*f* + *m* / 64) in features and edges of the graph.
  package func union(_ other: FeatureClosures) -> FeatureClosures {
    if other.features.isEmpty { return self }
    if features.isEmpty { return other }
    let all = features.union(other.features)
    guard let edges, let others = other.edges, edges.isAlike(others) else { return FeatureClosures(all) }
    return FeatureClosures(all, edges.union(others))
  }

  package static func == (a: FeatureClosures, b: FeatureClosures) -> Bool { a.features == b.features }

  package func hash(into hasher: inout Hasher) { hasher.combine(features) }
}
