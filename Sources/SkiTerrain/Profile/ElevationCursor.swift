/// A reader of the elevations of a profile at distances near the last one read.
///
/// The elevations are those of ``ElevationProfile/elevationMetres(atDistance:)``.
struct ElevationCursor {
  private let profile: ElevationProfile
  /// The index of the first knot beyond the last distance.
  private var after = 0

  init(_ profile: ElevationProfile) { self.profile = profile }

  /// Returns the elevation at a distance in metres above mean sea level.
  /// - Complexity: O(*k*) in the knots between it and the last distance.
  mutating func elevationMetres(atDistance distanceMetres: Double) -> Double {
    while after < profile.knotDistancesMetres.count, !(profile.knotDistancesMetres[after] > distanceMetres) {
      after += 1
    }
    while after > 0, profile.knotDistancesMetres[after - 1] > distanceMetres { after -= 1 }
    return interpolatedElevation(
      profile.knotDistancesMetres, profile.knotElevationsMetres, at: distanceMetres, before: after)
  }
}

/// A reader of the rises over a window that slides along a profile.
struct SlidingWindow {
  /// The length of the window in metres.
  let metres: Double
  private var low: ElevationCursor
  private var high: ElevationCursor

  init(_ profile: ElevationProfile, metres: Double) {
    self.metres = metres
    (low, high) = (ElevationCursor(profile), ElevationCursor(profile))
  }

  /// Returns the rise in metres over the window that starts at a distance in metres.
  /// - Complexity: O(*k*) in the knots between it and the last start.
  mutating func rise(from start: Double) -> Double {
    high.elevationMetres(atDistance: start + metres) - low.elevationMetres(atDistance: start)
  }
}

extension ElevationProfile {
  /// Returns the smoothed elevations at non-decreasing distances in metres above mean sea level.
  /// - Parameter distancesMetres: The distances along the line in metres.
  /// - Complexity: O(*k* + *n*) in the numbers of knots and distances.
  package func elevationsMetres(atDistances distancesMetres: [Double]) -> [Double] {
    var cursor = ElevationCursor(self)
    return distancesMetres.map { cursor.elevationMetres(atDistance: $0) }
  }
}
