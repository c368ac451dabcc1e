import SkiBase
import SkiGraph
import SkiTracks

extension NavigationReducer {
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
}
