/// Moves all fixes of a stop to one place, because receivers drift between the edges near it.
///
/// Of the edges matched during the stop the one is chosen that minimises the path from the fix before to the fix after,
/// and the distance to the mean of the fixes. Edges other than lifts take precedence, because a person at a boarding
/// place has not boarded.
struct StopFolding {
  let index: MatchIndex
  let observations: [Observation]

  /// A possible place of a stop.
  private struct StopCandidate {
    var edge: UInt32
    var along: Float
    var fixes: Int
    /// The distance from the mean of the fixes, in metres.
    var away: Float
  }

  /// The weight of the distance to the mean, relative to the length of the path.
  private static let metresForAway: Float = 2

  /// Returns the decisions with each stop at one place. Complexity: O(*n* log *n*).
  func folded(_ decisions: [Trellis.Decision]) -> [Trellis.Decision] {
    var decisions = decisions
    for stop in StopFinder(observations).stops() { fold(stop, in: &decisions) }
    return decisions
  }

  private func fold(_ stop: Range<Int>, in decisions: inout [Trellis.Decision]) {
    let standpoints = candidates(stop, decisions)
    let before = stop.lowerBound > 0 ? decisions[stop.lowerBound - 1].entry : nil
    let after = stop.upperBound < decisions.count ? decisions[stop.upperBound].entry : nil
    var best: (place: StopCandidate, metres: Float)?
    for place in standpoints {
      let metres =
        Self.metresForAway * place.away
        + (before.flatMap { pathMetres(from: $0, to: place) } ?? Self.unknownPath)
        + (after.flatMap { pathMetres(from: place, to: $0) } ?? Self.unknownPath)
      if best.map({ metres < $0.metres }) ?? true { best = (place, metres) }
    }
    guard let best else { return }
    for position in stop {
      decisions[position].entry.edge = best.place.edge
      decisions[position].entry.along = best.place.along
      decisions[position].entry.isBreak = false
      decisions[position].entry.isLoop = false
    }
    decisions[stop.lowerBound].entry.isBreak =
      before.map { pathMetres(from: $0, to: best.place) == nil } ?? true
    if let after, pathMetres(from: best.place, to: after) == nil {
      decisions[stop.upperBound].entry.isBreak = true
    }
  }

  /// The length of path, in metres, equivalent to leaving and entering the network.
  private static let unknownPath = (MatchCosts.leaving + MatchCosts.entering) * MatchCosts.detourMetres

  /// Returns the edges matched during a stop, each at its median position; none when most fixes were off the map or on
  /// a lift between its stations.
  private func candidates(_ stop: Range<Int>, _ decisions: [Trellis.Decision]) -> [StopCandidate] {
    var distances: [UInt32: [Float]] = [:]
    var (elsewhere, middle) = (0, SIMD2<Float>(0, 0))
    for position in stop {
      let entry = decisions[position].entry
      middle += observations[position].place / Float(stop.count)
      if entry.edge == MatchHypothesis.offMap || isUpOnLift(entry) {
        elsewhere += 1
      } else {
        distances[entry.edge, default: []].append(entry.along)
      }
    }
    guard elsewhere * 2 < stop.count else { return [] }
    let all = distances.map { edge, values -> StopCandidate in
      let along = values.sorted()[values.count / 2]
      let away = index.place(edge: edge, along: along) - middle
      return StopCandidate(
        edge: edge, along: along, fixes: values.count, away: (away * away).sum().squareRoot())
    }
    let ground = all.filter { !index.network.edges[Int($0.edge)].isLift }
    return (ground.isEmpty ? all : ground).sorted { ($1.fixes, $0.edge) < ($0.fixes, $1.edge) }
  }

  private func isUpOnLift(_ entry: TrellisEntry) -> Bool {
    let edge = index.network.edges[Int(entry.edge)]
    return edge.isLift && min(entry.along, edge.length - entry.along) > edge.stationMetres
  }

  private func pathMetres(from entry: TrellisEntry, to place: StopCandidate) -> Float? {
    pathMetres(from: (entry.edge, entry.along), to: (place.edge, place.along))
  }

  private func pathMetres(from place: StopCandidate, to entry: TrellisEntry) -> Float? {
    pathMetres(from: (place.edge, place.along), to: (entry.edge, entry.along))
  }

  /// Returns the length of the path between two positions in metres; nil when they are far apart or one is off the map.
  private func pathMetres(from: (edge: UInt32, along: Float), to: (edge: UInt32, along: Float)) -> Float? {
    guard from.edge != MatchHypothesis.offMap, to.edge != MatchHypothesis.offMap else { return nil }
    if from.edge == to.edge { return abs(to.along - from.along) }
    let (edge, goal) = (index.network.edges[Int(from.edge)], index.network.edges[Int(to.edge)])
    if to.edge == edge.twin, !edge.isLift { return abs(edge.length - to.along - from.along) }
    let rest = max(0, edge.length - from.along) + to.along
    if edge.head == goal.tail { return rest }
    guard let between = index.reach.metres(from: edge.head, to: goal.tail) else { return nil }
    return rest + between <= Self.unknownPath ? rest + between : nil
  }
}
