/// The time-dependent costs on a reversed graph, where the time of a node is the milliseconds before the last moment.
///
/// An edge's tail has to be left by ``TravelRule/latestEntry(arrivingBy:cost:)``, so that the same search computes
/// latest departures.
struct BackwardTimes: EdgeTimes {
  let costs: TimedCosts
  let edges: UnsafePointer<UInt32>

  func arrival(_ edge: Int, at time: UInt64) -> UInt64 {
    let original = Int(edges[edge])
    guard time <= TravelRule.lastMoment else { return .max }
    let entry = costs.latestEntry(original, arrivingBy: UInt64(TravelRule.lastMoment) - time)
    return entry.map { UInt64(TravelRule.lastMoment) - $0 } ?? .max
  }
}

extension TimedCosts {
  /// Returns the latest entry into an edge that still leaves it by a deadline; nil when there is none.
  /// - Parameters:
  ///   - edge: The edge.
  ///   - deadline: The deadline in milliseconds since midnight.
  ///   - cost: The cost of a part of the edge; nil for the whole.
  func latestEntry(_ edge: Int, arrivingBy deadline: UInt64, cost: UInt32? = nil) -> UInt64? {
    let whole = milliseconds(edge)
    guard whole != EdgeCosts.notAllowed else { return nil }
    let cost = UInt64(cost ?? whole)
    let rule = Int(ruleOfEdge[edge])
    if rule == 0 { return deadline >= cost ? deadline - cost : nil }
    return rules[rule].latestEntry(arrivingBy: deadline, cost: cost)
  }
}
