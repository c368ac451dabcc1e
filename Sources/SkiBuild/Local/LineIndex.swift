/// The lines of a group as GEOS geometries, with an index of their boxes.
struct LineIndex {
  let shapes: [GEOSGeometry]
  private let boxes: [PlaneBox]
  private let tree: BoxIndex

  /// Creates the index. Complexity: O(*n* log *n* + *v*).
  init(_ lines: [ProjectedLine], _ geos: GEOSContext) throws {
    shapes = try lines.map { try geos.line($0.plane) }
    boxes = lines.map { PlaneBox($0.plane) }
    tree = BoxIndex(boxes, stop: geos.stop)
  }

  /// Returns the pairs of lines whose boxes are within some metres of each other, each once, in order.
  func pairs(within metres: Double) throws -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    for (index, box) in boxes.enumerated() {
      for other in try tree.query(box.grown(by: metres)) where other > index { pairs.append((index, other)) }
    }
    return pairs
  }

  /// Returns the lines whose boxes intersect a box, in order.
  func lines(near box: PlaneBox) throws -> [Int] { try tree.query(box) }

  /// Returns the lines whose boxes are within some metres of a point, in order.
  func lines(near point: PlanePoint, within metres: Double) throws -> [Int] {
    try tree.query(PlaneBox([point], grownBy: metres))
  }
}

extension PlaneBox {
  /// Returns the box grown on all sides.
  func grown(by metres: Double) -> PlaneBox {
    var box = self
    box.minX -= metres
    box.minY -= metres
    box.maxX += metres
    box.maxY += metres
    return box
  }
}
