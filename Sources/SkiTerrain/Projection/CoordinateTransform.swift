import CLibraries
package import SkiBase
import SkiSystem

/// A transformation between WGS 84 longitude and latitude and the x and y of a reference system.
///
/// Numbers are x, y, x, y, …: longitude and latitude in degrees, or easting and northing in units of the system, in
/// this order whatever the axis order of the system. Heights are not transformed. Between datums PROJ selects for each
/// coordinate the most accurate operation whose grids are installed, as GDAL does. Not `Sendable`: create one for each
/// task.
package final class CoordinateTransform {
  private enum Method {
    case identity
    case webMercator
    case projection(ProjectionContext, ProjectionObject)
  }

  /// The target reference system.
  package let reference: ReferenceSystem
  private let method: Method

  /// Creates the transformation to a system; WGS 84 and Web Mercator do not use PROJ.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when PROJ knows no transformation to the system,
  ///   `.internalInconsistency` when PROJ fails.
  /// - Complexity: about 20 ms the first time in a process, which opens PROJ's database, then 2 ms.
  package init(to reference: ReferenceSystem) throws(SkiError) {
    self.reference = reference
    if ["EPSG:4326", "OGC:CRS84"].contains(reference.definition) {
      method = .identity
    } else if reference.definition == ReferenceSystem.webMercator.definition {
      method = .webMercator
    } else {
      method = try Self.projection(to: reference)
    }
  }

  private static func projection(to reference: ReferenceSystem) throws(SkiError) -> Method {
    let context = try ProjectionContext()
    let target = try context.horizontalSystem(reference.definition)
    guard let source = proj_create(context.pointer, "EPSG:4326") else {
      throw SkiError(
        .internalInconsistency, "WGS 84 is not known; install the projection library's data",
        underlying: context.message)
    }
    defer { proj_destroy(source) }
    let found = proj_create_crs_to_crs_from_pj(context.pointer, source, target.pointer, nil, nil)
    guard let found else {
      throw SkiError(
        .unsupportedFormat,
        "there is no transformation from WGS 84 to \(ProjectionContext.short(reference.definition)); name another system",
        underlying: context.message)
    }
    let raw = ProjectionObject(found)
    guard let turned = proj_normalize_for_visualization(context.pointer, raw.pointer) else {
      throw SkiError(
        .unsupportedFormat,
        "axes of \(ProjectionContext.short(reference.definition)) can't be distinguished; name another system",
        underlying: context.message)
    }
    return .projection(context, ProjectionObject(turned))
  }

  /// Projects degrees to x and y, in place; coordinates outside the projection become NaN.
  /// - Complexity: O(*n*), about 0.3 µs a coordinate.
  /// - Precondition: The count is even.
  package func project(_ pairs: UnsafeMutableBufferPointer<Double>) {
    precondition(pairs.count % 2 == 0, "numbers must come in pairs, got \(pairs.count)")
    switch method {
    case .identity: break
    case .webMercator: eachPair(pairs) { WebMercator.project(&$0, &$1) }
    case .projection(_, let operation): Self.transform(pairs, operation, PJ_FWD)
    }
  }

  /// Unprojects x and y to degrees, in place; points outside the projection become NaN.
  /// - Complexity: O(*n*), about 0.3 µs a point.
  /// - Precondition: The count is even.
  package func unproject(_ pairs: UnsafeMutableBufferPointer<Double>) {
    precondition(pairs.count % 2 == 0, "numbers must come in pairs, got \(pairs.count)")
    switch method {
    case .identity: break
    case .webMercator: eachPair(pairs) { WebMercator.unproject(&$0, &$1) }
    case .projection(_, let operation): Self.transform(pairs, operation, PJ_INV)
    }
  }

  /// Returns coordinates projected to x, y, x, y, …; NaN for those outside the projection.
  /// - Complexity: O(*n*), about 0.3 µs a coordinate.
  package func interleaved(of places: [Coordinate]) -> [Double] {
    var pairs: [Double] = []
    pairs.reserveCapacity(places.count * 2)
    for place in places {
      pairs.append(place.longitude)
      pairs.append(place.latitude)
    }
    pairs.withUnsafeMutableBufferPointer { project($0) }
    return pairs
  }

  /// Returns the coordinates of points given as x, y, x, y, …; nil for those outside the projection.
  /// - Complexity: O(*n*), about 0.3 µs a point.
  /// - Precondition: The count is even.
  package func coordinates(ofInterleaved pairs: [Double]) -> [Coordinate?] {
    var pairs = pairs
    pairs.withUnsafeMutableBufferPointer { unproject($0) }
    return (0..<pairs.count / 2).map {
      let (longitude, latitude) = (pairs[2 * $0], pairs[2 * $0 + 1])
      return longitude.isNaN || latitude.isNaN ? nil : Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  private func eachPair(
    _ pairs: UnsafeMutableBufferPointer<Double>, _ body: (inout Double, inout Double) -> Void
  ) {
    for index in stride(from: 0, to: pairs.count, by: 2) {
      var (x, y) = (pairs[index], pairs[index + 1])
      body(&x, &y)
      pairs[index] = x
      pairs[index + 1] = y
    }
  }

  /// Transforms pairs in place.
  ///
  /// PROJ marks failures by infinities, whatever count it returns.
  private static func transform(
    _ pairs: UnsafeMutableBufferPointer<Double>, _ operation: ProjectionObject, _ direction: PJ_DIRECTION
  ) {
    let stride = 2 * MemoryLayout<Double>.stride
    let count = pairs.count / 2
    guard count > 0, let base = pairs.baseAddress else { return }
    proj_errno_reset(operation.pointer)
    _ = proj_trans_generic(
      operation.pointer, direction, base, stride, count, base + 1, stride, count, nil, 0, 0, nil, 0, 0)
    for index in 0..<count where !base[2 * index].isFinite || !base[2 * index + 1].isFinite {
      base[2 * index] = .nan
      base[2 * index + 1] = .nan
    }
  }
}

/// The spherical Web Mercator projection in closed form.
///
/// **Source:** EPSG Guidance Note 7-2, method 1024.
private enum WebMercator {
  static let radiusMetres = 6_378_137.0

  static func project(_ x: inout Double, _ y: inout Double) {
    let sine = sin(y * .pi / 180)
    x *= radiusMetres * .pi / 180
    y = abs(y) < 90 ? radiusMetres * atanh(sine) : .nan
  }

  static func unproject(_ x: inout Double, _ y: inout Double) {
    x *= 180 / (radiusMetres * .pi)
    y = atan(sinh(y / radiusMetres)) * 180 / .pi
  }
}
