import SkiGraph
import SkiSystem
import SkiTracks

/// A tracker of a traveller's position along a route, with several hypotheses.
///
/// A hidden Markov model over the route's line. The states of a fix are the positions on the line nearest to it, one
/// for each pass of the line. Transitions compare the distance along the line with the distance between the fixes,
/// which separates overlapping parts such as laps and a run under a lift. Lifts are entered at their start and left at
/// their end only. Of bounded size.
///
/// **Source:** Newson and Krumm 2009, "Hidden Markov map matching through noise and sparseness", for the costs.
struct RouteFollower: Hashable, Sendable {
  /// A hypothesis of the traveller's position.
  struct PositionHypothesis: CostedState, Hashable, Sendable {
    /// The distance along the route, in metres.
    var along: Double
    /// The negative log-likelihood relative to the best: 0 for the best.
    var cost: Double
    /// The distance from the fix, in metres.
    var distance: Double
  }

  /// The observation of a fix.
  struct RouteObservation: Sendable {
    var seconds: Double
    var place: SIMD2<Double>
    /// The heading in radians clockwise from north; nil when the traveller is too slow.
    var heading: Double?
    /// The vertical speed in metres per second.
    var rise: Double?
    var speed: Double?
    /// The matched edge, where it is on the route and its confidence suffices.
    var matchedEdge: EdgeIndex?
  }

  /// The hypotheses, the best first; empty before the route was joined.
  private(set) var hypotheses: [PositionHypothesis] = []
  private var seconds: Double = 0
  private var place: SIMD2<Double> = .zero

  private static let sigmaMetres = 10.0
  private static let detourMetres = 10.0
  private static let greatestHypothesisCount = 12
  private static let greatestCost = 30.0
  /// The greatest distance of a hypothesis from a fix, in metres.
  private static let farMetres = 150.0
  /// The greatest speed of a traveller, in metres per second.
  static let greatestSpeed = 30.0
  /// The distance in metres from its start and end within which a lift is boarded and left.
  static let stationMetres = 60.0
  /// The interval between fixes in seconds beyond which it is a gap.
  static let gapSeconds = 15.0

  /// The best hypothesis.
  var best: PositionHypothesis? { hypotheses.first }

  /// The least distance along the route of all hypotheses nearly as good as the best, in metres.
  var sureMetres: Double? { hypotheses.lazy.filter { $0.cost < 2 }.map(\.along).min() }

  /// Returns whether all good hypotheses lie behind a position.
  func isBehind(_ along: Double) -> Bool { hypotheses.allSatisfy { $0.cost > 4 || $0.along < along } }

  /// Starts with one hypothesis.
  mutating func start(at along: Double, distance: Double, _ look: RouteObservation) {
    hypotheses = [PositionHypothesis(along: along, cost: 0, distance: distance)]
    (seconds, place) = (look.seconds, look.place)
  }

  /// Updates the hypotheses with the next fix; times must ascend.
  /// - Returns: `true` if a hypothesis continues; otherwise all are unchanged.
  /// - Complexity: O(*k*) in the points of the line within reach.
  mutating func follow(_ look: RouteObservation, on plan: RoutePlan) -> Bool {
    guard let low = hypotheses.map(\.along).min(), let high = hypotheses.map(\.along).max() else {
      return false
    }
    let way = look.place - place
    let step = Step(metres: (way * way).sum().squareRoot(), seconds: look.seconds - seconds)
    let window = max(0, low - step.greatestBack)...min(plan.totalMetres, max(0, high + step.greatestAhead))
    var next: [PositionHypothesis] = []
    for candidate in plan.nearest(to: look.place, in: window, within: Self.farMetres) {
      var guess = PositionHypothesis(along: candidate.along, cost: .infinity, distance: candidate.distance)
      var choice = ViterbiChoice(guess)
      for (position, last) in hypotheses.enumerated() {
        guard let cost = step.cost(from: last.along, to: candidate.along, on: plan) else { continue }
        guess.cost = cost + last.cost
        choice.consider(guess, from: position)
      }
      guard choice.way.cost < .infinity else { continue }
      choice.way.cost += Self.cost(of: candidate, look, plan)
      next.append(choice.way)
    }
    guard !next.isEmpty else { return false }
    next.sort { ($0.cost, $0.along) < ($1.cost, $1.along) }
    next.makeCostsRelative()
    hypotheses = next.prefix(Self.greatestHypothesisCount).filter { $0.cost <= Self.greatestCost }
    (seconds, place) = (look.seconds, look.place)
    return true
  }

  /// Returns the emission cost of a position.
  private static func cost(of candidate: RoutePlan.LocalMinimum, _ look: RouteObservation, _ plan: RoutePlan)
    -> Double
  {
    let sigmas = min(5, candidate.distance / sigmaMetres)
    var cost = sigmas * sigmas / 2
    if let heading = look.heading {
      cost += 1 - cos(Angle.difference(plan.direction(ofPiece: candidate.piece), heading))
    }
    if let rise = look.rise, abs(rise) > 0.7 {
      let slope = plan.slope[candidate.piece + 1]
      if abs(slope) > 0.05, (slope < 0) != (rise < 0) { cost += 1 }
    }
    if let edge = look.matchedEdge, !plan.travels(edge, on: plan.step(at: candidate.along)) { cost += 1 }
    return cost
  }

  /// The movement between two fixes.
  private struct Step {
    var metres: Double
    var seconds: Double

    var isGap: Bool { seconds > RouteFollower.gapSeconds }
    var greatestAhead: Double {
      isGap ? metres + RouteFollower.greatestSpeed * min(seconds, 7200) : metres * 2.5 + 50
    }
    var greatestBack: Double { metres * 1.5 + 60 }

    /// Returns the transition cost between two positions; nil for impossible transitions.
    func cost(from: Double, to: Double, on plan: RoutePlan) -> Double? {
      let gone = to - from
      guard gone <= greatestAhead, -gone <= greatestBack, passesLifts(from: from, to: to, on: plan) else {
        return nil
      }
      if gone < 0 { return (min(metres, 20) - gone) / RouteFollower.detourMetres }
      if isGap { return min(4, abs(gone - metres) / 200) }
      return abs(gone - metres) / RouteFollower.detourMetres
    }

    /// Returns whether every lift between the positions can have been ridden: boarded at its start, left at its end, in
    /// time.
    private func passesLifts(from: Double, to: Double, on plan: RoutePlan) -> Bool {
      let station = RouteFollower.stationMetres + metres * 1.5
      for position in plan.lifts {
        let lift = plan.steps[position]
        if lift.startMetres >= max(from, to) { break }
        if lift.endMetres <= min(from, to) { continue }
        let entersAhead = from <= lift.startMetres && to > lift.startMetres
        let leavesAhead = from < lift.endMetres && to >= lift.endMetres
        let isInTime =
          seconds * 1000 >= (min(to, lift.endMetres) - max(from, lift.startMetres))
          / max(1, lift.planMetres) * lift.moveMilliseconds / 2
        // Without fixes a ride may go on with the next lift of a chain.
        let isRideOn =
          isGap && position > 0 && plan.steps[position - 1].isLift
          && from >= plan.steps[position - 1].startMetres
        if entersAhead, !isRideOn, lift.startMetres - from > RouteFollower.stationMetres { return false }
        if entersAhead, leavesAhead {
          if !isInTime { return false }
        } else if entersAhead, to - lift.startMetres > station, !(isGap && isInTime) {
          return false
        } else if leavesAhead, lift.endMetres - from > station, !(isGap && isInTime) {
          return false
        }
        // Backward only near the boarding place, never from beyond the lift down into it.
        if to < lift.startMetres, from > lift.startMetres + station { return false }
        if to < lift.endMetres - RouteFollower.stationMetres, from >= lift.endMetres { return false }
      }
      return true
    }
  }
}
