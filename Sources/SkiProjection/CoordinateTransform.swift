import CPROJ
import Glibc
package import SkiGeo

/// The way from WGS 84 longitude and latitude to the x and y of a reference system, and back.
///
/// Numbers are x, y, x, y, …: longitude and latitude in degrees, or easting and northing in units of the system, in this
/// order whatever axes the system has. Heights are not touched. Between datums PROJ takes for each place the most
/// accurate way it has the grids for, as GDAL does. Not `Sendable`: one task at a time, so make one for each.
package final class CoordinateTransform {
  private enum Way {
    case identity
    case webMercator
    case projection(ProjectionContext, ProjectionObject)
  }

  /// Where the way leads.
  package let reference: ReferenceSystem
  private let way: Way

  /// Finds the way to a system; WGS 84 and Web Mercator need no asking.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when PROJ knows no way there.
  /// - Complexity: about 20 ms the first time in a process, which opens PROJ's database, then 2 ms.
  package init(to reference: ReferenceSystem) throws(SkiError) {
    self.reference = reference
    if ["EPSG:4326", "OGC:CRS84"].contains(reference.definition) {
      way = .identity
    } else if reference.definition == ReferenceSystem.webMercator.definition {
      way = .webMercator
    } else {
      way = try Self.projection(to: reference)
    }
  }

  private static func projection(to reference: ReferenceSystem) throws(SkiError) -> Way {
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
        "there is no way from WGS 84 to \(ProjectionContext.short(reference.definition)); name another system",
        underlying: context.message)
    }
    let raw = ProjectionObject(found)
    guard let turned = proj_normalize_for_visualization(context.pointer, raw.pointer) else {
      throw SkiError(
        .unsupportedFormat,
        "axes of \(ProjectionContext.short(reference.definition)) can't be told apart; name another system",
        underlying: context.message)
    }
    return .projection(context, ProjectionObject(turned))
  }

  /// Turns degrees into x and y, in place; what can't be shown becomes NaN.
  /// - Complexity: O(*n*), about 0.3 µs a place.
  /// - Precondition: the count is even.
  package func project(_ pairs: UnsafeMutableBufferPointer<Double>) {
    precondition(pairs.count % 2 == 0, "numbers must come in pairs, got \(pairs.count)")
    switch way {
    case .identity: break
    case .webMercator: eachPair(pairs) { WebMercator.project(&$0, &$1) }
    case .projection(_, let operation): Self.transform(pairs, operation, PJ_FWD)
    }
  }

  /// Turns x and y into degrees, in place; what is not on the Earth becomes NaN.
  /// - Complexity: O(*n*), about 0.3 µs a place.
  /// - Precondition: the count is even.
  package func unproject(_ pairs: UnsafeMutableBufferPointer<Double>) {
    precondition(pairs.count % 2 == 0, "numbers must come in pairs, got \(pairs.count)")
    switch way {
    case .identity: break
    case .webMercator: eachPair(pairs) { WebMercator.unproject(&$0, &$1) }
    case .projection(_, let operation): Self.transform(pairs, operation, PJ_INV)
    }
  }

  /// Returns x, y, x, y, … of places; NaN for those that can't be shown.
  /// - Complexity: O(*n*), about 0.3 µs a place.
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

  /// Returns the places of x, y, x, y, …; nil for those that are not on the Earth.
  /// - Complexity: O(*n*), about 0.3 µs a place.
  /// - Precondition: the count is even.
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

  /// PROJ marks what it can't transform by infinities, whatever count it returns.
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

/// Spherical Web Mercator in closed form.
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
