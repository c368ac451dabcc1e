extension PlaneLine {
  /// The growth of the width in metres for rounding.
  private static let roundingMetres = 1e-3
  /// The gap of positions up to which two ranges are one.
  private static let gap = 1e-6

  /// Returns ranges of positions, segment plus fraction, that hold all parts of the line within some metres of another
  /// line, in order.
  ///
  /// The ends are those of the rectangles around the other line's segments, so that a range may be a little too long.
  /// - Complexity: O(*b*² + *k* log *k*) in blocks and pairs of segments near each other.
  func stretches(within metres: Double, of other: PlaneLine) -> [ClosedRange<Double>] {
    var ranges: [ClosedRange<Double>] = []
    visitPairs(with: other, within: metres) { a, b in
      let part = PlaneSegment(self, a).part(within: metres + Self.roundingMetres, of: PlaneSegment(other, b))
      if let part { ranges.append(Double(a) + part.lowerBound...Double(a) + part.upperBound) }
      return false
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var joined: [ClosedRange<Double>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound <= last.upperBound + Self.gap {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// Returns the box around the segments that a range of positions touches.
  func box(of range: ClosedRange<Double>) -> PlaneBox {
    let first = max(0, min(points.count - 1, Int(range.lowerBound)))
    let last = max(first, min(points.count - 1, Int(range.upperBound.rounded(.up))))
    return PlaneBox(points[first...last], grownBy: Self.marginMetres)
  }
}

extension PlaneSegment {
  /// Returns the part of the segment in the rectangle around another one, as fractions; nil when there is none.
  ///
  /// The rectangle has the other segment's direction and holds all points within some metres of it.
  /// **Source:** clipping by parameters, Liang and Barsky 1984, "A new concept and method for line clipping".
  func part(within metres: Double, of other: PlaneSegment) -> ClosedRange<Double>? {
    let length = other.a.squareMetres(to: other.b).squareRoot()
    let along =
      length > 0
      ? PlanePoint(x: (other.b.x - other.a.x) / length, y: (other.b.y - other.a.y) / length)
      : PlanePoint(x: 1, y: 0)
    func inside(_ point: PlanePoint) -> (along: Double, across: Double) {
      let (x, y) = (point.x - other.a.x, point.y - other.a.y)
      return (x * along.x + y * along.y, y * along.x - x * along.y)
    }
    let (from, to) = (inside(a), inside(b))
    var part = 0.0...1.0
    for (start, end, low, high) in [
      (from.along, to.along, -metres, length + metres), (from.across, to.across, -metres, metres),
    ] {
      guard let clipped = Self.clipped(part, start, end, low, high) else { return nil }
      part = clipped
    }
    return part
  }

  /// Returns the part of a range of fractions at which a value is within limits; nil when there is none.
  private static func clipped(
    _ part: ClosedRange<Double>, _ start: Double, _ end: Double, _ low: Double, _ high: Double
  ) -> ClosedRange<Double>? {
    let change = end - start
    guard abs(change) > 1e-9 else { return start >= low && start <= high ? part : nil }
    let (first, second) = ((low - start) / change, (high - start) / change)
    let (enter, leave) = (max(part.lowerBound, min(first, second)), min(part.upperBound, max(first, second)))
    return enter <= leave ? enter...leave : nil
  }
}
