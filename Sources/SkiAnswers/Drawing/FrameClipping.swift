/// Clips shapes to a panel with a margin, to bound the size of pictures.
enum FrameClipping {
  private static let low = SIMD2(repeating: -40.0)
  private static let high = MapFrame.panelSize + 40

  /// Returns the pieces of a line near the panel, in whole segments. Complexity: O(*n*).
  static func pieces(of line: [SIMD2<Double>]) -> [[SIMD2<Double>]] {
    var pieces: [[SIMD2<Double>]] = []
    var current: [SIMD2<Double>] = []
    for (a, b) in zip(line, line.dropFirst()) {
      if mayMeet(a, b) {
        if current.isEmpty { current = [a] }
        current.append(b)
      } else if !current.isEmpty {
        pieces.append(current)
        current = []
      }
    }
    return current.isEmpty ? pieces : pieces + [current]
  }

  /// Returns a ring clipped to the panel and its margin.
  ///
  /// **Source:** Sutherland and Hodgman 1974, "Reentrant polygon clipping".
  /// - Complexity: O(*n*).
  static func ring(_ ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var points = ring
    for side in 0..<4 {
      let axis = side % 2
      let limit = side < 2 ? low[axis] : high[axis]
      func isInside(_ point: SIMD2<Double>) -> Bool { side < 2 ? point[axis] >= limit : point[axis] <= limit }
      var cut: [SIMD2<Double>] = []
      for (index, point) in points.enumerated() {
        let before = points[(index + points.count - 1) % points.count]
        if isInside(point) != isInside(before) {
          let share = (limit - before[axis]) / (point[axis] - before[axis])
          cut.append(before + (point - before) * share)
        }
        if isInside(point) { cut.append(point) }
      }
      points = cut
    }
    return points
  }

  private static func mayMeet(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    max(a.x, b.x) >= low.x && min(a.x, b.x) <= high.x && max(a.y, b.y) >= low.y && min(a.y, b.y) <= high.y
  }
}
