import CGEOS

/// A geometry of GEOS in the metres of one group's map; freed with its last reference.
final class GEOSGeometry {
  let raw: OpaquePointer
  let context: GEOSContext
  private var prepared: OpaquePointer?

  init(_ raw: OpaquePointer, _ context: GEOSContext) {
    self.raw = raw
    self.context = context
  }

  deinit {
    if let prepared { GEOSPreparedGeom_destroy_r(context.handle, prepared) }
    GEOSGeom_destroy_r(context.handle, raw)
  }

  /// The geometry indexed for many questions; made once.
  private func preparedGeometry() throws -> OpaquePointer {
    if let prepared { return prepared }
    guard let made = GEOSPrepare_r(context.handle, raw) else { throw context.failure("prepare") }
    prepared = made
    return made
  }

  /// Whether two geometries have a point in common.
  func intersects(_ other: GEOSGeometry) throws -> Bool {
    try yesNo(GEOSPreparedIntersects_r(context.handle, preparedGeometry(), other.raw), "intersects")
  }

  /// Whether another geometry lies in this one, its edge included.
  func covers(_ other: GEOSGeometry) throws -> Bool {
    try yesNo(GEOSPreparedCovers_r(context.handle, preparedGeometry(), other.raw), "covers")
  }

  /// Whether another geometry lies no farther than some metres away.
  func isWithin(_ metres: Double, of other: GEOSGeometry) throws -> Bool {
    try yesNo(GEOSPreparedDistanceWithin_r(context.handle, preparedGeometry(), other.raw, metres), "distance")
  }

  /// The distance to another geometry, metres.
  func distanceMetres(to other: GEOSGeometry) throws -> Double {
    var distance = 0.0
    guard GEOSPreparedDistance_r(context.handle, try preparedGeometry(), other.raw, &distance) == 1 else {
      throw context.failure("distance")
    }
    return distance
  }

  /// The points of two geometries that lie nearest to each other: first on this one, then on the other.
  func nearestPoints(to other: GEOSGeometry) throws -> (PlanePoint, PlanePoint)? {
    guard let pair = GEOSNearestPoints_r(context.handle, raw, other.raw) else { return nil }
    defer { GEOSCoordSeq_destroy_r(context.handle, pair) }
    let points = coordinates(of: pair)
    return points.count == 2 ? (points[0], points[1]) : nil
  }

  /// What two geometries have in common.
  func intersection(_ other: GEOSGeometry) throws -> GEOSGeometry {
    try context.take(GEOSIntersection_r(context.handle, raw, other.raw), "intersection")
  }

  /// What lies in this geometry and not in the other.
  func difference(_ other: GEOSGeometry) throws -> GEOSGeometry {
    try context.take(GEOSDifference_r(context.handle, raw, other.raw), "difference")
  }

  /// All that lies within some metres.
  func buffer(_ metres: Double) throws -> GEOSGeometry {
    try context.take(GEOSBuffer_r(context.handle, raw, metres, 8), "buffer")
  }

  /// The edge of an area.
  func boundary() throws -> GEOSGeometry {
    try context.take(GEOSBoundary_r(context.handle, raw), "boundary")
  }

  /// A point that surely lies inside an area.
  func pointInside() throws -> PlanePoint? {
    let point = try context.take(GEOSPointOnSurface_r(context.handle, raw), "point inside")
    return point.parts().first?.first
  }

  /// The corners of the smallest rectangle, turned freely, around the geometry; fewer than 5 when it has no extent.
  func smallestRectangle() throws -> [PlanePoint] {
    let rectangle = try context.take(
      GEOSMinimumRotatedRectangle_r(context.handle, raw), "smallest rectangle")
    return rectangle.parts().first ?? []
  }

  /// Square metres of an area.
  func areaSquareMetres() -> Double {
    var area = 0.0
    return GEOSArea_r(context.handle, raw, &area) == 1 ? area : 0
  }

  /// Whether there is nothing in it.
  var isEmpty: Bool { GEOSisEmpty_r(context.handle, raw) == 1 }

  /// The vertices of each simple part: points have one, lines two or more, areas give their outer rings.
  /// - Complexity: O(*n*) in vertices.
  func parts() -> [[PlanePoint]] { parts(of: raw) }

  private func parts(of geometry: OpaquePointer) -> [[PlanePoint]] {
    let handle = context.handle
    switch GEOSGeomTypes(UInt32(bitPattern: GEOSGeomTypeId_r(handle, geometry))) {
    case GEOS_POINT, GEOS_LINESTRING, GEOS_LINEARRING:
      guard GEOSisEmpty_r(handle, geometry) == 0, let sequence = GEOSGeom_getCoordSeq_r(handle, geometry)
      else {
        return []
      }
      return [coordinates(of: sequence)]
    case GEOS_POLYGON:
      guard let ring = GEOSGetExteriorRing_r(handle, geometry) else { return [] }
      return parts(of: ring)
    default:
      let count = max(0, GEOSGetNumGeometries_r(handle, geometry))
      return (0..<count).flatMap { index in
        GEOSGetGeometryN_r(handle, geometry, index).map(parts) ?? []
      }
    }
  }

  private func coordinates(of sequence: OpaquePointer) -> [PlanePoint] {
    var count: UInt32 = 0
    guard GEOSCoordSeq_getSize_r(context.handle, sequence, &count) == 1 else { return [] }
    return (0..<count).map { index in
      var point = PlanePoint(x: 0, y: 0)
      GEOSCoordSeq_getXY_r(context.handle, sequence, index, &point.x, &point.y)
      return point
    }
  }

  private func yesNo(_ answer: some BinaryInteger, _ operation: String) throws -> Bool {
    try context.stop.check()
    guard answer < 2 else { throw context.failure(operation) }
    return answer == 1
  }
}
