package import SkiGraph
import SkiModel

/// The speeds of lifts, and the times of boarding and waiting.
///
/// **Source:** speeds are medians of 629 real lifts (chairs, gondolas, cable cars, funiculars, drag lifts); boarding of
/// twelve rides on two recorded days, see Data/Formats/times.md; rope tows, carpets and waits follow open routers. The
/// speeds of railways and rack railways are estimates.
package enum LiftTimes {
  /// The plausible speeds in metres per second; a mapped duration that implies another one is ignored.
  static let plausibleSpeeds = 0.3...13.0

  /// Returns the speed along the rope in metres per second.
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

  /// Returns the speed of a chair lift in metres per second: fixed-grip 2.3, detachable 4.9, unknown 3.2.
  private static func chairSpeed(_ lift: GraphFeature) -> Double {
    switch isDetachable(lift) {
    case false?: 2.3
    case true?: 4.9
    case nil: 3.2
    }
  }

  /// Returns whether the chairs of a lift are detachable; nil when unknown.
  ///
  /// Without a tag, three seats or fewer are fixed-grip and six or more detachable; between, a capacity above 2,400
  /// persons per hour implies detachable chairs.
  private static func isDetachable(_ lift: GraphFeature) -> Bool? {
    if let isDetachable = lift.isDetachable { return isDetachable }
    let isBusy = lift.capacityPerHour.map { $0 > 2400 }
    guard let seats = lift.occupancy else { return isBusy == true ? true : nil }
    if seats <= 3 { return false }
    return seats >= 6 ? true : isBusy
  }

  /// Returns the time of boarding and leaving in milliseconds: slow travel through stations, slow-downs and stops of
  /// the rope.
  ///
  /// Detachable chairs lost 70 s in the median of seven rides, fixed-grip ones 35 s on one, lifts of unknown kind 67 s
  /// over their posted duration on four. Cabins count as detachable chairs; chairs of unknown grip lie between. Other
  /// kinds were not measured and add nothing.
  package static func boardingMilliseconds(of lift: GraphFeature) -> Double {
    switch lift.liftKind {
    case .gondola, .mixedLift: 70_000
    case .chairLift: isDetachable(lift).map { $0 ? 70_000 : 35_000 } ?? 50_000
    case .unknown: 65_000
    default: 0
    }
  }

  /// Returns the duration of the whole ride without boarding in milliseconds: the mapped one when plausible, else
  /// length over speed.
  ///
  /// - Parameters:
  ///   - lift: The lift.
  ///   - slopeMetres: The length along the rope from end to end, in metres.
  package static func rideMilliseconds(of lift: GraphFeature, slopeMetres: Double) -> Double {
    if let duration = lift.durationMilliseconds, duration > 0,
      plausibleSpeeds.contains(slopeMetres / (Double(duration) / 1000))
    {
      return Double(duration)
    }
    return slopeMetres * 1000 / speed(of: lift)
  }

  /// Returns the usual wait in milliseconds: 3 min, 1 min at carpets, half a ride at cable cars.
  package static func waitMilliseconds(of lift: GraphFeature, slopeMetres: Double) -> Double {
    switch lift.liftKind {
    case .magicCarpet: 60_000
    case .cableCar: rideMilliseconds(of: lift, slopeMetres: slopeMetres) / 2
    default: 180_000
    }
  }
}
