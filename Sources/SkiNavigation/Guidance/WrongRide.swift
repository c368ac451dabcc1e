import SkiBase
import SkiGraph
import SkiTracks

/// A ride on a lift, observed until it is certain that the route does not take it.
///
/// A ride counts as one after a time and a distance that receiver noise in a queue does not give, short enough
/// for a minute on slow lifts. It is judged by the route at its start: a lift does not become the right one by a new
/// route that takes it because the traveller is already on it.
struct WrongRide: Hashable, Sendable {
  var ride: RiddenLift
  /// The time of the first fix on it, in seconds.
  var startSeconds: Double
  /// The time of the last fix on it, in seconds.
  var seconds: Double
  /// The place of the first fix, in the plane of the route.
  var start: SIMD2<Double>
  /// Indicates whether the route at the start of the ride took the lift.
  var isServed: Bool
  var isAnnounced = false
  /// Indicates whether a route from the end of the lift was requested.
  var isRequested = false

  private static let sureSeconds = 15.0
  private static let sureMetres = 30.0
  /// The greatest gap in seconds within one ride, and within one that was announced: a second one takes a run down first.
  private static let (gapSeconds, announcedGapSeconds) = (15.0, 180.0)

  /// Returns whether the ride is over at a time without a fix on the lift; a few fixes beside it don't end a ride.
  func isOver(seconds now: Double) -> Bool {
    now - seconds > (isAnnounced ? Self.announcedGapSeconds : Self.gapSeconds)
  }

  /// Returns whether the ride is certain at a place.
  ///
  /// The distance between two places must exceed three standard deviations of it, beyond those of a typical accuracy; so
  /// must the distance from a route that was not left, which may take another lift beside this one.
  /// - Parameters:
  ///   - place: The place, in the plane of the route.
  ///   - metresFromRoute: The distance from the route; nil after it was left.
  ///   - excessVariance: The variance of a place along each axis beyond that of a typical accuracy, in square metres.
  func isSure(at place: SIMD2<Double>, metresFromRoute: Double?, excessVariance: Double) -> Bool {
    let way = place - start
    return seconds - startSeconds >= Self.sureSeconds
      && (way * way).sum() >= Self.sureMetres * Self.sureMetres + 9 * 2 * excessVariance
      && metresFromRoute.map { $0 * $0 >= 9 * excessVariance } ?? true
  }
}

extension NavigationReducer {
  /// Tells a traveller who rides a lift that the route does not take.
  func noteWrongRide(
    _ seen: RouteFix, _ plan: RoutePlan, _ state: inout NavigationState, _ effects: inout [NavigationEffect]
  ) {
    guard let ride = seen.ride else {
      if state.wrongRide?.isOver(seconds: seen.observation.seconds) == true { state.wrongRide = nil }
      return
    }
    let seconds = seen.observation.seconds
    if state.wrongRide?.ride.isSameLift(as: ride) != true {
      let former = state.former.flatMap { $0.holds(forRideSince: seconds) ? $0.lifts : nil }
      state.wrongRide = WrongRide(
        ride: ride, startSeconds: seconds, seconds: seconds, start: seen.observation.place,
        isServed: (former ?? PlannedLifts(plan, from: state.step)).contains(ride))
    }
    state.wrongRide?.seconds = seconds
    guard let wrong = state.wrongRide, !wrong.isAnnounced, !wrong.isServed, isUnderWay(wrong, state),
      wrong.isSure(
        at: seen.observation.place,
        metresFromRoute: state.phase == .offRoute ? nil : state.distanceMetres ?? 0,
        excessVariance: Self.excessVariance(of: seen))
    else { return }
    state.wrongRide?.isAnnounced = true
    effects.append(.announce(.wrongLift(ride)))
    if state.phase != .offRoute { leave(seen, plan, &state, &effects) }
  }

  /// Returns whether the traveller followed a route at the start of a ride: the current one, or the one before it.
  private func isUnderWay(_ ride: WrongRide, _ state: NavigationState) -> Bool {
    state.phase == .onRoute || state.phase == .offRoute
      || state.former?.holds(forRideSince: ride.startSeconds) == true
  }
}

extension RiddenLift {
  func isSameLift(as other: RiddenLift) -> Bool {
    region.rawValue == other.region.rawValue && lift == other.lift && exit == other.exit
  }
}

/// The lifts that a route takes from a step on.
struct PlannedLifts: Hashable, Sendable {
  private let region: RegionIndex
  /// The lifts in order.
  private let features: [FeatureIndex]
  /// The station at the end of the first lift; nil without lifts.
  private let firstExit: Coordinate?

  /// Collects the lifts of a route. Complexity: O(*s*) in its steps.
  init(_ plan: RoutePlan, from step: Int) {
    let ahead = plan.lifts.filter { $0 >= step }
    region = plan.region
    features = ahead.compactMap { plan.steps[$0].feature }
    firstExit = ahead.first.map { plan.plane.coordinate(plan.point(at: plan.steps[$0].endMetres)) }
  }

  /// Returns whether a ride is one of the lifts, or ends at the same station as the first.
  func contains(_ ride: RiddenLift) -> Bool {
    if ride.region == region, features.contains(ride.lift) { return true }
    return firstExit.map { $0.distanceMetres(to: ride.exit) <= RouteFollower.stationMetres } ?? false
  }
}

/// The route before the last one that was requested on the way.
struct FormerRoute: Hashable, Sendable {
  /// The lifts that were ahead.
  var lifts: PlannedLifts
  /// The time at which it was replaced, in seconds.
  var seconds: Double

  /// The time in seconds after boarding within which a ride is recognised, and within which no traveller boards a lift
  /// because of a new route.
  private static let recognitionSeconds = 15.0

  /// Returns whether it was the route of a traveller who boarded a lift whose ride was recognised at a time.
  func holds(forRideSince seconds: Double) -> Bool { seconds - self.seconds < Self.recognitionSeconds }
}
