import SkiBase

/// The paths over plateaus: sections common to the shortest path trees from the start and to the destination.
///
/// A path over a plateau is optimal up to the plateau's end and from its start on, so that it has no needless detours.
///
/// **Source:** Camvit 2009 (choice routing); Abraham et al. 2010, "Alternative routes in road networks".
struct Plateaus {
  /// A path over a plateau.
  struct PlateauPath {
    var edges: [UInt32]
    var source: Int
    var target: Int
  }

  private let graph: FlatGraph
  private let costs: [UInt32]
  private let limit: UInt32
  private let forwards: SearchTree
  private let backwards: SearchTree

  /// Computes both shortest path trees up to a limit, which no path over a plateau may exceed.
  /// - Complexity: O((*n* + *m*) log *m*), less with a limit.
  init(
    _ router: Router, sources: [SearchEnd], targets: [SearchEnd], costs: [UInt32],
    withinMilliseconds limit: UInt32
  ) throws {
    graph = router.flat
    (self.costs, self.limit) = (costs, limit)
    let reversed = router.reversed()
    forwards = try SearchTree(graph, from: sources, costs: costs, limit: limit)
    let turned = reversed.edges.map { costs[Int($0)] }
    backwards = try SearchTree(
      reversed.flat, from: targets, costs: turned, limit: limit, names: reversed.edges)
  }

  /// A plateau within the limit.
  private struct Plateau {
    var start: Int
    var end: Int
    /// The milliseconds of the path over the plateau.
    var total: UInt32
    /// The milliseconds of the plateau itself.
    var length: UInt32

    /// The order of paths: by the duration outside their plateau, then by the whole.
    var order: (UInt32, UInt32) { (total - length, total) }
  }

  /// Calls a closure with the paths over plateaus, by the duration outside their plateau, until it returns false.
  /// - Complexity: O(*n* + *p* log *p*) in plateaus *p*, and O(*e*) in the edges of each path that is visited.
  func forEachPath(_ body: (PlateauPath) -> Bool) {
    let plateaus = plateaus().sorted { $0.order < $1.order }
    var next = 0
    while next < plateaus.count {
      // Of paths with equal durations the one with fewer edges comes first.
      let order = plateaus[next].order
      let equal = plateaus[next...].prefix { $0.order == order }
      for path in equal.map(path).sorted(by: { $0.edges.count < $1.edges.count }) {
        guard body(path) else { return }
      }
      next += equal.count
    }
  }

  private func plateaus() -> [Plateau] {
    var found: [Plateau] = []
    for node in 0..<graph.nodeCount where isStart(node) {
      var (end, length): (Int, UInt32) = (node, 0)
      while let edge = common(from: end) {
        length += costs[Int(edge)]
        end = Int(graph.head[Int(edge)])
      }
      let total = UInt64(forwards.times[node]) + UInt64(length) + UInt64(backwards.times[end])
      guard total <= UInt64(limit), length > 0 else { continue }
      found.append(Plateau(start: node, end: end, total: UInt32(total), length: length))
    }
    return found
  }

  private func path(_ plateau: Plateau) -> PlateauPath {
    var middle: [UInt32] = []
    var node = plateau.start
    while node != plateau.end, let edge = common(from: node) {
      middle.append(edge)
      node = Int(graph.head[Int(edge)])
    }
    let (before, source) = forwards.trace(plateau.start) { graph.tail(of: $0) }
    let (after, target) = backwards.trace(plateau.end) { Int(graph.head[Int($0)]) }
    return PlateauPath(edges: before.reversed() + middle + after, source: source, target: target)
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
  ///   - limit: The maximum milliseconds; farther nodes are left out.
  ///   - names: The numbers to return for the edges of the graph; nil for their own.
  init(
    _ graph: FlatGraph, from sources: [SearchEnd], costs: [UInt32], limit: UInt32, names: [UInt32]? = nil
  ) throws {
    times = [UInt32](repeating: .max, count: graph.nodeCount)
    parents = [UInt32](repeating: .max, count: graph.nodeCount)
    let search = RouteSearch(graph)
    try times.withUnsafeMutableBufferPointer { times in
      guard let base = times.baseAddress else { return }
      try search.reach(from: sources, costs: costs, limit: limit, times: base)
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
