/// A segment of a line in a group's projection.
struct PlaneSegment {
  let a: PlanePoint
  let b: PlanePoint

  /// Creates a segment of a line.
  init(_ line: PlaneLine, _ segment: Int) {
    self.init(line.points[segment], line.points[segment + 1])
  }

  /// Creates the segment between two points.
  init(_ a: PlanePoint, _ b: PlanePoint) { (self.a, self.b) = (a, b) }

  /// Returns the fractions of this segment and of another at which they cross; nil when they don't or are parallel.
  func crossingFractions(_ other: PlaneSegment) -> (Double, Double)? {
    let (first, second) = ((x: b.x - a.x, y: b.y - a.y), (x: other.b.x - other.a.x, y: other.b.y - other.a.y))
    let area = first.x * second.y - first.y * second.x
    guard abs(area) > 1e-9 else { return nil }
    let onFirst = ((other.a.x - a.x) * second.y - (other.a.y - a.y) * second.x) / area
    let onSecond = ((other.a.x - a.x) * first.y - (other.a.y - a.y) * first.x) / area
    return (0...1).contains(onFirst) && (0...1).contains(onSecond) ? (onFirst, onSecond) : nil
  }

  /// The box around both ends.
  var box: PlaneBox {
    var box = PlaneBox(a)
    box.formUnion(PlaneBox(b))
    return box
  }

  /// The common points of two segments.
  enum Meeting {
    /// The segments have no common point.
    case none
    /// An end of both is their only common point.
    case vertex(PlanePoint)
    /// They cross, or an end of one lies on the other.
    case crossing
    /// Rounding may change the answer.
    case unsure
  }

  /// Returns how two segments meet.
  func meeting(with other: PlaneSegment) -> Meeting {
    if a == other.a { return Self.meeting(at: a, b, other.b) }
    if a == other.b { return Self.meeting(at: a, b, other.a) }
    if b == other.a { return Self.meeting(at: b, a, other.b) }
    if b == other.b { return Self.meeting(at: b, a, other.a) }
    let (first, second) = (Self.side(a, b, other.a), Self.side(a, b, other.b))
    if let first, let second, first == second { return .none }
    let (third, fourth) = (Self.side(other.a, other.b, a), Self.side(other.a, other.b, b))
    if let third, let fourth, third == fourth { return .none }
    return first == nil || second == nil || third == nil || fourth == nil ? .unsure : .crossing
  }

  /// Returns how two segments from a common end meet.
  private static func meeting(at end: PlanePoint, _ first: PlanePoint, _ second: PlanePoint) -> Meeting {
    side(end, first, second) == nil ? .unsure : .vertex(end)
  }

  /// Returns whether a point is to the left of a directed segment; nil where it may be on it in spite of the rounding.
  ///
  /// **Source:** the error bound of the sign of a determinant, Shewchuk 1997, "Adaptive precision floating-point
  /// arithmetic and fast robust geometric predicates".
  private static func side(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Bool? {
    let left = (a.x - c.x) * (b.y - c.y)
    let right = (a.y - c.y) * (b.x - c.x)
    let bound = errorFactor * (left.magnitude + right.magnitude)
    let turn = left - right
    return turn > bound ? true : turn < -bound ? false : nil
  }

  /// The greatest relative error of a determinant computed in double precision: (3 + 16 ε) ε with ε = 2⁻⁵³, rounded up.
  private static let errorFactor = 4e-16

  /// Returns the squared distance between two segments in square metres; 0 where they cross.
  func squareMetres(to other: PlaneSegment) -> Double {
    switch meeting(with: other) {
    case .crossing, .vertex: return 0
    case .none, .unsure:
      return min(
        min(Self.square(other.a, a, b), Self.square(other.b, a, b)),
        min(Self.square(a, other.a, other.b), Self.square(b, other.a, other.b)))
    }
  }

  private static func square(_ point: PlanePoint, _ a: PlanePoint, _ b: PlanePoint) -> Double {
    point.squareMetres(to: a.towards(b, point.nearestFraction(from: a, to: b)))
  }
}
