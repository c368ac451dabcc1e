/// The levels of a line's vertices, by which each zoom keeps the vertices at or above a threshold.
///
/// The level is the error in simplifying the line without the vertex: 0 below one world unit, *k* for at least 2^(*k* −
/// 1) units, ``always`` for ends. Levels never rise from a split to the finer splits within it, so that the vertices of
/// a zoom are exactly those of the Douglas–Peucker algorithm with its tolerance.
/// **Source:** Douglas and Peucker 1973; as a hierarchy, Cromley 1991.
enum VertexLevels {
  /// The level of vertices that are kept at every zoom.
  static let always = UInt8.max

  /// Returns the least level kept at a zoom.
  ///
  /// The tolerance is two tile units, a quarter of a pixel, and one unit at the deepest zoom, which viewers overzoom.
  static func threshold(zoom: Int, isDeepest: Bool) -> UInt8 {
    UInt8(max(0, TileWindow.zoomLimit - zoom + (isDeepest ? 1 : 2)))
  }

  /// Sets the levels of a line's vertices; both ends are kept always.
  ///
  /// - Complexity: O(*n* log *n*): beyond a depth limit the middle vertex is split at instead of the farthest, with the
  ///   same level.
  static func set(_ points: inout ShapePoints, _ range: Range<Int>) {
    guard range.count > 2 else {
      for index in range { points.levels[index] = always }
      return
    }
    let last = range.upperBound - 1
    points.levels[range.lowerBound] = always
    points.levels[last] = always
    let depthLimit = 8 + 2 * (Int.bitWidth - range.count.leadingZeroBitCount)
    var stack = [Span(first: range.lowerBound, last: last, cap: always - 1, depth: 0)]
    while let span = stack.popLast() {
      guard span.last - span.first > 1 else { continue }
      let (farthest, squared) = farthest(points, span)
      let level = min(span.cap, self.level(squared: squared))
      let split = span.depth < depthLimit ? farthest : (span.first + span.last) / 2
      points.levels[split] = level
      stack.append(Span(first: span.first, last: split, cap: level, depth: span.depth + 1))
      stack.append(Span(first: split, last: span.last, cap: level, depth: span.depth + 1))
    }
  }

  private struct Span {
    var first: Int
    var last: Int
    var cap: UInt8
    var depth: Int
  }

  /// Returns the level of a squared distance in world units: the whole binary logarithm of the distance, plus one.
  static func level(squared: Double) -> UInt8 {
    guard squared >= 1 else { return 0 }
    return UInt8(max(0, min(64, squared.exponent)) / 2 + 1)
  }

  /// Returns the vertex farthest from the segment between a span's ends, and its squared distance.
  private static func farthest(_ points: ShapePoints, _ span: Span) -> (Int, Double) {
    let (xs, ys) = (points.xs, points.ys)
    let (ax, ay) = (Double(xs[span.first]), Double(ys[span.first]))
    let (dx, dy) = (Double(xs[span.last]) - ax, Double(ys[span.last]) - ay)
    let squaredLength = dx * dx + dy * dy
    let scale = squaredLength > 0 ? 1 / squaredLength : 0
    var best = (span.first + 1, -1.0)
    var index = span.first &+ 1
    while index < span.last {
      let (px, py) = (Double(xs[index]) - ax, Double(ys[index]) - ay)
      let share = max(0, min(1, (px * dx + py * dy) * scale))
      let (ex, ey) = (px - dx * share, py - dy * share)
      let squared = ex * ex + ey * ey
      if squared > best.1 { best = (index, squared) }
      index &+= 1
    }
    return best
  }
}
