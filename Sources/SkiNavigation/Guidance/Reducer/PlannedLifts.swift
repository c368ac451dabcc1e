import SkiBase
import SkiGraph

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
