import SkiGraph

/// A search for the tour with the most different runs: labels with sets of runs, earliest first.
///
/// A label is dominated by an earlier one of its node with all its runs, and as far on the current line. Each pass
/// keeps more labels of a node at about one time, those of the greatest bound by ``TourMultipliers``; labels left out count
/// in the upper bound. A pass that leaves none out proves its result. Unlike in ``DistanceSearch``, a node keeps as
/// many labels as the width of the pass.
///
/// **Source:** beam search, Lowerre 1976; labels with visited sets for orienteering, Righini and Salani 2009,
/// "Decremental state space relaxation strategies and initialization heuristics for solving the orienteering problem
/// with time windows".
struct TourRunSearch {
  struct Label: BitwiseCopyable {
    var time: UInt32
    var arc: UInt32
    var parent: UInt32
    var count: Int32
    var going = TourRuns.LineProgress()
    /// The sum of the multipliers of the runs not counted.
    var rest: Int32
  }

  let network: TourNetwork
  let runs: TourRuns
  let windows: TourWindows
  let multipliers: TourMultipliers
  let from: UInt32
  let labelLimit: Int
  /// Indicates whether the earliest of the tours with all runs is wanted.
  let wantsEarliest: Bool
  let shouldContinue: (Int32, Int32) -> Bool
  private var found = TourSearchResult()
  private var arrival = UInt32.max
  private(set) var labels: [Label] = []
  /// The runs of each label, one bit each in `words` words.
  private(set) var masks: [UInt64] = []
  let words: Int
  private var heap = MinHeap<UInt64>()
  private(set) var paretoLabels: [[UInt32]] = []

  init(
    _ network: TourNetwork, runs: TourRuns, windows: TourWindows, multipliers: TourMultipliers, from: UInt32,
    labelLimit: Int, wantsEarliest: Bool, shouldContinue: @escaping (Int32, Int32) -> Bool
  ) {
    (self.network, self.runs, self.windows, self.multipliers) = (network, runs, windows, multipliers)
    (self.from, self.shouldContinue) = (from, shouldContinue)
    self.labelLimit = max(1, min(labelLimit, Self.greatestLabelCount))
    self.wantsEarliest = wantsEarliest
    words = max(1, (runs.lines.count + 63) / 64)
  }

  /// The number of labels of one node kept within ``nearMilliseconds``, for each pass.
  private static let widths = [1, 3, 10, 40, Int.max]
  static let nearMilliseconds: UInt32 = 120_000
  /// The maximum number of labels of a pass.
  private static let greatestLabelCount = 150_000
  /// The maximum number of labels compared with a new one.
  static let comparedCount = 48

  /// Returns the best tour found within the limits, valued in whole runs.
  /// - Complexity: O(*l* (log *l* + *r*/64)) in labels *l* and runs *r*.
  mutating func run(beginningWith tours: [[UInt32]]) -> TourSearchResult {
    found.upper = multipliers.upper / TourMultipliers.whole
    for tour in tours { keep(tour, arrival: nil) }
    for width in Self.widths {
      guard !isOver, shouldContinue(found.value, found.upper), pass(width: width) else { break }
    }
    found.upper = max(found.upper, found.value)
    return found
  }

  /// Indicates whether no better tour is possible.
  private var isOver: Bool { found.isProven && !ranksByArrival }
  /// Indicates whether the best tour has all runs, so that only its arrival can improve.
  private var ranksByArrival: Bool { wantsEarliest && Int(found.value) == runs.lines.count }

  private mutating func begin() {
    let all = multipliers.multipliers.reduce(0, saturatedSum)
    labels = [
      Label(
        time: from, arc: TourNetwork.Arc.none, parent: TourNetwork.Arc.none, count: 0, rest: all)
    ]
    masks = [UInt64](repeating: 0, count: words)
    paretoLabels = [[UInt32]](repeating: [], count: network.nodeCount)
    heap.removeAll()
    heap.push(UInt64(from) << 32)
  }

  /// Searches the day once; returns whether a wider pass may find more.
  private mutating func pass(width: Int) -> Bool {
    begin()
    var dropped = Int32.min
    var turns = 0
    while let word = heap.pop() {
      let position = UInt32(truncatingIfNeeded: word)
      let label = labels[Int(position)]
      let node = label.arc == TourNetwork.Arc.none ? network.start : Int(network.arcs[Int(label.arc)].head)
      if node == network.end {
        keepHome(position, label)
        continue
      }
      let reach = reach(label, at: node)
      guard isWorth(reach, label.time) else { continue }
      guard !isDominated(position, label, at: node) else { continue }
      guard hasRoom(label, reach, at: node, width: width) else {
        dropped = max(dropped, reach)
        continue
      }
      paretoLabels[node].append(position)
      turns += 1
      found.settledCount += 1
      if turns & 0xFFF == 0 && !shouldContinue(found.value, found.upper) || labels.count + 64 > labelLimit {
        dropped = max(dropped, reach, open())
        found.upper = min(found.upper, max(found.value, dropped / TourMultipliers.whole))
        return false
      }
      expand(position, label, node)
    }
    found.upper = min(
      found.upper, max(found.value, dropped == .min ? found.value : dropped / TourMultipliers.whole))
    return dropped != .min
  }

  /// Returns the upper bound of a label, in thousandths.
  func reach(_ label: Label, at node: Int) -> Int32 {
    let table = multipliers.table.bound(node, label.time)
    guard table != TourRunTable.nothing else { return .min }
    // The table counts whole passages: a run begun and not yet counted is still to come.
    let begun =
      label.going.code == TourRuns.LineProgress.none
      ? 0 : TourMultipliers.whole - multipliers.multipliers[Int(label.going.code >> 1)]
    return saturatedSum(saturatedSum(label.count * TourMultipliers.whole, label.rest + begun), table)
  }

  private func isWorth(_ reach: Int32, _ time: UInt32) -> Bool {
    let count = reach / TourMultipliers.whole
    return reach > 0 && count > found.value || ranksByArrival && count >= found.value && time < arrival
  }

  /// Returns the greatest upper bound of the open labels.
  private func open() -> Int32 {
    heap.elements.reduce(Int32.min) { best, word in
      let label = labels[Int(UInt32(truncatingIfNeeded: word))]
      return max(best, reach(label, at: Int(network.arcs[Int(label.arc)].head)))
    }
  }

  private mutating func expand(_ position: UInt32, _ label: Label, _ node: Int) {
    for index in network.arcs(from: node) {
      let arc = network.arcs[index]
      guard let latest = windows.latest[Int(arc.head)] else { continue }
      let arrival = network.arrival(arc, at: UInt64(label.time))
      guard arrival <= UInt64(latest) else { continue }
      var next = Label(
        time: UInt32(arrival), arc: UInt32(index), parent: position, count: label.count,
        going: runs.going(label.going, along: arc.edge), rest: label.rest)
      var gained: Int?
      if next.going.code != TourRuns.LineProgress.none, has(position, run: Int(next.going.code >> 1)) {
        next.going = TourRuns.LineProgress()
      } else if let run = runs.counted(next.going) {
        gained = run
        next.count += 1
        next.rest -= multipliers.multipliers[run]
        next.going = TourRuns.LineProgress()
      }
      if Int(arc.head) != network.end, !isWorth(reach(next, at: Int(arc.head)), next.time) { continue }
      if Int(arc.head) == network.end, next.count < found.value { continue }
      append(next, of: position, gained)
    }
  }

  private mutating func append(_ next: Label, of parent: UInt32, _ gained: Int?) {
    let position = labels.count
    labels.append(next)
    for word in 0..<words { masks.append(masks[Int(parent) * words + word]) }
    if let gained { masks[position * words + gained / 64] |= 1 << UInt64(gained % 64) }
    heap.push(UInt64(next.time) << 32 | UInt64(position))
  }

  private mutating func keepHome(_ position: UInt32, _ label: Label) {
    guard label.count > found.value || label.count == found.value && label.time < arrival else { return }
    var arcs: [UInt32] = []
    var at = position
    while at != TourNetwork.Arc.none {
      let label = labels[Int(at)]
      if label.arc != TourNetwork.Arc.none { arcs.append(label.arc) }
      at = label.parent
    }
    keep(arcs.reversed(), arrival: label.time)
  }

  private mutating func keep(_ arcs: [UInt32], arrival known: UInt32?) {
    let count = Int32(runs.counted(on: arcs, of: network).count)
    let time = known ?? UInt32(arcs.reduce(UInt64(from)) { network.arrival(network.arcs[Int($1)], at: $0) })
    guard count > found.value || count == found.value && time < arrival else { return }
    (found.arcs, found.value, arrival) = (arcs, count, time)
  }
}

extension TourRunSearch {
  func isDominated(_ position: UInt32, _ label: Label, at node: Int) -> Bool {
    for other in paretoLabels[node].suffix(Self.comparedCount).reversed() {
      let rival = labels[Int(other)]
      if rival.count >= label.count, hasAll(rival, other, of: label, position) { return true }
    }
    return false
  }

  private func hasAll(_ rival: Label, _ other: UInt32, of label: Label, _ position: UInt32) -> Bool {
    let (a, b) = (Int(other) * words, Int(position) * words)
    for word in 0..<words where masks[b + word] & ~masks[a + word] != 0 { return false }
    if label.going.code == TourRuns.LineProgress.none { return true }
    // A run in progress is not counted yet.
    if has(other, run: Int(label.going.code >> 1)) { return true }
    return rival.going.code == label.going.code && rival.going.offset == label.going.offset
      && rival.going.centimetres >= label.going.centimetres
  }

  func has(_ label: UInt32, run: Int) -> Bool {
    masks[Int(label) * words + run / 64] & (1 << UInt64(run % 64)) != 0
  }

  /// Returns whether fewer labels than the width are kept at a node at about this time, or this one has a greater bound
  /// than all of them.
  func hasRoom(_ label: Label, _ promise: Int32, at node: Int, width: Int) -> Bool {
    guard width < Int.max else { return true }
    var (count, best) = (0, Int32.min)
    for other in paretoLabels[node].suffix(width * 2).reversed() {
      let rival = labels[Int(other)]
      if rival.time + Self.nearMilliseconds < label.time { break }
      count += 1
      best = max(best, reach(rival, at: node))
    }
    return count < width || promise > best && count < 2 * width
  }
}
