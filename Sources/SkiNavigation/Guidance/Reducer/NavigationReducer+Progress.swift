import SkiSystem

extension NavigationReducer {
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
