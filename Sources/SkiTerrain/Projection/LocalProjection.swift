import CLibraries
package import SkiBase

/// A local conformal projection in metres around a centre, for planar geometry such as noding and buffers.
///
/// x points east and y north; both are 0 at the centre. Lengths are scaled by 1 + (easting / 9,000 km)², which is 0.003
/// % at 50 km. Not `Sendable`: PROJ's contexts belong to one task at a time, so create one projection per task (about
/// 0.1 ms).
/// **Source:** transverse Mercator after Poder and Engsager, as implemented by PROJ.
package final class LocalProjection {
  /// The centre of the projection.
  package let centre: Coordinate
  private let context: OpaquePointer
  private let operation: OpaquePointer

  /// Creates the projection around a centre.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the centre is no valid coordinate, `.missingInput` when
  ///   PROJ can't be loaded, `.internalInconsistency` when it fails.
  package init(centredOn centre: Coordinate) throws {
    try SkiError.require(
      centre.isValid, "centre of a projection must be on the Earth, got \(centre); check the coordinates")
    let context = try makeProjectionContext()
    _ = wgs84Geodesic.f  // PROJ sets up its geodesic constants on first use: have that done under our lock
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

  /// Returns coordinates projected to x, y, x, y, … in metres, the layout of GEOS's coordinate buffers.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a coordinate is invalid or too far from the centre (about
  ///   a quarter of the globe).
  /// - Complexity: O(*n*), about 0.3 µs a coordinate.
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

  /// Returns the coordinates of points given as x, y, x, y, … in metres.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a point lies outside the projection.
  /// - Complexity: O(*n*), about 0.3 µs a point.
  /// - Precondition: The count is even.
  package func coordinates(ofInterleavedMetres points: [Double]) throws -> [Coordinate] {
    precondition(points.count % 2 == 0, "points must come in pairs, got \(points.count) numbers")
    var buffer = points
    transform(&buffer, PJ_INV)
    if let bad = firstBadPair(buffer) {
      throw SkiError(
        .invalidArgument,
        "point (\(points[2 * bad]), \(points[2 * bad + 1])) m is outside the range of the projection; use a nearer centre"
      )
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

  /// Returns the index of the first pair that PROJ marked as failed by infinities.
  private func firstBadPair(_ buffer: [Double]) -> Int? {
    buffer.firstIndex { !$0.isFinite }.map { $0 / 2 }
  }

  private static func notOnTheMap(_ place: Coordinate, _ centre: Coordinate) -> SkiError {
    SkiError(
      .invalidArgument,
      "coordinate \(place.latitude),\(place.longitude) can't be projected around "
        + "\(centre.latitude),\(centre.longitude); it must be on the Earth and within a few thousand kilometres"
    )
  }

  private static func message(_ context: OpaquePointer, _ code: Int32) -> String {
    proj_context_errno_string(context, code).map { String(cString: $0) } ?? "PROJ error \(code)"
  }
}
