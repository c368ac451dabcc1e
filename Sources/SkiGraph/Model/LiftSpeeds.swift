/// The ropes of a cabin lift that runs faster than one with a single rope.
///
/// Neither OpenStreetMap nor OpenSkiMap has a tag for them: both map such lifts as gondolas or cable cars.
@nonexhaustive
package enum CabinRopes: String, Sendable, Hashable, CaseIterable {
  /// Cabins between two hauling ropes of one loop (funitel).
  case funitel
  /// Cabins on two track ropes with a hauling rope (3S, tricable).
  case tricable

  /// Creates the ropes that a word of a tag states, such as `funitel` or `3s`; nil for other words.
  package init?(word: String) {
    switch word {
    case "funitel": self = .funitel
    case "3s", "tricable", "tricable_gondola": self = .tricable
    default: return nil
    }
  }

  /// Creates the ropes that a name states with a word of its own ("Funitel de Thorens", "3S-Bahn", "3-S"); nil for other
  /// names, and for lifts without cabins.
  /// - Complexity: O(*n*) in the length of the name.
  package init?(name: String, kind: LiftKind) {
    switch kind {
    case .gondola, .cableCar, .mixedLift, .unknown: break
    default: return nil
    }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    if let ropes = words.lazy.compactMap({ CabinRopes(word: String($0)) }).first {
      self = ropes
    } else if zip(words, words.dropFirst()).contains(where: { $0 == "3" && $1 == "s" }) {
      self = .tricable
    } else {
      return nil
    }
  }
}

/// The speeds of a kind of lift along its slope: the usual one, and those between which a mapped duration is believed.
///
/// **Source:** usual speeds are medians of 629 real lifts (chairs, gondolas, cable cars, funiculars, drag lifts); rope
/// tows, carpets, funitels and tricable gondolas follow what is built; railways are estimates. The greatest speeds are
/// the highest built, with a tenth to a quarter on top for inaccurate lines: gondolas with one rope 6 m/s (EN 12929-1;
/// 7 by derogation), on track ropes 8.5, funitels 7.5, detachable chairs 6, fixed ones 3, cable cars 12.5, funiculars
/// 14, drag lifts 4, carpets 1.2 m/s. A gondola may be one on track ropes that nothing marks. The least speeds lie below
/// the slowest of 140 durations of real areas: a beginners' chair at 1.4 m/s, gondolas at 2.7 m/s, a T-bar at 1.1 m/s,
/// from end to end. Durations include the time in stations, which is allowed for apart, since it weighs most on short
/// lifts.
package struct LiftSpeeds: Sendable, Hashable {
  /// The usual speed in metres per second.
  package var usual: Double
  /// The least plausible speed between the stations, in metres per second.
  package var least: Double
  /// The greatest plausible speed in metres per second.
  package var greatest: Double
  /// The time that a duration may include for stations, in seconds.
  package var stationSeconds: Double

  /// Creates the speeds of a lift.
  /// - Parameters:
  ///   - kind: The kind of the lift.
  ///   - isDetachable: True for a chairlift whose chairs detach in the stations; nil when unknown.
  ///   - ropes: The ropes of a cabin lift; nil for a single one, and for other kinds.
  package init(_ kind: LiftKind, isDetachable: Bool? = nil, ropes: CabinRopes? = nil) {
    switch ropes {
    case .funitel?: self.init(6.5, 3.0, 8.5, 120)
    case .tricable?: self.init(7.5, 3.0, 9.5, 120)
    case nil: self = Self.table(kind, isDetachable)
    }
  }

  private static func table(_ kind: LiftKind, _ isDetachable: Bool?) -> LiftSpeeds {
    switch kind {
    case .gondola: LiftSpeeds(4.9, 2.0, 9.5, 120)
    case .mixedLift: LiftSpeeds(4.9, 2.0, 7.5, 120)
    case .chairLift:
      switch isDetachable {
      case false?: LiftSpeeds(2.3, 1.2, 3.5, 60)
      case true?: LiftSpeeds(4.9, 2.0, 7.0, 120)
      case nil: LiftSpeeds(3.2, 1.2, 7.0, 120)
      }
    case .cableCar: LiftSpeeds(6.3, 2.0, 14.0, 120)
    case .funicular: LiftSpeeds(8.0, 1.5, 15.5, 120)
    case .railway: LiftSpeeds(8.0, 2.0, 30.0, 600)
    case .rackRailway: LiftSpeeds(7.0, 1.5, 13.0, 600)
    case .dragLift, .tBar, .jBar, .platter: LiftSpeeds(3.0, 1.0, 5.0, 30)
    case .ropeTow: LiftSpeeds(1.7, 0.5, 8.0, 30)
    case .magicCarpet: LiftSpeeds(0.8, 0.3, 1.5, 0)
    case .unknown: LiftSpeeds(4.0, 0.3, 14.0, 0)
    }
  }

  private init(_ usual: Double, _ least: Double, _ greatest: Double, _ stationSeconds: Double) {
    (self.usual, self.least, self.greatest, self.stationSeconds) = (usual, least, greatest, stationSeconds)
  }

  /// Returns whether a ride along a slope may take a time.
  package func allow(metres: Double, seconds: Double) -> Bool {
    seconds > 0 && metres <= greatest * seconds && seconds <= metres / least + stationSeconds
  }

  /// Returns how many times as fast as usual, or as slow, a ride is: 1 at the usual speed, 2 at twice or half of it.
  package func deviation(metres: Double, seconds: Double) -> Double {
    let ratio = metres / seconds / usual
    return max(ratio, 1 / ratio)
  }
}
