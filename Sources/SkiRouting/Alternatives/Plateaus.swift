/// The paths over plateaus: sections common to the shortest path trees from the start and to the destination.
///
/// A path over a plateau is optimal up to the plateau's end and from its start on, so that it has no needless detours.
///
/// **Source:** Camvit 2009 (choice routing); Abraham et al. 2010, "Alternative routes in road networks".
struct Plateaus {
  /// A path over a plateau.
  struct PlateauPath {
    var milliseconds: UInt32
    /// The milliseconds of the plateau itself.
    var plateau: UInt32
    var edges: [UInt32]
    var source: Int
    var target: Int
  }

  private let graph: FlatGraph
  private let costs: [UInt32]
  private let forwards: SearchTree
  private let backwards: SearchTree

  /// Computes both shortest path trees.
  /// - Complexity: O((*n* + *m*) log *m*).
  init(_ router: Router, sources: [SearchEnd], targets: [SearchEnd], costs: [UInt32]) throws {
    graph = router.flat
    self.costs = costs
    let reversed = router.reversed()
    forwards = try SearchTree(graph, from: sources, costs: costs)
    let turned = reversed.edges.map { costs[Int($0)] }
    backwards = try SearchTree(reversed.flat, from: targets, costs: turned, names: reversed.edges)
  }

  /// Returns the paths over plateaus within a limit, by the duration outside their plateau.
  /// - Complexity: O(*n* + *p* · *e*) in plateaus *p* and edges of a path *e*.
  func paths(withinMilliseconds limit: UInt32) -> [PlateauPath] {
    var found: [PlateauPath] = []
    for node in 0..<graph.nodeCount where isStart(node) {
      var (end, length): (Int, UInt32) = (node, 0)
      var middle: [UInt32] = []
      while let edge = common(from: end) {
        middle.append(edge)
        length += costs[Int(edge)]
        end = Int(graph.head[Int(edge)])
      }
      let total = UInt64(forwards.times[node]) + UInt64(length) + UInt64(backwards.times[end])
      guard total <= UInt64(limit), length > 0 else { continue }
      let (before, source) = forwards.trace(node) { graph.tail(of: $0) }
      let (after, target) = backwards.trace(end) { Int(graph.head[Int($0)]) }
      found.append(
        PlateauPath(
          milliseconds: UInt32(total), plateau: length, edges: before.reversed() + middle + after,
          source: source, target: target))
    }
    return found.sorted {
      ($0.milliseconds - $0.plateau, $0.milliseconds, $0.edges.count)
        < ($1.milliseconds - $1.plateau, $1.milliseconds, $1.edges.count)
    }
  }

  /// Returns the edge from a node that both trees contain; nil at the end of a plateau.
  private func common(from node: Int) -> UInt32? {
    guard forwards.times[node] != .max, let edge = backwards.edge(node) else { return nil }
    return forwards.edge(Int(graph.head[Int(edge)])) == edge ? edge : nil
  }

  /// Returns whether a plateau starts at a node.
  private func isStart(_ node: Int) -> Bool {
    guard forwards.times[node] != .max, backwards.times[node] != .max, common(from: node) != nil else {
      return false
    }
    guard let before = forwards.edge(node) else { return true }
    return backwards.edge(graph.tail(of: before)) != before
  }
}

/// A shortest path tree.
private struct SearchTree {
  private(set) var times: [UInt32]
  /// The edge that leads to each node, or a source from `SearchScratch.rootLimit` on.
  private var parents: [UInt32]

  /// Computes the tree.
  /// - Parameters:
  ///   - graph: The graph.
  ///   - sources: The roots.
  ///   - costs: The milliseconds of each edge.
  ///   - names: The numbers to return for the edges of the graph; nil for their own.
  init(_ graph: FlatGraph, from sources: [SearchEnd], costs: [UInt32], names: [UInt32]? = nil) throws {
    times = [UInt32](repeating: .max, count: graph.nodeCount)
    parents = [UInt32](repeating: .max, count: graph.nodeCount)
    let search = RouteSearch(graph)
    try times.withUnsafeMutableBufferPointer { times in
      guard let base = times.baseAddress else { return }
      try search.reach(from: sources, costs: costs, limit: .max, times: base)
    }
    for node in times.indices where times[node] != .max {
      let parent = search.parent(of: node)
      parents[node] = parent < SearchScratch.rootLimit ? names?[Int(parent)] ?? parent : parent
    }
  }

  /// Returns the edge of the tree at a node; nil at its roots and outside it.
  func edge(_ node: Int) -> UInt32? {
    parents[node] < SearchScratch.rootLimit ? parents[node] : nil
  }

  /// Returns the edges from a node to its root, and the number of the root.
  func trace(_ node: Int, _ towards: (UInt32) -> Int) -> (edges: [UInt32], end: Int) {
    var edges: [UInt32] = []
    var node = node
    while let edge = edge(node) {
      edges.append(edge)
      node = towards(edge)
    }
    return (edges, Int(parents[node] - SearchScratch.rootLimit))
  }
}
