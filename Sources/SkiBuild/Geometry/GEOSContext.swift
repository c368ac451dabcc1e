import CGEOS
import SkiGeo

/// One reentrant GEOS context with its last error; everything geometric in one group goes through it.
///
/// Not `Sendable`: GEOS contexts belong to one task at a time. Geometries and indexes keep their context alive. Every
/// question that may throw also looks whether the work should stop, so that no long loop over questions has to.
final class GEOSContext {
  let handle: GEOSContextHandle_t
  let stop: OrderedWork.StopSignal
  private let lastMessage = MessageBox()

  /// Keeps the text of the latest error; GEOS writes into it through a pointer.
  private final class MessageBox { var text = "" }

  /// Makes a context that keeps error texts instead of printing them.
  /// - Throws: ``SkiError`` with code `.internalInconsistency` when GEOS gives none.
  init(stop: OrderedWork.StopSignal = OrderedWork.StopSignal()) throws {
    guard let handle = GEOS_init_r() else {
      throw SkiError(.internalInconsistency, "geometry library gave no context; memory may be short")
    }
    self.handle = handle
    self.stop = stop
    let box = Unmanaged.passUnretained(lastMessage).toOpaque()
    _ = GEOSContext_setErrorMessageHandler_r(
      handle,
      { message, box in
        guard let message, let box else { return }
        Unmanaged<MessageBox>.fromOpaque(box).takeUnretainedValue().text = String(cString: message)
      }, box)
  }

  deinit { GEOS_finish_r(handle) }

  /// Makes an error out of what GEOS said last.
  func failure(_ operation: String) -> SkiError {
    SkiError(
      .internalInconsistency, "geometry operation \(operation) failed; report this with the data",
      underlying: lastMessage.text)
  }

  /// Takes over a geometry GEOS made, or throws when it made none.
  ///
  /// Never inlined: the optimiser must not put a geometry on the stack of a caller that seems to keep it to itself, since
  /// freeing one there was seen to crash (Swift 6.3).
  @inline(never)
  func take(_ raw: OpaquePointer?, _ operation: String) throws -> GEOSGeometry {
    guard let raw else { throw failure(operation) }
    let geometry = GEOSGeometry(raw, self)
    try stop.check()
    return geometry
  }

  /// Makes a point.
  func point(_ place: PlanePoint) throws -> GEOSGeometry {
    try take(GEOSGeom_createPointFromXY_r(handle, place.x, place.y), "point")
  }

  /// Makes a line of two points or more.
  /// - Complexity: O(*n*).
  func line(_ points: [PlanePoint]) throws -> GEOSGeometry {
    try take(GEOSGeom_createLineString_r(handle, try sequence(points)), "line")
  }

  /// Makes one geometry of several lines of two points or more each.
  /// - Complexity: O(*n*).
  func lines(_ lines: [[PlanePoint]]) throws -> GEOSGeometry {
    var made: [OpaquePointer?] = []
    for line in lines {
      guard let raw = GEOSGeom_createLineString_r(handle, try sequence(line)) else {
        for raw in made { GEOSGeom_destroy_r(handle, raw) }
        throw failure("line")
      }
      made.append(raw)
    }
    let type = Int32(GEOS_MULTILINESTRING.rawValue)
    return try take(GEOSGeom_createCollection_r(handle, type, &made, UInt32(made.count)), "lines")
  }

  /// Makes a valid area out of closed rings; holes are cut out. Rings that cross themselves are mended.
  /// - Complexity: O(*n* log *n*).
  func polygon(outer: [PlanePoint], holes: [[PlanePoint]]) throws -> GEOSGeometry {
    var area = try mended(ring: outer)
    for hole in holes where hole.count >= 4 { area = try area.difference(mended(ring: hole)) }
    return area
  }

  private func mended(ring: [PlanePoint]) throws -> GEOSGeometry {
    guard let shell = GEOSGeom_createLinearRing_r(handle, try sequence(ring)) else { throw failure("ring") }
    let area = try take(GEOSGeom_createPolygon_r(handle, shell, nil, 0), "polygon")
    if GEOSisValid_r(handle, area.raw) == 1 { return area }
    return try take(GEOSBuffer_r(handle, area.raw, 0, 8), "mending a ring")
  }

  private func sequence(_ points: [PlanePoint]) throws -> OpaquePointer {
    let numbers = points.flatMap { [$0.x, $0.y] }
    guard let sequence = GEOSCoordSeq_copyFromBuffer_r(handle, numbers, UInt32(points.count), 0, 0) else {
      throw failure("coordinates")
    }
    return sequence
  }
}
