import SkiBase
import SkiSystem
import SkiTerrain

/// The direction of travel relative to the drawn direction.
enum Travel: Sendable, Hashable {
  case along, against, both
}

/// A position on a line, as a fraction of one of its segments.
///
/// The last vertex is segment `count - 1`, fraction 0; a fraction never reaches 1.
struct LinePosition: Comparable, Hashable, Sendable {
  var segment: Int
  var fraction: Double

  static func < (a: Self, b: Self) -> Bool { (a.segment, a.fraction) < (b.segment, b.fraction) }
}

/// A projected line of a run or lift in drawn order, with lengths, elevations and direction.
struct ProjectedLine: Sendable {
  /// The index of its run or lift in the group.
  var feature: Int
  var places: [FixedCoordinate]
  /// The projected line.
  let course: PlaneLine
  /// The distance in centimetres along the drawn feature to each vertex, non-decreasing across parts.
  var offsets: [UInt32]
  /// The smoothed elevations in centimetres above mean sea level; nil when unknown.
  var elevations: [Int32]?
  /// The elevations in centimetres inferred from the surroundings, above an arbitrary zero, where elevations are
  /// unknown; nil before inference.
  var inferredElevations: [Int32]?
  /// Indicates whether the fitted elevations fall too little in the direction of travel to confirm it.
  var isInferredFlat = false
  /// The gradients over sections of 25 m or more; nil without elevations.
  var gradients: GradientSpread?
  /// The steepest section long enough to be reliable, in metres from the start; nil without elevations or when shorter.
  var steepStretch: SteepStretch?
  /// The error model of the elevations; nil without elevations.
  var noise: ElevationNoise?
  /// Indicates whether the steepest section is two grades or more above the signed one, beyond the noise.
  var isSteeperThanGraded = false
  /// The layer by bridge, tunnel and layer tags; 0 is the ground.
  var layer = 0
  /// Indicates whether it is a line of a ski tour or hike, which needs opting in.
  var isClimbed = false
  var travel = Travel.along

  /// Creates a line without elevations on the ground, travelled as drawn.
  init(feature: Int, places: [FixedCoordinate], plane: [PlanePoint], offsets: [UInt32]) {
    (self.feature, self.places, self.offsets) = (feature, places, offsets)
    course = PlaneLine(plane)
  }

  /// The projected vertices.
  var plane: [PlanePoint] { course.points }

  /// The first position.
  var start: LinePosition { LinePosition(segment: 0, fraction: 0) }
  /// The last position.
  var end: LinePosition { LinePosition(segment: places.count - 1, fraction: 0) }

  /// The length on the map, in metres.
  var mapLengthMetres: Double { Double(offsets[offsets.count - 1] - offsets[0]) / 100 }

  /// The position at which travel begins: the upper end of a one-way run.
  var upper: LinePosition { travel == .against ? end : start }
  /// The position at which travel ends.
  var lower: LinePosition { travel == .against ? start : end }

  /// Returns the distance along the drawn feature at a position, in centimetres.
  func offset(_ position: LinePosition) -> UInt32 {
    guard position.fraction > 0 else { return offsets[position.segment] }
    let (a, b) = (offsets[position.segment], offsets[position.segment + 1])
    return a + UInt32((Double(b - a) * position.fraction).rounded())
  }

  /// Returns the projected point of a position.
  func point(_ position: LinePosition) -> PlanePoint {
    guard position.fraction > 0 else { return plane[position.segment] }
    return plane[position.segment].towards(plane[position.segment + 1], position.fraction)
  }

  /// Returns the coordinate of a position.
  func place(_ position: LinePosition) -> FixedCoordinate {
    guard position.fraction > 0 else { return places[position.segment] }
    let (a, b) = (places[position.segment], places[position.segment + 1])
    return FixedCoordinate(
      latitudeE7: Self.between(a.latitudeE7, b.latitudeE7, position.fraction),
      longitudeE7: Self.longitudeBetween(a.longitudeE7, b.longitudeE7, position.fraction))
  }

  /// Returns the elevation at a position, in centimetres above mean sea level; nil when unknown.
  func elevation(_ position: LinePosition) -> Int32? {
    elevations.map { Self.elevation(of: $0, at: position) }
  }

  /// Returns the inferred elevation at a position in centimetres; nil where elevations are known, or none were
  /// inferred.
  func inferredElevation(_ position: LinePosition) -> Int32? {
    inferredElevations.map { Self.elevation(of: $0, at: position) }
  }

  /// The rise from the first to the last vertex in metres; nil when unknown.
  var climbMetres: Double? { elevations.map { Double($0[$0.count - 1] - $0[0]) / 100 } }

  /// The inferred rise from the first to the last vertex in metres; nil where elevations are known, or none were
  /// inferred.
  var inferredClimbMetres: Double? {
    inferredElevations.map { Double($0[$0.count - 1] - $0[0]) / 100 }
  }

  private static func elevation(of heights: [Int32], at position: LinePosition) -> Int32 {
    guard position.fraction > 0 else { return heights[position.segment] }
    return between(heights[position.segment], heights[position.segment + 1], position.fraction)
  }

  /// Returns the interpolated longitude, along the shorter arc.
  private static func longitudeBetween(_ a: Int32, _ b: Int32, _ fraction: Double) -> Int32 {
    let circle = 3.6e9
    let difference = remainder(Double(b) - Double(a), circle)
    let longitude = (Double(a) + difference * fraction).rounded()
    return Int32(
      longitude > circle / 2 ? longitude - circle : longitude < -circle / 2 ? longitude + circle : longitude)
  }

  private static func between(_ a: Int32, _ b: Int32, _ fraction: Double) -> Int32 {
    Int32((Double(a) + (Double(b) - Double(a)) * fraction).rounded())
  }

  /// Returns the position nearest to a point and its distance in metres; the first of equals.
  /// - Complexity: O(*n*) in vertices, most of them by their block.
  func nearest(to point: PlanePoint) -> (position: LinePosition, distanceMetres: Double) {
    nearest(to: point, within: .infinity) ?? (start, point.distanceMetres(to: plane[0]))
  }

  /// Returns the position nearest to a point and its distance in metres, the first of equals; nil where the line is
  /// farther away than a limit.
  /// - Complexity: O(*n*) in vertices, most of them by their block.
  @inline(__always)
  func nearest(
    to point: PlanePoint, within limitMetres: Double
  ) -> (position: LinePosition, distanceMetres: Double)? {
    course.nearest(to: point, within: limitMetres).map {
      (Self.position($0.segment, $0.fraction), $0.distanceMetres)
    }
  }

  /// Returns the normalised position of a fraction 0...1 of a segment.
  static func position(_ segment: Int, _ fraction: Double) -> LinePosition {
    fraction >= 1
      ? LinePosition(segment: segment + 1, fraction: 0)
      : LinePosition(segment: segment, fraction: max(0, fraction))
  }

  /// Returns the position at a distance in metres from the start of the line. Complexity: O(log *n*).
  func position(atMetres metres: Double) -> LinePosition {
    let target = metres * 100 + Double(offsets[0])
    let low = (1..<offsets.count - 1).partitioningIndex { !(Double(offsets[$0]) <= target) } - 1
    let span = Double(offsets[low + 1] - offsets[low])
    return Self.position(low, span > 0 ? (target - Double(offsets[low])) / span : 0)
  }

  /// Returns whether travel may continue from a position along this line.
  func canLeave(_ position: LinePosition) -> Bool { travel == .both || position != lower }
  /// Returns whether travel may reach a position along this line.
  func canArrive(_ position: LinePosition) -> Bool { travel == .both || position != upper }
}

extension ProjectedLine {
  /// Returns the vertices at the given places, which the line passes in their order.
  /// - Complexity: O(*v*).
  func vertices(of wanted: [FixedCoordinate]) -> [Int] {
    var vertex = 0
    return wanted.map { place in
      while vertex + 1 < places.count, places[vertex] != place { vertex += 1 }
      return vertex
    }
  }

  /// The tolerance of simplification, in metres.
  private static let plainMetres = 1.0
  /// The number of vertices simplified together, which bounds the time.
  private static let simplifiedCount = 64

  /// Returns the vertices of a range simplified in plan and elevation, including its ends.
  ///
  /// **Source:** Douglas and Peucker 1973, "Algorithms for the reduction of the number of points required to represent
  /// a digitized line or its caricature", over 64 vertices at a time. Complexity: O(*v*).
  func simplified(_ range: ClosedRange<Int>) -> [Int] {
    var kept = [range.lowerBound]
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(range.upperBound, start + Self.simplifiedCount)
      var open = [(start, end)]
      while let (from, to) = open.popLast() {
        if let bend = farthest(from, to) {
          open.append((bend, to))
          open.append((from, bend))
        } else {
          kept.append(to)
        }
      }
      start = end
    }
    return kept
  }

  /// Returns the vertex farthest from the segment between two others, beyond the tolerance.
  private func farthest(_ from: Int, _ to: Int) -> Int? {
    var best: (vertex: Int, metres: Double)?
    let length = Double(offsets[to] - offsets[from])
    for vertex in from + 1..<max(from + 1, to) {
      let share = plane[vertex].nearestFraction(from: plane[from], to: plane[to])
      var metres = plane[vertex].distanceMetres(to: plane[from].towards(plane[to], share))
      if let elevations, length > 0 {
        let along = Double(offsets[vertex] - offsets[from]) / length
        let straight = Double(elevations[from]) + Double(elevations[to] - elevations[from]) * along
        metres = max(metres, abs(Double(elevations[vertex]) - straight) / 100)
      }
      if metres > best?.metres ?? Self.plainMetres { best = (vertex, metres) }
    }
    return best?.vertex
  }
}
