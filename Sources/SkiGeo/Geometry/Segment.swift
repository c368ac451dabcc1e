/// A straight piece of a line in a plane.
///
/// Public since generic code of a package type is not specialised in other targets (Swift 6.3); not for apps.
public struct Segment<Scalar: BinaryFloatingPoint & SIMDScalar>: Hashable {
  /// Where it begins.
  public var start: SIMD2<Scalar>
  /// Where it ends.
  public var end: SIMD2<Scalar>

  /// Joins two places.
  @inlinable
  @inline(__always)
  public init(_ start: SIMD2<Scalar>, _ end: SIMD2<Scalar>) {
    self.start = start
    self.end = end
  }

  /// Returns which share of the way from start to end lies nearest to a place, 0...1; 0 for a segment without length.
  @inlinable
  @inline(__always)
  public func nearestShare(to place: SIMD2<Scalar>) -> Scalar {
    let along = end - start
    let squared = (along * along).sum()
    return squared > 0 ? max(0, min(1, ((place - start) * along).sum() / squared)) : 0
  }

  /// Returns the place a share of the way from start to end.
  @inlinable
  @inline(__always)
  public func place(at share: Scalar) -> SIMD2<Scalar> { start + (end - start) * share }
}

extension Segment: Sendable where Scalar: Sendable, Scalar.SIMD2Storage: Sendable {}
extension Segment: BitwiseCopyable where Scalar.SIMD2Storage: BitwiseCopyable {}
