import SkiGeo
import SkiGraph

/// Where a search over several criteria may start or end, with the cost between there and the node.
struct LabelEnd {
  var node: NodeIndex
  var vector: LabelVector
  /// What is to be remembered at a start.
  var state: UInt32 = 0
}

/// A way from a start to an end that nothing beats.
struct LabelWay {
  var vector: LabelVector
  /// The position of the start, or of a way that touches no node.
  var source: Int
  var edges: [UInt32]
  /// The position of the target; nil for a way that touches no node.
  var target: Int?
}

/// Finds all ways that nothing beats, in several criteria at once: the Pareto set, one way for each vector in it.
///
/// Labels are extended in the order of a key with a lower bound of the rest, and kept while no other of their node beats them.
/// No ``DistanceSearch``: a node keeps many labels, none of which is settled for good by its order.
/// **Source:** Hansen 1980; Martins 1984 (labels); Mandow and Pérez de la Cruz 2010 (bounds, pruning by the ends found).
struct LabelSearch<Rules: LabelRules> {
  private let graph: FlatGraph
  private let rules: Rules
  private let bounds: LabelBounds
  private var labels: [Label] = []
  /// The first label of each node; behind the last node that of the end.
  private var first: [UInt32]
  /// Labels by key; of equal keys the label made last comes first, which leads on along one path.
  private var heap = MinHeap<UInt64>()
  private let limit = WorkLimit.current
  private let labelLimit: Int
  private var end: Int { graph.nodeCount }

  init(_ graph: FlatGraph, rules: Rules, bounds: LabelBounds) {
    self.graph = graph
    self.rules = rules
    self.bounds = bounds
    first = [UInt32](repeating: .max, count: graph.nodeCount + 1)
    labelLimit = min(max(0, limit.labelCount), Int(UInt32.max) - 1)
  }

  /// How many labels were kept at least for a while.
  var labelCount: Int { labels.count }

  /// Runs until no way is left that could be one of the best.
  /// - Parameters:
  ///   - starts: Where it may start.
  ///   - targets: The nodes from which the end is reached, in the order ``LabelRules/finish(_:after:)`` knows.
  ///   - direct: What ways that touch no node cost.
  /// - Throws: ``SkiError`` with code `.limitExceeded` beyond the limit of labels, `.cancelled` or `.timedOut`, see ``WorkLimit``.
  /// - Complexity: Exponential in the worst case; O(*l* · *k*) in labels and those of a node.
  mutating func run(
    from starts: [LabelEnd], to targets: [NodeIndex], direct: [LabelVector]
  ) throws -> [LabelWay] {
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
      // Among thousands of labels of one node a step may take long.
      if count & 0x3F == 0 { try limit.check() }
      count += 1
      let label = labels[Int(index)]
      if label.isBeaten || label.node == UInt32(end) || isHopeless(label) { continue }
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
    return ways()
  }

  /// Keeps a label unless another beats it, and drops those that it beats.
  private mutating func insert(_ label: Label) throws {
    guard label.vector.isWithinLimit, !isHopeless(label) else { return }
    let node = Int(label.node)
    var (previous, index) = (UInt32.max, first[node])
    while index != .max {
      let other = labels[Int(index)]
      if rules.beats(other, label) { return }
      if rules.beats(label, other) {
        labels[Int(index)].isBeaten = true
        if previous == .max { first[node] = other.next } else { labels[Int(previous)].next = other.next }
      } else {
        previous = index
      }
      index = other.next
    }
    guard labels.count < labelLimit else {
      throw SkiError(
        .limitExceeded,
        "there are more than \(labelLimit) partial ways to weigh; ask between nearer places, or allow more")
    }
    var label = label
    label.next = first[node]
    first[node] = UInt32(labels.count)
    let key = rules.key(rules.joined(label.vector, bounds[node]))
    heap.push(min(key, 0xFFFF_FFFF) << 32 | UInt64(~UInt32(labels.count)))
    labels.append(label)
  }

  /// Whether no way on from a label can be one of the best.
  private func isHopeless(_ label: Label) -> Bool {
    guard label.node != UInt32(end) else { return false }
    guard bounds.reaches(Int(label.node)) else { return true }
    let least = rules.joined(label.vector, bounds[Int(label.node)])
    var index = first[end]
    while index != .max {
      if rules.beats(end: labels[Int(index)].vector, atLeast: least) { return true }
      index = labels[Int(index)].next
    }
    return false
  }

  private func ways() -> [LabelWay] {
    var found: [LabelWay] = []
    var index = first[end]
    while index != .max {
      found.append(way(labels[Int(index)]))
      index = labels[Int(index)].next
    }
    return found.sorted { a, b in
      let keys = (rules.key(a.vector), rules.key(b.vector))
      return keys.0 != keys.1 ? keys.0 < keys.1 : a.vector.isBefore(b.vector)
    }
  }

  private func way(_ last: Label) -> LabelWay {
    guard last.parent != .max else {
      return LabelWay(vector: last.vector, source: Int(last.arc), edges: [], target: nil)
    }
    var edges: [UInt32] = []
    var label = labels[Int(last.parent)]
    while label.parent != .max {
      edges.append(label.arc)
      label = labels[Int(label.parent)]
    }
    return LabelWay(
      vector: last.vector, source: Int(label.arc), edges: edges.reversed(), target: Int(last.arc))
  }
}

extension LabelVector {
  /// Whether the first lane that differs is less: an order for answers.
  func isBefore(_ other: LabelVector) -> Bool {
    for lane in indices where self[lane] != other[lane] { return self[lane] < other[lane] }
    return false
  }
}

extension FlatGraph {
  /// The edges that leave a node.
  @inline(__always) func edges(from node: Int) -> Range<Int> { Int(firstOut[node])..<Int(firstOut[node + 1]) }
}
