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
}
