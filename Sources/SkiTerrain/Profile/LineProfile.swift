package import SkiBase
import SkiSystem

/// The elevation profile of a run, a route or any line, sampled from an elevation source.
///
/// The source is sampled bicubically, where supported, at the line's vertices and at most 25 m apart (at its resolution
/// where that is finer), then averaged over 25 m, or over a quarter of the resolution where that is coarser. Gradients
/// are taken over windows no shorter than the resolution. All heights of a line come from one source if one covers it.
package struct LineProfile: Sendable {
  /// The coordinates sampled, in the order of the line.
  package let places: [Coordinate]
  /// The geodesic distance of each coordinate along the line, in metres.
  package let distancesMetres: [Double]
  /// The sampled elevation of each coordinate in metres; nil in voids.
  package let sampledElevationsMetres: [Double?]
  /// The smoothed profile over distance.
  package let profile: ElevationProfile
  /// The coarsest resolution of the source along the line, in metres.
  package let resolutionMetres: Double
  /// The gaps and outliers of the source, across which the profile is linear, as ranges of distances in metres.
  package let bridgedRangesMetres: [ClosedRange<Double>]

  /// The half width of averages as a fraction of the source's resolution.
  ///
  /// **Source:** calibrated on 177 runs at Crystal Mountain against a 10 m model. With 3″ samples the mean error of
  /// ascent is 1.5 m and the steepest 25 m are 0.04 too flat in the median; averaged over a whole resolution 2.0 m and
  /// 0.11.
  private static let reachPerResolution = 0.25

  /// Samples the profile of a line.
  /// - Returns: The profile, without outliers and with gaps bridged as by ``LineElevations``; nil when some elevations
  ///   remain unknown.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``; ``SkiError`` with code `.missingInput` when PROJ
  ///   can't be loaded.
  /// - Complexity: O(*n*) samples, and O(*n* log *n*) for the averages.
  /// - Precondition: Every vertex is a valid coordinate.
  package static func read(
    along line: [Coordinate], from source: any ElevationSource, options: LineProfileOptions = .init()
  ) throws -> LineProfile? {
    precondition(line.allSatisfy(\.isValid), "line must be on the Earth, got \(line.prefix(4)) …")
    guard let first = line.first else { return nil }
    let finest = min(source.resolutionMetres(at: first) ?? .infinity, ElevationProfile.minimumSectionMetres)
    let places = LineSampling.densified(line, spacingMetres: max(LineSampling.minimumSpacingMetres, finest))
    let single = try source.sourceCovering(places) ?? source
    let metres = try single.smoothElevationsMetres(along: places)
    try requireGeodesics()
    let distances = geodesicLengthsMetres(along: places)
    let clean = LineElevations(
      distancesMetres: distances, elevationsMetres: metres, gapLimitMetres: options.gapLimitMetres)
    guard let whole = clean.wholeMetres else { return nil }
    let resolution = places.reduce(0.0) { max($0, single.resolutionMetres(at: $1) ?? 0) }
    guard
      let raw = ElevationProfile(
        distancesMetres: distances, elevationsMetres: whole,
        resolutionMetres: resolution * Self.reachPerResolution,
        straightRanges: options.straightRangesMetres)
    else { return nil }
    let noise = ElevationNoise(resolutionMetres: resolution)
    return LineProfile(
      places: places, distancesMetres: distances, sampledElevationsMetres: metres,
      profile: options.isSkiedOneWay ? raw.monotone(beyond: noise) : raw, resolutionMetres: resolution,
      bridgedRangesMetres: clean.bridgedRangesMetres)
  }

  /// Returns the coordinate at a distance along the line in metres; beyond the ends, that of the end.
  /// - Complexity: O(log *n*).
  package func place(atDistance distanceMetres: Double) -> Coordinate {
    let after = distancesMetres.partitioningIndex { $0 > distanceMetres }
    guard after > 0 else { return places[0] }
    guard after < places.count else { return places[places.count - 1] }
    let (a, b) = (distancesMetres[after - 1], distancesMetres[after])
    return places[after - 1].towards(places[after], (distanceMetres - a) / (b - a))
  }
}

/// The options of a line's profile.
package struct LineProfileOptions: Sendable, Hashable {
  /// The sections that are linear between the elevations of their ends, as distances in metres: bridges and tunnels.
  package var straightRangesMetres: [ClosedRange<Double>]
  /// Indicates whether the line is a run skied down one way, on which rises within the noise are flattened.
  package var isSkiedOneWay: Bool
  /// The maximum length of a gap without elevations that is interpolated linearly, in metres.
  package var gapLimitMetres: Double

  /// Creates options.
  package init(
    straightRangesMetres: [ClosedRange<Double>] = [], isSkiedOneWay: Bool = false,
    gapLimitMetres: Double = 200
  ) {
    self.straightRangesMetres = straightRangesMetres
    self.isSkiedOneWay = isSkiedOneWay
    self.gapLimitMetres = gapLimitMetres
  }
}

/// The densification of lines.
package enum LineSampling {
  /// The minimum distance between samples in metres, shorter than any turn of a run.
  static let minimumSpacingMetres = 5.0
  /// The maximum number of coordinates on one line, which bounds the cost of excessively long lines.
  private static let placeLimit = 1_000_000.0

  /// Returns a line with vertices inserted so that adjacent ones are no farther apart than a spacing in metres.
  ///
  /// Edges cross the antimeridian where that is shorter.
  /// - Complexity: O(*n*) in the vertices of the result, about a million at most.
  package static func densified(_ line: [Coordinate], spacingMetres: Double) -> [Coordinate] {
    guard var last = line.first else { return [] }
    let lengths = zip(line, line.dropFirst()).map { $0.distanceMetres(to: $1) }
    let spacing = max(spacingMetres, lengths.reduce(0, +) / placeLimit)
    var dense = [last]
    for (next, length) in zip(line.dropFirst(), lengths) {
      let pieces = max(1, (length / spacing).rounded(.up))
      for piece in stride(from: 1, to: pieces, by: 1) { dense.append(last.towards(next, piece / pieces)) }
      dense.append(next)
      last = next
    }
    return dense
  }
}

/// The error of elevation differences within one source, and the confidence in statements about them.
///
/// **Source:** calibrated on end-to-end drops of runs. With 3″ samples (93 m) 68 % of the drops in Mayrhofen are within
/// 4.1 m of those of a 30 m model, and 68 % of those at Crystal Mountain within 12.8 m of those of a 10 m model; a
/// metre plus a tenth of the resolution (10.3 m) lies between the two.
package struct ElevationNoise: Sendable, Hashable {
  /// The standard deviation of the difference of two heights, in metres.
  package let deviationMetres: Double

  /// The assumed resolution in metres of elevations given with vertices.
  private static let vertexResolutionMetres = 20.0

  /// Creates the noise of a source.
  /// - Parameter resolutionMetres: The resolution in metres; 0 for elevations given with vertices.
  package init(resolutionMetres: Double) {
    let isKnown = resolutionMetres.isFinite && resolutionMetres > 0
    deviationMetres = 1 + 0.1 * (isKnown ? resolutionMetres : Self.vertexResolutionMetres)
  }

  /// Returns the confidence, in percent, that a true difference is on the same side of a limit as the measured one.
  ///
  /// It is the normal distribution function of the excess in standard deviations: 50 at none, 84 at one, 98 at two,
  /// limited to 1...99.
  /// - Parameter excessMetres: The excess of the measured difference over the limit in metres; negative below it.
  package func certaintyPercent(excessMetres: Double) -> Int {
    guard excessMetres.isFinite else { return 50 }
    let share = 0.5 * erfc(-excessMetres / deviationMetres / 2.0.squareRoot())
    return max(1, min(99, Int((share * 100).rounded())))
  }
}

extension ElevationNoise {
  /// The drop in standard deviations from which a run is certain to descend.
  private static let sureDeviations = 5.0

  /// The largest rise in metres that is flattened on a certain descent: half a standard deviation.
  ///
  /// **Source:** calibrated on 108 downhill runs at Crystal Mountain. With tiles of 27 m samples the mean error of
  /// their ascent against a 10 m model is least (1.64 m) there, and all true counter-slopes over 5 m that the tiles
  /// show are kept; at two deviations every second one is lost.
  package var flatteningThresholdMetres: Double { deviationMetres / 2 }

  /// Returns whether a difference of heights is at least five standard deviations.
  package func isSignificant(dropMetres: Double) -> Bool {
    abs(dropMetres) >= Self.sureDeviations * deviationMetres
  }
}

extension ElevationProfile {
  /// Returns the profile of a run skied one way, made monotone if its drop is certain.
  ///
  /// If the drop is certain, rises within the noise are flattened and greater ones are kept; otherwise nothing changes.
  /// - Complexity: O(*k*) in the number of knots.
  package func monotone(beyond noise: ElevationNoise) -> ElevationProfile {
    let drop = knotElevationsMetres[0] - knotElevationsMetres[knotElevationsMetres.count - 1]
    return noise.isSignificant(dropMetres: drop)
      ? withoutReversals(withinMetres: noise.flatteningThresholdMetres) : self
  }
}
