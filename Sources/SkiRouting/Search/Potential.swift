/// A lower bound on the time from a node to the nearest target, in whole milliseconds; `UInt32.max` where none can be
/// reached.
///
/// Searches stay exact when it is consistent: bound(u) ≤ cost(u, v) + bound(v) for every usable edge, and bound(t) ≤
/// final cost of t for every target.
protocol Potential {
  func bound(_ node: Int) -> UInt32
}

/// The zero bound, which makes the search Dijkstra's.
struct ZeroPotential: Potential {
  @inline(__always) func bound(_ node: Int) -> UInt32 { 0 }
}

/// The bound by straight distance at the greatest speed of any usable edge.
///
/// It is consistent: with s = (1 − 10⁻⁶) / greatest speed, straight(u, v) · s ≤ cost(u, v) for every usable edge,
/// because that speed is the maximum of straight(u, v) / cost(u, v) over the same positions. By the triangle inequality
/// straight(u, t) · s + f ≤ cost(u, v) + straight(v, t) · s + f, and as costs are whole numbers, flooring both sides
/// keeps it true, and so does the minimum over targets. The 10⁻⁶ of every edge (at least 10⁻⁶ ms) exceeds the error of
/// double precision on bounds below 2³⁰ ms (about 5 · 10⁻⁷ ms), where the bound is clamped.
///
/// More than ``greatestTargetCount`` targets have one bound together, around the nearest: straight(u, c) · s − k, where k is
/// the maximum of straight(c, t) · s − f over the targets, and 0 where that is negative. By the triangle inequality it is
/// at most f at each target.
struct StraightPotential: Potential {
  /// The maximum number of targets with a bound each; with more, they cost more than they save.
  static let greatestTargetCount = 8

  let positions: UnsafePointer<SIMD3<Float>>
  let targets: UnsafePointer<SIMD3<Float>>
  let finals: UnsafePointer<Double>
  let count: Int
  let millisecondsPerMetre: Double

  @inline(__always)
  func bound(_ node: Int) -> UInt32 {
    let place = positions[node]
    var least = straightMetres(place, targets[0]) * millisecondsPerMetre + finals[0]
    var index = 1
    while index < count {
      least = min(least, straightMetres(place, targets[index]) * millisecondsPerMetre + finals[index])
      index &+= 1
    }
    return UInt32(truncatingIfNeeded: Int64(max(0, min(least, 1_073_741_823))))
  }
}
