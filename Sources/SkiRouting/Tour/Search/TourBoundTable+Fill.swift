extension TourBoundTable {
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
