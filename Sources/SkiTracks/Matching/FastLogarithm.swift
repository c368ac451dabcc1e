/// Returns the natural logarithm of a positive, finite number with an error below 2e-5.
///
/// Takes the exponent from the bits and the rest from a polynomial through Chebyshev nodes of 1...2: fast, and the same
/// on every platform.
@inline(__always)
func fastLogarithm(_ value: Float) -> Float {
  let bits = value.bitPattern
  let exponent = Float(Int32(bits >> 23) - 127)
  let m = Float(bitPattern: bits & 0x007F_FFFF | 0x3F80_0000)
  var sum: Float = 0.029_808_77
  sum = sum * m - 0.279_001_02
  sum = sum * m + 1.101_739_63
  sum = sum * m - 2.418_999_48
  sum = sum * m + 3.498_906_75
  sum = sum * m - 1.932_443_19
  return sum + exponent * 0.693_147_18
}
