import CLibraries
import SkiBase

/// A reentrant GEOS context with its last error, shared by all geometries of a group.
///
/// Not `Sendable`: GEOS contexts belong to one task at a time. Geometries and indexes retain their context. Every
/// operation that may throw also checks for cancellation.
final class GEOSContext {
  let handle: GEOSContextHandle_t
  let stop: OrderedWork.CancellationSignal
  private let lastMessage = MessageBox()

  /// The text of the latest error, written by GEOS through a pointer.
  private final class MessageBox { var text = "" }

  /// Creates a context that stores error texts instead of printing them.
  /// - Throws: ``SkiError`` with code `.missingInput` when GEOS can't be loaded, `.internalInconsistency` when it
  ///   returns none.
  init(stop: OrderedWork.CancellationSignal = OrderedWork.CancellationSignal()) throws {
    try SkiError.requireLibrary(geos_library_fault())
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

  /// Returns an error with the last message of GEOS.
  func failure(_ operation: String) -> SkiError {
    SkiError(
      .internalInconsistency, "geometry operation \(operation) failed; report this with the data",
      underlying: lastMessage.text)
  }

  /// Wraps a geometry returned by GEOS, or throws when there is none.
  ///
  /// Never inlined: with Swift 6.3 the optimiser may place the geometry on the stack of a caller that doesn't share it,
  /// and freeing it there crashed.
  @inline(never)
  func take(_ raw: OpaquePointer?, _ operation: String) throws -> GEOSGeometry {
    guard let raw else { throw failure(operation) }
    let geometry = GEOSGeometry(raw, self)
    try stop.check()
    return geometry
  }

  /// Returns a point.
  func point(_ place: PlanePoint) throws -> GEOSGeometry {
    try take(GEOSGeom_createPointFromXY_r(handle, place.x, place.y), "point")
  }

  /// Returns a line of at least two points.
  /// - Complexity: O(*n*).
  func line(_ points: [PlanePoint]) throws -> GEOSGeometry {
    try take(GEOSGeom_createLineString_r(handle, try sequence(points)), "line")
  }

  /// Returns one geometry of several lines of at least two points each.
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

  /// Returns a valid area of closed rings, holes subtracted; rings that cross themselves are repaired.
  /// - Complexity: O(*n* log *n*).
  func polygon(outer: [PlanePoint], holes: [[PlanePoint]]) throws -> GEOSGeometry {
    var area = try repaired(ring: outer)
    for hole in holes where hole.count >= 4 { area = try area.difference(repaired(ring: hole)) }
    return area
  }

  /// Returns the point at which two segments cross; nil where they don't, or do so near an end of one.
  func crossing(_ first: PlaneSegment, _ second: PlaneSegment) -> PlanePoint? {
    var point = PlanePoint(x: 0, y: 0)
    let found = GEOSSegmentIntersection_r(
      handle, first.a.x, first.a.y, first.b.x, first.b.y, second.a.x, second.a.y, second.b.x, second.b.y,
      &point.x, &point.y)
    let ends = [first.a, first.b, second.a, second.b]
    return found == 1 && ends.allSatisfy { $0.distanceMetres(to: point) > Self.endMetres } ? point : nil
  }

  /// The distance in metres from an end within which a crossing is left to the intersection of whole lines.
  private static let endMetres = 1e-3

  private func repaired(ring: [PlanePoint]) throws -> GEOSGeometry {
    guard let shell = GEOSGeom_createLinearRing_r(handle, try sequence(ring)) else { throw failure("ring") }
    let area = try take(GEOSGeom_createPolygon_r(handle, shell, nil, 0), "polygon")
    if GEOSisValid_r(handle, area.raw) == 1 { return area }
    return try take(GEOSBuffer_r(handle, area.raw, 0, 8), "repair of a ring")
  }

  private func sequence(_ points: [PlanePoint]) throws -> OpaquePointer {
    let numbers = points.flatMap { [$0.x, $0.y] }
    guard let sequence = GEOSCoordSeq_copyFromBuffer_r(handle, numbers, UInt32(points.count), 0, 0) else {
      throw failure("coordinates")
    }
    return sequence
  }
}
