/// Costs by the clock on a turned graph: the "time" of a node is how long before the last moment one must be there.
///
/// Who must be at an edge's head by a moment must be at its tail by ``TravelRule/latestEntry(arrivingBy:cost:)``; the later, the
/// fewer milliseconds to the last moment, so that the very same search finds the latest departures.
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
  /// Returns the latest moment to come to an edge for who must be through by another; nil when none is early enough.
  /// - Parameters:
  ///   - edge: The edge.
  ///   - deadline: Milliseconds since midnight.
  ///   - cost: The cost of a part of it; nil for the whole.
  func latestEntry(_ edge: Int, arrivingBy deadline: UInt64, cost: UInt32? = nil) -> UInt64? {
    guard milliseconds[edge] != EdgeCosts.notAllowed else { return nil }
    let cost = UInt64(cost ?? milliseconds[edge])
    let rule = Int(ruleOfEdge[edge])
    if rule == 0 { return deadline >= cost ? deadline - cost : nil }
    return rules[rule].latestEntry(arrivingBy: deadline, cost: cost)
  }
}
