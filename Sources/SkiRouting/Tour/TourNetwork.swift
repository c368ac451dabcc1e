import SkiBase
import SkiGraph

/// The graph of a tour: the edges of the map, twice with lunch, the entries and exits at home and at lunch, and lunch,
/// as arcs with rules.
///
/// Lunch is an arc whose rule opens at its earliest start and closes at its latest, with the meal as the wait.
struct TourNetwork {
  /// A path from one node to the next.
  struct Arc: BitwiseCopyable {
    var head: UInt32
    /// The rule of the middle part.
    var rule: UInt32 = 0
    /// The milliseconds of the middle part after entry.
    var cost: UInt32
    /// The milliseconds walked before it.
    var before: UInt32 = 0
    /// The milliseconds walked after it.
    var after: UInt32 = 0
    /// The edge travelled whole; ``none`` otherwise.
    var edge: UInt32 = Self.none
    /// The position in ``TourNetwork/accesses``; ``none`` for whole edges.
    var access: UInt32 = Self.none

    static let none = UInt32.max
  }

  /// The first arc of each node; the arcs of node v are `firstOut[v]..<firstOut[v + 1]`.
  let firstOut: [UInt32]
  let arcs: [Arc]
  /// The pieces of entries and exits; empty for lunch.
  let accesses: [[RoutePiece]]
  let rules: [TravelRule]
  let quick: [CompactRule]
  let start: Int
  let end: Int
  /// The arc of lunch; nil without one.
  let lunchArc: Int?
  var nodeCount: Int { firstOut.count - 1 }

  /// Returns the arrival at the end of an arc reached at a time; `.max` when it is impassable.
  @inline(__always) func arrival(_ arc: Arc, at time: UInt64) -> UInt64 {
    let there = time &+ UInt64(arc.before)
    let cost = UInt64(arc.cost)
    if arc.rule == 0 { return there &+ cost &+ UInt64(arc.after) }
    let word = quick[Int(arc.rule)]
    guard word.isWhole else {
      guard let passage = rules[Int(arc.rule)].passage(at: there, cost: cost) else { return .max }
      return passage.arrival &+ UInt64(arc.after)
    }
    let entry = max(there, UInt64(word.opens))
    let last = word.endsInside ? entry &+ cost : entry
    return last > UInt64(word.ends) ? .max : entry &+ UInt64(word.wait) &+ cost &+ UInt64(arc.after)
  }

  /// Returns the latest time to reach an arc that leaves it by a deadline; nil when there is none.
  func latestEntry(_ arc: Arc, by deadline: UInt64) -> UInt64? {
    guard deadline >= UInt64(arc.after) else { return nil }
    let through = deadline - UInt64(arc.after)
    let entry: UInt64?
    if arc.rule == 0 {
      entry = through >= UInt64(arc.cost) ? through - UInt64(arc.cost) : nil
    } else {
      entry = rules[Int(arc.rule)].latestEntry(arrivingBy: through, cost: UInt64(arc.cost))
    }
    return entry.flatMap { $0 >= UInt64(arc.before) ? $0 - UInt64(arc.before) : nil }
  }

  /// Returns the least milliseconds of an arc.
  func leastMilliseconds(_ arc: Arc) -> UInt64 {
    let wait = arc.rule == 0 ? 0 : rules[Int(arc.rule)].waits.least
    return UInt64(arc.before) + UInt64(arc.cost) + UInt64(arc.after) + UInt64(wait)
  }

  /// Returns the node an arc leaves, by binary search.
  /// - Complexity: O(log *n*).
  func tail(of arc: UInt32) -> Int {
    (1..<nodeCount).partitioningIndex { firstOut[$0] > arc } - 1
  }

  func arcs(from node: Int) -> Range<Int> { Int(firstOut[node])..<Int(firstOut[node + 1]) }
}

/// The start, the lunch and the end of a tour on the network.
struct TourEnds {
  var home: ResolvedEnd
  var end: ResolvedEnd
  /// The place of lunch with its rule; nil without one.
  var lunch: (place: ResolvedEnd, rule: TravelRule)?
}

extension TourNetwork {
  /// Creates the network of a tour.
  /// - Complexity: O(*n* + *m*), and a snap for each end.
  init(_ graph: RoutingGraph, ends: TourEnds, day: PreparedDay) {
    var builder = TourNetworkBuilder(graph: graph, day: day, phases: ends.lunch == nil ? 1 : 2)
    builder.addEdges()
    let (start, end) = (builder.addNode(), builder.addNode())
    (self.start, self.end) = (start, end)
    var lunchNode: Int?
    let lastPhase = ends.lunch == nil ? 0 : 1
    builder.addPaths(out: ends.home, of: start, phase: 0)
    builder.addPaths(off: ends.end, to: end, phase: lastPhase)
    if let lunch = ends.lunch {
      let (table, coffee) = (builder.addNode(), builder.addNode())
      builder.addPaths(off: lunch.place, to: table, phase: 0)
      builder.addLunch(lunch.rule, from: table, to: coffee)
      builder.addPaths(out: lunch.place, of: coffee, phase: 1)
      builder.addDirect(ends.home, start, lunch.place, table)
      builder.addDirect(lunch.place, coffee, ends.end, end)
      lunchNode = table
    } else {
      builder.addDirect(ends.home, start, ends.end, end)
    }
    let frozen = builder.frozen()
    (firstOut, arcs) = (frozen.firstOut, frozen.arcs)
    // The only arc of the node before lunch is lunch.
    lunchArc = lunchNode.map { Int(frozen.firstOut[$0]) }
    (accesses, rules, quick) = (builder.accesses, builder.rules, builder.rules.map(CompactRule.init))
  }
}

/// A builder of the arcs of a tour's network.
private struct TourNetworkBuilder {
  let graph: RoutingGraph
  let day: PreparedDay
  let phases: Int
  var nodeCount: Int
  var tails: [(tail: UInt32, arc: TourNetwork.Arc)] = []
  var accesses: [[RoutePiece]] = []
  var rules: [TravelRule]

  init(graph: RoutingGraph, day: PreparedDay, phases: Int) {
    (self.graph, self.day, self.phases) = (graph, day, phases)
    nodeCount = graph.nodeCount * phases
    rules = day.timed.rules
  }

  mutating func addNode() -> Int {
    nodeCount += 1
    return nodeCount - 1
  }

  mutating func addEdges() {
    for phase in 0..<phases {
      let base = UInt32(phase * graph.nodeCount)
      for edge in 0..<graph.edgeCount where day.timed.milliseconds(edge) != EdgeCosts.notAllowed {
        let arc = TourNetwork.Arc(
          head: base + graph.head(EdgeIndex(edge)).rawValue, rule: day.timed.ruleOfEdge[edge],
          cost: day.timed.milliseconds(edge), edge: UInt32(edge))
        tails.append((base + graph.tail(EdgeIndex(edge)).rawValue, arc))
      }
    }
  }

  mutating func addPaths(out place: ResolvedEnd, of node: Int, phase: Int) {
    let access = TimedAccess(place, end: .start, day: day)
    for (index, end) in access.access.ends.enumerated() {
      let walk = place.walk(place.candidates[access.access.candidates[index]], to: .start)
      let piece = access.access.pieces[index]
      add(
        from: node, to: Int(end.node.rawValue) + phase * graph.nodeCount, before: walk, piece: piece,
        after: nil)
    }
  }

  mutating func addPaths(off place: ResolvedEnd, to node: Int, phase: Int) {
    let access = TimedAccess(place, end: .destination, day: day)
    for (index, end) in access.access.ends.enumerated() {
      let walk = place.walk(place.candidates[access.access.candidates[index]], to: .destination)
      let piece = access.access.pieces[index]
      add(
        from: Int(end.node.rawValue) + phase * graph.nodeCount, to: node, before: nil, piece: piece,
        after: walk)
    }
  }

  mutating func addDirect(_ start: ResolvedEnd, _ from: Int, _ destination: ResolvedEnd, _ to: Int) {
    for way in DirectPath.all(from: start, to: destination, costs: day.costs) {
      add(from: from, to: to, before: way.before, piece: way.part, after: way.after)
    }
  }

  mutating func addLunch(_ rule: TravelRule, from table: Int, to coffee: Int) {
    rules.append(rule)
    tails.append(
      (UInt32(table), TourNetwork.Arc(head: UInt32(coffee), rule: UInt32(rules.count - 1), cost: 0)))
  }

  private mutating func add(
    from tail: Int, to head: Int, before: RoutePiece?, piece: RoutePiece?, after: RoutePiece?
  ) {
    var arc = TourNetwork.Arc(head: UInt32(head), cost: piece?.milliseconds ?? 0)
    if let edge = piece?.edge { arc.rule = day.timed.ruleOfEdge[edge.position] }
    (arc.before, arc.after) = (before?.milliseconds ?? 0, after?.milliseconds ?? 0)
    arc.access = UInt32(accesses.count)
    accesses.append([before, piece, after].compactMap(\.self))
    tails.append((UInt32(tail), arc))
  }

  /// Returns the arcs sorted by tail, in stable order.
  func frozen() -> (firstOut: [UInt32], arcs: [TourNetwork.Arc]) {
    var firstOut = [UInt32](repeating: 0, count: nodeCount + 1)
    for (tail, _) in tails { firstOut[Int(tail) + 1] += 1 }
    for node in 0..<nodeCount { firstOut[node + 1] += firstOut[node] }
    var next = firstOut
    var order = [Int](repeating: 0, count: tails.count)
    for (index, entry) in tails.enumerated() {
      order[Int(next[Int(entry.tail)])] = index
      next[Int(entry.tail)] += 1
    }
    return (firstOut, order.map { tails[$0].arc })
  }
}
