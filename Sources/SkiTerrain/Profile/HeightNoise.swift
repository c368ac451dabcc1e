import Glibc

/// How far the difference of two heights of one source may be wrong, and how sure that makes a statement about it.
///
/// **Source:** measured on end-to-end drops of runs. With 3″ samples (93 m) 68 % of the drops in Mayrhofen lie within
/// 4.1 m of those of a 30 m model, and 68 % of those at Crystal Mountain within 12.8 m of those of a 10 m model; a metre
/// and a tenth of the distance between samples (10.3 m) lies between the two.
package struct HeightNoise: Sendable, Hashable {
  /// One standard deviation of the difference of two heights, metres.
  package let deviationMetres: Double

  /// Heights that come with vertices are mostly samples of a model of about this resolution, metres.
  private static let vertexResolutionMetres = 20.0

  /// Makes the noise of a source.
  /// - Parameter resolutionMetres: The distance between its samples; 0 for heights that come with vertices.
  package init(resolutionMetres: Double) {
    let isKnown = resolutionMetres.isFinite && resolutionMetres > 0
    deviationMetres = 1 + 0.1 * (isKnown ? resolutionMetres : Self.vertexResolutionMetres)
  }

  /// Returns how sure it is that a true difference lies on the same side of a limit as the measured one, in percent.
  ///
  /// The normal distribution at the excess in standard deviations: 50 when there is none, 84 at one, 98 at two; never more
  /// than 99.
  /// - Parameter excessMetres: How far the measured difference lies beyond the limit; negative when it doesn't.
  package func surePercent(excessMetres: Double) -> Int {
    guard excessMetres.isFinite else { return 50 }
    let share = 0.5 * erfc(-excessMetres / deviationMetres / 2.0.squareRoot())
    return max(1, min(99, Int((share * 100).rounded())))
  }
}

extension HeightNoise {
  /// A run falls surely when its drop is so many deviations.
  private static let sureDeviations = 5.0

  /// The greatest rise on a sure way down that may be none, metres: half a deviation.
  ///
  /// **Source:** measured on 108 downhill runs at Crystal Mountain: with tiles of 27 m samples the mean error of their ascent
  /// against a 10 m model is least (1.64 m) there, and all of the true counter-slopes over 5 m that the tiles show stay; at two
  /// deviations every second one is lost.
  package var flattenedRiseMetres: Double { deviationMetres / 2 }

  /// Whether a difference of heights is far beyond the noise.
  package func isSure(dropMetres: Double) -> Bool { abs(dropMetres) >= Self.sureDeviations * deviationMetres }
}

extension ElevationProfile {
  /// Returns the profile of a run that is skied one way: monotone where it surely is.
  ///
  /// When the drop is far beyond the noise, rises within the noise are flattened and greater ones stay; else nothing changes.
  /// - Complexity: O(*k*) in the number of knots.
  package func monotone(beyond noise: HeightNoise) -> ElevationProfile {
    let drop = knotElevationsMetres[0] - knotElevationsMetres[knotElevationsMetres.count - 1]
    return noise.isSure(dropMetres: drop) ? withoutReversals(withinMetres: noise.flattenedRiseMetres) : self
  }
}
