/// A line segment in a plane.
///
/// Public because generic code of a package type is not specialised in other targets (Swift 6.3); not meant for apps.
@usableFromInline
package struct Segment<Scalar: BinaryFloatingPoint & SIMDScalar>: Hashable {
  /// The start point.
  @usableFromInline package var start: SIMD2<Scalar>
  /// The end point.
  @usableFromInline package var end: SIMD2<Scalar>

  /// Creates the segment between two points.
  @inlinable
  @inline(__always)
  package init(_ start: SIMD2<Scalar>, _ end: SIMD2<Scalar>) {
    self.start = start
    self.end = end
  }

  /// Returns the fraction of the segment's length at which it is nearest to a point, 0...1; 0 without length.
  @inlinable
  @inline(__always)
  package func fractionNearest(to place: SIMD2<Scalar>) -> Scalar {
    let along = end - start
    let squared = (along * along).sum()
    return squared > 0 ? max(0, min(1, ((place - start) * along).sum() / squared)) : 0
  }

  /// Returns the point at a fraction of the segment's length: 0 is the start, 1 the end, others extrapolate.
  @inlinable
  @inline(__always)
  package func place(at share: Scalar) -> SIMD2<Scalar> { start + (end - start) * share }
}

extension Segment: Sendable where Scalar: Sendable, Scalar.SIMD2Storage: Sendable {}
extension Segment: BitwiseCopyable where Scalar.SIMD2Storage: BitwiseCopyable {}
