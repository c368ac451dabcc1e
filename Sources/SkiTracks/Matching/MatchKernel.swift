import SkiSystem

/// A step of map matching: computes the hypotheses of a fix from those of the previous one.
///
/// Viterbi search over positions on edges, with an additional state off the map. Costs are negative log-likelihoods in
/// nats: emission by distance from the edge, course and elevation; transition by the path length compared with the
/// straight line and with the hypothesis's speed. Each hypothesis estimates its speed and the bias of the receiver's
/// elevation. Recorded tracks and live travellers use the same step.
///
/// **Source:** Newson and Krumm 2009, "Hidden Markov map matching through noise and sparseness"; Viterbi 1967.
///
/// Holds the hypotheses only; working memory and the trellis column of each step are in ``MatchScratch``.
struct MatchKernel: Sendable {
  private(set) var hypotheses: [MatchHypothesis] = []
  private let gapSeconds: Float

  init(_ options: MatchingOptions) { gapSeconds = Float(max(1, min(1e6, options.gapSeconds))) }

  /// Starts with a fix whose candidates were found.
  mutating func begin(_ fix: Observation, with scratch: inout MatchScratch) {
    scratch.clear()
    for candidate in scratch.candidates.found {
      var hypothesis = Self.fresh(candidate, fix)
      hypothesis.cost = candidate.cost + MatchCosts.entering
      scratch.leave(hypothesis, Self.entry(candidate))
    }
    var away = Self.fresh(nil, fix)
    away.cost = fix.weight * MatchCosts.offMap(fix, SpeedModel(elapsed: 0)) + MatchCosts.leaving
    scratch.leave(away, Self.entry(nil))
    take(&scratch)
  }

  /// Advances to the next fix, whose candidates were found. Complexity: O(*k*²) in candidates.
  mutating func step(
    _ fix: Observation, in index: MatchIndex, with scratch: inout MatchScratch, gaps: inout GapSearch?
  ) {
    scratch.clear()
    let model = SpeedModel(elapsed: fix.elapsed)
    predict(fix, model, index, &scratch)
    let isGap = fix.elapsed > gapSeconds
    if isGap { GapSearch.prepare(&gaps, hypotheses, fix, index) }
    for candidate in scratch.candidates.found {
      let edge = index.network.edges[Int(candidate.edge)]
      var choice = ViterbiChoice(MatchTransition.impossible)
      for position in hypotheses.indices {
        let state = scratch.states[position]
        // The lower bound exceeds the second-best transition.
        if !isGap, state.least + candidate.cost >= choice.secondBestCost { continue }
        let step = cost(position, state, candidate, edge, fix, index, isGap ? gaps : nil)
        choice.consider(step, from: position)
        if isGap, !hypotheses[position].isOffMap {
          let unknown =
            hypotheses[position].cost + MatchCosts.leaving + MatchCosts.entering + MatchCosts.unknownPath
          choice.consider(MatchTransition(cost: unknown, metres: 0, isBreak: true), from: position)
        }
      }
      guard choice.way.cost < .infinity else { continue }
      let kept = hypothesis(candidate, edge, choice, scratch.states[choice.position], fix)
      scratch.leave(kept, Self.entry(candidate, choice, kept))
    }
    stepOffMap(fix, fix.weight * MatchCosts.offMap(fix, model), &scratch)
    take(&scratch)
  }

  private func predict(
    _ fix: Observation, _ model: SpeedModel, _ index: MatchIndex, _ scratch: inout MatchScratch
  ) {
    for hypothesis in hypotheses {
      let edge = hypothesis.isOffMap ? Self.nowhere : index.network.edges[Int(hypothesis.edge)]
      let prediction = model.predict(hypothesis, on: edge)
      let variance = prediction.placeVariance + fix.noise * fix.noise
      let drift: Float = hypothesis.isOffMap ? 1.5 : edge.isLift ? 1 : 0.25
      let spreadCost = 0.5 * fastLogarithm(variance * 0.01)
      scratch.states.append(
        KernelPredecessor(
          prediction: prediction, edge: edge, inverse: 0.25 / variance, spreadCost: spreadCost,
          elevationVariance: min(3600, hypothesis.elevationVariance + drift * fix.elapsed)
            + 0.1 * fix.elevationJump * fix.elevationJump,
          least: hypothesis.cost + (hypothesis.isOffMap ? MatchCosts.entering : fix.weight * spreadCost)))
    }
  }

  /// Adopts the hypotheses of a step.
  private mutating func take(_ scratch: inout MatchScratch) {
    scratch.hypotheses.makeCostsRelative()
    hypotheses.removeAll(keepingCapacity: true)
    hypotheses.append(contentsOf: scratch.hypotheses)
  }

  private static let nowhere = MatchEdge(
    tail: 0, head: 0, link: 0, twin: .max, length: 0, typicalSpeed: 4, speedVariance: 25, greatestSpeed: 32,
    kind: 0,
    isReversed: false, isDescent: false,
    isCrossing: false,
    isConnector: false)

  /// Returns the transition from a hypothesis to a candidate with its total cost.
  @inline(__always)
  private func cost(
    _ position: Int, _ state: KernelPredecessor, _ candidate: MatchCandidate, _ edge: MatchEdge,
    _ fix: Observation, _ index: MatchIndex, _ gaps: GapSearch?
  ) -> MatchTransition {
    let hypothesis = hypotheses[position]
    var cost = hypothesis.cost + candidate.cost + elevationCost(candidate, edge, hypothesis, state, fix)
    if hypothesis.isOffMap {
      cost += MatchCosts.entering
      let isAtStation = candidate.along <= MatchCosts.stationMetres + 2 * fix.noise
      if edge.isLift, !isAtStation, fix.elapsed <= gapSeconds { cost += MatchCosts.midSpan }
      return MatchTransition(cost: cost, metres: 0, isBreak: true)
    }
    guard let way = TransitionPath(hypothesis, state.edge, candidate, edge, fix, index, gaps, position) else {
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
    if candidate.edge != hypothesis.edge { cost += MatchCosts.change(to: edge, from: state.edge) }
    return MatchTransition(cost: cost, metres: way.metres, isBreak: false, isLoop: way.isLoop)
  }

  @inline(__always)
  private func elevationCost(
    _ candidate: MatchCandidate, _ edge: MatchEdge, _ hypothesis: MatchHypothesis, _ state: KernelPredecessor,
    _ fix: Observation
  ) -> Float {
    let residual = fix.elevation - candidate.elevation - hypothesis.elevationBias - fix.elevationJump
    guard residual == residual else { return 0 }
    let variance = state.elevationVariance(of: candidate, on: edge, fix)
    return max(fix.weight, 0.3)
      * min(MatchCosts.elevation, 2.5 * fastLogarithm(1 + residual * residual / (4 * variance)))
  }

  private func hypothesis(
    _ candidate: MatchCandidate, _ edge: MatchEdge, _ choice: ViterbiChoice<MatchTransition>,
    _ state: KernelPredecessor,
    _ fix: Observation
  ) -> MatchHypothesis {
    let old = hypotheses[choice.position]
    var hypothesis = Self.fresh(candidate, fix)
    hypothesis.cost = choice.way.cost
    hypothesis.elevationBias = old.elevationBias + fix.elevationJump
    hypothesis.elevationVariance = state.elevationVariance
    let residual = fix.elevation - candidate.elevation - hypothesis.elevationBias
    if residual == residual {
      let variance = state.elevationVariance(of: candidate, on: edge, fix)
      let gain = state.elevationVariance / variance
      let bound = 3 * variance.squareRoot()
      hypothesis.elevationBias += gain * max(-bound, min(bound, residual))
      hypothesis.elevationVariance *= 1 - gain
    }
    guard !choice.way.isBreak else { return hypothesis }
    let prediction = state.prediction
    let variance = prediction.placeVariance + fix.noise * fix.noise
    let innovation = choice.way.metres - prediction.ahead
    let (placeGain, speedGain) = (prediction.placeVariance / variance, prediction.covariance / variance)
    // Moving back a little is receiver drift; more keeps the estimated position ahead and costs.
    let ahead = max(old.lead - 0.25 * fix.elapsed, prediction.ahead + placeGain * innovation)
    hypothesis.lead = max(-200, min(200, ahead - choice.way.metres))
    hypothesis.speed = max(0, min(edge.greatestSpeed, prediction.speed + speedGain * innovation))
    hypothesis.placeVariance = prediction.placeVariance * (1 - placeGain)
    hypothesis.covariance = prediction.covariance * (1 - placeGain)
    hypothesis.speedVariance = max(0.01, prediction.speedVariance - speedGain * prediction.covariance)
    if edge.kind != state.edge.kind { hypothesis.speedVariance += 4 }
    return hypothesis
  }

  /// Adds the hypothesis of an unmatched fix, which costs `price`.
  private func stepOffMap(_ fix: Observation, _ price: Float, _ scratch: inout MatchScratch) {
    var choice = ViterbiChoice(MatchTransition.impossible)
    for (position, hypothesis) in hypotheses.enumerated() {
      var cost = hypothesis.cost + price
      if !hypothesis.isOffMap {
        cost += MatchCosts.leaving
        let edge = scratch.states[position].edge
        let toStation = min(hypothesis.along, edge.length - hypothesis.along)
        if edge.isLift, toStation > MatchCosts.stationMetres + 2 * fix.noise, fix.elapsed <= gapSeconds {
          cost += MatchCosts.midSpan
        }
      }
      choice.consider(MatchTransition(cost: cost, metres: 0, isBreak: true), from: position)
    }
    let old = hypotheses[choice.position]
    var away = Self.fresh(nil, fix)
    away.cost = choice.way.cost
    (away.elevationBias, away.elevationVariance) = (
      old.elevationBias + fix.elevationJump, scratch.states[choice.position].elevationVariance
    )
    scratch.leave(away, Self.entry(nil, choice))
  }

  /// The position of the most probable hypothesis.
  var bestPosition: Int {
    var best = 0
    for index in hypotheses.indices where hypotheses[index].cost < hypotheses[best].cost { best = index }
    return best
  }

  /// Returns the probability of a hypothesis's edge relative to those of all hypotheses, 0...1.
  func confidence(of position: Int) -> Double {
    var (same, all) = (0.0, 0.0)
    for hypothesis in hypotheses {
      let share = exp(-Double(hypothesis.cost))
      all += share
      if hypothesis.edge == hypotheses[position].edge { same += share }
    }
    return all > 0 ? same / all : 0
  }

  private static func fresh(_ candidate: MatchCandidate?, _ fix: Observation) -> MatchHypothesis {
    MatchHypothesis(
      cost: 0, edge: candidate?.edge ?? MatchHypothesis.offMap, along: candidate?.along ?? 0, lead: 0,
      speed: 3,
      placeVariance: fix.noise * fix.noise, covariance: 0, speedVariance: 25, elevationBias: 0,
      elevationVariance: 1600)
  }

  private static func entry(
    _ candidate: MatchCandidate?, _ choice: ViterbiChoice<MatchTransition>? = nil,
    _ hypothesis: MatchHypothesis? = nil
  )
    -> TrellisEntry
  {
    let margin = choice.map { $0.secondBestCost - $0.way.cost } ?? .infinity
    return TrellisEntry(
      edge: candidate?.edge ?? MatchHypothesis.offMap, along: candidate?.along ?? 0,
      distance: candidate?.distance ?? 0,
      filtered: hypothesis.map { $0.along + $0.lead } ?? candidate?.along ?? 0, speed: hypothesis?.speed ?? 0,
      margin: margin, back: choice.map { UInt8($0.position) } ?? TrellisEntry.none,
      secondBest: choice.flatMap { $0.secondBestCost < .infinity ? UInt8($0.secondBest) : nil }
        ?? TrellisEntry.none,
      isBreak: choice?.way.isBreak ?? true, isLoop: choice?.way.isLoop ?? false)
  }
}

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
