import CPROJ
package import SkiGeo

/// A flat map in metres around one place, for planar geometry such as noding and buffers.
///
/// x points east and y north; both are 0 at the centre. A conformal map: angles hold everywhere, lengths are
/// stretched by (east-west distance from the centre / 9,000 km)², 0.003 % at 50 km. Not `Sendable`: PROJ's contexts
/// belong to one task at a time, so make one projection per task (about 0.1 ms).
/// **Source:** transverse Mercator after Poder and Engsager, as implemented by PROJ.
package final class LocalProjection {
  /// The place the map is centred on.
  package let centre: Coordinate
  private let context: OpaquePointer
  private let operation: OpaquePointer

  /// Makes the map around a place.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the place is not on the Earth,
  ///   `.internalInconsistency` when PROJ refuses.
  package init(centredOn centre: Coordinate) throws {
    guard centre.isValid else {
      throw SkiError(
        .invalidArgument, "centre of a projection must be on the Earth, got \(centre); check the coordinates")
    }
    _ = wgs84Geodesic.f  // PROJ sets up its geodesic constants on first use: have that done under our lock
    guard let context = makeProjectionContext() else {
      throw SkiError(.internalInconsistency, "projection library gave no context; memory may be short")
    }
    let definition =
      "+proj=tmerc +ellps=WGS84 +lat_0=\(centre.latitude) +lon_0=\(centre.longitude) +k_0=1 +x_0=0 +y_0=0"
    guard let operation = proj_create(context, definition) else {
      let reason = Self.message(context, proj_context_errno(context))
      proj_context_destroy(context)
      throw SkiError(
        .internalInconsistency, "projection \(definition) was refused; report this", underlying: reason)
    }
    self.centre = centre
    self.context = context
    self.operation = operation
  }

  deinit {
    proj_destroy(operation)
    proj_context_destroy(context)
  }

  /// Returns the places on the map as x, y, x, y, … in metres, as coordinate buffers of GEOS want them.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a place is not on the Earth or too far from the
  ///   centre to be shown (about a quarter of the globe).
  /// - Complexity: O(*n*), about 0.3 µs a place.
  package func interleavedMetres(of coordinates: [Coordinate]) throws -> [Double] {
    let radians = Double.pi / 180
    var buffer: [Double] = []
    buffer.reserveCapacity(coordinates.count * 2)
    for place in coordinates {
      guard place.isValid else { throw Self.notOnTheMap(place, centre) }
      buffer.append(place.longitude * radians)
      buffer.append(place.latitude * radians)
    }
    transform(&buffer, PJ_FWD)
    if let bad = firstBadPair(buffer) { throw Self.notOnTheMap(coordinates[bad], centre) }
    return buffer
  }

  /// Returns the places on the Earth of points given as x, y, x, y, … in metres.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a point lies beyond the edge of the map.
  /// - Complexity: O(*n*), about 0.3 µs a point.
  /// - Precondition: the count is even.
  package func coordinates(ofInterleavedMetres points: [Double]) throws -> [Coordinate] {
    precondition(points.count % 2 == 0, "points must come in pairs, got \(points.count) numbers")
    var buffer = points
    transform(&buffer, PJ_INV)
    if let bad = firstBadPair(buffer) {
      throw SkiError(
        .invalidArgument,
        "point (\(points[2 * bad]), \(points[2 * bad + 1])) m lies beyond the map; use a nearer centre")
    }
    let degrees = 180 / Double.pi
    return (0..<points.count / 2).map {
      Coordinate(latitude: buffer[2 * $0 + 1] * degrees, longitude: buffer[2 * $0] * degrees)
    }
  }

  private func transform(_ buffer: inout [Double], _ direction: PJ_DIRECTION) {
    let stride = 2 * MemoryLayout<Double>.stride
    let count = buffer.count / 2
    guard count > 0 else { return }
    buffer.withUnsafeMutableBufferPointer { numbers in
      guard let base = numbers.baseAddress else { return }
      proj_errno_reset(operation)
      _ = proj_trans_generic(
        operation, direction, base, stride, count, base + 1, stride, count, nil, 0, 0, nil, 0, 0)
    }
  }

  /// PROJ marks a point it can't transform by infinities, whatever count it returns.
  private func firstBadPair(_ buffer: [Double]) -> Int? {
    buffer.firstIndex { !$0.isFinite }.map { $0 / 2 }
  }

  private static func notOnTheMap(_ place: Coordinate, _ centre: Coordinate) -> SkiError {
    SkiError(
      .invalidArgument,
      "coordinate \(place.latitude),\(place.longitude) can't be shown on a map around "
        + "\(centre.latitude),\(centre.longitude); it must be on the Earth and within some thousand kilometres"
    )
  }

  private static func message(_ context: OpaquePointer, _ code: Int32) -> String {
    proj_context_errno_string(context, code).map { String(cString: $0) } ?? "PROJ error \(code)"
  }
}
