import SkiGraph

extension TimedCosts {
  /// Returns the shortest wait of the day on an edge, in milliseconds.
  func leastWait(_ edge: Int) -> UInt32 { rules[Int(ruleOfEdge[edge])].waits.least }

  /// Returns pieces with their times for a departure; nil when one is closed then, or a wait is longer than the
  /// shortest of the day.
  func ride(_ pieces: [RoutePiece], departing: UInt32) -> [RoutePiece]? {
    var clock = DayClock(time: UInt64(departing), timed: self)
    for piece in pieces {
      if let edge = piece.edge?.position {
        let isWhole = piece.startCentimetres == 0 && piece.endCentimetres == .max
        let cost = UInt64(isWhole ? milliseconds(edge) : piece.milliseconds)
        guard let passage = passage(edge, at: clock.time, cost: cost), passage.wait == UInt64(leastWait(edge))
        else { return nil }
        clock.add(piece, whole: isWhole)
      } else {
        clock.add(piece)
      }
    }
    return clock.time < SearchScratch.timeLimit ? clock.pieces : nil
  }
}
