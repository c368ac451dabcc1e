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
}
