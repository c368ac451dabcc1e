/// The travel times of edges, the cost function of a search.
///
/// Times are milliseconds below ``SearchScratch/timeLimit``; greater values mean that the edge is impassable. Edges are
/// FIFO: `arrival(e, at: t)` does not decrease in t, and is at least t.
protocol EdgeTimes {
  /// Returns the arrival at the end of an edge entered at a time.
  func arrival(_ edge: Int, at time: UInt64) -> UInt64
}

/// The travel times including the last part from a node to a target, for searches that end at one.
protocol TargetTimes: EdgeTimes {
  /// Returns the arrival at a target from its node at a time, given the milliseconds between them.
  func finish(_ target: Int, milliseconds: UInt32, at time: UInt64) -> UInt64
}

/// The costs that do not depend on the time.
struct FixedTimes: TargetTimes {
  let costs: UnsafePointer<UInt32>

  @inline(__always) func arrival(_ edge: Int, at time: UInt64) -> UInt64 { time &+ UInt64(costs[edge]) }

  @inline(__always) func finish(_ target: Int, milliseconds: UInt32, at time: UInt64) -> UInt64 {
    time &+ UInt64(milliseconds)
  }
}
