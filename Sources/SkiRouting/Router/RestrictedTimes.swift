import SkiGraph

/// The costs of one profile that do not depend on the time: base costs, restricted to the admitted edges.
///
/// All pointers have an element for each edge, but `admitted` has one for each class.
struct RestrictedTimes: TargetTimes {
  let costs: UnsafePointer<UInt32>
  let classOfEdge: UnsafePointer<UInt16>
  let admitted: UnsafePointer<UInt8>
  let closed: ClosedBits

  /// Returns whether the profile may use an edge; its cost may still be beyond the limit.
  @inline(__always) func isAllowed(_ edge: Int) -> Bool {
    admitted[Int(classOfEdge[edge])] != 0 && !closed.contains(edge)
  }

  @inline(__always) func arrival(_ edge: Int, at time: UInt64) -> UInt64 {
    isAllowed(edge) ? time &+ UInt64(costs[edge]) : .max
  }

  @inline(__always) func finish(_ target: Int, milliseconds: UInt32, at time: UInt64) -> UInt64 {
    time &+ UInt64(milliseconds)
  }
}

extension EdgeCosts {
  /// Calls a closure with the costs in the form a search reads; nil is impossible.
  func withRestrictedTimes<Result, Failure: Error>(
    _ body: (RestrictedTimes) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try base.milliseconds.withUnsafeBufferPointer { costs throws(Failure) in
      try classes.ofEdge.withUnsafeBufferPointer { classOfEdge throws(Failure) in
        try admitted.withUnsafeBufferPointer { admitted throws(Failure) in
          try closed.withBits { closed throws(Failure) in
            // An empty array may have no address; none of it is read.
            guard let costs = costs.baseAddress ?? UnsafePointer(bitPattern: 8),
              let classOfEdge = classOfEdge.baseAddress ?? UnsafePointer(bitPattern: 8),
              let admitted = admitted.baseAddress ?? UnsafePointer(bitPattern: 8)
            else { return nil }
            return try body(
              RestrictedTimes(
                costs: costs, classOfEdge: classOfEdge, admitted: admitted,
                closed: closed))
          }
        }
      }
    }
  }
}
