import SkiGraph
import SkiModel

/// How fast lifts run and how long one waits for them.
///
/// **Source:** medians of 629 real lifts (chairs, gondolas, cable cars, funiculars, drag lifts); tows and carpets and
/// the waits follow open routers. Railways run like funiculars and rack railways at 7 m/s: both are guesses.
public enum LiftTimes {
  /// A duration from the source counts only when it means a speed within these bounds, metres a second.
  static let plausibleSpeeds = 0.3...13.0

  /// Returns the speed along the rope in metres a second.
  /// - Complexity: O(1).
  public static func speed(of lift: GraphFeature) -> Double {
    switch lift.liftKind {
    case .gondola, .mixedLift: 4.9
    case .chairLift: chairSpeed(lift)
    case .cableCar: 6.3
    case .funicular, .railway: 8.0
    case .rackRailway: 7.0
    case .dragLift, .tBar, .jBar, .platter: 3.0
    case .ropeTow: 1.7
    case .magicCarpet: 0.8
    case .unknown: 4.0
    }
  }

  /// Fixed chairs 2.3, detachable ones 4.9, unknown ones 3.2 m/s.
  ///
  /// Without a tag, three seats or fewer are fixed and six or more detachable; between, more than 2,400 people an
  /// hour need a detachable chair.
  private static func chairSpeed(_ lift: GraphFeature) -> Double {
    let (fixed, detachable, unknown) = (2.3, 4.9, 3.2)
    if let isDetachable = lift.isDetachable { return isDetachable ? detachable : fixed }
    if let seats = lift.occupancy {
      if seats <= 3 { return fixed }
      if seats >= 6 { return detachable }
      return lift.capacityPerHour.map { $0 > 2400 ? detachable : fixed } ?? unknown
    }
    return lift.capacityPerHour.map { $0 > 2400 ? detachable : unknown } ?? unknown
  }

  /// Returns milliseconds for the whole ride: the source's duration when plausible, else length over speed.
  ///
  /// - Parameters:
  ///   - lift: The lift.
  ///   - slopeMetres: Its length along the rope, from end to end.
  public static func rideMilliseconds(of lift: GraphFeature, slopeMetres: Double) -> Double {
    if let duration = lift.durationMilliseconds, duration > 0,
      plausibleSpeeds.contains(slopeMetres / (Double(duration) / 1000))
    {
      return Double(duration)
    }
    return slopeMetres * 1000 / speed(of: lift)
  }

  /// Returns milliseconds one waits before boarding: 3 min, 1 min at carpets, half a ride at jig-back cable cars.
  public static func waitMilliseconds(of lift: GraphFeature, slopeMetres: Double) -> Double {
    switch lift.liftKind {
    case .magicCarpet: 60_000
    case .cableCar: rideMilliseconds(of: lift, slopeMetres: slopeMetres) / 2
    default: 180_000
    }
  }
}
