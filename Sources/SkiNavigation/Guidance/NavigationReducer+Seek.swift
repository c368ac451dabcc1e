import SkiSystem

extension NavigationReducer {
  /// Searches for the start of the route, or for the position where it is rejoined.
  func seek(
    _ seen: RouteFix, _ plan: RoutePlan, _ state: inout NavigationState, _ effects: inout [NavigationEffect]
  ) {
    let isStarting = state.phase == .approaching
    updateRejoinCandidate(seen, plan, &state)
    // A lift beside the route that leads elsewhere is not the route.
    if !isStarting, state.wrongRide?.isAnnounced == true { state.rejoin = nil }
    if let watch = state.rejoin, watch.isSure || (isStarting && !watch.isBeyondLift) {
      rejoin(watch, seen, plan, &state, &effects)
      return
    }
    guard isStarting else {
      let near = plan.nearest(
        to: seen.observation.place,
        in: plan.rejoinWindows(from: state.metresAlong, isRiding: state.isRiding).near,
        within: .infinity)
      state.distanceMetres = near.map(\.distance).min()
      return
    }
    let off = seen.observation.place - plan.point(at: 0)
    let distance = (off * off).sum().squareRoot()
    state.distanceMetres = distance
    state.leastMetresToStart = min(distance, state.leastMetresToStart ?? distance)
    guard !state.hasAnnouncedStart, distance > options.offRouteMetres, !isCarried(seen, state),
      !state.motion.isLikelyStanding
    else { return }
    state.hasAnnouncedStart = true
    effects.append(.announce(.goToStart(metres: distance, bearing: atan2(-off.x, -off.y))))
  }

  private func rejoin(
    _ watch: RejoinCandidate, _ seen: RouteFix, _ plan: RoutePlan, _ state: inout NavigationState,
    _ effects: inout [NavigationEffect]
  ) {
    let wasOff = state.phase == .offRoute
    state.phase = .onRoute
    state.rejoin = nil
    state.offRouteDetector.reset()
    let off = seen.observation.place - plan.point(at: watch.along)
    let distance = (off * off).sum().squareRoot()
    state.distanceMetres = distance
    state.follower.start(at: watch.along, distance: distance, seen.observation)
    jump(to: watch.along, plan, &state, &effects)
    guard state.phase == .onRoute else { return }
    if wasOff { effects.append(.backOnRoute(step: state.step)) }
    announce(ahead: state.metresAlong, plan, &state, &effects)
  }

  /// Updates the candidate position for rejoining the route.
  private func updateRejoinCandidate(_ seen: RouteFix, _ plan: RoutePlan, _ state: inout NavigationState) {
    let seconds = seen.observation.seconds
    guard let place = rejoinPosition(seen, plan, state) else {
      state.rejoin = nil
      return
    }
    let way = seen.elapsed * (seen.observation.speed ?? RouteFollower.greatestSpeed)
    if var watch = state.rejoin, watch.isBeyondLift == place.isBeyondLift,
      watch.continues(at: place.along, afterMetres: way), seen.elapsed <= RouteFollower.gapSeconds
    {
      (watch.along, watch.seconds) = (place.along, seconds)
      state.rejoin = watch
    } else {
      state.rejoin = RejoinCandidate(
        startMetres: place.along, along: place.along, startSeconds: seconds, seconds: seconds,
        isBeyondLift: place.isBeyondLift)
    }
  }

  /// Returns the candidate position for rejoining: up to the next lift the one nearest to where the route was left,
  /// beyond lifts the first that fits.
  private func rejoinPosition(
    _ seen: RouteFix, _ plan: RoutePlan, _ state: NavigationState
  ) -> (along: Double, isBeyondLift: Bool)? {
    let windows = plan.rejoinWindows(from: state.metresAlong, isRiding: state.isRiding)
    let reach =
      (state.phase == .approaching ? RejoinCandidate.startMetres : RejoinCandidate.reachMetres)
      + max(0, seen.accuracy - 10) / 2
    let near = plan.nearest(to: seen.observation.place, in: windows.near, within: reach)
      .filter { fits($0, seen, plan, withinRadians: Double.pi * 0.55) }
    if let place = near.min(by: { abs($0.along - state.metresAlong) < abs($1.along - state.metresAlong) }) {
      return (place.along, false)
    }
    guard let beyond = windows.beyond else { return nil }
    let since = state.leftSeconds.map { seen.observation.seconds - $0 } ?? 0
    let far = plan.nearest(to: seen.observation.place, in: beyond, within: reach).first { place in
      fits(place, seen, plan, withinRadians: Double.pi / 3)
        && (state.phase == .approaching
          || plan.canRide(from: state.metresAlong, to: place.along, seconds: since))
    }
    return far.map { ($0.along, true) }
  }

  private func fits(
    _ place: RoutePlan.LocalMinimum, _ seen: RouteFix, _ plan: RoutePlan, withinRadians limit: Double
  ) -> Bool {
    guard let heading = seen.observation.heading else { return true }
    return abs(Angle.difference(plan.direction(ofPiece: place.piece), heading)) <= limit
  }
}

/// A candidate position for rejoining a route, observed until it is confirmed.
struct RejoinCandidate: Hashable, Sendable {
  /// The distance along the route at the first observation, in metres.
  var startMetres: Double
  /// The distance along the route at the latest observation, in metres.
  var along: Double
  /// The time of the first observation, in seconds since 1970.
  var startSeconds: Double
  /// The time of the latest observation, in seconds since 1970.
  var seconds: Double
  /// Indicates whether a lift that was not ridden lies before it.
  var isBeyondLift: Bool

  /// The distance from the route in metres within which it is rejoined.
  static let reachMetres = 25.0
  /// The distance from the route in metres within which it is first joined.
  static let startMetres = 30.0

  private static let sureSeconds = 2.5
  private static let sureSecondsBeyondLift = 20.0
  private static let sureMetresBeyondLift = 80.0

  /// Indicates whether the candidate is confirmed: after a short time, or after a longer distance and time beyond a
  /// lift.
  var isSure: Bool {
    let watched = seconds - startSeconds
    guard isBeyondLift else { return watched >= Self.sureSeconds }
    return watched >= Self.sureSecondsBeyondLift && along - startMetres >= Self.sureMetresBeyondLift
  }

  /// Returns whether a position is consistent with the candidate after a movement in metres.
  func continues(at place: Double, afterMetres metres: Double) -> Bool {
    let gone = place - along
    return gone >= -40 && gone <= metres * 2 + 40
  }
}

extension RoutePlan {
  /// The parts of a route where it may be rejoined: up to the next lift not ridden, and beyond it.
  struct RejoinWindows {
    var near: ClosedRange<Double>
    var beyond: ClosedRange<Double>?
  }

  /// The distance in metres behind the position where the route was left in which it may be rejoined.
  private static let behindMetres = 200.0

  func rejoinWindows(from along: Double, isRiding: Bool) -> RejoinWindows {
    let present = step(at: along)
    let gate = lifts.first { steps[$0].endMetres > along && !($0 == present && isRiding) }
    let end = gate.map { max(steps[$0].startMetres, along) } ?? totalMetres
    return RejoinWindows(
      near: max(0, along - Self.behindMetres)...max(0, end),
      beyond: end < totalMetres ? end...totalMetres : nil)
  }

  /// Returns whether all lifts between two positions can be ridden within some seconds.
  func canRide(from: Double, to: Double, seconds: Double) -> Bool {
    var milliseconds = 0.0
    for lift in lifts.lazy.map({ self.steps[$0] }) where lift.endMetres > from && lift.startMetres < to {
      let part = min(to, lift.endMetres) - max(from, lift.startMetres)
      milliseconds += part / max(1, lift.planMetres) * lift.moveMilliseconds / 2
    }
    return milliseconds <= seconds * 1000
  }
}
