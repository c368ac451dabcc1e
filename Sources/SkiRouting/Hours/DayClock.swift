import SkiGraph

/// A clock that advances through pieces and records the times and waits of each.
struct DayClock {
  private(set) var time: UInt64
  private let timed: TimedCosts
  private(set) var pieces: [RoutePiece] = []

  init(time: UInt64, timed: TimedCosts) {
    self.time = time
    self.timed = timed
  }

  /// Adds a piece, whose milliseconds are those of the part, or with `whole` those of the entire edge.
  mutating func add(_ piece: RoutePiece?, whole: Bool = false) {
    guard var piece else { return }
    if let edge = piece.edge {
      let cost = UInt64(whole ? timed.milliseconds(edge.position) : piece.milliseconds)
      // A search passed here at this time, so that there is a passage.
      guard let passage = timed.passage(edge.position, at: time, cost: cost) else { return }
      piece.milliseconds = UInt32(passage.arrival - time)
      piece.waitMilliseconds = UInt32(passage.wait)
      piece.closedMilliseconds = UInt32(timed.closed(edge.position, at: time, cost: cost) ?? 0)
    }
    time += UInt64(piece.milliseconds)
    pieces.append(piece)
  }
}
