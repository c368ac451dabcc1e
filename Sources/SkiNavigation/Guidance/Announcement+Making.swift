import SkiGraph
import SkiRouting
import SkiSystem

/// The announcements of a reducer.
extension Announcement {
  /// Returns the announcement of the first instruction of a route.
  static func start(_ leg: RoutePlan.Leg) -> Announcement {
    Announcement(kind: .start, step: leg.steps.lowerBound, subject: leg.line.step)
  }

  /// Returns the announcement of a distant start, with its bearing in radians clockwise from north.
  static func goToStart(metres: Double, bearing: Double) -> Announcement {
    let degrees = bearing * 180 / Double.pi
    return Announcement(
      kind: .goToStart, step: 0, metresToGo: metres, bearingDegrees: degrees.isFinite ? degrees : 0)
  }

  /// Returns the announcement of an instruction ahead.
  static func line(_ leg: RoutePlan.Leg, metresToGo: Double) -> Announcement {
    let kind: Kind =
      switch leg.line.step.kind {
      case .lift: .boardLift
      case .run: .takeRun
      default: .walk
      }
    return Announcement(
      kind: kind, step: leg.steps.lowerBound, metresToGo: metresToGo,
      turn: kind == .boardLift ? nil : leg.turn, leavesLift: leg.leavesLift, subject: leg.line.step)
  }

  /// Returns the announcement of the destination.
  static func arrive(metresToGo: Double) -> Announcement {
    Announcement(kind: .arrive, step: nil, metresToGo: metresToGo)
  }

  /// Returns the announcement of a lift that the route does not take.
  static func wrongLift(_ ride: RiddenLift) -> Announcement {
    Announcement(kind: .wrongLift, step: nil, subject: ride.step)
  }

  /// Returns the announcement of a closed lift.
  static func liftClosed(_ step: RouteStep, at index: Int) -> Announcement {
    Announcement(kind: .liftClosed, step: index, subject: step)
  }
}
