package import SkiBase

/// The outline of a raster as polygons with holes: closed rings, outer ones counterclockwise, holes clockwise (RFC
/// 7946).
package struct CoverageOutline {
  package struct Polygon {
    package var outer: [Coordinate]
    package var holes: [[Coordinate]] = []
  }

  /// Returns the polygons around the filled cells of a raster.
  ///
  /// Rings run between the midpoints of cell sides, which cuts corners; filled cells that touch at a corner stay
  /// separate. A hole belongs to the smallest outer ring around it.
  ///
  /// **Source:** Lorensen and Cline 1987, "Marching cubes", in two dimensions.
  /// - Complexity: O(*c* / 64 + *b*) in cells and sides of the border.
  package static func polygons(_ grid: CoverageRaster) -> [Polygon] {
    var tracer = CoverageTracer(grid)
    var polygons: [Polygon] = []
    /// The polygon of each ring.
    var owners: [Int] = []
    while let ring = tracer.next() {
      if let around = ring.around {
        let owner = owners[around]
        owners.append(owner)
        polygons[owner].holes.append(coordinates(ring.points, grid))
      } else {
        owners.append(polygons.count)
        polygons.append(Polygon(outer: coordinates(ring.points, grid)))
      }
    }
    return polygons
  }

  /// Returns the corners of a ring as coordinates, the first one again at the end.
  private static func coordinates(_ ring: [SIMD2<Int32>], _ grid: CoverageRaster) -> [Coordinate] {
    var corners: [Coordinate] = []
    corners.reserveCapacity(ring.count / 2)
    var (before, point) = (ring[ring.count - 1], ring[0])
    for index in ring.indices {
      let after = index + 1 < ring.count ? ring[index + 1] : ring[0]
      let (a, b) = (point &- before, after &- point)
      if a.x &* b.y != a.y &* b.x {
        corners.append(grid.coordinate(Double(point.x) / 2, Double(point.y) / 2))
      }
      (before, point) = (point, after)
    }
    return corners + corners.prefix(1)
  }
}
