package import SkiGraph
import SkiModel

/// How fast lifts run, how long boarding takes and how long one waits for them.
///
/// **Source:** of the speeds medians of 629 real lifts (chairs, gondolas, cable cars, funiculars, drag lifts); of boarding
/// twelve rides on two recorded days, see Data/Formats/times.md; tows, carpets and the waits follow open routers. Railways run
/// like funiculars and rack railways at 7 m/s: both are guesses.
package enum LiftTimes {
  /// A duration from the source counts only when it means a speed within these bounds, metres a second.
  static let plausibleSpeeds = 0.3...13.0

  /// Returns the speed along the rope in metres a second.
  /// - Complexity: O(1).
  package static func speed(of lift: GraphFeature) -> Double {
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
  private static func chairSpeed(_ lift: GraphFeature) -> Double {
    switch isDetachable(lift) {
    case false?: 2.3
    case true?: 4.9
    case nil: 3.2
    }
  }

  /// Whether the chairs of a lift leave the rope in its stations; nil when nothing tells.
  ///
  /// Without a tag, three seats or fewer are fixed and six or more detachable; between, more than 2,400 people an
  /// hour need a detachable chair.
  private static func isDetachable(_ lift: GraphFeature) -> Bool? {
    if let isDetachable = lift.isDetachable { return isDetachable }
    let isBusy = lift.capacityPerHour.map { $0 > 2400 }
    guard let seats = lift.occupancy else { return isBusy == true ? true : nil }
    if seats <= 3 { return false }
    return seats >= 6 ? true : isBusy
  }

  /// Returns milliseconds for getting in and out: the slow way through the stations, slow-downs and stops of the rope.
  ///
  /// Detachable chairs lost 70 s in the median of seven rides, fixed ones 35 s on one, lifts of unknown kind 67 s over their
  /// posted duration on four. Cabins creep through their stations as detachable chairs do, and count as these; chairs of
  /// unknown grip lie between. Nobody recorded the other kinds: nothing is added there.
  /// - Complexity: O(1).
  package static func boardingMilliseconds(of lift: GraphFeature) -> Double {
    switch lift.liftKind {
    case .gondola, .mixedLift: 70_000
    case .chairLift: isDetachable(lift).map { $0 ? 70_000 : 35_000 } ?? 50_000
    case .unknown: 65_000
    default: 0
    }
  }

  /// Returns milliseconds the rope takes from end to end, without boarding: the source's duration when plausible, else length
  /// over speed.
  ///
  /// - Parameters:
  ///   - lift: The lift.
  ///   - slopeMetres: Its length along the rope, from end to end.
  package static func rideMilliseconds(of lift: GraphFeature, slopeMetres: Double) -> Double {
    if let duration = lift.durationMilliseconds, duration > 0,
      plausibleSpeeds.contains(slopeMetres / (Double(duration) / 1000))
    {
      return Double(duration)
    }
    return slopeMetres * 1000 / speed(of: lift)
  }

  /// Returns milliseconds one waits before boarding: 3 min, 1 min at carpets, half a ride at jig-back cable cars.
  package static func waitMilliseconds(of lift: GraphFeature, slopeMetres: Double) -> Double {
    switch lift.liftKind {
    case .magicCarpet: 60_000
    case .cableCar: rideMilliseconds(of: lift, slopeMetres: slopeMetres) / 2
    default: 180_000
    }
  }
}
