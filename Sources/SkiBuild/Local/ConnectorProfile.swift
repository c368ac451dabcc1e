import SkiBase
import SkiTerrain

/// The terrain along a straight connector.
struct ConnectorProfile: Sendable {
  /// The length in metres.
  var mapLengthMetres: Double
  /// The elevations in metres above mean sea level at equal steps, ends included; nil when that of an end is unknown.
  var metres: [Double]?
  /// Indicates whether elevations in between are sampled, not interpolated.
  var isSampled = false
  /// The inferred elevations of the ends in metres, where elevations are unknown; they affect costs, never
  /// admissibility.
  var inferredMetres: (from: Double, to: Double)?

  /// The greatest step between elevations, in metres.
  static let stepMetres = 15.0
  /// The least length in metres of the sections gradients are taken over: 25, or the resolution of the elevation source
  /// where that is coarser.
  var windowMetres = ElevationProfile.minimumSectionMetres

  /// The inferred elevations in centimetres, as links store them; nil where elevations are known, or none were
  /// inferred.
  var inferredCentimetres: [Int32]? {
    guard metres == nil, let inferredMetres else { return nil }
    return [inferredMetres.from, inferredMetres.to].map { Int32(($0 * 100).rounded()) }
  }

  /// The same terrain for a walk whose admissibility is settled: between its ends, and level where elevations are unknown,
  /// as walks between coordinates and the network are.
  var walked: ConnectorProfile {
    var walked = self
    walked.metres = metres.map { [$0[0], $0[$0.count - 1]] }
    walked.inferredMetres = nil
    return walked
  }

  /// The gradient of the steepest section in either direction, rise over run; nil without elevations.
  var steepestGradient: Double? {
    guard let metres else { return nil }
    let step = mapLengthMetres / Double(max(1, metres.count - 1))
    let span = max(1, Int((windowMetres / max(step, 0.01)).rounded(.up)))
    guard metres.count > span else {
      return abs(metres[metres.count - 1] - metres[0]) / max(mapLengthMetres, windowMetres)
    }
    return (span..<metres.count).map { abs(metres[$0] - metres[$0 - span]) / (Double(span) * step) }.max()
  }

  /// The range of elevations in metres; nil without elevations.
  var reliefMetres: Double? {
    metres.flatMap { metres in metres.max().flatMap { high in metres.min().map { high - $0 } } }
  }

  /// The height of a ridge above both ends or the depth of a gully below them, in metres; nil without elevations.
  var undulationMetres: Double? {
    guard let metres, let high = metres.max(), let low = metres.min() else { return nil }
    let ends = [metres[0], metres[metres.count - 1]]
    return max(high - (ends.max() ?? high), (ends.min() ?? low) - low)
  }

  /// Returns the total ascent in metres from the first end to the last, or back; nil without elevations.
  func climbMetres(reversed: Bool = false) -> Double? {
    metres.map { metres in
      zip(metres, metres.dropFirst()).reduce(0) { $0 + max(0, reversed ? $1.0 - $1.1 : $1.1 - $1.0) }
    }
  }

  /// The metres by which lengths and elevations are inexact, so that those drawn at a limit are within it anywhere.
  static let roundingMetres = 0.1
  /// The climb in metres from which people do not walk up of their own accord.
  static let steepClimbMetres = 14.0
  /// The least gradient of a steep climb, and that from which any of more than ``shortSlopeMetres`` is steep.
  private static let (steepGradient, shortGradient) = (0.12, 0.25)
  private static let shortSlopeMetres = 30.0

  /// The climb in metres and the gradient from which any slope is steep.
  private static let (stepClimbMetres, stepGradient) = (7.0, 0.5)

  /// Returns whether the terrain climbs steeply from the first end to the last, or back: so many metres at 12 %, at
  /// 25 % over 30 m, or more than 7 m at 50 %; `false` without elevations.
  func climbsSteeply(reversed: Bool = false, from leastMetres: Double = steepClimbMetres) -> Bool {
    guard let climb = climbMetres(reversed: reversed).map({ $0 - Self.roundingMetres }) else {
      return false
    }
    return climb > max(leastMetres, Self.steepGradient * mapLengthMetres)
      || mapLengthMetres > Self.shortSlopeMetres && climb > Self.shortGradient * mapLengthMetres
      || climb > max(Self.stepClimbMetres, Self.stepGradient * mapLengthMetres)
  }

  /// Indicates whether the ends lie on a slope of more than 25 % over more than 30 m; `false` without elevations.
  var isSteepSlope: Bool {
    guard let metres else { return false }
    let rise = abs(metres[metres.count - 1] - metres[0])
    return mapLengthMetres > Self.shortSlopeMetres
      && rise > Self.shortGradient * mapLengthMetres + Self.roundingMetres
  }
}
