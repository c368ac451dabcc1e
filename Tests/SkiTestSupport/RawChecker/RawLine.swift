/// One line or ring of a raw feature on the flat map, with distances along it.
struct RawLine: Sendable {
  let vertices: [RawVertex]
  let points: [SIMD2<Double>]
  /// Metres from the first vertex, on the flat map.
  let offsets: [Double]
  /// The total length on the ellipsoid, in metres.
  let lengthMetres: Double
  /// Indicates whether a skier may move in the drawn direction, and against it.
  var allowsForward = true
  var allowsBackward = true

  init(_ vertices: [RawVertex], plane: RawPlane) {
    self.vertices = vertices
    points = vertices.map(plane.point)
    var offsets = [0.0]
    var total = 0.0
    for index in 1..<max(1, points.count) {
      offsets.append(offsets[index - 1] + length(points[index] - points[index - 1]))
      total += rawDistanceMetres(vertices[index - 1], vertices[index])
    }
    self.offsets = offsets
    lengthMetres = total
  }

  var isClosed: Bool { points.count > 3 && length(points[0] - points[points.count - 1]) < 0.1 }

  /// Returns the elevation at a place along a segment, from the file's own heights.
  func elevation(segment: Int, fraction: Double) -> Double? {
    guard let a = vertices[segment].elevation, let b = vertices[segment + 1].elevation else { return nil }
    return a + (b - a) * fraction
  }

  /// Indicates whether every vertex has its own elevation.
  var hasElevations: Bool { vertices.allSatisfy { $0.elevation != nil } }
}

/// A run or lift of a raw file, prepared for comparison with steps.
struct RawFeature: Sendable {
  let tags: RawTags
  /// All lines and all rings, in file order.
  var lines: [RawLine]
  /// The indices in `lines` of each polygon: the outer ring, then its holes.
  let polygons: [Range<Int>]

  init(tags: RawTags, shape: RawShape, plane: RawPlane) {
    self.tags = tags
    lines = shape.lines.map { RawLine($0, plane: plane) }
    var polygons: [Range<Int>] = []
    for rings in shape.polygons {
      let rings = rings.filter { $0.count >= 3 }
      polygons.append(lines.count..<lines.count + rings.count)
      lines += rings.map { RawLine($0, plane: plane) }
    }
    self.polygons = polygons.filter { !$0.isEmpty }
  }

  var isArea: Bool { !polygons.isEmpty }

  /// Returns whether a point lies inside a polygon, or inside a closed ring that may be one without its tag.
  func contains(_ point: SIMD2<Double>) -> Bool {
    if isArea {
      return polygons.contains { rings in
        isInside(point, ring: lines[rings.lowerBound].points)
          && !rings.dropFirst().contains { isInside(point, ring: lines[$0].points) }
      }
    }
    return lines.contains { $0.isClosed && isInside(point, ring: $0.points) }
  }
}
