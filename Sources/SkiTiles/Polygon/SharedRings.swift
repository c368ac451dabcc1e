/// The vertex levels of rings with shared corners, which are kept or removed in all rings at once.
struct SharedRings {
  private var greatest: [GridPoint: UInt8] = [:]

  /// Returns the rings with the levels of their corners, each from its westernmost corner on, which is always kept.
  ///
  /// A corner of several rings has the greatest of its levels in all.
  /// - Complexity: O(*n* log *n*).
  static func leveled(_ rings: [[GridPoint]]) -> [[WorldVertex]] {
    var all = SharedRings()
    return rings.map { all.add($0) }.map(all.shared)
  }

  /// Adds a ring; returns it with levels of its own, from its westernmost corner on.
  /// - Complexity: O(*n* log *n*).
  mutating func add(_ ring: [GridPoint]) -> [WorldVertex] {
    let leveled = Self.leveled(ring)
    for vertex in leveled {
      greatest[GridPoint(vertex.x, vertex.y), default: 0] = max(
        vertex.level, greatest[GridPoint(vertex.x, vertex.y), default: 0])
    }
    return leveled
  }

  /// Returns a ring with the greatest levels of its corners in all rings added. Complexity: O(*n*).
  func shared(_ ring: [WorldVertex]) -> [WorldVertex] {
    ring.map { vertex in
      let level = greatest[GridPoint(vertex.x, vertex.y)] ?? vertex.level
      return WorldVertex(x: vertex.x, y: vertex.y, level: level)
    }
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
