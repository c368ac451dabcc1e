import SkiGraph
import SkiTracks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Where on a route a traveller may be: a few guesses, each with what speaks against it.
///
/// A hidden Markov model over the route's one line. The states at a fix are the places of the line nearest to it, one for each
/// time the line comes near; going from one to the next should take as many metres along the line as the fixes lie
/// apart, so that a loop's next lap and the run under a lift, near as they are, are far away. Into a lift one gets at its
/// start only, out of it at its end. A value of bounded size.
/// **Source:** Newson and Krumm 2009, for the costs of distance and detour.
struct RouteFollower: Hashable, Sendable {
  /// A place where the traveller may be.
  struct Guess: CostedWay, Hashable, Sendable {
    /// Metres along the route.
    var along: Double
    /// What speaks against it, beside the best: 0 for the best.
    var cost: Double
    /// Metres between it and the fix.
    var distance: Double
  }

  /// A fix as following sees it.
  struct Look: Sendable {
    var seconds: Double
    var place: SIMD2<Double>
    /// Radians clockwise from north, of travel that is fast enough to tell.
    var heading: Double?
    /// Metres per second upward.
    var rise: Double?
    var speed: Double?
    /// The edge of the route matching sees the traveller on; nil when it sees none or isn't sure.
    var matchedEdge: EdgeIndex?
  }

  /// The guesses, the best first; empty before the route was found.
  private(set) var guesses: [Guess] = []
  private var seconds: Double = 0
  private var place: SIMD2<Double> = .zero

  private static let sigmaMetres = 10.0
  private static let detourMetres = 10.0
  private static let greatestGuessCount = 12
  private static let greatestCost = 30.0
  /// Lines farther than this from a fix are no guess, metres.
  private static let farMetres = 150.0
  /// Nobody skis, rides or falls faster, metres per second.
  static let greatestSpeed = 30.0
  /// How far from its start a lift may be boarded, and from its end be left, metres.
  static let stationMetres = 60.0
  /// A pause between fixes as long as this is a gap, seconds.
  static let gapSeconds = 15.0

  /// The best guess.
  var best: Guess? { guesses.first }

  /// The place that is reached for sure: the first of all guesses nearly as good as the best.
  var sureMetres: Double? { guesses.lazy.filter { $0.cost < 2 }.map(\.along).min() }

  /// Whether all good guesses lie behind a place.
  func isBehind(_ along: Double) -> Bool { guesses.allSatisfy { $0.cost > 4 || $0.along < along } }

  /// Starts following at a place of the route.
  mutating func start(at along: Double, distance: Double, _ look: Look) {
    guesses = [Guess(along: along, cost: 0, distance: distance)]
    (seconds, place) = (look.seconds, look.place)
  }

  /// Goes on with the next fix; times must grow.
  /// - Returns: Whether any guess goes on; otherwise all stay where they were.
  /// - Complexity: O(*k*) in the points of the line within reach.
  mutating func follow(_ look: Look, on plan: RoutePlan) -> Bool {
    guard let low = guesses.map(\.along).min(), let high = guesses.map(\.along).max() else { return false }
    let way = look.place - place
    let step = Step(metres: (way * way).sum().squareRoot(), seconds: look.seconds - seconds)
    let window = max(0, low - step.greatestBack)...min(plan.totalMetres, max(0, high + step.greatestAhead))
    var next: [Guess] = []
    for candidate in plan.nearest(to: look.place, in: window, within: Self.farMetres) {
      var guess = Guess(along: candidate.along, cost: .infinity, distance: candidate.distance)
      var choice = ViterbiChoice(guess)
      for (position, last) in guesses.enumerated() {
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
    guesses = next.prefix(Self.greatestGuessCount).filter { $0.cost <= Self.greatestCost }
    (seconds, place) = (look.seconds, look.place)
    return true
  }

  /// What speaks against being at a place of the route, by one fix.
  private static func cost(of candidate: RoutePlan.Nearby, _ look: Look, _ plan: RoutePlan) -> Double {
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

  /// The way between two fixes.
  private struct Step {
    var metres: Double
    var seconds: Double

    var isGap: Bool { seconds > RouteFollower.gapSeconds }
    var greatestAhead: Double {
      isGap ? metres + RouteFollower.greatestSpeed * min(seconds, 7200) : metres * 2.5 + 50
    }
    var greatestBack: Double { metres * 1.5 + 60 }

    /// What speaks against going from one place of the route to another in this step; nil where it can't be.
    func cost(from: Double, to: Double, on plan: RoutePlan) -> Double? {
      let gone = to - from
      guard gone <= greatestAhead, -gone <= greatestBack, passesLifts(from: from, to: to, on: plan) else {
        return nil
      }
      if gone < 0 { return (min(metres, 20) - gone) / RouteFollower.detourMetres }
      if isGap { return min(4, abs(gone - metres) / 200) }
      return abs(gone - metres) / RouteFollower.detourMetres
    }

    /// Whether every lift between the places can have been ridden: boarded at its start, left at its end, in time.
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
        if entersAhead, lift.startMetres - from > RouteFollower.stationMetres { return false }
        if entersAhead, leavesAhead {
          if !isInTime { return false }
        } else if entersAhead, to - lift.startMetres > station, !(isGap && isInTime) {
          return false
        } else if leavesAhead, lift.endMetres - from > station, !(isGap && isInTime) {
          return false
        }
        // Backward: a false start only, never from beyond the lift down into it.
        if to < lift.startMetres, from > lift.startMetres + station { return false }
        if to < lift.endMetres - RouteFollower.stationMetres, from >= lift.endMetres { return false }
      }
      return true
    }
  }
}
