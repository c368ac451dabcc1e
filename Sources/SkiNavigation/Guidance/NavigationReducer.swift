import SkiBase
import SkiGraph
import SkiRouting
import SkiSystem
import SkiTracks

/// Guides a traveller along a route: a deterministic state machine without clock, network or voice.
///
/// ```swift
/// let reducer = NavigationReducer()
/// var navigation = NavigationState()
/// perform(reducer.reduce(&navigation, .routeSet(route)))
/// for try await fix in source.fixes() {
///   for effect in reducer.reduce(&navigation, .fix(fix)) {
///     switch effect {
///     case .announce(let announcement): speak(announcement.sentence(in: .english))
///     case .rerouteWanted(let request): ask(from: request.from)  // answer by .rerouteAnswered or .rerouteFailed
///     case .arrived: return
///     default: break
///     }
///   }
///   show(navigation.step, navigation.metresAlongStep, navigation.arrival)
/// }
/// ```
/// The same events always give the same states and effects; ``NavigationJournal`` records and replays them.
public struct NavigationReducer: Hashable, Sendable {
  /// The options of guidance.
  public let options: NavigationOptions

  /// Creates a reducer.
  /// - Parameter options: The options of guidance.
  /// - Precondition: Every option is finite and not negative, and `offRouteMetres` is 20 or more.
  public init(options: NavigationOptions = NavigationOptions()) {
    precondition(options.isMeaningful, "navigation options must be finite and sensible, got \(options)")
    self.options = options
  }

  /// Updates the state for an event, and returns the effects in order.
  ///
  /// Fixes not later than the last one, with an invalid coordinate or an accuracy beyond 150 m are ignored. A clock that
  /// was set back is followed after six fixes in order.
  /// - Parameters:
  ///   - state: The state of the traveller, which is changed.
  ///   - event: The event.
  /// - Returns: The actions for the app; empty where there is nothing to do.
  /// - Complexity: O(*p* + *e* log *e*) in the points and edges of a new route; O(*p*) for a fix before the route is
  ///   joined and while off it; else O(*k*) in the points within reach.
  public func reduce(_ state: inout NavigationState, _ event: NavigationEvent) -> [NavigationEffect] {
    var effects: [NavigationEffect] = []
    switch event {
    case .routeSet(let route):
      state.reroute = RerouteSchedule()
      begin(route, after: nil, &state, &effects)
    case .rerouteAnswered(let route):
      state.reroute.answered()
      begin(route, after: former(state), &state, &effects)
    case .rerouteFailed: state.reroute.answered()
    case .routeCleared: clear(&state)
    case .fix(let fix, let matched, let ride): take(fix, matched, ride, &state, &effects)
    case .liftStatusChanged(let lift, let isOpen): note(lift, isOpen: isOpen, &state, &effects)
    case .paused: state.isPaused = true
    case .resumed:
      state.isPaused = false
      state.motion = MotionWindow()
    }
    return effects
  }

  private func clear(_ state: inout NavigationState) {
    var fresh = NavigationState()
    (fresh.closedLifts, fresh.closedRegion) = (state.closedLifts, state.closedRegion)
    state = fresh
  }

  /// Returns the current route as the one before a route that was requested on the way.
  private func former(_ state: NavigationState) -> FormerRoute? {
    guard let plan = state.plan, let last = state.clock.last, state.phase != .arrived else { return nil }
    return FormerRoute(
      lifts: PlannedLifts(plan, from: state.step), seconds: last.seconds + state.clock.offset)
  }

  /// Begins a route; `former` is the one before it, where it was requested on the way.
  private func begin(
    _ route: Route, after former: FormerRoute?, _ state: inout NavigationState,
    _ effects: inout [NavigationEffect]
  ) {
    var fresh = NavigationState()
    (fresh.isPaused, fresh.time, fresh.reroute) = (state.isPaused, state.time, state.reroute)
    (fresh.clock, fresh.wrongRide, fresh.former) = (state.clock, state.wrongRide, former)
    let isSameRegion = state.closedRegion.map { $0 == route.region } ?? true
    fresh.closedLifts = isSameRegion ? state.closedLifts : []
    fresh.closedRegion = route.region
    let plan = RoutePlan(route)
    (fresh.route, fresh.plan) = (route, plan)
    if let old = state.plan, let ride = state.wrongRide {
      fresh.wrongRide?.start = plan.plane.metres(old.plane.coordinate(ride.start))
      if former == nil { fresh.wrongRide?.isServed = PlannedLifts(plan, from: 0).contains(ride.ride) }
    }
    fresh.phase = .approaching
    state = fresh
    guard plan.totalMetres > 0 else {
      effects.append(contentsOf: plan.steps.indices.map(NavigationEffect.stepCompleted))
      arrive(&state, &effects)
      return
    }
    if let first = plan.legs.first {
      effects.append(.announce(.start(first)))
      state.announcedLegs = 1
    }
    announceClosures(&state, &effects)
  }

  func arrive(_ state: inout NavigationState, _ effects: inout [NavigationEffect]) {
    state.phase = .arrived
    state.isRiding = false
    effects.append(.arrived)
  }

  private func note(
    _ lift: FeatureIndex, isOpen: Bool, _ state: inout NavigationState, _ effects: inout [NavigationEffect]
  ) {
    state.closedLifts.removeAll { $0 == lift.rawValue }
    state.announcedClosures.removeAll { $0 == lift.rawValue && isOpen }
    guard !isOpen else { return }
    state.closedLifts.append(lift.rawValue)
    state.closedLifts.sort()
    announceClosures(&state, &effects)
  }

  private func announceClosures(_ state: inout NavigationState, _ effects: inout [NavigationEffect]) {
    guard let lift = closedStepAhead(state, except: state.announcedClosures), let route = state.route,
      let feature = route.steps[lift].feature
    else { return }
    state.announcedClosures.append(feature.rawValue)
    effects.append(.announce(.liftClosed(route.steps[lift], at: lift)))
  }

  /// Returns the next closed lift of the route, other than one being ridden.
  func closedStepAhead(_ state: NavigationState, except: [UInt32] = []) -> Int? {
    guard let plan = state.plan, !state.closedLifts.isEmpty, state.phase != .arrived else { return nil }
    return plan.lifts.first { lift in
      guard lift >= state.step, !(lift == state.step && state.isRiding),
        let feature = plan.steps[lift].feature
      else { return false }
      return state.closedLifts.contains(feature.rawValue) && !except.contains(feature.rawValue)
    }
  }
}

extension NavigationOptions {
  var isMeaningful: Bool {
    let all = [
      offRouteMetres, announcementSeconds, liftAnnouncementSeconds, announcementMetres, firstRerouteSeconds,
      lastRerouteSeconds,
    ]
    return all.allSatisfy { $0.isFinite && $0 >= 0 } && offRouteMetres >= 20
  }
}

extension NavigationReducer {
  /// The distance in metres past its start after which an instruction is not announced; the noise of positions.
  private static let lateMetres = 5.0

  /// Announces the instructions ahead, each once and before its manoeuvre, and the destination; nothing to a traveller
  /// who stands.
  func announce(
    ahead along: Double, _ plan: RoutePlan, _ state: inout NavigationState,
    _ effects: inout [NavigationEffect]
  ) {
    guard state.phase == .onRoute, !state.motion.isLikelyStanding else { return }
    let speed = min(state.motion.speed ?? 0, RouteFollower.greatestSpeed)
    let isOnLift = plan.steps[state.step].isLift
    let seconds = isOnLift ? options.liftAnnouncementSeconds : options.announcementSeconds
    let reach = along + max(options.announcementMetres, speed * seconds)
    while state.announcedLegs < plan.legs.count, plan.legs[state.announcedLegs].startMetres <= reach {
      let leg = plan.legs[state.announcedLegs]
      state.announcedLegs += 1
      // After a gap or a detour, manoeuvres already begun are not announced.
      let isBegun = leg.startMetres < max(state.metresAlong, along - Self.lateMetres)
      guard !isBegun, leg.steps.lowerBound > state.step else { continue }
      effects.append(.announce(.line(leg, metresToGo: max(0, leg.mainMetres - along))))
    }
    guard !state.hasAnnouncedArrival, state.announcedLegs == plan.legs.count, plan.totalMetres <= reach else {
      return
    }
    state.hasAnnouncedArrival = true
    effects.append(.announce(.arrive(metresToGo: max(0, plan.totalMetres - along))))
  }

  /// The increase over the least distance to the start, in metres, that counts as moving away.
  private static let awayMetres = 150.0

  /// Requests a new route when one is needed and a request is due; on a lift only from the end of a wrong one.
  func requestRoute(
    from place: Coordinate, _ seen: RouteFix, _ state: inout NavigationState,
    _ effects: inout [NavigationEffect]
  ) {
    guard var reason = need(state) else { return }
    var (place, isUrgent) = (place, false)
    if isCarried(seen, state) {
      guard reason == .offRoute, let wrong = state.wrongRide, wrong.isAnnounced else { return }
      (place, reason) = (wrong.ride.exit, .wrongLift)
      isUrgent = !wrong.isRequested
    } else if reason != .liftClosed, state.motion.isStanding {
      return
    }
    let seconds = seen.observation.seconds
    // Earlier requests from elsewhere do not delay the first one from the end of a lift.
    let isDue =
      isUrgent ? !state.reroute.isWaiting(seconds: seconds) : state.reroute.isDue(seconds: seconds, options)
    guard isDue else { return }
    if reason == .wrongLift { state.wrongRide?.isRequested = true }
    let attempt = state.reroute.sent(seconds: seconds)
    effects.append(.rerouteWanted(RerouteRequest(from: place, reason: reason, attempt: attempt)))
  }

  private func need(_ state: NavigationState) -> RerouteRequest.Reason? {
    if state.phase == .offRoute { return .offRoute }
    if state.phase == .arrived { return nil }
    if closedStepAhead(state) != nil { return .liftClosed }
    guard state.phase == .approaching, let least = state.leastMetresToStart, let now = state.distanceMetres,
      now > least + Self.awayMetres
    else { return nil }
    return .awayFromStart
  }

  /// Returns whether the traveller rides a lift, where no route can begin.
  func isCarried(_ seen: RouteFix, _ state: NavigationState) -> Bool {
    (state.isRiding && state.phase == .onRoute) || seen.matched?.state == .onLift || state.motion.isCarriedUp
  }

  /// The distance from the end in metres within which it is reached.
  private static let arrivalMetres = 15.0
  /// The distance from its start in metres after which a lift counts as ridden; on short lifts a third of the length.
  private static let ridingMetres = 40.0
  /// The missing length in metres within which a step counts as completed.
  private static let missedMetres = 60.0

  /// Advances progress to a position reached along the route.
  func advance(
    to along: Double, _ plan: RoutePlan, _ state: inout NavigationState, _ effects: inout [NavigationEffect]
  ) {
    state.metresAlong = max(state.metresAlong, min(along, plan.totalMetres))
    let isAtEnd = state.metresAlong >= plan.totalMetres - Self.arrivalMetres
    while state.step < plan.steps.count {
      let step = plan.steps[state.step]
      let isLast = state.step == plan.steps.count - 1
      // Exactly at the end of a step it is not completed, unless nothing follows.
      guard state.metresAlong > step.endMetres || (isAtEnd && isLast) || step.planMetres <= 0 else { break }
      complete(plan, &state, &effects)
    }
    guard state.step < plan.steps.count else {
      state.step = max(0, plan.steps.count - 1)
      state.metresAlong = plan.totalMetres
      arrive(&state, &effects)
      return
    }
    noteRide(plan, &state)
  }

  /// Arrives for a traveller who stands near the end with no lift between.
  func arriveStanding(
    at best: RouteFollower.PositionHypothesis, _ plan: RoutePlan, _ state: inout NavigationState,
    _ effects: inout [NavigationEffect]
  ) {
    let hasLift = plan.lifts.contains { $0 > state.step || ($0 == state.step && !state.isRiding) }
    guard !hasLift, plan.totalMetres - best.along <= options.offRouteMetres else { return }
    advance(to: plan.totalMetres, plan, &state, &effects)
  }

  /// Moves progress to the position where the route was rejoined, missing steps between.
  func jump(
    to along: Double, _ plan: RoutePlan, _ state: inout NavigationState, _ effects: inout [NavigationEffect]
  ) {
    let target = plan.step(at: along)
    while state.step < target {
      let step = plan.steps[state.step]
      let lacks = step.endMetres - max(step.startMetres, min(step.endMetres, state.metresAlong))
      if step.isLift ? lacks > RouteFollower.stationMetres || !state.isRiding : lacks > Self.missedMetres {
        effects.append(.missedStep(state.step))
        state.step += 1
        state.isRiding = false
      } else {
        complete(plan, &state, &effects)
      }
    }
    advance(to: along, plan, &state, &effects)
  }

  private func complete(
    _ plan: RoutePlan, _ state: inout NavigationState, _ effects: inout [NavigationEffect]
  ) {
    effects.append(.stepCompleted(state.step))
    state.step += 1
    state.isRiding = false
  }

  private func noteRide(_ plan: RoutePlan, _ state: inout NavigationState) {
    let step = plan.steps[state.step]
    guard step.isLift else {
      state.isRiding = false
      return
    }
    if state.metresAlong - step.startMetres > min(Self.ridingMetres, step.planMetres / 3) {
      state.isRiding = true
    }
  }
}
