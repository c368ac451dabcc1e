import SkiGraph

/// The edges of the closed features of one graph, a bit for each edge of the graph.
///
/// Immutable, so that versions of a map's closures, requests and searches share it.
final class ClosedEdges: Sendable {
  /// The bits in order of edges, 64 in a word; always one word more than whole words are needed.
  let words: [UInt64]
  private let edgeCount: Int
  private let region: RegionIndex

  /// Finds the edges of some features.
  /// - Complexity: O(*m* / 64 + *l*) in edges of the graph and links of the features.
  convenience init(of features: Set<FeatureIndex>, in graph: RoutingGraph) {
    self.init([UInt64](repeating: 0, count: graph.edgeCount / 64 + 1), closing: features, in: graph)
  }

  private init(
    _ words: [UInt64], closing: Set<FeatureIndex> = [], reopening: Set<FeatureIndex> = [],
    in graph: RoutingGraph
  ) {
    var words = words
    for feature in closing { Self.forEachEdge(of: feature, in: graph) { words[$0 / 64] |= Self.bit($0) } }
    for feature in reopening { Self.forEachEdge(of: feature, in: graph) { words[$0 / 64] &= ~Self.bit($0) } }
    (self.words, edgeCount, region) = (words, graph.edgeCount, graph.region)
  }

  private init(_ words: [UInt64], like other: ClosedEdges) {
    (self.words, edgeCount, region) = (words, other.edgeCount, other.region)
  }

  /// Returns whether the edges are those of a graph, so that there is a bit for each of its edges.
  func belongs(to graph: RoutingGraph) -> Bool { region == graph.region && edgeCount == graph.edgeCount }

  /// Returns whether an edge is closed.
  @inline(__always) func contains(_ edge: Int) -> Bool { words[edge / 64] & Self.bit(edge) != 0 }

  /// Returns the edges with those of more features closed and of others open.
  /// - Complexity: As ``init(of:in:)``, in the features that change.
  func closing(
    _ closing: Set<FeatureIndex>, reopening: Set<FeatureIndex>, in graph: RoutingGraph
  ) -> ClosedEdges {
    ClosedEdges(words, closing: closing, reopening: reopening, in: graph)
  }

  /// Returns the edges of two sets of features of one graph.
  /// - Complexity: O(*m* / 64).
  func union(_ other: ClosedEdges) -> ClosedEdges {
    precondition(isAlike(other), "closed edges must be of one graph")
    var all = words
    for index in all.indices { all[index] |= other.words[index] }
    return ClosedEdges(all, like: self)
  }

  /// Returns whether two sets are of one graph.
  func isAlike(_ other: ClosedEdges) -> Bool { region == other.region && edgeCount == other.edgeCount }

  @inline(__always) private static func bit(_ edge: Int) -> UInt64 { 1 << UInt64(edge % 64) }

  /// Calls a closure with each edge of a feature; with none for a feature that the graph does not have.
  private static func forEachEdge(
    of feature: FeatureIndex, in graph: RoutingGraph, _ body: (Int) -> Void
  ) {
    guard feature.position < graph.featureCount else { return }
    let (forward, backward) = (graph.storage.linkForwardEdge, graph.storage.linkBackwardEdge)
    for link in graph.links(of: feature) {
      if forward[link] != .max { body(Int(forward[link])) }
      if backward[link] != .max { body(Int(backward[link])) }
    }
  }
}

/// The closed edges in the form a search reads: no word when none is closed, else a bit for each edge.
struct ClosedBits {
  let words: UnsafePointer<UInt64>?

  /// Returns whether an edge is closed.
  @inline(__always) func contains(_ edge: Int) -> Bool {
    guard let words else { return false }
    return words[edge / 64] >> UInt64(edge % 64) & 1 != 0
  }
}

extension ClosedEdges? {
  /// Calls a closure with the edges in the form a search reads.
  @inline(__always)
  func withBits<Result, Failure: Error>(
    _ body: (ClosedBits) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let self else { return try body(ClosedBits(words: nil)) }
    // A word for each 64 edges and one more, so that every edge of the graph has its bit, and there is an address.
    return try self.words.withUnsafeBufferPointer { words throws(Failure) in
      try body(ClosedBits(words: words.baseAddress))
    }
  }
}
