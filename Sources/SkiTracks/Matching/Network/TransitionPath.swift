/// The path between two positions on edges: its length, and whether it turns round.
struct TransitionPath {
  /// The length in metres; negative for a move back on the same edge.
  var metres: Float
  var isTurn = false
  /// Indicates whether it leaves an edge and returns to its start.
  var isLoop = false

  /// Returns the distance back along an edge, in metres, beyond which a move is a loop and not noise.
  ///
  /// The difference of two noisy positions exceeds five deviations rarely; with little noise a loop is more probable.
  @inline(__always)
  private static func leastReturnMetres(_ noise: Float) -> Float { 15 + 3 * noise + 4 * max(0, noise - 6) }

  /// Finds the path between a hypothesis and a candidate; nil when none is known.
  @inline(__always)
  init?(
    _ from: MatchHypothesis, _ edge: MatchEdge, _ to: MatchCandidate, _ goal: MatchEdge, _ fix: Observation,
    _ index: MatchIndex, _ gaps: GapSearch?, _ position: Int
  ) {
    if to.edge == from.edge {
      metres = to.along - from.along
      if metres >= -Self.leastReturnMetres(fix.noise) { return }
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
