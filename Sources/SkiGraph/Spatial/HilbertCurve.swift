package import SkiBase

/// Returns the position of a coordinate along a Hilbert curve over the whole Earth, which keeps near coordinates
/// together.
///
/// **Source:** Hilbert 1891, "Über die stetige Abbildung einer Linie auf ein Flächenstück"; the iterative form after
/// Warren, *Hacker's Delight*, chapter 16.
package func hilbertKey(_ position: FixedCoordinate) -> UInt64 {
  var x = UInt64(UInt32(bitPattern: position.longitudeE7) &+ 0x8000_0000)
  var y = UInt64(UInt32(bitPattern: position.latitudeE7) &+ 0x8000_0000)
  var key: UInt64 = 0
  var s: UInt64 = 1 << 31
  let n: UInt64 = 1 << 32
  while s > 0 {
    let rx: UInt64 = (x & s) > 0 ? 1 : 0
    let ry: UInt64 = (y & s) > 0 ? 1 : 0
    key &+= s &* s &* ((3 &* rx) ^ ry)
    if ry == 0 {
      if rx == 1 {
        x = n &- 1 &- x
        y = n &- 1 &- y
      }
      swap(&x, &y)
    }
    s >>= 1
  }
  return key
}
