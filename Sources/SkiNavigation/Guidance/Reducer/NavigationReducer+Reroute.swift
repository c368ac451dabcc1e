import SkiGeo
import SkiTracks

extension NavigationReducer {
  /// The increase over the least distance to the start, in metres, that counts as moving away.
  private static let awayMetres = 150.0

  /// Requests a new route when one is needed and a request is due.
  func requestRoute(
    from place: Coordinate, _ seen: RouteFix, _ state: inout NavigationState,
    _ effects: inout [NavigationEffect]
  ) {
    guard let reason = need(state), state.reroute.isDue(seconds: seen.observation.seconds, options),
      !isCarried(seen, state), reason == .liftClosed || !state.motion.isStanding
    else { return }
    let attempt = state.reroute.sent(seconds: seen.observation.seconds)
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
  private func isCarried(_ seen: RouteFix, _ state: NavigationState) -> Bool {
    (state.isRiding && state.phase == .onRoute) || seen.matched?.state == .onLift || state.motion.isCarriedUp
  }
}
