/// The lines of a group, with an index of their boxes and a geometry of each for GEOS, made when it is needed.
struct LineIndex {
  private let lines: [PlaneLine]
  private let shapes: Shapes
  private let tree: BoxIndex

  /// The geometries made so far.
  private final class Shapes {
    let geos: GEOSContext
    var ofLine: [GEOSGeometry?]

    init(_ geos: GEOSContext, count: Int) {
      self.geos = geos
      ofLine = Array(repeating: nil, count: count)
    }
  }

  /// Creates the index. Complexity: O(*n* log *n*).
  init(_ lines: [ProjectedLine], _ geos: GEOSContext) {
    self.lines = lines.map(\.course)
    shapes = Shapes(geos, count: lines.count)
    tree = BoxIndex(lines.map(\.course.box), stop: geos.stop)
  }

  /// Returns the geometry of a line, made once.
  /// - Complexity: O(*v*) in vertices at the first call.
  func shape(_ line: Int) throws -> GEOSGeometry {
    if let made = shapes.ofLine[line] { return made }
    let made = try shapes.geos.line(lines[line].points)
    shapes.ofLine[line] = made
    return made
  }

  /// Returns whether two lines are at most some metres apart; GEOS decides where rounding may change the answer.
  /// - Complexity: O(*b*² + *k*) in blocks of the lines and segments near each other.
  func areWithin(_ metres: Double, _ a: Int, _ b: Int) throws -> Bool {
    try shapes.geos.stop.check()
    return try lines[a].isWithin(metres, of: lines[b]) ?? shape(a).isWithin(metres, of: shape(b))
  }

  /// Returns whether two lines have a common point; GEOS decides where rounding may change the answer.
  /// - Complexity: As ``areWithin(_:_:_:)``.
  func intersect(_ a: Int, _ b: Int) throws -> Bool {
    try shapes.geos.stop.check()
    return try lines[a].intersects(lines[b]) ?? shape(a).intersects(shape(b))
  }

  /// Returns the common points of two lines; nil where rounding may change the answer.
  /// - Complexity: As ``PlaneLine/commonPoints(with:)``.
  func commonPoints(_ a: Int, _ b: Int) -> PlaneLine.CommonPoints? { lines[a].commonPoints(with: lines[b]) }

  /// Returns ranges of positions on a line that hold all its parts within some metres of another; see
  /// ``PlaneLine/stretches(within:of:)``.
  func stretches(of line: Int, within metres: Double, of other: Int) -> [ClosedRange<Double>] {
    lines[line].stretches(within: metres, of: lines[other])
  }

  /// Returns the pairs of lines whose boxes are within some metres of each other, each once, in order.
  func pairs(within metres: Double) throws -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    for index in lines.indices {
      for other in try tree.query(lines[index].box.grown(by: metres)) where other > index {
        pairs.append((index, other))
      }
    }
    return pairs
  }

  /// Returns the lines whose boxes intersect a box, in order.
  func lines(near box: PlaneBox) throws -> [Int] { try tree.query(box) }

  /// Returns the lines whose boxes are within some metres of a point, in order.
  func lines(near point: PlanePoint, within metres: Double) throws -> [Int] {
    try tree.query(PlaneBox(point, grownBy: metres))
  }
}
