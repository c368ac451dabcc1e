import SkiGeo
import SkiGraph

/// A node where a multicriteria search may start or end, with the costs between it and the end itself.
struct LabelEnd {
  var node: NodeIndex
  var vector: LabelVector
  /// The state at a start.
  var state: UInt32 = 0
}

/// A Pareto-optimal path from a start to an end.
struct LabelPath {
  var vector: LabelVector
  /// The position of the start, or of a path that touches no node.
  var source: Int
  var edges: [UInt32]
  /// The position of the target; nil for a path that touches no node.
  var target: Int?
}

/// A label-setting search for all Pareto-optimal paths in several criteria, one path for each vector.
///
/// Labels are extended in the order of a key with a lower bound of the rest, and kept while no other label of their
/// node dominates them. Unlike in ``DistanceSearch``, a node has many labels.
///
/// **Source:** Hansen 1980, "Bicriterion path problems"; Martins 1984, "On a multicriteria shortest path problem";
/// Mandow and Pérez de la Cruz 2010, "Multiobjective A* search with consistent heuristics" (bounds, pruning by the
/// paths found).
struct LabelSearch<Rules: LabelRules> {
  private let graph: FlatGraph
  private let rules: Rules
  private let bounds: LabelBounds
  private var labels: [Label] = []
  /// The first label of each node, and of the end after the last node.
  private var first: [UInt32]
  /// The queue of labels by key; of equal keys the newest label comes first, which follows one path.
  private var heap = MinHeap<UInt64>()
  private let limit = WorkLimit.current
  private let labelLimit: Int
  private var end: Int { graph.nodeCount }

  init(_ graph: FlatGraph, rules: Rules, bounds: LabelBounds) {
    self.graph = graph
    self.rules = rules
    self.bounds = bounds
    first = [UInt32](repeating: .max, count: graph.nodeCount + 1)
    labelLimit = min(max(0, limit.maximumLabelCount), Int(UInt32.max) - 1)
  }

  /// The number of labels created.
  var labelCount: Int { labels.count }

  /// Searches until no further path can be Pareto-optimal.
  /// - Parameters:
  ///   - starts: The nodes to start from.
  ///   - targets: The last nodes, in the order of ``LabelRules/finish(_:after:)``.
  ///   - direct: The vectors of paths that touch no node.
  /// - Throws: ``SkiError`` with code `.limitExceeded` beyond the limit of labels, `.cancelled` or `.timedOut`, see
  ///   ``WorkLimit``.
  /// - Complexity: Exponential in the worst case; O(*l* · *k*) in labels *l* and those of a node *k*.
  mutating func run(
    from starts: [LabelEnd], to targets: [NodeIndex], direct: [LabelVector]
  ) throws -> [LabelPath] {
    var targetsOfNode: [UInt32: [Int]] = [:]
    for (index, node) in targets.enumerated() { targetsOfNode[node.rawValue, default: []].append(index) }
    for (index, vector) in direct.enumerated() {
      try insert(Label(vector: vector, node: UInt32(end), parent: .max, arc: UInt32(index)))
    }
    for (index, start) in starts.enumerated() {
      try insert(
        Label(
          vector: start.vector, node: start.node.rawValue, parent: .max, arc: UInt32(index),
          state: start.state))
    }
    var count = 0
    while let word = heap.pop() {
      let index = ~UInt32(truncatingIfNeeded: word)
      // With thousands of labels per node a step may take long.
      if count & 0x3F == 0 { try limit.check() }
      count += 1
      let label = labels[Int(index)]
      if label.isDominated || label.node == UInt32(end) || isPruned(label) { continue }
      for target in targetsOfNode[label.node] ?? [] {
        guard let vector = rules.finish(target, after: label) else { continue }
        try insert(Label(vector: vector, node: UInt32(end), parent: index, arc: UInt32(target)))
      }
      for edge in graph.edges(from: Int(label.node)) {
        guard let vector = rules.cost(edge, after: label) else { continue }
        try insert(
          Label(
            vector: vector, node: graph.head[edge], parent: index, arc: UInt32(edge),
            state: rules.state(edge, after: label)))
      }
    }
    return paths()
  }

  /// Adds a label unless another dominates it, and removes those that it dominates.
  private mutating func insert(_ label: Label) throws {
    guard label.vector.isWithinLimit, !isPruned(label) else { return }
    let node = Int(label.node)
    var (previous, index) = (UInt32.max, first[node])
    while index != .max {
      let other = labels[Int(index)]
      if rules.dominates(other, label) { return }
      if rules.dominates(label, other) {
        labels[Int(index)].isDominated = true
        if previous == .max { first[node] = other.next } else { labels[Int(previous)].next = other.next }
      } else {
        previous = index
      }
      index = other.next
    }
    guard labels.count < labelLimit else {
      throw SkiError(
        .limitExceeded,
        "the search has more than \(labelLimit) labels (partial paths); choose nearer places, or allow more")
    }
    var label = label
    label.next = first[node]
    first[node] = UInt32(labels.count)
    let key = rules.key(rules.joined(label.vector, bounds[node]))
    heap.push(min(key, 0xFFFF_FFFF) << 32 | UInt64(~UInt32(labels.count)))
    labels.append(label)
  }

  /// Returns whether no extension of a label can be Pareto-optimal.
  private func isPruned(_ label: Label) -> Bool {
    guard label.node != UInt32(end) else { return false }
    guard bounds.reaches(Int(label.node)) else { return true }
    let least = rules.joined(label.vector, bounds[Int(label.node)])
    var index = first[end]
    while index != .max {
      if rules.dominates(end: labels[Int(index)].vector, atLeast: least) { return true }
      index = labels[Int(index)].next
    }
    return false
  }

  private func paths() -> [LabelPath] {
    var found: [LabelPath] = []
    var index = first[end]
    while index != .max {
      found.append(path(labels[Int(index)]))
      index = labels[Int(index)].next
    }
    return found.sorted { a, b in
      let keys = (rules.key(a.vector), rules.key(b.vector))
      return keys.0 != keys.1 ? keys.0 < keys.1 : a.vector.isBefore(b.vector)
    }
  }

  private func path(_ last: Label) -> LabelPath {
    guard last.parent != .max else {
      return LabelPath(vector: last.vector, source: Int(last.arc), edges: [], target: nil)
    }
    var edges: [UInt32] = []
    var label = labels[Int(last.parent)]
    while label.parent != .max {
      edges.append(label.arc)
      label = labels[Int(label.parent)]
    }
    return LabelPath(
      vector: last.vector, source: Int(label.arc), edges: edges.reversed(), target: Int(last.arc))
  }
}

extension LabelVector {
  /// Returns whether a vector precedes another in lexicographic order.
  func isBefore(_ other: LabelVector) -> Bool {
    for lane in indices where self[lane] != other[lane] { return self[lane] < other[lane] }
    return false
  }
}

extension FlatGraph {
  /// Returns the range of edges that leave a node.
  @inline(__always) func edges(from node: Int) -> Range<Int> { Int(firstOut[node])..<Int(firstOut[node + 1]) }
}
