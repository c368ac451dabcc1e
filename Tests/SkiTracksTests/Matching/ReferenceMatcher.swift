import SkiBase
import SkiGraph
import SkiSystem

@testable import SkiTracks

/// An exhaustive matcher: the distances of all pairs of nodes, every edge, complete histories.
///
/// Follows the description of the method, not the code of the kernel; shares its constants and its model of speed.
struct ReferenceMatcher {
  private let index: MatchIndex
  private let options: MatchingOptions
  /// The distance of each pair of nodes, in metres; infinite where there is no path.
  private let metres: [[Float]]

  private struct History {
    var hypothesis: MatchHypothesis
    var edges: [UInt32]
  }

  init(index: MatchIndex, options: MatchingOptions) {
    self.index = index
    self.options = options
    let count = index.network.nodeCount
    metres = (0..<count).map { Self.distances(from: $0, index.network) }
  }

  /// Distances by relaxing every edge until nothing changes.
  private static func distances(from start: Int, _ network: MatchNetwork) -> [Float] {
    var metres = [Float](repeating: .infinity, count: network.nodeCount)
    metres[start] = 0
    var isChanging = true
    while isChanging {
      isChanging = false
      for position in 0..<network.edges.count {
        let edge = network.edges[position]
        let reached = metres[Int(edge.tail)] + edge.length
        if reached < metres[Int(edge.head)] {
          metres[Int(edge.head)] = reached
          isChanging = true
        }
      }
    }
    return metres
  }

  /// The edge of each fix; nil off the map. All fixes must have a place and a time.
  func edges(_ fixes: [LocationFix]) -> [EdgeIndex?] {
    var histories: [History] = []
    var last: Observation?
    var search = CandidateSearch()
    for fix in fixes {
      guard
        let now = Observation(
          fix, after: last?.observed, plane: index.plane, noiseMetres: MatchingOptions.usualNoiseMetres)
      else { return [] }
      search.run(now, in: index, EmissionModel(options))
      histories = last == nil ? begin(now, search.found) : step(histories, now, search.found)
      let least = histories.map(\.hypothesis.cost).min() ?? 0
      for position in histories.indices { histories[position].hypothesis.cost -= least }
      last = now
    }
    let best = histories.min { $0.hypothesis.cost < $1.hypothesis.cost }
    return best?.edges.map { $0 == MatchHypothesis.offMap ? nil : EdgeIndex($0) } ?? []
  }

  private func begin(_ now: Observation, _ found: [MatchCandidate]) -> [History] {
    let all = found.map(Optional.some) + [nil]
    return all.map { candidate in
      var hypothesis = Self.fresh(candidate, now)
      hypothesis.cost =
        candidate.map { $0.cost + MatchCosts.entering }
        ?? (now.weight * MatchCosts.offMap(now, SpeedModel(elapsed: 0)) + MatchCosts.leaving)
      return History(hypothesis: hypothesis, edges: [hypothesis.edge])
    }
  }

  private func step(_ histories: [History], _ now: Observation, _ found: [MatchCandidate]) -> [History] {
    var next: [History] = []
    for candidate in found.map(Optional.some) + [nil] {
      var best: (cost: Float, metres: Float?, history: History)?
      for history in histories {
        for (cost, metres) in transitions(history.hypothesis, candidate, now)
        where cost < best?.cost ?? .infinity {
          best = (cost, metres, history)
        }
      }
      guard let best else { continue }
      var hypothesis = learn(best.history.hypothesis, candidate, best.metres, now)
      hypothesis.cost = best.cost
      next.append(History(hypothesis: hypothesis, edges: best.history.edges + [hypothesis.edge]))
    }
    return next
  }

  /// The costs of reaching a candidate from a hypothesis, with a path and without; metres are nil without a path.
  private func transitions(_ old: MatchHypothesis, _ candidate: MatchCandidate?, _ now: Observation) -> [(
    Float, Float?
  )] {
    let isGap = now.elapsed > Float(options.gapSeconds)
    let from = old.isOffMap ? nil : index.network.edges[Int(old.edge)]
    guard let candidate else { return [(old.cost + toOffMap(old, from, now, isGap), nil)] }
    let edge = index.network.edges[Int(candidate.edge)]
    let base = old.cost + candidate.cost + heightCost(old, from, candidate, edge, now)
    guard let from else {
      let isMidSpan = edge.isLift && candidate.along > MatchCosts.stationMetres + 2 * now.noise && !isGap
      return [(base + MatchCosts.entering + (isMidSpan ? MatchCosts.midSpan : 0), nil)]
    }
    var all: [(Float, Float?)] = []
    if let (metres, isTurn) = path(old, from, candidate, edge, now, isGap) {
      all.append((base + pathCost(old, from, candidate, edge, metres, isTurn, now, isGap), metres))
    }
    if isGap {
      all.append(
        (old.cost + MatchCosts.leaving + MatchCosts.entering + MatchCosts.unknownPath + candidate.cost, nil))
    }
    return all
  }

  private func toOffMap(_ old: MatchHypothesis, _ from: MatchEdge?, _ now: Observation, _ isGap: Bool)
    -> Float
  {
    let stay = now.weight * MatchCosts.offMap(now, SpeedModel(elapsed: now.elapsed))
    guard let from else { return stay }
    let toStation = min(old.along, from.length - old.along)
    let isMidSpan = from.isLift && toStation > MatchCosts.stationMetres + 2 * now.noise && !isGap
    return stay + MatchCosts.leaving + (isMidSpan ? MatchCosts.midSpan : 0)
  }

  private func path(
    _ old: MatchHypothesis, _ from: MatchEdge, _ candidate: MatchCandidate, _ edge: MatchEdge,
    _ now: Observation,
    _ isGap: Bool
  ) -> (Float, Bool)? {
    if candidate.edge == old.edge,
      candidate.along - old.along >= -(15 + 3 * now.noise + 4 * max(0, now.noise - 6))
    {
      return (candidate.along - old.along, false)
    }
    if candidate.edge == from.twin, !from.isLift {
      return (abs(from.length - candidate.along - old.along), true)
    }
    let rest = from.length - old.along + candidate.along
    if from.head == edge.tail { return (rest, false) }
    let between = metres[Int(from.head)][Int(edge.tail)]
    let bound = isGap ? min(12_000, 300 + 12 * now.elapsed) : MatchIndex.reachMetres
    return between <= bound ? (rest + between, false) : nil
  }

  private func pathCost(
    _ old: MatchHypothesis, _ from: MatchEdge, _ candidate: MatchCandidate, _ edge: MatchEdge,
    _ metres: Float,
    _ isTurn: Bool, _ now: Observation, _ isGap: Bool
  ) -> Float {
    let prediction = SpeedModel(elapsed: now.elapsed).predict(old, on: from)
    let variance = prediction.placeVariance + now.noise * now.noise
    let innovation = isTurn ? metres : metres - prediction.ahead
    var speed =
      2.5 * fastLogarithm(1 + innovation * innovation * (0.25 / variance)) + 0.5
      * fastLogarithm(variance * 0.01)
    if isGap { speed = min(speed, MatchCosts.gapSpeed) }
    var cost = now.weight * speed
    let detour = max(0, 0.88 * metres - now.straight - 1.5 * now.noise) / MatchCosts.detourMetres
    cost += isGap ? min(MatchCosts.gapDetour, detour) : detour
    cost += now.weight * max(0, now.straight - abs(metres) - 3 * now.noise) / MatchCosts.shortcutMetres
    if isTurn { cost += MatchCosts.turning }
    if candidate.edge != old.edge { cost += MatchCosts.change(to: edge, from: from) }
    return cost
  }

  private func heightVariance(_ old: MatchHypothesis, _ from: MatchEdge?, _ now: Observation) -> Float {
    let drift: Float = from == nil ? 1.5 : from?.isLift == true ? 1 : 0.25
    return min(3600, old.elevationVariance + drift * now.elapsed)
  }

  private func heightCost(
    _ old: MatchHypothesis, _ from: MatchEdge?, _ candidate: MatchCandidate, _ edge: MatchEdge,
    _ now: Observation
  ) -> Float {
    let residual = now.elevation - candidate.elevation - old.elevationBias
    guard !residual.isNaN else { return 0 }
    let variance =
      heightVariance(old, from, now) + now.elevationVariance + (edge.isLift ? 36 : 9)
      + pow(candidate.slope * now.noise, 2)
    return max(now.weight, 0.3)
      * min(MatchCosts.elevation, 2.5 * fastLogarithm(1 + residual * residual / (4 * variance)))
  }

  /// The estimates of the hypothesis after the step.
  private func learn(
    _ old: MatchHypothesis, _ candidate: MatchCandidate?, _ metres: Float?, _ now: Observation
  )
    -> MatchHypothesis
  {
    let from = old.isOffMap ? nil : index.network.edges[Int(old.edge)]
    var new = Self.fresh(candidate, now)
    (new.elevationBias, new.elevationVariance) = (old.elevationBias, heightVariance(old, from, now))
    guard let candidate else { return new }
    let edge = index.network.edges[Int(candidate.edge)]
    let residual = now.elevation - candidate.elevation - old.elevationBias
    if !residual.isNaN {
      let variance =
        new.elevationVariance + now.elevationVariance + (edge.isLift ? 36 : 9)
        + pow(candidate.slope * now.noise, 2)
      let gain = new.elevationVariance / variance
      new.elevationBias += gain * max(-3 * variance.squareRoot(), min(3 * variance.squareRoot(), residual))
      new.elevationVariance *= 1 - gain
    }
    guard let metres, let from else { return new }
    let prediction = SpeedModel(elapsed: now.elapsed).predict(old, on: from)
    let variance = prediction.placeVariance + now.noise * now.noise
    let (k, g) = (prediction.placeVariance / variance, prediction.covariance / variance)
    let innovation = metres - prediction.ahead
    let ahead = max(old.lead - 0.25 * now.elapsed, prediction.ahead + k * innovation)
    new.lead = max(-200, min(200, ahead - metres))
    new.speed = max(0, min(edge.greatestSpeed, prediction.speed + g * innovation))
    new.placeVariance = prediction.placeVariance * (1 - k)
    new.covariance = prediction.covariance * (1 - k)
    new.speedVariance = max(0.01, prediction.speedVariance - g * prediction.covariance)
    if edge.kind != from.kind { new.speedVariance += 4 }
    return new
  }

  private static func fresh(_ candidate: MatchCandidate?, _ now: Observation) -> MatchHypothesis {
    MatchHypothesis(
      cost: 0, edge: candidate?.edge ?? MatchHypothesis.offMap, along: candidate?.along ?? 0, lead: 0,
      speed: 3,
      placeVariance: now.noise * now.noise, covariance: 0, speedVariance: 25, elevationBias: 0,
      elevationVariance: 1600)
  }
}
