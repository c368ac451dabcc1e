package import SkiGraph

/// The speeds of lifts, and the times of boarding and waiting.
///
/// **Source:** speeds are those of ``LiftSpeeds``; boarding is that of twelve rides on two recorded days, see
/// Data/Formats/times.md; waits follow open routers.
package enum LiftTimes {
  /// Returns the speed along the rope in metres per second.
  package static func speed(of lift: GraphFeature) -> Double {
    LiftSpeeds(lift.liftKind, isDetachable: isDetachable(lift), ropes: lift.ropes).usual
  }

  /// Returns whether a mapped duration of a ride is plausible: by the grip and the ropes that the map states.
  ///
  /// - Parameters:
  ///   - lift: The lift.
  ///   - slopeMetres: The length along the rope from end to end, in metres.
  ///   - milliseconds: The duration in milliseconds.
  package static func isPlausible(_ lift: GraphFeature, slopeMetres: Double, milliseconds: Double) -> Bool {
    LiftSpeeds(lift.liftKind, isDetachable: lift.isDetachable, ropes: lift.ropes)
      .allow(metres: slopeMetres, seconds: milliseconds / 1000)
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
    if lift.ropes != nil { return 70_000 }
    return switch lift.liftKind {
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
    if let duration = lift.durationMilliseconds.map(Double.init),
      isPlausible(lift, slopeMetres: slopeMetres, milliseconds: duration)
    {
      return duration
    }
    return slopeMetres * 1000 / speed(of: lift)
  }

  /// Returns the usual wait in milliseconds: 3 min, 1 min at carpets, half a ride at cable cars that shuttle.
  package static func waitMilliseconds(of lift: GraphFeature, slopeMetres: Double) -> Double {
    switch lift.liftKind {
    case .magicCarpet: 60_000
    case .cableCar where lift.ropes == nil: rideMilliseconds(of: lift, slopeMetres: slopeMetres) / 2
    default: 180_000
    }
  }
}
