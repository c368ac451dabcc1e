/// How steep a line is: at its worst, and on nine tenths of it.
///
/// A value; `Sendable`. Gradients are ratios, rise over run, up or down, never negative.
package struct GradientSpread: Sendable, Hashable {
  /// The steepest stretch.
  package var steepest: Double
  /// What nine tenths of the line don't exceed.
  package var usual: Double

  /// Makes a spread.
  package init(steepest: Double, usual: Double) {
    self.steepest = steepest
    self.usual = usual
  }

  /// Returns the steeper of each.
  package func union(_ other: GradientSpread) -> GradientSpread {
    GradientSpread(steepest: max(steepest, other.steepest), usual: max(usual, other.usual))
  }
}

extension ElevationProfile {
  /// The share of a line that may be steeper than its usual gradient: short steeper parts don't make a run steep.
  private static let exceptedShare = 0.1
  /// Metres between the stretches that are looked at, on lines of ordinary length.
  private static let spacingMetres = 5.0

  /// Returns how steep the line is over stretches of a length.
  ///
  /// A line shorter than a stretch counts as a whole.
  /// - Parameter windowMetres: The length of the stretch, no less than the resolution of the heights.
  /// - Complexity: O(*k* log *k*) in the number of knots.
  /// - Precondition: `windowMetres > 0`
  package func gradientSpread(windowMetres: Double = leastSectionMetres) -> GradientSpread {
    let worst = steepestGradients(windowMetres: windowMetres)
    let window = min(windowMetres, horizontalLengthMetres)
    guard window > 0 else { return GradientSpread(steepest: 0, usual: 0) }
    let room = horizontalLengthMetres - window
    let most = Double(8 * knotDistancesMetres.count)
    let count = max(0, min((room / Self.spacingMetres).rounded(), most))
    var gradients = (0...Int(count)).map { step -> Double in
      let from = startMetres + (count > 0 ? room * Double(step) / count : 0)
      return abs(elevationMetres(atDistance: from + window) - elevationMetres(atDistance: from)) / window
    }
    gradients.sort(by: >)
    return GradientSpread(
      steepest: max(worst.up, worst.down), usual: gradients[Int(Double(gradients.count) * Self.exceptedShare)]
    )
  }
}

/// A stretch of a line and how steep it is.
package struct SteepStretch: Sendable, Hashable {
  /// Metres along the line where it begins and ends.
  package var metres: ClosedRange<Double>
  /// Its gradient as a positive ratio, up or down.
  package var gradient: Double

  /// Makes a stretch.
  package init(metres: ClosedRange<Double>, gradient: Double) {
    self.metres = metres
    self.gradient = gradient
  }
}

extension ElevationProfile {
  /// Returns the steepest stretch of a length, up or down, the first of equals; nil on a line shorter than that.
  /// - Complexity: O(*k* log *k*) in the number of knots.
  /// - Precondition: `windowMetres > 0`
  package func steepestStretch(windowMetres: Double) -> SteepStretch? {
    precondition(windowMetres > 0, "window must be positive, got \(windowMetres)")
    guard horizontalLengthMetres >= windowMetres else { return nil }
    let last = endMetres - windowMetres
    var starts = [startMetres, last]
    for knot in knotDistancesMetres {
      if knot <= last { starts.append(knot) }
      if knot - windowMetres >= startMetres { starts.append(knot - windowMetres) }
    }
    var best: SteepStretch?
    for start in starts.sorted() {
      let rise = elevationMetres(atDistance: start + windowMetres) - elevationMetres(atDistance: start)
      let gradient = abs(rise) / windowMetres
      if gradient > best?.gradient ?? -1 {
        best = SteepStretch(metres: start...start + windowMetres, gradient: gradient)
      }
    }
    return best
  }
}
