import SkiBase
import SkiGraph
import SkiRouting

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
