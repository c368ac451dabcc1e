/// The noise of positions, along each axis.
struct PositionNoise: Sendable, Hashable {
  /// The standard deviation of the part that is independent from fix to fix, in metres.
  var whiteMetres: Float
  /// The standard deviation of the part correlated over about a minute, in metres.
  var driftingMetres: Float

  /// The correlation time of the drifting part in seconds, as measured for receivers of phones.
  static let driftSeconds: Float = 60

  /// The standard deviation of both parts together, in metres.
  var metres: Float { (whiteMetres * whiteMetres + driftingMetres * driftingMetres).squareRoot() }

  /// The time in seconds within which fixes are one observation, for the mixture of both parts.
  var correlationSeconds: Float {
    let (white, drifting) = (whiteMetres * whiteMetres, driftingMetres * driftingMetres)
    return (white * 2 + drifting * Self.driftSeconds / 2) / max(1e-6, white + drifting)
  }
}
