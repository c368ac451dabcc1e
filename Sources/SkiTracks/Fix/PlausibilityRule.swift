package import SkiBase
package import SkiGraph

/// Refuses fixes that are invalid in themselves: invalid coordinates or times, 0° N 0° E, invalid accuracies.
package struct PlausibilityRule: FixRule, Hashable {
  /// The distance from 0° N 0° E, in degrees of latitude and longitude, within which coordinates are refused.
  package var nullIslandDegrees: Double

  /// Creates a rule.
  package init(nullIslandDegrees: Double = 1e-4) { self.nullIslandDegrees = nullIslandDegrees }

  /// Returns whether a fix is valid in itself.
  package mutating func decide(_ fix: LocationFix, now: UniversalTime?) -> FixDecision {
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

/// Refuses fixes with a poor accuracy; fixes of unknown accuracy pass.
package struct AccuracyRule: FixRule, Hashable {
  /// The greatest accuracy radius (68 %) of an accepted fix, in metres.
  package var limitMetres: Double

  /// Creates a rule. The default of 100 m refuses positions from cells and wireless networks alone.
  package init(limitMetres: Double = 100) { self.limitMetres = limitMetres }

  /// Returns whether the accuracy of a fix is within the limit.
  package mutating func decide(_ fix: LocationFix, now: UniversalTime?) -> FixDecision {
    guard let accuracy = fix.horizontalAccuracyMetres, !(accuracy <= limitMetres) else { return .accepted }
    return .refused(.inaccurate)
  }
}
