import Glibc

/// One step of the search for the likeliest way: survivors of one fix become those of the next.
///
/// Viterbi's search over places on edges, with a state for being off the map. Costs are negative logarithms of likelihoods (nats):
/// the distance from the line, the course, the way between two places against the straight line and against the speed
/// the survivor had, and the height against the map's height plus the survivor's own height error. The same step serves recorded
/// tracks and live travellers.
/// **Source:** Newson and Krumm 2009 for matching; Viterbi 1967.
struct MatchKernel: Sendable {
  private(set) var survivors: [Survivor] = []
  /// What the last step leaves behind, entry by entry as `survivors`.
  private(set) var column: [TrellisEntry] = []
  private var next: [Survivor] = []
  private var states: [KernelPredecessor] = []
  private let gapSeconds: Float
  /// What it costs to believe the present fix was taken off the map.
  private var offMapCost: Float = 0

  init(_ options: MatchingOptions) {
    gapSeconds = Float(max(1, min(1e6, options.gapSeconds)))
    let count = CandidateSearch.limit + 1
    survivors.reserveCapacity(count)
    column.reserveCapacity(count)
    next.reserveCapacity(count)
    states.reserveCapacity(count)
  }

  /// Begins with a fix.
  mutating func begin(_ fix: Observation, _ candidates: [MatchCandidate], in index: MatchIndex) {
    survivors.removeAll(keepingCapacity: true)
    column.removeAll(keepingCapacity: true)
    for candidate in candidates {
      var survivor = Self.fresh(candidate, fix)
      survivor.cost = candidate.cost + MatchCosts.entering
      survivors.append(survivor)
      column.append(Self.entry(candidate))
    }
    var away = Self.fresh(nil, fix)
    away.cost = fix.weight * MatchCosts.offMap(fix, SpeedModel(elapsed: 0)) + MatchCosts.leaving
    survivors.append(away)
    column.append(Self.entry(nil))
    normalise()
  }

  /// Goes on to the next fix. Complexity: O(*k*²) in candidates.
  mutating func step(
    _ fix: Observation, _ candidates: [MatchCandidate], in index: MatchIndex, gaps: inout GapSearch?
  ) {
    next.removeAll(keepingCapacity: true)
    column.removeAll(keepingCapacity: true)
    predict(fix, index)
    let isGap = fix.elapsed > gapSeconds
    if isGap { GapSearch.prepare(&gaps, survivors, fix, index) }
    for candidate in candidates {
      let edge = index.network.edges[Int(candidate.edge)]
      var choice = KernelChoice()
      for position in survivors.indices {
        let step = cost(position, candidate, edge, fix, index, isGap ? gaps : nil)
        choice.consider(step, position)
        if isGap, !survivors[position].isOffMap {
          let unknown =
            survivors[position].cost + MatchCosts.leaving + MatchCosts.entering + MatchCosts.unknownWay
          choice.consider(KernelStep(cost: unknown, metres: 0, isBreak: true), position)
        }
      }
      guard choice.cost < .infinity else { continue }
      let kept = survivor(candidate, edge, choice, fix)
      next.append(kept)
      column.append(Self.entry(candidate, choice, kept))
    }
    stepOffMap(fix, index)
    swap(&survivors, &next)
    normalise()
  }

  private mutating func predict(_ fix: Observation, _ index: MatchIndex) {
    states.removeAll(keepingCapacity: true)
    let model = SpeedModel(elapsed: fix.elapsed)
    offMapCost = fix.weight * MatchCosts.offMap(fix, model)
    for survivor in survivors {
      let edge = survivor.isOffMap ? Self.nowhere : index.network.edges[Int(survivor.edge)]
      let prediction = model.predict(survivor, on: edge)
      let variance = prediction.placeVariance + fix.noise * fix.noise
      let drift: Float = survivor.isOffMap ? 1.5 : edge.isLift ? 1 : 0.25
      states.append(
        KernelPredecessor(
          prediction: prediction, edge: edge, inverse: 0.25 / variance,
          spreadCost: 0.5 * fastLogarithm(variance * 0.01),
          heightVariance: min(3600, survivor.heightVariance + drift * fix.elapsed)))
    }
  }

  private static let nowhere = MatchEdge(
    tail: 0, head: 0, link: 0, twin: .max, length: 0, liftSpeed: 0, greatestSpeed: 32, kind: 0,
    isReversed: false, isDescent: false,
    isCrossing: false,
    isConnector: false)

  /// What it costs to have come from a survivor to a candidate, all told.
  @inline(__always)
  private func cost(
    _ position: Int, _ candidate: MatchCandidate, _ edge: MatchEdge, _ fix: Observation, _ index: MatchIndex,
    _ gaps: GapSearch?
  ) -> KernelStep {
    let survivor = survivors[position]
    let state = states[position]
    var cost = survivor.cost + candidate.cost + heightCost(candidate, edge, survivor, state, fix)
    if survivor.isOffMap {
      cost += MatchCosts.entering
      let isAtStation = candidate.along <= MatchCosts.stationMetres + 2 * fix.noise
      if edge.isLift, !isAtStation, fix.elapsed <= gapSeconds { cost += MatchCosts.midSpan }
      return KernelStep(cost: cost, metres: 0, isBreak: true)
    }
    guard let way = MatchWay(survivor, state.edge, candidate, edge, fix, index, gaps, position) else {
      return .impossible
    }
    let innovation = way.metres - (way.isTurn ? 0 : state.prediction.ahead)
    var speedCost = 2.5 * fastLogarithm(1 + innovation * innovation * state.inverse) + state.spreadCost
    if gaps != nil { speedCost = min(MatchCosts.gapSpeed, speedCost) }
    cost += fix.weight * speedCost
    let detour = 0.88 * way.metres - fix.straight - 1.5 * fix.noise
    if detour > 0 {
      cost += min(gaps == nil ? .infinity : MatchCosts.gapDetour, detour / MatchCosts.detourMetres)
    }
    let shortcut = fix.straight - abs(way.metres) - 3 * fix.noise
    if shortcut > 0 { cost += fix.weight * shortcut / MatchCosts.shortcutMetres }
    if way.isTurn { cost += MatchCosts.turning }
    if candidate.edge != survivor.edge, edge.isLift {
      cost += MatchCosts.boarding(edge, from: state.edge)
    }
    return KernelStep(cost: cost, metres: way.metres, isBreak: false, isLoop: way.isLoop)
  }

  @inline(__always)
  private func heightCost(
    _ candidate: MatchCandidate, _ edge: MatchEdge, _ survivor: Survivor, _ state: KernelPredecessor,
    _ fix: Observation
  ) -> Float {
    let residual = fix.height - candidate.height - survivor.heightError
    guard residual == residual else { return 0 }
    let variance = state.heightVariance + fix.heightVariance + (edge.isLift ? 36 : 9)
    return max(fix.weight, 0.3) * 2.5 * fastLogarithm(1 + residual * residual / (4 * variance))
  }

  private func survivor(
    _ candidate: MatchCandidate, _ edge: MatchEdge, _ choice: KernelChoice, _ fix: Observation
  ) -> Survivor {
    let old = survivors[choice.position]
    let state = states[choice.position]
    var survivor = Self.fresh(candidate, fix)
    survivor.cost = choice.cost
    (survivor.heightError, survivor.heightVariance) = (old.heightError, state.heightVariance)
    let residual = fix.height - candidate.height - old.heightError
    if residual == residual {
      let variance = state.heightVariance + fix.heightVariance + (edge.isLift ? 36 : 9)
      let gain = state.heightVariance / variance
      let bound = 3 * variance.squareRoot()
      survivor.heightError += gain * max(-bound, min(bound, residual))
      survivor.heightVariance *= 1 - gain
    }
    guard !choice.isBreak else { return survivor }
    let prediction = state.prediction
    let variance = prediction.placeVariance + fix.noise * fix.noise
    let innovation = choice.metres - prediction.ahead
    let (placeGain, speedGain) = (prediction.placeVariance / variance, prediction.covariance / variance)
    // A little way back is believed, as people are drifted by their receivers; more leaves the place ahead and costs.
    let ahead = max(old.lead - 0.25 * fix.elapsed, prediction.ahead + placeGain * innovation)
    survivor.lead = max(-200, min(200, ahead - choice.metres))
    survivor.speed = max(0, min(edge.greatestSpeed, prediction.speed + speedGain * innovation))
    survivor.placeVariance = prediction.placeVariance * (1 - placeGain)
    survivor.covariance = prediction.covariance * (1 - placeGain)
    survivor.speedVariance = max(0.01, prediction.speedVariance - speedGain * prediction.covariance)
    if edge.kind != state.edge.kind { survivor.speedVariance += 4 }
    return survivor
  }

  private mutating func stepOffMap(_ fix: Observation, _ index: MatchIndex) {
    var choice = KernelChoice()
    for (position, survivor) in survivors.enumerated() {
      var cost = survivor.cost + offMapCost
      if !survivor.isOffMap {
        cost += MatchCosts.leaving
        let edge = states[position].edge
        let toStation = min(survivor.along, edge.length - survivor.along)
        if edge.isLift, toStation > MatchCosts.stationMetres + 2 * fix.noise, fix.elapsed <= gapSeconds {
          cost += MatchCosts.midSpan
        }
      }
      choice.consider(KernelStep(cost: cost, metres: 0, isBreak: true), position)
    }
    let old = survivors[choice.position]
    var away = Self.fresh(nil, fix)
    away.cost = choice.cost
    (away.heightError, away.heightVariance) = (old.heightError, states[choice.position].heightVariance)
    next.append(away)
    column.append(Self.entry(nil, choice))
  }

  /// The likeliest survivor.
  var bestPosition: Int {
    var best = 0
    for index in survivors.indices where survivors[index].cost < survivors[best].cost { best = index }
    return best
  }

  /// How likely the edge of a survivor is beside those of all others: 0...1.
  func confidence(of position: Int) -> Double {
    var (same, all) = (0.0, 0.0)
    for survivor in survivors {
      let share = exp(-Double(survivor.cost))
      all += share
      if survivor.edge == survivors[position].edge { same += share }
    }
    return all > 0 ? same / all : 0
  }

  private mutating func normalise() {
    var least = Float.infinity
    for survivor in survivors { least = min(least, survivor.cost) }
    guard least.isFinite else { return }
    for index in survivors.indices { survivors[index].cost -= least }
  }

  private static func fresh(_ candidate: MatchCandidate?, _ fix: Observation) -> Survivor {
    Survivor(
      cost: 0, edge: candidate?.edge ?? Survivor.offMap, along: candidate?.along ?? 0, lead: 0, speed: 3,
      placeVariance: fix.noise * fix.noise, covariance: 0, speedVariance: 25, heightError: 0,
      heightVariance: 1600)
  }

  private static func entry(
    _ candidate: MatchCandidate?, _ choice: KernelChoice? = nil, _ survivor: Survivor? = nil
  )
    -> TrellisEntry
  {
    let margin = choice.map { $0.rivalCost - $0.cost } ?? .infinity
    return TrellisEntry(
      edge: candidate?.edge ?? Survivor.offMap, along: candidate?.along ?? 0,
      distance: candidate?.distance ?? 0,
      filtered: survivor.map { $0.along + $0.lead } ?? candidate?.along ?? 0, speed: survivor?.speed ?? 0,
      margin: margin, back: choice.map { UInt8($0.position) } ?? TrellisEntry.none,
      rival: choice.flatMap { $0.rivalCost < .infinity ? UInt8($0.rival) : nil } ?? TrellisEntry.none,
      isBreak: choice?.isBreak ?? true, isLoop: choice?.isLoop ?? false)
  }
}
