#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// How far from its line people are on an edge: the noise of the receiver and the width of what the line stands for.
///
/// The cost is that of Student's distribution with four degrees of freedom: near the line like a normal one, but a fix far off
/// is an outlier rather than a proof.
struct MatchWidths: Sendable {
  /// Squares of half widths by ``MatchClass``, then that of area crossings.
  private let squares: SIMD4<Float>

  init(_ options: MatchingOptions) {
    func square(_ metres: Double) -> Float { Float(max(0, min(1000, metres)) * max(0, min(1000, metres))) }
    squares = SIMD4(
      square(options.runHalfWidthMetres), square(options.liftHalfWidthMetres),
      square(options.walkHalfWidthMetres),
      square(options.areaHalfWidthMetres))
  }

  /// Metres aside for each metre from the nearer end of a way across an area: it leads from gate to gate, and who is near a gate
  /// is near the line, too.
  private let gateShare: Float = 0.5

  /// How far to look around a fix, metres.
  @inline(__always)
  func reach(noise: Float) -> Float { 3.5 * (squares[0] + noise * noise).squareRoot() + 8 }

  /// What a place at a distance costs, nats.
  @inline(__always)
  func cost(square: Float, noise: Float, edge: MatchEdge, along: Float) -> Float {
    var width = squares[Int(edge.kind)]
    if edge.isCrossing {
      let toGate = gateShare * max(0, min(along, edge.length - along))
      width = max(width, min(squares[3], toGate * toGate))
    }
    let variance = noise * noise + width
    return 2.5 * fastLogarithm(1 + square / (4 * variance)) + 0.5 * fastLogarithm(variance * 0.01)
  }

  /// What a course against the edge's direction costs, nats; `turn` is the cosine between both.
  @inline(__always)
  func courseCost(_ turn: Float, known: Bool) -> Float { known ? 1.5 * (1 - turn) : 0 }
}
