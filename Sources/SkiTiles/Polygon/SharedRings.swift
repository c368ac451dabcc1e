/// The vertex levels of rings with shared corners, which are kept or removed in all rings at once.
enum SharedRings {
  /// Returns the rings with the levels of their corners, each from its westernmost corner on, which is always kept.
  ///
  /// A corner of several rings has the greatest of its levels in all.
  /// - Complexity: O(*n* log *n*).
  static func leveled(_ rings: [[GridPoint]]) -> [[WorldVertex]] {
    var greatest: [GridPoint: UInt8] = [:]
    var leveled = rings.map(leveled)
    for vertex in leveled.joined() {
      greatest[GridPoint(vertex.x, vertex.y), default: 0] = max(
        vertex.level, greatest[GridPoint(vertex.x, vertex.y), default: 0])
    }
    for ring in leveled.indices {
      for index in leveled[ring].indices {
        let vertex = leveled[ring][index]
        leveled[ring][index].level = greatest[GridPoint(vertex.x, vertex.y)] ?? vertex.level
      }
    }
    return leveled
  }

  private static func leveled(_ ring: [GridPoint]) -> [WorldVertex] {
    guard let first = ring.indices.min(by: { (ring[$0].x, ring[$0].y) < (ring[$1].x, ring[$1].y) }) else {
      return []
    }
    var points = ShapePoints()
    for corner in ring[first...] + ring[...first] {
      points.xs.append(corner.x)
      points.ys.append(corner.y)
      points.levels.append(0)
    }
    VertexLevels.set(&points, 0..<points.count)
    return (0..<ring.count).map { WorldVertex(x: points.xs[$0], y: points.ys[$0], level: points.levels[$0]) }
  }
}
