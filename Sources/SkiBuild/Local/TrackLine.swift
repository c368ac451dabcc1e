import Glibc
import SkiGeo
import SkiTerrain

/// Which way a line may be travelled, against the direction it is drawn in.
enum Travel: Sendable, Hashable {
  case along, against, both
}

/// A place on a line: a part of the way along one of its segments.
///
/// The last vertex is segment `count - 1`, fraction 0; a fraction never reaches 1.
struct LinePosition: Comparable, Hashable, Sendable {
  var segment: Int
  var fraction: Double

  static func < (a: Self, b: Self) -> Bool { (a.segment, a.fraction) < (b.segment, b.fraction) }
}

/// One line of a run or lift on a group's map, in drawn order, with lengths, heights and direction.
struct TrackLine: Sendable {
  /// The run or lift it is a part of, as a position in the group.
  var feature: Int
  var places: [FixedCoordinate]
  var plane: [PlanePoint]
  /// Centimetres along the drawn feature to each vertex, never falling; parts follow each other.
  var offsets: [UInt32]
  /// Smoothed centimetres above mean sea level at each vertex; nil when unknown.
  var heights: [Int32]?
  /// Where they are unknown: centimetres at each vertex as inferred from all around, above an arbitrary zero; nil before that.
  var inferredHeights: [Int32]?
  /// How steep it is over sections of 25 m or more; nil without heights.
  var gradients: GradientSpread?
  /// The steepest stretch long enough to be trusted, as metres from the start; nil without heights or when shorter.
  var steepStretch: SteepStretch?
  /// How far the heights may be wrong; nil without heights.
  var noise: HeightNoise?
  /// Whether that stretch is two grades or more above the painted one, beyond the noise.
  var isSteeperThanGraded = false
  /// Bridge, tunnel, layer: 0 is the ground.
  var layer = 0
  /// Whether it is a line of a ski tour or hike, which needs opting in to.
  var isClimbed = false
  var travel = Travel.along

  /// The first and the last position.
  var start: LinePosition { LinePosition(segment: 0, fraction: 0) }
  var end: LinePosition { LinePosition(segment: places.count - 1, fraction: 0) }

  /// Metres from end to end.
  var lengthMetres: Double { Double(offsets[offsets.count - 1] - offsets[0]) / 100 }

  /// The position where travel begins: the upper end of a run skied one way.
  var upper: LinePosition { travel == .against ? end : start }
  /// The position where travel ends.
  var lower: LinePosition { travel == .against ? start : end }

  /// Centimetres along the drawn feature at a position.
  func offset(_ position: LinePosition) -> UInt32 {
    guard position.fraction > 0 else { return offsets[position.segment] }
    let (a, b) = (offsets[position.segment], offsets[position.segment + 1])
    return a + UInt32((Double(b - a) * position.fraction).rounded())
  }

  /// Where a position is on the flat map.
  func point(_ position: LinePosition) -> PlanePoint {
    guard position.fraction > 0 else { return plane[position.segment] }
    return plane[position.segment].towards(plane[position.segment + 1], position.fraction)
  }

  /// Where a position is on the Earth.
  func place(_ position: LinePosition) -> FixedCoordinate {
    guard position.fraction > 0 else { return places[position.segment] }
    let (a, b) = (places[position.segment], places[position.segment + 1])
    return FixedCoordinate(
      latitudeE7: Self.between(a.latitudeE7, b.latitudeE7, position.fraction),
      longitudeE7: Self.longitudeBetween(a.longitudeE7, b.longitudeE7, position.fraction))
  }

  /// Centimetres above mean sea level at a position; nil when unknown.
  func height(_ position: LinePosition) -> Int32? { heights.map { Self.height(of: $0, at: position) } }

  /// Centimetres of inferred height at a position; nil where heights are known, or none were inferred.
  func inferredHeight(_ position: LinePosition) -> Int32? {
    inferredHeights.map { Self.height(of: $0, at: position) }
  }

  /// Metres of height from the first to the last vertex; nil when unknown.
  var climbMetres: Double? { heights.map { Double($0[$0.count - 1] - $0[0]) / 100 } }

  /// Metres of inferred height from the first to the last vertex; nil where heights are known, or none were inferred.
  var inferredClimbMetres: Double? {
    inferredHeights.map { Double($0[$0.count - 1] - $0[0]) / 100 }
  }

  private static func height(of heights: [Int32], at position: LinePosition) -> Int32 {
    guard position.fraction > 0 else { return heights[position.segment] }
    return between(heights[position.segment], heights[position.segment + 1], position.fraction)
  }

  /// The longitude a part of the way from one to another, the short way round.
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
  /// - Complexity: O(*n*) in vertices.
  func nearest(to point: PlanePoint) -> (position: LinePosition, distanceMetres: Double) {
    var best = (position: start, distanceMetres: point.distanceMetres(to: plane[0]))
    for segment in 0..<plane.count - 1 {
      let fraction = point.nearestFraction(from: plane[segment], to: plane[segment + 1])
      let distance = point.distanceMetres(to: plane[segment].towards(plane[segment + 1], fraction))
      if distance < best.distanceMetres { best = (Self.position(segment, fraction), distance) }
    }
    return best
  }

  /// Makes a position of a fraction 0...1 of a segment, in its one proper form.
  static func position(_ segment: Int, _ fraction: Double) -> LinePosition {
    fraction >= 1
      ? LinePosition(segment: segment + 1, fraction: 0)
      : LinePosition(segment: segment, fraction: max(0, fraction))
  }

  /// Returns the position at a distance from the start of the line. Complexity: O(log *n*).
  func position(atMetres metres: Double) -> LinePosition {
    let target = metres * 100 + Double(offsets[0])
    let low = (1..<offsets.count - 1).partitioningIndex { !(Double(offsets[$0]) <= target) } - 1
    let span = Double(offsets[low + 1] - offsets[low])
    return Self.position(low, span > 0 ? (target - Double(offsets[low])) / span : 0)
  }

  /// Whether one may go on from a position, and whether one may come to it, along this line.
  func canLeave(_ position: LinePosition) -> Bool { travel == .both || position != lower }
  func canArrive(_ position: LinePosition) -> Bool { travel == .both || position != upper }
}
