/// The way from one place on an edge to another: how far, and whether one turned round.
struct MatchWay {
  /// Metres along the way; below zero for a step back on the same edge.
  var metres: Float
  var isTurn = false
  /// Whether it leads out of an edge and round to its start again.
  var isLoop = false

  /// Finds the way; nil when none is known.
  @inline(__always)
  init?(
    _ from: Survivor, _ edge: MatchEdge, _ to: MatchCandidate, _ goal: MatchEdge, _ fix: Observation,
    _ index: MatchIndex, _ gaps: GapSearch?, _ position: Int
  ) {
    if to.edge == from.edge {
      metres = to.along - from.along
      if metres >= -(15 + 3 * fix.noise) { return }
      isLoop = true
    } else if to.edge == edge.twin, !edge.isLift {
      metres = abs(edge.length - to.along - from.along)
      isTurn = true
      return
    }
    let rest = edge.length - from.along + to.along
    if edge.head == goal.tail {
      metres = rest
    } else if let gaps {
      guard let between = gaps.metres(from: position, to: goal.tail) else { return nil }
      metres = rest + between
    } else {
      guard let between = index.reach.metres(from: edge.head, to: goal.tail) else { return nil }
      metres = rest + between
    }
  }
}
