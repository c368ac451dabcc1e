import SkiGeo
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

/// A ride on a lift, observed until it is certain that the route does not take it.
///
/// A ride counts as one after a time and a distance that receiver noise in a queue does not give, short enough
/// for a minute on slow lifts.
struct WrongRide: Hashable, Sendable {
  var ride: RiddenLift
  /// The time of the first fix on it, in seconds.
  var startSeconds: Double
  /// The time of the last fix on it, in seconds.
  var seconds: Double
  /// The place of the first fix, in the plane of the route.
  var start: SIMD2<Double>
  /// Indicates whether the route took the lift at some time of the ride.
  var isServed = false
  var isAnnounced = false
  /// Indicates whether a route from the end of the lift was requested.
  var isRequested = false

  private static let sureSeconds = 15.0
  private static let sureMetres = 30.0

  /// Returns whether the ride is certain at a place.
  func isSure(at place: SIMD2<Double>) -> Bool {
    let way = place - start
    return seconds - startSeconds >= Self.sureSeconds
      && (way * way).sum() >= Self.sureMetres * Self.sureMetres
  }
}

extension NavigationReducer {
  /// Tells a traveller who rides a lift that the route does not take.
  func noteWrongRide(
    _ seen: RouteFix, _ plan: RoutePlan, _ state: inout NavigationState, _ effects: inout [NavigationEffect]
  ) {
    guard let ride = seen.ride else {
      let isElsewhere = seen.matched.map { $0.state != .onLift } ?? false
      let isGap = state.wrongRide.map { seen.observation.seconds - $0.seconds > RouteFollower.gapSeconds }
      if isElsewhere || isGap == true { state.wrongRide = nil }
      return
    }
    let seconds = seen.observation.seconds
    if state.wrongRide?.ride.isSameLift(as: ride) != true {
      state.wrongRide = WrongRide(
        ride: ride, startSeconds: seconds, seconds: seconds, start: seen.observation.place)
    }
    state.wrongRide?.seconds = seconds
    // A lift that the route takes is left at its end, where the step is completed before the match leaves the lift.
    if plan.serves(ride, from: state.step) { state.wrongRide?.isServed = true }
    guard let wrong = state.wrongRide, !wrong.isAnnounced, !wrong.isServed,
      wrong.isSure(at: seen.observation.place),
      state.phase == .onRoute || state.phase == .offRoute
    else { return }
    state.wrongRide?.isAnnounced = true
    effects.append(.announce(.wrongLift(ride)))
    if state.phase == .onRoute { leave(seen, plan, &state, &effects) }
  }
}

extension RiddenLift {
  func isSameLift(as other: RiddenLift) -> Bool {
    region.rawValue == other.region.rawValue && lift == other.lift && exit == other.exit
  }
}

extension RoutePlan {
  /// Returns whether a ride is part of the route from a step on, or ends at the same station as its next lift.
  func serves(_ ride: RiddenLift, from step: Int) -> Bool {
    let ahead = lifts.filter { $0 >= step }
    if ride.region.rawValue == region.rawValue, ahead.contains(where: { steps[$0].feature == ride.lift }) {
      return true
    }
    guard let next = ahead.first else { return false }
    let away = plane.metres(ride.exit) - point(at: steps[next].endMetres)
    return (away * away).sum().squareRoot() <= RouteFollower.stationMetres
  }
}
