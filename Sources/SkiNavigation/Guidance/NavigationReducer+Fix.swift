import SkiBase
import SkiGraph
import SkiSystem
import SkiTracks

/// A fix relative to the route, the input of the parts of the reducer.
struct RouteFix {
  var observation: RouteFollower.RouteObservation
  /// The time since the previous fix in seconds; 0 at the first.
  var elapsed: Double
  /// The accuracy of the fix, in metres.
  var accuracy: Double
  /// The match of the fix, where its confidence suffices.
  var matched: MatchedFix?
  /// The lift that is ridden, where the match suffices.
  var ride: RiddenLift?
}

extension NavigationReducer {
  /// The accuracy in metres beyond which fixes are ignored.
  private static let worstAccuracyMetres = 150.0
  /// The accuracy in metres that is assumed where unknown, and for which tolerances are made: a radius of 68 %.
  private static let typicalAccuracyMetres = 10.0
  /// The displacement of a standing traveller by noise, in metres.
  private static let noiseMetres = 12.0
  /// The least confidence of a match that is used.
  private static let sureConfidence = 0.9

  func take(
    _ fix: LocationFix, _ matched: MatchedFix?, _ ride: RiddenLift?, _ state: inout NavigationState,
    _ effects: inout [NavigationEffect]
  ) {
    guard !state.isPaused, let plan = state.plan, state.phase != .arrived,
      var seen = relativeFix(fix, matched, &state, plan)
    else { return }
    seen.ride = seen.matched?.state == .onLift ? ride : nil
    state.time = fix.time
    noteWrongRide(seen, plan, &state, &effects)
    switch state.phase {
    case .onRoute: follow(seen, plan, &state, &effects)
    case .approaching, .offRoute: seek(seen, plan, &state, &effects)
    case .idle, .arrived: return
    }
    state.reroute.note(isOnRoute: state.phase == .onRoute, seconds: seen.observation.seconds)
    requestRoute(from: fix.coordinate, seen, &state, &effects)
  }

  /// Returns a fix relative to the plan; nil when it is ignored.
  private func relativeFix(
    _ fix: LocationFix, _ matched: MatchedFix?, _ state: inout NavigationState, _ plan: RoutePlan
  ) -> RouteFix? {
    let told = fix.time.secondsSince1970
    let accuracy = fix.horizontalAccuracyMetres.flatMap { $0 >= 0 ? $0 : nil } ?? Self.typicalAccuracyMetres
    guard fix.coordinate.isValid, told.isFinite, abs(told) < 1e11, accuracy <= Self.worstAccuracyMetres
    else { return nil }
    let last = state.clock.last.map { $0.seconds + state.clock.offset }
    let mark = NavigationClock.Mark(
      seconds: told, place: fix.coordinate, accuracyMetres: accuracy, sequence: fix.sequence)
    guard let seconds = state.clock.seconds(at: mark) else { return nil }
    let place = plan.plane.metres(fix.coordinate)
    let elevation = fix.elevationMetres.flatMap { abs($0) < 1e5 ? $0 : nil }
    state.motion.add(
      MotionWindow.Sample(
        seconds: seconds, place: place, elevationMetres: elevation, sigmaMetres: Self.sigma(accuracy)),
      speed: fix.speedMetresPerSecond, courseDegrees: fix.courseDegrees)
    var look = RouteFollower.RouteObservation(seconds: seconds, place: place)
    (look.heading, look.rise, look.speed) = (state.motion.heading, state.motion.rise, state.motion.speed)
    let sure = matched.flatMap { $0.confidence >= Self.sureConfidence ? $0 : nil }
    if let edge = sure?.place.flatMap({ $0.region == plan.region ? $0.edge : nil }), plan.travels(edge) {
      look.matchedEdge = edge
    }
    return RouteFix(
      observation: look, elapsed: last.map { seconds - $0 } ?? 0, accuracy: accuracy, matched: sure)
  }

  /// Follows the route, or detects that it was left.
  private func follow(
    _ seen: RouteFix, _ plan: RoutePlan, _ state: inout NavigationState, _ effects: inout [NavigationEffect]
  ) {
    let goesOn = state.follower.follow(seen.observation, on: plan)
    let best = goesOn ? state.follower.best : nil
    state.distanceMetres = best?.distance ?? state.distanceMetres
    let tolerance = tolerance(for: seen, at: best, plan, state)
    let isLeft = state.offRouteDetector.isLeft(
      OffRouteDetector.FixInput(
        distance: best?.distance, seconds: state.motion.isLikelyStanding ? 0 : seen.elapsed,
        tolerance: tolerance,
        goesBack: goesBack(seen, at: best, plan, state)))
    if isLeft {
      leave(seen, plan, &state, &effects)
      return
    }
    guard let best, best.distance <= tolerance else { return }
    if !state.motion.isStanding, let sure = state.follower.sureMetres {
      // Progress stays behind the noise of a traveller who may be standing.
      advance(to: sure - Self.noiseMetres * state.motion.noiseLikelihood, plan, &state, &effects)
    } else {
      arriveStanding(at: best, plan, &state, &effects)
    }
    announce(ahead: max(state.metresAlong, best.along), plan, &state, &effects)
  }

  /// Returns the tolerated distance from the route, in metres.
  private func tolerance(
    for seen: RouteFix, at best: RouteFollower.PositionHypothesis?, _ plan: RoutePlan,
    _ state: NavigationState
  ) -> Double {
    var metres = options.offRouteMetres * 0.8
    guard let best else { return metres }
    let step = plan.step(at: best.along)
    if let heading = seen.observation.heading, !state.isRiding,
      abs(Angle.difference(plan.direction(at: best.along), heading)) > Double.pi / 3
    {
      metres *= 0.8
    }
    if seen.matched?.place != nil, seen.observation.matchedEdge == nil { metres *= 0.8 }
    if plan.steps[step].isOffNetwork { metres += 25 }
    if state.isRiding, plan.steps[step].isLift { metres *= 1.25 }
    // Three standard deviations across the route, beyond those of a typical accuracy.
    return (metres * metres + 9 * Self.excessVariance(of: seen)).squareRoot()
  }

  /// Returns the variance of a place along each axis beyond that of a typical accuracy, in square metres.
  static func excessVariance(of seen: RouteFix) -> Double {
    let (sigma, typical) = (sigma(seen.accuracy), sigma(typicalAccuracyMetres))
    return max(0, sigma * sigma - typical * typical)
  }

  /// Returns the standard deviation along each axis, in metres, of an accuracy as a radius of 68 %.
  private static func sigma(_ accuracyMetres: Double) -> Double { accuracyMetres / 1.51 }

  /// Returns whether the traveller moves back along the route, faster and farther than a short return.
  private func goesBack(
    _ seen: RouteFix, at best: RouteFollower.PositionHypothesis?, _ plan: RoutePlan, _ state: NavigationState
  ) -> Bool {
    guard let best, let heading = seen.observation.heading, !state.isRiding,
      state.follower.isBehind(state.metresAlong - 40),
      (seen.observation.speed ?? 0) > 2
    else { return false }
    return abs(Angle.difference(plan.direction(at: best.along), heading)) > Double.pi * 2 / 3
  }

  func leave(
    _ seen: RouteFix, _ plan: RoutePlan, _ state: inout NavigationState, _ effects: inout [NavigationEffect]
  ) {
    let off = seen.observation.place - plan.point(at: state.follower.best?.along ?? state.metresAlong)
    let distance = (off * off).sum().squareRoot()
    state.phase = .offRoute
    state.distanceMetres = distance
    state.leftSeconds = seen.observation.seconds
    state.rejoin = nil
    state.offRouteDetector.reset()
    effects.append(.offRoute(distanceMetres: distance))
  }
}

extension RoutePlan {
  /// Returns the direction of the line at a distance along it, in radians clockwise from north.
  func direction(at along: Double) -> Double { metres.count > 1 ? direction(ofPiece: segment(at: along)) : 0 }
}
