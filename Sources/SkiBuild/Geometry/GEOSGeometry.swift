import CLibraries

/// A geometry of GEOS in the metres of a group's projection, freed with its last reference.
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

  /// Returns the prepared geometry for repeated predicates, created once.
  private func preparedGeometry() throws -> OpaquePointer {
    if let prepared { return prepared }
    guard let made = GEOSPrepare_r(context.handle, raw) else { throw context.failure("prepare") }
    prepared = made
    return made
  }

  /// Returns whether two geometries have a point in common.
  func intersects(_ other: GEOSGeometry) throws -> Bool {
    try yesNo(GEOSPreparedIntersects_r(context.handle, preparedGeometry(), other.raw), "intersects")
  }

  /// Returns whether another geometry lies in this one, its boundary included.
  func covers(_ other: GEOSGeometry) throws -> Bool {
    try yesNo(GEOSPreparedCovers_r(context.handle, preparedGeometry(), other.raw), "covers")
  }

  /// Returns whether another geometry is at most some metres away.
  func isWithin(_ metres: Double, of other: GEOSGeometry) throws -> Bool {
    try yesNo(GEOSPreparedDistanceWithin_r(context.handle, preparedGeometry(), other.raw, metres), "distance")
  }

  /// Returns the distance to another geometry, in metres.
  func distanceMetres(to other: GEOSGeometry) throws -> Double {
    var distance = 0.0
    guard GEOSPreparedDistance_r(context.handle, try preparedGeometry(), other.raw, &distance) == 1 else {
      throw context.failure("distance")
    }
    return distance
  }

  /// Returns the nearest points of two geometries: first on this one, then on the other.
  func nearestPoints(to other: GEOSGeometry) throws -> (PlanePoint, PlanePoint)? {
    guard let pair = GEOSNearestPoints_r(context.handle, raw, other.raw) else { return nil }
    defer { GEOSCoordSeq_destroy_r(context.handle, pair) }
    let points = coordinates(of: pair)
    return points.count == 2 ? (points[0], points[1]) : nil
  }

  /// Returns the intersection of two geometries.
  func intersection(_ other: GEOSGeometry) throws -> GEOSGeometry {
    try context.take(GEOSIntersection_r(context.handle, raw, other.raw), "intersection")
  }

  /// Returns the part of this geometry outside the other.
  func difference(_ other: GEOSGeometry) throws -> GEOSGeometry {
    try context.take(GEOSDifference_r(context.handle, raw, other.raw), "difference")
  }

  /// Returns the buffer of a width in metres.
  func buffer(_ metres: Double) throws -> GEOSGeometry {
    try context.take(GEOSBuffer_r(context.handle, raw, metres, 8), "buffer")
  }

  /// Returns the boundary of an area.
  func boundary() throws -> GEOSGeometry {
    try context.take(GEOSBoundary_r(context.handle, raw), "boundary")
  }

  /// Returns a point inside an area.
  func pointInside() throws -> PlanePoint? {
    let point = try context.take(GEOSPointOnSurface_r(context.handle, raw), "point inside")
    return point.parts().first?.first
  }

  /// Returns the corners of the minimum rotated rectangle; fewer than 5 for a geometry without extent.
  func smallestRectangle() throws -> [PlanePoint] {
    let rectangle = try context.take(
      GEOSMinimumRotatedRectangle_r(context.handle, raw), "smallest rectangle")
    return rectangle.parts().first ?? []
  }

  /// Returns the area in square metres.
  func areaSquareMetres() -> Double {
    var area = 0.0
    return GEOSArea_r(context.handle, raw, &area) == 1 ? area : 0
  }

  /// Indicates whether the geometry is empty.
  var isEmpty: Bool { GEOSisEmpty_r(context.handle, raw) == 1 }

  /// Returns the vertices of each simple part: one for points, two or more for lines, the outer rings of areas.
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
