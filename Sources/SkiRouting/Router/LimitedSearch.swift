package import SkiBase
package import SkiGraph

/// The limits of one question on a graph: the admitted classes of edges, and the closed edges.
package struct EdgeLimits: Sendable {
  fileprivate let admitted: [UInt8]
  fileprivate let closed: [UInt64]

  /// Creates limits.
  /// - Parameters:
  ///   - admitted: For each class of edges whether it is admitted.
  ///   - closed: The closed edges.
  ///   - edgeCount: The number of edges of the graph.
  package init(admitted: [Bool], closed: some Sequence<Int>, edgeCount: Int) {
    self.admitted = admitted.map { $0 ? 1 : 0 }
    var words = [UInt64](repeating: 0, count: edgeCount / 64 + 1)
    for edge in closed {
      precondition((0..<edgeCount).contains(edge), "edge \(edge) is not below \(edgeCount)")
      words[edge / 64] |= 1 << UInt64(edge % 64)
    }
    self.closed = words
  }
}

/// Searches of a graph of any arrays under limits that come with the question, as a session searches a map for a profile.
///
/// A* by straight distances, and where that settles many nodes again with exact bounds by the costs without limits. A
/// class for one task: not `Sendable`.
package final class LimitedSearch {
  private let graph: FlatGraph
  private let costs: [UInt32]
  private let classes: [UInt16]
  private let classCount: Int
  private let greatestSpeed: Double
  private let weights: HierarchyWeights
  private let search: RouteSearch
  private let bounds: HierarchyBounds

  /// Prepares a graph.
  /// - Parameters:
  ///   - graph: The graph.
  ///   - costs: The milliseconds of each edge.
  ///   - classes: The class of each edge.
  ///   - weights: A hierarchy of the graph, customised for the costs.
  /// - Precondition: There is a cost and a class for each edge.
  /// - Complexity: O(*n* + *m*).
  package init(_ graph: FlatGraph, costs: [UInt32], classes: [UInt16], weights: HierarchyWeights) {
    precondition(costs.count == graph.edgeCount && classes.count == graph.edgeCount, "one for each edge")
    (self.graph, self.costs, self.classes, self.weights) = (graph, costs, classes, weights)
    classCount = Int(classes.max() ?? 0) + 1
    greatestSpeed = graph.greatestSpeed(milliseconds: costs)
    search = RouteSearch(graph)
    bounds = HierarchyBounds(weights.hierarchy)
  }

  /// Returns the milliseconds of the path of least cost within the limits; nil when there is none.
  /// - Throws: ``SkiError`` as ``RouteSearch/path(from:to:costs:greatestSpeed:)``.
  /// - Precondition: The limits are for all classes and edges of the graph.
  /// - Complexity: O((*n* + *m*) log *m*), less the nearer the target.
  package func milliseconds(
    from source: NodeIndex, to target: NodeIndex, limits: EdgeLimits
  ) throws(SkiError) -> UInt32? {
    precondition(
      limits.admitted.count >= classCount && limits.closed.count == graph.edgeCount / 64 + 1,
      "limits must be for the graph")
    let (sources, targets) = ([SearchEnd(node: source)], [SearchEnd(node: target)])
    guard search.begin(from: sources, to: targets, costs: costs) else { return nil }
    // Each array has an element for each edge, but `admitted` has one for each class and `closed` a word for 64 edges.
    let found = try costs.withUnsafeBufferPointer { costs throws(SkiError) -> SearchResult? in
      try classes.withUnsafeBufferPointer { classes throws(SkiError) in
        try limits.admitted.withUnsafeBufferPointer { admitted throws(SkiError) in
          try limits.closed.withUnsafeBufferPointer { closed throws(SkiError) in
            // An empty array may have no address; none of it is read.
            guard let costs = costs.baseAddress ?? UnsafePointer(bitPattern: 8),
              let classes = classes.baseAddress ?? UnsafePointer(bitPattern: 8),
              let admitted = admitted.baseAddress ?? UnsafePointer(bitPattern: 8)
            else { return nil }
            let times = RestrictedTimes(
              costs: costs, classOfEdge: classes, admitted: admitted,
              closed: ClosedBits(words: closed.baseAddress))
            return try search.run(
              from: sources, to: targets, times: times, greatestSpeed: greatestSpeed,
              settlingAtMost: RouteSearch.greatestStraightCount,
              then: { () throws(SkiError) in bounds.potential(weights, to: targets) },
              connects: { _ throws(SkiError) in nil })
          }
        }
      }
    }
    return found?.milliseconds
  }
}

/// The costs of one profile that do not depend on the time: base costs, restricted to the admitted edges.
///
/// All pointers have an element for each edge, but `admitted` has one for each class.
struct RestrictedTimes: TargetTimes {
  let costs: UnsafePointer<UInt32>
  let classOfEdge: UnsafePointer<UInt16>
  let admitted: UnsafePointer<UInt8>
  let closed: ClosedBits

  /// Returns whether the profile may use an edge; its cost may still be beyond the limit.
  @inline(__always) func isAllowed(_ edge: Int) -> Bool {
    admitted[Int(classOfEdge[edge])] != 0 && !closed.contains(edge)
  }

  @inline(__always) func arrival(_ edge: Int, at time: UInt64) -> UInt64 {
    isAllowed(edge) ? time &+ UInt64(costs[edge]) : .max
  }

  @inline(__always) func finish(_ target: Int, milliseconds: UInt32, at time: UInt64) -> UInt64 {
    time &+ UInt64(milliseconds)
  }
}

extension EdgeCosts {
  /// Calls a closure with the costs in the form a search reads; nil is impossible.
  func withRestrictedTimes<Result, Failure: Error>(
    _ body: (RestrictedTimes) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try base.milliseconds.withUnsafeBufferPointer { costs throws(Failure) in
      try classes.ofEdge.withUnsafeBufferPointer { classOfEdge throws(Failure) in
        try admitted.withUnsafeBufferPointer { admitted throws(Failure) in
          try closed.withBits { closed throws(Failure) in
            // An empty array may have no address; none of it is read.
            guard let costs = costs.baseAddress ?? UnsafePointer(bitPattern: 8),
              let classOfEdge = classOfEdge.baseAddress ?? UnsafePointer(bitPattern: 8),
              let admitted = admitted.baseAddress ?? UnsafePointer(bitPattern: 8)
            else { return nil }
            return try body(
              RestrictedTimes(
                costs: costs, classOfEdge: classOfEdge, admitted: admitted,
                closed: closed))
          }
        }
      }
    }
  }
}
