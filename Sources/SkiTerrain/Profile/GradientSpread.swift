import SkiBase

/// The steepest and the 90th-percentile gradient of a line, as absolute ratios of rise over run.
package struct GradientSpread: Sendable, Hashable {
  /// The steepest gradient over any window.
  package var steepest: Double
  /// The 90th percentile of the gradients.
  package var percentile90: Double

  /// Creates a spread from its gradients.
  package init(steepest: Double, percentile90: Double) {
    self.steepest = steepest
    self.percentile90 = percentile90
  }

  /// Returns the larger of each gradient.
  package func union(_ other: GradientSpread) -> GradientSpread {
    GradientSpread(
      steepest: max(steepest, other.steepest), percentile90: max(percentile90, other.percentile90))
  }
}

extension ElevationProfile {
  /// The share of a line that may exceed its 90th percentile, so that short steep parts don't make a run steep.
  private static let exceptedShare = 0.1
  /// The distance between windows in metres, on lines of ordinary length.
  private static let spacingMetres = 5.0

  /// Returns the gradients of the line over windows of a length; a shorter line counts as a whole.
  /// - Parameter windowMetres: The length of the window in metres, at least the resolution of the heights.
  /// - Complexity: O(*k*) expected in the number of knots.
  /// - Precondition: `windowMetres > 0`
  package func gradientSpread(windowMetres: Double = minimumSectionMetres) -> GradientSpread {
    let worst = steepestGradients(windowMetres: windowMetres)
    let window = min(windowMetres, mapLengthMetres)
    guard window > 0 else { return GradientSpread(steepest: 0, percentile90: 0) }
    let room = mapLengthMetres - window
    let most = Double(8 * knotDistancesMetres.count)
    let count = max(0, min((room / Self.spacingMetres).rounded(), most))
    var sliding = SlidingWindow(self, metres: window)
    let gradients = (0...Int(count)).map { step -> Double in
      abs(sliding.rise(from: startMetres + (count > 0 ? room * Double(step) / count : 0))) / window
    }
    return GradientSpread(
      steepest: max(worst.up, worst.down),
      percentile90: Self.greatest(of: gradients, after: Int(Double(gradients.count) * Self.exceptedShare)))
  }

  /// Returns the greatest number after so many greater ones.
  ///
  /// **Source:** Hoare 1961, "Algorithm 65: find". Complexity: O(*n*) expected.
  private static func greatest(of numbers: [Double], after count: Int) -> Double {
    var numbers = numbers
    var (low, high) = (0, numbers.count - 1)
    while low < high {
      let pivot = numbers[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while numbers[left] > pivot { left += 1 }
        while numbers[right] < pivot { right -= 1 }
        guard left <= right else { break }
        numbers.swapAt(left, right)
        left += 1
        right -= 1
      }
      if count <= right { high = right } else if count >= left { low = left } else { break }
    }
    return numbers[count]
  }
}

/// A section of a line with its gradient.
package struct SteepStretch: Sendable, Hashable {
  /// The range of distances along the line, in metres.
  package var metres: ClosedRange<Double>
  /// The absolute gradient as a ratio.
  package var gradient: Double

  /// Creates a section.
  package init(metres: ClosedRange<Double>, gradient: Double) {
    self.metres = metres
    self.gradient = gradient
  }
}

extension ElevationProfile {
  /// Returns the steepest section of a length, up or down, the first of equals; nil on a shorter line.
  /// - Complexity: O(*k* log *k*) in the number of knots.
  /// - Precondition: `windowMetres > 0`
  package func steepestStretch(windowMetres: Double) -> SteepStretch? {
    precondition(windowMetres > 0, "window must be positive, got \(windowMetres)")
    guard mapLengthMetres >= windowMetres else { return nil }
    let last = endMetres - windowMetres
    let knots = knotDistancesMetres
    let ahead = knots[knots.partitioningIndex { $0 - windowMetres >= startMetres }...].map {
      $0 - windowMetres
    }
    let starts = [startMetres] + knots.prefix { $0 <= last } + [last] + ahead
    var sliding = SlidingWindow(self, metres: windowMetres)
    var best: SteepStretch?
    for start in starts.sorted() {
      let gradient = abs(sliding.rise(from: start)) / windowMetres
      if gradient > best?.gradient ?? -1 {
        best = SteepStretch(metres: start...start + windowMetres, gradient: gradient)
      }
    }
    return best
  }
}

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
