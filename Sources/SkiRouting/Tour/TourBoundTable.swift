/// The upper bounds of the additional score by node and time, for pruning and for the bound of the answer.
///
/// Time is divided into slices. A cell holds the maximum additional score from a node at the start of a slice; arrivals
/// are rounded down to a slice, so that cells are never too small. The slices of a node are shifted to start at its
/// earliest arrival, where rounding then loses nothing. Arcs shorter than a slice are joined to longer paths, so that
/// every cell depends on later slices only.
///
/// **Source:** a time-expanded relaxation, after Christofides, Mingozzi and Toth 1981 (state-space relaxation).
struct TourBoundTable {
  /// A path of at least one slice, whose last arc follows short ones.
  struct Stride {
    var arc: TourNetwork.Arc
    var value: Int32
  }

  let sliceMilliseconds: UInt32
  var cells: [Int32]
  /// The first cell of each node.
  private(set) var rows: [Int]
  /// The number of the first slice of each node.
  private(set) var firstSlice: [UInt32]
  /// The offset of each node's slices from midnight, in milliseconds.
  let shift: [UInt32]
  /// The value of a state that cannot return in time.
  static let nothing = Int32.min
  /// The maximum score per millisecond of any arc and the end of the day, without cells.
  private var rate: (perMillisecond: Double, until: UInt32)?

  /// Returns the upper bound of the additional score from a node at a time that still allows the return.
  @inline(__always) func bound(_ node: Int, _ time: UInt32) -> Int32 {
    if let rate { return Self.gain(rate.perMillisecond * Double(rate.until - min(rate.until, time))) }
    let slice = time < shift[node] ? 0 : (time &- shift[node]) / sliceMilliseconds
    return cells[rows[node] &+ Int(slice &- firstSlice[node])]
  }

  private static func gain(_ value: Double) -> Int32 { value < 2e9 ? Int32(value.rounded(.up)) : .max }

  /// Creates the table.
  ///
  /// With too many arcs shorter than a slice, or when the caller ends it, it has no cells, and bounds by the greatest
  /// score per millisecond.
  /// - Parameters:
  ///   - network: The network.
  ///   - values: The score of each arc.
  ///   - windows: The time windows of nodes.
  ///   - cellCount: The maximum number of cells, which determines the slices, of at least a second.
  ///   - shouldContinue: Receives the finished part, 0 to 1; returning false ends the computation.
  /// - Complexity: O(cells · arcs per node).
  init(
    _ network: TourNetwork, values: [Int32], windows: TourWindows, cellCount: Int,
    shouldContinue: (Double) -> Bool
  ) {
    let useful = (0..<network.nodeCount).filter(windows.isUseful)
    let span = useful.reduce(0) { $0 + Int(windows.latest[$1] ?? 0) - Int(windows.earliest[$1]) }
    let room = max(1, cellCount - 3 * useful.count)
    let slice = UInt32(max(1000, min(86_400_000, (span + room - 1) / room)))
    let shift = windows.earliest.map { $0 == .max ? 0 : $0 % slice }
    sliceMilliseconds = slice
    self.shift = shift
    (cells, rows, firstSlice) = ([], [], [])
    if let strides = Self.strides(network, values, windows, useful, slice) {
      layOut(network, windows)
      if fill(network, windows, strides, useful, shouldContinue) { return }
    }
    cells = []
    rate = (Self.greatestRate(network, values), windows.latest[network.end] ?? 0)
  }

  private static func greatestRate(_ network: TourNetwork, _ values: [Int32]) -> Double {
    var greatest = 0.0
    for (arc, value) in zip(network.arcs, values) where value > 0 {
      greatest = max(greatest, Double(value) / Double(network.leastMilliseconds(arc)))
    }
    return greatest
  }

  private mutating func layOut(_ network: TourNetwork, _ windows: TourWindows) {
    rows = [Int](repeating: 0, count: network.nodeCount)
    firstSlice = [UInt32](repeating: 0, count: network.nodeCount)
    var count = 0
    for node in 0..<network.nodeCount where windows.isUseful(node) {
      guard let latest = windows.latest[node] else { continue }
      rows[node] = count
      firstSlice[node] = slice(node, windows.earliest[node])
      count += Int(slice(node, latest) - firstSlice[node]) + 1
    }
    cells = [Int32](repeating: Self.nothing, count: count)
    // The score at the end is 0, and every stride to the end counts.
    guard windows.isUseful(network.end), let latest = windows.latest[network.end] else { return }
    let row = rows[network.end]
    for cell in row...row + Int(slice(network.end, latest) - firstSlice[network.end]) { cells[cell] = 0 }
  }

  func slice(_ node: Int, _ time: UInt32) -> UInt32 {
    time < shift[node] ? 0 : (time - shift[node]) / sliceMilliseconds
  }
}

extension TourBoundTable {
  /// The maximum number of strides per arc; beyond it arcs are too short for the slices.
  private static let greatestStridesAnArc = 400

  /// A node on a path of short arcs, with the score up to it.
  private struct PathPlace {
    var node: Int
    var value: Int32
  }

  /// Returns the paths of at least one slice from each useful node; nil when there are too many.
  static func strides(
    _ network: TourNetwork, _ values: [Int32], _ windows: TourWindows, _ useful: [Int],
    _ slice: UInt32
  ) -> [[Stride]]? {
    var budget = greatestStridesAnArc * network.arcs.count + 1000
    var strides = [[Stride]](repeating: [], count: network.nodeCount)
    for node in useful where node != network.end {
      var path = [PathPlace(node: node, value: 0)]
      var found: [Stride] = []
      guard
        extend(&path, 0, network, values, windows, slice: UInt64(slice), budget: &budget, into: &found)
      else { return nil }
      strides[node] = found
    }
    return strides
  }

  /// Extends a path by all arcs; a node is repeated only with a higher score.
  private static func extend(
    _ path: inout [PathPlace], _ spent: UInt64, _ network: TourNetwork, _ values: [Int32],
    _ windows: TourWindows, slice: UInt64, budget: inout Int, into found: inout [Stride]
  ) -> Bool {
    guard let place = path.last else { return true }
    for index in network.arcs(from: place.node) {
      var arc = network.arcs[index]
      let head = Int(arc.head)
      guard windows.isUseful(head) else { continue }
      budget -= 1
      if budget < 0 || path.count > 64 { return false }
      let value = saturatedSum(place.value, values[index])
      let least = network.leastMilliseconds(arc)
      if spent + least >= slice || head == network.end {
        arc.before = UInt32(min(UInt64(UInt32.max), UInt64(arc.before) + spent))
        found.append(Stride(arc: arc, value: value))
        continue
      }
      if let known = path.last(where: { $0.node == head }), known.value >= value { continue }
      path.append(PathPlace(node: head, value: value))
      defer { path.removeLast() }
      guard
        extend(
          &path, spent + least, network, values, windows, slice: slice, budget: &budget, into: &found)
      else { return false }
    }
    return true
  }

  /// Fills the slices from the last to the first; those of one number by their start, latest first.
  mutating func fill(
    _ network: TourNetwork, _ windows: TourWindows, _ strides: [[Stride]], _ useful: [Int],
    _ shouldContinue: (Double) -> Bool
  ) -> Bool {
    let last = useful.map { Int(slice($0, windows.latest[$0] ?? 0)) }
    let order = useful.indices.filter { useful[$0] != network.end }
      .sorted { (shift[useful[$0]], $0) > (shift[useful[$1]], $1) }
    guard let first = useful.map({ Int(firstSlice[$0]) }).min(), let final = last.max() else { return true }
    let steps = useful.map { node in strides[node].map { step($0, from: node, network, windows) } }
    for number in stride(from: final, through: first, by: -1) {
      if number % 64 == 0, !shouldContinue(Double(final - number) / Double(final - first + 1)) {
        return false
      }
      for index in order where number <= last[index] {
        let node = useful[index]
        let begin = Int(firstSlice[node])
        guard number >= begin else { continue }
        let time =
          number == begin
          ? UInt64(windows.earliest[node])
          : UInt64(number) * UInt64(sliceMilliseconds) + UInt64(shift[node])
        var best = Self.nothing
        for step in steps[index] {
          best = max(best, value(of: step, in: number, at: time, isFirst: number == begin, network, windows))
        }
        cells[rows[node] + number - begin] = best
      }
    }
    return true
  }

  /// A stride in units of slices: over most of the day it leads a fixed number of slices ahead.
  private struct Step {
    var stride: Stride
    /// The offset from a slice's number to the cell it leads to.
    var cell: Int
    /// The first cell of the node it leads to.
    var firstCell: Int
    /// The slices to which that applies; none when waits vary during the day.
    var slices: Range<Int>
  }

  private func step(
    _ stride: Stride, from node: Int, _ network: TourNetwork, _ windows: TourWindows
  ) -> Step {
    let (arc, head, length) = (stride.arc, Int(stride.arc.head), Int(sliceMilliseconds))
    var (opens, ends, wait) = (0, Int(UInt32.max), 0)
    var step = Step(stride: stride, cell: 0, firstCell: rows[head], slices: 0..<0)
    if arc.rule != 0 {
      let quick = network.quick[Int(arc.rule)]
      guard quick.isWhole else { return step }
      (opens, ends, wait) = (Int(quick.opens), Int(quick.ends), Int(quick.wait))
      if quick.endsInside { ends -= Int(arc.cost) }
    }
    let milliseconds = Int(arc.before) + Int(arc.cost) + Int(arc.after) + wait
    let latest = min(ends - Int(arc.before), Int(windows.latest[head] ?? 0) - milliseconds) - Int(shift[node])
    guard latest >= 0 else { return step }
    let earliest = max(0, opens - Int(arc.before) - Int(shift[node]))
    let (low, high) = ((earliest + length - 1) / length, latest / length)
    let ahead = Int(shift[node]) + milliseconds - Int(shift[head])
    guard low <= high, ahead >= 0 else { return step }
    step.slices = low..<high + 1
    step.cell = rows[head] + ahead / length - Int(firstSlice[head])
    return step
  }

  @inline(__always) private func value(
    of step: Step, in number: Int, at time: UInt64, isFirst: Bool, _ network: TourNetwork,
    _ windows: TourWindows
  ) -> Int32 {
    let rest: Int32
    if !isFirst, step.slices.contains(number) {
      rest = cells[max(step.firstCell, step.cell &+ number)]
    } else {
      let arrival = network.arrival(step.stride.arc, at: time)
      let head = Int(step.stride.arc.head)
      guard let latest = windows.latest[head], arrival <= UInt64(latest) else { return Self.nothing }
      // The slack of short arcs may precede the earliest possible arrival.
      rest = bound(head, max(UInt32(arrival), windows.earliest[head]))
    }
    return rest == Self.nothing ? rest : saturatedSum(rest, step.stride.value)
  }
}
