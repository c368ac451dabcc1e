package import SkiGeo

/// Refuses what is wrong by itself: no place on the Earth, 0° 0°, no accuracy.
package struct PlausibilityRule: FixRule, Hashable {
  /// Places so near to 0° N 0° E, in degrees of both, are no places.
  package var nullIslandDegrees: Double

  /// Makes a rule.
  package init(nullIslandDegrees: Double = 1e-4) { self.nullIslandDegrees = nullIslandDegrees }

  /// See ``FixRule/judge(_:now:)``.
  package mutating func judge(_ fix: LocationFix, now: UniversalTime?) -> FixVerdict {
    let place = fix.coordinate
    guard place.isValid, fix.time.secondsSince1970.isFinite else { return .refused(.invalidCoordinate) }
    if abs(place.latitude) <= nullIslandDegrees, abs(place.longitude) <= nullIslandDegrees {
      return .refused(.nullIsland)
    }
    if let accuracy = fix.horizontalAccuracyMetres, !(accuracy >= 0 && accuracy.isFinite) {
      return .refused(.invalidAccuracy)
    }
    return .accepted
  }
}

/// Refuses fixes the receiver itself is not sure of; a fix without accuracy passes.
package struct AccuracyRule: FixRule, Hashable {
  /// The largest radius of 68 % that is of use, metres.
  package var limitMetres: Double

  /// Makes a rule. 100 m tells a valley's side still; places by cells and wireless networks alone are refused.
  package init(limitMetres: Double = 100) { self.limitMetres = limitMetres }

  /// See ``FixRule/judge(_:now:)``.
  package mutating func judge(_ fix: LocationFix, now: UniversalTime?) -> FixVerdict {
    guard let accuracy = fix.horizontalAccuracyMetres, !(accuracy <= limitMetres) else { return .accepted }
    return .refused(.inaccurate)
  }
}
