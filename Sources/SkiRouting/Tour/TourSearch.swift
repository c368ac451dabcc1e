import SkiGraph

/// The result of a search for a tour.
struct TourSearchResult {
  /// The arcs of the best tour in order.
  var arcs: [UInt32] = []
  /// The score of the best tour.
  var value: Int32 = .min
  /// The upper bound of the score of all tours.
  var upper: Int32 = .max
  /// The number of states settled.
  var settledCount = 0
  var isProven: Bool { upper <= value }
}

/// A search for the tour of maximum score: labels by node, time and score, earliest first.
///
/// As labels are settled in order of time, a label is dominated exactly when an earlier one of its node has at least
/// its score. Labels whose upper bound by ``TourBoundTable`` does not exceed the best tour by a margin are pruned;
/// several passes reduce the margin to 0, and pruned labels count in the upper bound. Unlike in ``DistanceSearch``, a
/// later label of a node counts when its score is higher.
///
/// **Source:** label setting of Hansen 1980 and Martins 1984; bounding by a relaxation as in branch and bound, Land and
/// Doig 1960, "An automatic method of solving discrete programming problems".
struct TourSearch {
  private struct Label: BitwiseCopyable {
    var time: UInt32
    var value: Int32
    var arc: UInt32
    var parent: UInt32
  }

  let network: TourNetwork
  let values: [Int32]
  let windows: TourWindows
  let table: TourBoundTable
  let from: UInt32
  let labelLimit: Int
  /// The continuation test with the best score and the upper bound; returning false ends the search.
  let shouldContinue: (Int32, Int32) -> Bool
  private var found = TourSearchResult()
  private var labels: [Label] = []
  private var heap = MinHeap<UInt64>()

  init(
    _ network: TourNetwork, values: [Int32], windows: TourWindows, table: TourBoundTable, from: UInt32,
    labelLimit: Int, shouldContinue: @escaping (Int32, Int32) -> Bool
  ) {
    (self.network, self.values, self.windows, self.table) = (network, values, windows, table)
    (self.from, self.labelLimit, self.shouldContinue) = (from, max(1, labelLimit), shouldContinue)
  }

  /// Returns the best tour found within the limits, and the upper bound.
  /// - Complexity: O(*l* log *l*) in labels, for each pass.
  mutating func run() -> TourSearchResult {
    guard windows.isUseful(network.start) else { return found }
    let root = Label(time: from, value: 0, arc: TourNetwork.Arc.none, parent: TourNetwork.Arc.none)
    found.upper = table.bound(network.start, from)
    found.arcs = windows.firstPath(network)
    found.value = found.arcs.reduce(Int32(0)) { saturatedSum($0, values[Int($1)]) }
    labels = [root]
    extendGreedily(from: 0)
    var margin = Int32(clamping: Int64(found.upper) - Int64(found.value))
    while !found.isProven, shouldContinue(found.value, found.upper) {
      margin = margin <= Self.leastMargin ? 0 : margin / 3
      guard pass(margin: margin, root), margin > 0 else { break }
    }
    found.upper = max(found.upper, found.value)
    return found
  }

  /// The margin below which the next pass has none, in the unit of values.
  private static let leastMargin: Int32 = 3000

  /// Searches the day once; returns whether it was completed.
  private mutating func pass(margin: Int32, _ root: Label) -> Bool {
    labels.removeAll(keepingCapacity: true)
    labels.append(root)
    heap.removeAll()
    heap.push(UInt64(from) << 32)
    var best = [Int32](repeating: .min, count: network.nodeCount)
    var dropped = Int32.min
    var turns = 0
    while let word = heap.pop() {
      let position = UInt32(truncatingIfNeeded: word)
      let label = labels[Int(position)]
      let node = node(of: label)
      guard label.value > best[node] else { continue }
      best[node] = label.value
      turns += 1
      found.settledCount += 1
      let isOver = turns & 0xFFF == 0 && !shouldContinue(found.value, found.upper)
      if isOver || labels.count + 64 > labelLimit {
        heap.push(word)
        stop(dropped)
        return false
      }
      expand(position, label, node, margin, best, &dropped)
    }
    found.upper = min(found.upper, max(found.value, dropped))
    return true
  }

  private func node(of label: Label) -> Int {
    label.arc == TourNetwork.Arc.none ? network.start : Int(network.arcs[Int(label.arc)].head)
  }

  @inline(__always)
  private mutating func expand(
    _ position: UInt32, _ label: Label, _ node: Int, _ margin: Int32, _ best: [Int32], _ dropped: inout Int32
  ) {
    for index in network.arcs(from: node) {
      let arc = network.arcs[index]
      let head = Int(arc.head)
      guard let latest = windows.latest[head] else { continue }
      let arrival = network.arrival(arc, at: UInt64(label.time))
      guard arrival <= UInt64(latest) else { continue }
      let time = UInt32(arrival)
      let value = saturatedSum(label.value, values[index])
      guard value > best[head] else { continue }
      let next = Label(time: time, value: value, arc: UInt32(index), parent: position)
      if head == network.end {
        if value > found.value { keep(next) }
        continue
      }
      let rest = table.bound(head, time)
      if rest == TourBoundTable.nothing { continue }
      let reach = saturatedSum(value, rest)
      guard reach > saturatedSum(found.value, margin) else {
        if reach > found.value { dropped = max(dropped, reach) }
        continue
      }
      labels.append(next)
      heap.push(UInt64(time) << 32 | UInt64(labels.count - 1))
    }
  }

  /// Ends a pass early: open labels count in the upper bound, and the most promising are extended to the end greedily.
  private mutating func stop(_ dropped: Int32) {
    var open = dropped
    var promising: [(reach: Int32, label: Int)] = []
    for word in heap.elements {
      let position = Int(UInt32(truncatingIfNeeded: word))
      let label = labels[position]
      let reach = saturatedSum(label.value, table.bound(node(of: label), label.time))
      open = max(open, reach)
      if reach > found.value { promising.append((reach, position)) }
    }
    promising.sort { ($0.reach, $1.label) > ($1.reach, $0.label) }
    for candidate in promising.prefix(Self.greedyTourCount) { extendGreedily(from: candidate.label) }
    found.upper = min(found.upper, max(found.value, open))
  }

  private static let greedyTourCount = 200
  private static let greedyLabelLimit = 100_000

  /// Extends a label to the end greedily, by the upper bounds of the table.
  private mutating func extendGreedily(from position: Int) {
    var label = labels[position]
    let count = labels.count
    var at = UInt32(position)
    for _ in 0..<Self.greedyLabelLimit {
      guard let next = bestNext(label, at) else { break }
      if network.arcs[Int(next.arc)].head == UInt32(network.end) {
        if next.value > found.value { keep(next) }
        break
      }
      labels.append(next)
      (label, at) = (next, UInt32(labels.count - 1))
    }
    labels.removeSubrange(count...)
  }

  private func bestNext(_ label: Label, _ position: UInt32) -> Label? {
    var best: (reach: Int32, label: Label)?
    for index in network.arcs(from: node(of: label)) {
      let arc = network.arcs[index]
      guard let latest = windows.latest[Int(arc.head)] else { continue }
      let arrival = network.arrival(arc, at: UInt64(label.time))
      guard arrival <= UInt64(latest) else { continue }
      let value = saturatedSum(label.value, values[index])
      let reach = saturatedSum(value, table.bound(Int(arc.head), UInt32(arrival)))
      if best.map({ reach > $0.reach }) ?? true {
        best = (
          reach, Label(time: UInt32(arrival), value: value, arc: UInt32(index), parent: position)
        )
      }
    }
    return best?.label
  }

  /// Records a tour that reached the end.
  private mutating func keep(_ last: Label) {
    var arcs = [last.arc]
    var parent = last.parent
    while parent != TourNetwork.Arc.none {
      let label = labels[Int(parent)]
      if label.arc != TourNetwork.Arc.none { arcs.append(label.arc) }
      parent = label.parent
    }
    (found.arcs, found.value) = (arcs.reversed(), last.value)
  }
}
