/// What edges take: the one thing a search must know beside the graph.
///
/// Times are milliseconds below ``SearchScratch/timeLimit``; anything from there on means that there is no way. Later in is never
/// earlier out: `arrival(e, at: t)` never falls as t rises, and is never before t.
protocol EdgeTimes {
  /// When one is through an edge who comes to it at some time.
  func arrival(_ edge: Int, at time: UInt64) -> UInt64
}

/// What the way from the nodes before targets takes as well: for searches that end at one.
protocol TargetTimes: EdgeTimes {
  /// When one is at a target who comes to its node at some time, given the milliseconds between the two.
  func finish(_ target: Int, milliseconds: UInt32, at time: UInt64) -> UInt64
}

/// Costs that are the same all day.
struct FixedTimes: TargetTimes {
  let costs: UnsafePointer<UInt32>

  @inline(__always) func arrival(_ edge: Int, at time: UInt64) -> UInt64 { time &+ UInt64(costs[edge]) }

  @inline(__always) func finish(_ target: Int, milliseconds: UInt32, at time: UInt64) -> UInt64 {
    time &+ UInt64(milliseconds)
  }
}
