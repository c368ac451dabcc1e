import SkiSystem

/// The emission costs by distance from an edge: receiver noise combined with the width of the feature.
///
/// Uses Student's t-distribution with four degrees of freedom, which limits the influence of outliers.
struct EmissionModel: Sendable {
  /// The squares of half widths by ``MatchClass``, then that of area crossings, in square metres.
  private let squares: SIMD4<Float>

  init(_ options: MatchingOptions) {
    func square(_ metres: Double) -> Float { Float(max(0, min(1000, metres)) * max(0, min(1000, metres))) }
    squares = SIMD4(
      square(options.runHalfWidthMetres), square(options.liftHalfWidthMetres),
      square(options.walkHalfWidthMetres),
      square(options.areaHalfWidthMetres))
  }

  /// The half width per metre from the nearer end of a crossing of an area; crossings converge at their ends.
  private let gateShare: Float = 0.5

  /// Returns the search radius around a fix in metres.
  @inline(__always)
  func reach(noise: Float) -> Float { 3.5 * (squares[0] + noise * noise).squareRoot() + 8 }

  /// Returns the cost of a position at a squared distance from the fix, in nats.
  @inline(__always)
  func cost(square: Float, noise: Float, edge: MatchEdge, along: Float) -> Float {
    // People on foot where nothing is drawn keep to no line.
    var width = squares[edge.isConnector ? Int(MatchClass.run.rawValue) : Int(edge.kind)]
    if edge.isCrossing {
      let toGate = gateShare * max(0, min(along, edge.length - along))
      width = max(width, min(squares[3], toGate * toGate))
    }
    let variance = noise * noise + width
    return 2.5 * fastLogarithm(1 + square / (4 * variance)) + 0.5 * fastLogarithm(variance * 0.01)
      + (edge.isUnmappedWalk ? MatchCosts.offTrails : 0)
  }

  /// Returns the cost of a course against the edge's direction in nats; `turn` is the cosine of the angle between both.
  @inline(__always)
  func courseCost(_ turn: Float, known: Bool) -> Float { known ? 1.5 * (1 - turn) : 0 }
}
