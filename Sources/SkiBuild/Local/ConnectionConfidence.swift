import SkiGraph

/// The confidence of junctions and connections, in per cent.
///
/// 100 is stated by the source; 50 is as likely wrong as right. The numbers are this project's estimates, ordered by
/// the error rates observed in drawn samples.
enum ConnectionConfidence {
  /// The junction at a vertex that both lines share in the source.
  static let sharedVertex = Junction(cause: .sharedVertex, confidencePercent: 100)
  /// The junction of ends or lines within half a metre of each other.
  static let passing = Junction(cause: .passing, confidencePercent: 90)

  /// Returns the confidence of a crossing without a common vertex: 85 less 2 for each metre of height between the
  /// lines, 75 where heights are unknown; bridges and tunnels are seldom tagged.
  static func crossing(heightDifferenceMetres: Double?) -> Junction {
    let percent = heightDifferenceMetres.map { 85 - 2 * min(abs($0), 15) } ?? 75
    return Junction(cause: .crossing, confidencePercent: UInt8(percent.rounded()))
  }

  /// Returns the confidence of a path across a mapped area: 70, or 40 where no elevations tell its direction.
  static func areaCrossing(isDirectionKnown: Bool) -> UInt8 { isDirectionKnown ? 70 : 40 }

  /// Returns the confidence of a connector: 95, less
  /// - 0.3 for each metre of its length: 45 less at 150 m,
  /// - 0.5 for each per cent by which its steepest section is steeper than 20 %: 20 less at 60 %,
  /// - 2 for each metre by which the ground between rises above or falls below both ends,
  /// - 5 where elevations between are unknown (beyond 15 m), 10 where those of its ends are unknown too,
  /// - 5 between two runs, which may be apart on purpose.
  static func connector(over ground: ConnectorProfile, cause: LinkCause) -> UInt8 {
    var percent = 95 - 0.3 * ground.mapLengthMetres
    percent -= 50 * max(0, (ground.steepestGradient ?? 0) - 0.2)
    percent -= 2 * max(0, ground.undulationMetres ?? 0)
    if ground.mapLengthMetres > ConnectorProfile.stepMetres, !ground.isSampled {
      percent -= ground.metres == nil ? 10 : 5
    }
    if cause == .nearMiss { percent -= 5 }
    return UInt8(max(5, min(95, percent)).rounded())
  }
}
