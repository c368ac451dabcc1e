import SkiBase
import SkiGraph

/// A node where a multicriteria search may start or end, with the costs between it and the end itself.
struct LabelEnd {
  var node: NodeIndex
  var first: UInt32 = 0
  var tie: UInt32 = 0
  var rest: UInt64 = 0
  /// The state at a start.
  var state: UInt32 = 0
}

/// A Pareto-optimal path from a start to an end.
struct LabelPath {
  /// The costs at the end.
  var label: Label
  /// The position of the start, or of a path that touches no node.
  var source: Int
  var edges: [UInt32]
  /// The position of the target; nil for a path that touches no node.
  var target: Int?
}

/// A label-setting search for all Pareto-optimal paths in several criteria, one path for each vector of them.
///
/// Labels are settled in the order of a consistent lower bound, so that at each node the first criterion never falls:
/// the others alone decide whether a settled label dominates a new one. Unlike in ``DistanceSearch``, a node has many
/// labels.
///
/// **Source:** Hansen 1980, "Bicriterion path problems"; Martins 1984, "On a multicriteria shortest path problem";
/// Mandow and Pérez de la Cruz 2010, "Multiobjective A* search with consistent heuristics" (bounds, pruning by the
/// paths found); Pulido, Mandow and Pérez de la Cruz 2015, "Dimensionality reduction in multiobjective shortest path
/// search" (the first criterion); Hernández et al. 2023, "Simple and efficient bi-objective search algorithms via fast
/// dominance checks" (labels are compared with settled ones only).
struct LabelSearch<Rules: LabelRules> {
  /// A label in the queue: by its bound, then by the cost that breaks ties; the newest first, which follows one path.
  private struct Waiting: Comparable, BitwiseCopyable {
    var order: UInt64
    var tie: UInt32
    var newest: UInt32

    @inline(__always) static func < (a: Waiting, b: Waiting) -> Bool {
      a.order != b.order ? a.order < b.order : a.tie != b.tie ? a.tie < b.tie : a.newest < b.newest
    }
  }

  private let graph: FlatGraph
  private let rules: Rules
  private let fields: LabelFields
  private var labels: [Label] = []
  /// The front of each node, of the end after the last node, and then of nodes with a state.
  private var fronts: LabelFronts
  private var frontsOfStates: [UInt64: Int] = [:]
  private var queue = MinHeap<Waiting>()
  private var found: [Label] = []
  private let limit = WorkLimit.current
  private let labelLimit: Int
  /// The bytes of a label with its place in the queue and in a front.
  private static var bytesPerLabel: Int { 64 }
  private var end: Int { graph.nodeCount }

  init(_ graph: FlatGraph, rules: Rules) {
    (self.graph, self.rules, fields) = (graph, rules, rules.fields)
    fronts = LabelFronts(count: graph.nodeCount + 1)
    labelLimit = min(max(0, limit.searchBytes / Self.bytesPerLabel), Int(UInt32.max) - 1)
  }

  /// The number of labels created.
  var labelCount: Int { labels.count }

  /// Searches until no further path can be Pareto-optimal.
  /// - Parameters:
  ///   - starts: The nodes to start from.
  ///   - targets: The last nodes, in the order of ``LabelRules/finished(_:at:)``.
  ///   - direct: The costs of paths that touch no node, as labels at the end.
  /// - Returns: The paths in the order of the search.
  /// - Throws: ``SkiError`` with code `.limitExceeded` beyond the bytes of the limit, `.cancelled` or `.timedOut`, see
  ///   ``WorkLimit``.
  /// - Complexity: Exponential in the worst case; O(*l* · *k*) in labels *l* and those of a node *k*.
  mutating func run(
    from starts: [LabelEnd], to targets: [NodeIndex], direct: [Label]
  ) throws(SkiError) -> [LabelPath] {
    var isTarget = [Bool](repeating: false, count: graph.nodeCount)
    for target in targets { isTarget[target.position] = true }
    for (index, way) in direct.enumerated() { try insertEnd(way, parent: .max, arc: UInt32(index)) }
    for (index, start) in starts.enumerated() {
      try insert(
        Label(
          first: start.first, tie: start.tie, rest: start.rest, node: start.node.rawValue,
          arc: UInt32(index), state: start.state))
    }
    var count = 0
    while let next = queue.pop() {
      if count & 0xFF == 0 { try limit.check() }
      count += 1
      let index = ~next.newest
      let label = labels[Int(index)]
      guard isWanted(label) else { continue }
      settle(label)
      if Int(label.node) == end { continue }
      for target in isTarget[Int(label.node)] ? targets.indices : 0..<0
      where targets[target].rawValue == label.node {
        guard let last = rules.finished(label, at: target) else { continue }
        try insertEnd(last, parent: index, arc: UInt32(target))
      }
      for edge in graph.edges(from: Int(label.node)) {
        guard var longer = rules.extended(label, along: edge) else { continue }
        (longer.node, longer.parent, longer.arc) = (graph.head[edge], index, UInt32(edge))
        try insert(longer)
      }
    }
    return paths()
  }

  /// Queues a label unless a settled one, or a path found, dominates all that extends it.
  @inline(__always)
  private mutating func insert(_ label: Label) throws(SkiError) {
    guard fields.isWithin(label.rest), let least = rules.least(label),
      !fronts.dominate(least.rest, in: end, rules.endFields), !isDominated(label)
    else { return }
    try queue(label, order: least.order)
  }

  private mutating func insertEnd(_ label: Label, parent: UInt32, arc: UInt32) throws(SkiError) {
    var label = label
    (label.node, label.parent, label.arc) = (UInt32(end), parent, arc)
    guard rules.endFields.isWithin(label.rest), !fronts.dominate(label.rest, in: end, rules.endFields) else {
      return
    }
    try queue(label, order: rules.order(ofEnd: label))
  }

  @inline(__always)
  private mutating func queue(_ label: Label, order: UInt64) throws(SkiError) {
    guard labels.count < labelLimit else {
      throw SkiError(
        .limitExceeded,
        "the search has more than \(labelLimit) labels (partial paths); choose nearer places, or allow more memory"
      )
    }
    queue.push(Waiting(order: order, tie: label.tie, newest: ~UInt32(labels.count)))
    labels.append(label)
  }

  /// Returns whether no label settled since a label was queued makes it needless.
  @inline(__always)
  private func isWanted(_ label: Label) -> Bool {
    if Int(label.node) == end { return !fronts.dominate(label.rest, in: end, rules.endFields) }
    guard !isDominated(label), let least = rules.least(label) else { return false }
    return !fronts.dominate(least.rest, in: end, rules.endFields)
  }

  /// Returns whether a settled label of the node dominates another, for the price of a state that it lacks.
  @inline(__always)
  private func isDominated(_ label: Label) -> Bool {
    let node = Int(label.node)
    if label.state == 0 || rules.stateUnit == 0 { return fronts.dominate(label.rest, in: node, fields) }
    // A label on a state has paid for it.
    if fronts.dominate(label.rest &- rules.stateUnit, in: node, fields) { return true }
    guard let own = frontsOfStates[stateKey(label)] else { return false }
    return fronts.dominate(label.rest, in: own, fields)
  }

  private func stateKey(_ label: Label) -> UInt64 { UInt64(label.node) << 32 | UInt64(label.state) }

  private mutating func settle(_ label: Label) {
    let node = Int(label.node)
    fronts.add(label.rest, to: node, node == end ? rules.endFields : fields)
    if node == end {
      found.append(label)
    } else if label.state != 0, rules.stateUnit != 0 {
      let own = frontsOfStates[stateKey(label)] ?? fronts.addFront()
      frontsOfStates[stateKey(label)] = own
      fronts.add(label.rest, to: own, fields)
    }
  }

  /// Returns the paths found; of those with one order, a later one may dominate an earlier one.
  private func paths() -> [LabelPath] {
    found.enumerated().filter { index, label in
      !found[(index + 1)...].contains {
        $0.first <= label.first && rules.endFields.isAtMost($0.rest, label.rest)
      }
    }.map { path($0.element) }
  }

  private func path(_ last: Label) -> LabelPath {
    guard last.parent != .max else {
      return LabelPath(label: last, source: Int(last.arc), edges: [], target: nil)
    }
    var edges: [UInt32] = []
    var label = labels[Int(last.parent)]
    while label.parent != .max {
      edges.append(label.arc)
      label = labels[Int(label.parent)]
    }
    return LabelPath(
      label: last, source: Int(label.arc), edges: edges.reversed(), target: Int(last.arc))
  }
}

extension FlatGraph {
  /// Returns the range of edges that leave a node.
  @inline(__always) func edges(from node: Int) -> Range<Int> { Int(firstOut[node])..<Int(firstOut[node + 1]) }
}

/// The criteria of the labels settled at each node, those of a node side by side and none dominated by another.
struct LabelFronts {
  /// The place of a front in the memory of all.
  private struct Span {
    var start = 0
    var count = 0
    var capacity = 0
  }

  private var entries: [UInt64] = []
  private var spans: [Span]

  /// Creates empty fronts.
  init(count: Int) { spans = [Span](repeating: Span(), count: count) }

  /// Adds an empty front and returns its number.
  mutating func addFront() -> Int {
    spans.append(Span())
    return spans.count - 1
  }

  /// Returns whether an entry of a front is at most a word in all criteria.
  /// - Complexity: O(*k*) in the entries of the front.
  @inline(__always)
  func dominate(_ word: UInt64, in front: Int, _ fields: LabelFields) -> Bool {
    let span = spans[front]
    let (guards, guarded) = (fields.guards, word | fields.guards)
    return entries.withUnsafeBufferPointer { entries in
      // A span ends within the entries, which never become fewer.
      var index = span.start
      let end = span.start &+ span.count
      while index < end {
        if (guarded &- entries[index]) & guards == guards { return true }
        index &+= 1
      }
      return false
    }
  }

  /// Adds a word to a front and removes those that it dominates.
  /// - Complexity: O(*k*) in the entries of the front, amortised over its moves to larger memory.
  mutating func add(_ word: UInt64, to front: Int, _ fields: LabelFields) {
    var span = spans[front]
    var kept = span.start
    for index in span.start..<span.start + span.count where !fields.isAtMost(word, entries[index]) {
      entries[kept] = entries[index]
      kept += 1
    }
    span.count = kept - span.start
    if span.count == span.capacity {
      let capacity = max(4, span.capacity * 2)
      let start = entries.count
      entries.append(contentsOf: repeatElement(0, count: capacity))
      for offset in 0..<span.count { entries[start + offset] = entries[span.start + offset] }
      (span.start, span.capacity) = (start, capacity)
    }
    entries[span.start + span.count] = word
    span.count += 1
    spans[front] = span
  }
}
