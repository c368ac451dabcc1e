/// The interpolation of elevations between samples.
@nonexhaustive
package enum Sampling: String, Sendable, Hashable, CaseIterable {
  /// The elevation of the nearest sample; nil where that is a void.
  case nearest
  /// Bilinear interpolation of the four samples around; nil where one with a non-zero weight is a void.
  case bilinear
  /// Cubic convolution of the sixteen samples around, which interpolates every sample; ``bilinear`` where one of the
  /// sixteen is missing.
  ///
  /// **Source:** Keys 1981, "Cubic convolution interpolation for digital image processing", with a = −0.5
  /// (Catmull–Rom), as in GDAL.
  case bicubic
}

/// The weights of cubic convolution.
enum Cubic {
  /// Returns the weights of four samples at −1, 0, 1 and 2 for a position 0...1 between the middle ones.
  @inline(__always)
  static func weights(_ t: Double) -> SIMD4<Double> {
    let (t2, t3) = (t * t, t * t * t)
    let first: Double = t2 - 0.5 * (t3 + t)
    let second: Double = 1.5 * t3 - 2.5 * t2 + 1
    let third: Double = 2 * t2 - 1.5 * t3 + 0.5 * t
    let fourth: Double = 0.5 * (t3 - t2)
    return SIMD4(first, second, third, fourth)
  }

  /// Returns the height between four rows of four samples.
  @inline(__always)
  static func blend(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>, fx: Double, fy: Double
  ) -> Double {
    let (across, down) = (weights(fx), weights(fy))
    var column: SIMD4<Double> = a * down[0]
    column += b * down[1]
    column += c * down[2]
    column += d * down[3]
    return (column * across).sum()
  }
}

/// Returns the bilinear interpolation of four samples.
@inline(__always)
func bilinear(_ nw: Double, _ ne: Double, _ sw: Double, _ se: Double, fx: Double, fy: Double) -> Double {
  let north = nw * (1 - fx) + ne * fx
  let south = sw * (1 - fx) + se * fx
  return north * (1 - fy) + south * fy
}
