/// A line in a group's projection, with boxes around every few segments for fast searches along it.
///
/// A value of flat arrays; `Sendable`.
struct PlaneLine: Sendable {
  /// A place on a line nearest to a point.
  struct NearestPlace: Sendable, Hashable {
    var segment: Int
    /// The fraction of the segment, 0...1.
    var fraction: Double
    var distanceMetres: Double
  }

  /// The vertices, at least one.
  let points: [PlanePoint]
  /// The boxes around ``blockSize`` consecutive segments each, grown by ``marginMetres``.
  let blocks: [PlaneBox]
  /// The box around all vertices.
  let box: PlaneBox

  /// The number of segments in a block.
  static let blockSize = 8
  /// The growth of the boxes in metres, a thousand times the rounding of a point computed on a segment.
  static let marginMetres = 1e-6
  /// The factor of a squared distance beyond which a distance is greater in spite of rounding.
  private static let slack = 1 + 1e-12

  /// Creates a line. Complexity: O(*n*) in vertices.
  init(_ points: [PlanePoint]) {
    self.points = points
    box = PlaneBox(points)
    blocks = stride(from: 0, to: max(1, points.count - 1), by: Self.blockSize).map { first in
      PlaneBox(points[first..<min(points.count, first + Self.blockSize + 1)], grownBy: Self.marginMetres)
    }
  }

  /// The number of segments.
  var segmentCount: Int { points.count - 1 }

  /// Returns the segments of a block.
  func segments(ofBlock block: Int) -> Range<Int> {
    let first = block * Self.blockSize
    return first..<max(first, min(segmentCount, first + Self.blockSize))
  }

  /// Returns the place nearest to a point, the first of equals; nil where the line is farther away than a limit.
  ///
  /// Blocks and segments whose squared distance exceeds the least known one, by more than rounding may hide, are
  /// skipped.
  /// - Complexity: O(*n*) in vertices, most of them by their block.
  func nearest(to point: PlanePoint, within limitMetres: Double = .infinity) -> NearestPlace? {
    var bound = limitMetres * limitMetres * Self.slack
    guard box.grown(by: Self.marginMetres).squareMetres(to: point) <= bound else { return nil }
    guard let first = nearestBlock(to: point), blocks[first].squareMetres(to: point) <= bound else {
      return nil
    }
    if blocks.count > 1 {
      for segment in segments(ofBlock: first) {
        bound = min(bound, square(from: point, to: segment).metres * Self.slack)
      }
    }
    var best: NearestPlace?
    func offer(_ segment: Int, _ fraction: Double, _ place: PlanePoint) {
      let metres = point.distanceMetres(to: place)
      guard metres <= limitMetres, metres < best?.distanceMetres ?? .infinity else { return }
      best = NearestPlace(segment: segment, fraction: fraction, distanceMetres: metres)
      bound = min(bound, metres * metres * Self.slack)
    }
    for block in blocks.indices where blocks[block].squareMetres(to: point) <= bound {
      if block == 0 { offer(0, 0, points[0]) }
      for segment in segments(ofBlock: block) {
        let near = square(from: point, to: segment)
        if near.metres <= bound { offer(segment, near.fraction, near.place) }
      }
    }
    return best
  }

  private func nearestBlock(to point: PlanePoint) -> Int? {
    var best: (square: Double, block: Int)?
    for block in blocks.indices {
      let square = blocks[block].squareMetres(to: point)
      if square < best?.square ?? .infinity { best = (square, block) }
    }
    return best?.block
  }

  /// Returns the squared distance in square metres from a point to a segment, and the nearest place on it.
  private func square(
    from point: PlanePoint, to segment: Int
  ) -> (metres: Double, fraction: Double, place: PlanePoint) {
    let (a, b) = (points[segment], points[segment + 1])
    let fraction = point.nearestFraction(from: a, to: b)
    let place = a.towards(b, fraction)
    return (point.squareMetres(to: place), fraction, place)
  }
}

extension PlaneBox {
  /// Returns the squared distance to a point in square metres; 0 inside.
  func squareMetres(to point: PlanePoint) -> Double {
    let x = max(0, minX - point.x, point.x - maxX)
    let y = max(0, minY - point.y, point.y - maxY)
    return x * x + y * y
  }
}

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

/// Exact answers about two lines, where rounding can't change them.
extension PlaneLine {
  /// The half width in metres of the band around a limit within which a distance doesn't decide.
  ///
  /// It is thousands of times the rounding of distances at 100 km from the centre of a projection.
  private static let toleranceMetres = 1e-6

  /// Returns whether another line is at most some metres away; nil where rounding may change the answer.
  /// - Complexity: O(*b*² + *k*) in blocks and pairs of segments near each other.
  func isWithin(_ metres: Double, of other: PlaneLine) -> Bool? {
    let sure = metres - Self.toleranceMetres
    let (inner, outer) = (
      sure > 0 ? sure * sure : -1, (metres + Self.toleranceMetres) * (metres + Self.toleranceMetres)
    )
    var isUnsure = false
    let isFound = visitPairs(with: other, within: metres) { a, b in
      let square = PlaneSegment(self, a).squareMetres(to: PlaneSegment(other, b))
      if square <= outer, square > inner { isUnsure = true }
      return square <= inner
    }
    return isFound ? true : isUnsure ? nil : false
  }

  /// Returns whether two lines have a point in common; nil where rounding may change the answer.
  /// - Complexity: As ``isWithin(_:of:)``.
  func intersects(_ other: PlaneLine) -> Bool? {
    var isUnsure = false
    let isFound = visitPairs(with: other, within: 0) { a, b in
      switch PlaneSegment(self, a).meeting(with: PlaneSegment(other, b)) {
      case .none: return false
      case .crossing, .vertex: return true
      case .unsure:
        isUnsure = true
        return false
      }
    }
    return isFound ? true : isUnsure ? nil : false
  }

  /// The points that two lines have in common.
  struct CommonPoints {
    /// The vertices of both lines, each once.
    var vertices: [PlanePoint] = []
    /// The segments of both lines that cross between their ends.
    var crossings: [(PlaneSegment, PlaneSegment)] = []
  }

  /// Returns the points in common with another line; nil unless it is certain that these are all.
  /// - Complexity: O(*b*² + *k* · *s*) in blocks, pairs of segments near each other and shared vertices.
  func commonPoints(with other: PlaneLine) -> CommonPoints? {
    var common = CommonPoints()
    let isUnsure = visitPairs(with: other, within: 0) { a, b in
      let (first, second) = (PlaneSegment(self, a), PlaneSegment(other, b))
      switch first.meeting(with: second) {
      case .none: break
      case .vertex(let point): if !common.vertices.contains(point) { common.vertices.append(point) }
      case .crossing: common.crossings.append((first, second))
      case .unsure: return true
      }
      return false
    }
    return isUnsure ? nil : common
  }

  /// Calls a closure with the pairs of segments whose boxes are within some metres of each other, until it returns
  /// `true`; returns whether it did.
  /// - Complexity: O(*b*² + *k*) in blocks and such pairs.
  @discardableResult
  func visitPairs(with other: PlaneLine, within metres: Double, _ isLast: (Int, Int) -> Bool) -> Bool {
    let whole = other.box.grown(by: metres + Self.marginMetres)
    for block in blocks.indices where blocks[block].meets(whole) {
      let near = blocks[block].grown(by: metres)
      for facing in other.blocks.indices where other.blocks[facing].meets(near) {
        for a in segments(ofBlock: block) {
          let box = PlaneSegment(self, a).box.grown(by: metres)
          guard box.meets(other.blocks[facing]) else { continue }
          for b in other.segments(ofBlock: facing)
          where box.meets(PlaneSegment(other, b).box) && isLast(a, b) { return true }
        }
      }
    }
    return false
  }
}
