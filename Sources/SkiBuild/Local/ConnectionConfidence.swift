import SkiGraph

/// How sure the builder is of what it joins, in per cent: every formula in one place.
///
/// 100 is what the source itself says; 50 is as likely wrong as right. The numbers are this project's estimates, ordered by
/// what a look at the drawn samples showed to go wrong more often.
enum ConnectionConfidence {
  /// The source draws both through one vertex.
  static let sharedVertex = Junction(cause: .sharedVertex, confidencePercent: 100)
  /// Two ends or lines lie within half a metre of each other.
  static let passing = Junction(cause: .passing, confidencePercent: 90)

  /// Two lines cross in the plan without a vertex in common: 85 on the same height, 2 less for each metre between them, 75
  /// where heights are unknown; the files tell bridges and tunnels seldom.
  static func crossing(heightDifferenceMetres: Double?) -> Junction {
    let percent = heightDifferenceMetres.map { 85 - 2 * min(abs($0), 15) } ?? 75
    return Junction(cause: .crossing, confidencePercent: UInt8(percent.rounded()))
  }

  /// A way across a mapped area: 70; 40 where no heights say which way it may be skied.
  static func areaCrossing(isDirectionKnown: Bool) -> UInt8 { isDirectionKnown ? 70 : 40 }

  /// A connector: 95 for a step; less
  /// - 0.3 for each metre of its length: 45 less at 150 m,
  /// - 0.5 for each per cent by which its steepest section is steeper than 20 %: 20 less at 60 %,
  /// - 2 for each metre by which the ground between rises above or falls below both ends,
  /// - 5 where nothing is known of the ground between (beyond 15 m), 10 where the heights of its ends are unknown too,
  /// - 5 between two runs: lifts and runs are meant to meet, runs may be apart on purpose.
  static func connector(over ground: ConnectorGround, cause: LinkCause) -> UInt8 {
    var percent = 95 - 0.3 * ground.lengthMetres
    percent -= 50 * max(0, (ground.steepestGradient ?? 0) - 0.2)
    percent -= 2 * max(0, ground.undulationMetres ?? 0)
    if ground.lengthMetres > ConnectorGround.stepMetres, !ground.isSampled {
      percent -= ground.metres == nil ? 10 : 5
    }
    if cause == .nearMiss { percent -= 5 }
    return UInt8(max(5, min(95, percent)).rounded())
  }
}
