import SkiBase
import SkiSystem

/// The conversion of grid positions to WGS 84 coordinates.
struct GridProjection: Sendable {
  private enum Method: Sendable {
    case degrees
    case mercator
    case transform(ObjectPool<CoordinateTransform>)
  }

  private let grid: RasterGrid
  private let method: Method
  /// Indicates whether longitudes may leave −180°...180°.
  let mayCrossAntimeridian: Bool

  /// Creates the conversion: closed forms for WGS 84 and Web Mercator, else PROJ.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when PROJ has no transformation.
  init(_ grid: RasterGrid) throws {
    self.grid = grid
    let (west, east) = (grid.x(ofColumn: 0), grid.x(ofColumn: Double(grid.columns - 1)))
    if ["EPSG:4326", "OGC:CRS84"].contains(grid.reference.definition) {
      method = .degrees
      mayCrossAntimeridian = west < -180 || east > 180
    } else if grid.reference.kind == .webMercator {
      method = .mercator
      mayCrossAntimeridian = west < -Self.mercatorHalf || east > Self.mercatorHalf
    } else {
      method = .transform(try ObjectPool(to: grid.reference))
      mayCrossAntimeridian = true
    }
  }

  /// The half-width of the world in Web Mercator, in metres.
  private static let mercatorHalf = 6_378_137 * Double.pi

  /// Converts points; longitudes continue beyond ±180° where the line crosses it.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a point is not on the Earth.
  func place(_ points: [ContourPoint], into line: inout [Coordinate]) throws {
    line.removeAll(keepingCapacity: true)
    line.reserveCapacity(points.count + 1)
    switch method {
    case .degrees:
      for point in points {
        line.append(Coordinate(latitude: grid.y(ofRow: point.y), longitude: grid.x(ofColumn: point.x)))
      }
    case .mercator:
      let degreesPerMetre = 180 / Self.mercatorHalf
      for point in points {
        let latitude = atan(sinh(grid.y(ofRow: point.y) / 6_378_137)) * 180 / Double.pi
        line.append(
          Coordinate(latitude: latitude, longitude: grid.x(ofColumn: point.x) * degreesPerMetre))
      }
    case .transform(let pool): try transform(points, pool, into: &line)
    }
    guard line.allSatisfy({ abs($0.latitude) <= 90 && abs($0.longitude) < 1e4 }) else { throw notOnEarth() }
  }

  private func transform(
    _ points: [ContourPoint], _ pool: ObjectPool<CoordinateTransform>, into line: inout [Coordinate]
  )
    throws
  {
    var pairs: [Double] = []
    pairs.reserveCapacity(2 * points.count)
    for point in points {
      pairs.append(grid.x(ofColumn: point.x))
      pairs.append(grid.y(ofRow: point.y))
    }
    try pool.use { transform in pairs.withUnsafeMutableBufferPointer { transform.unproject($0) } }
    var turns = 0.0
    for index in 0..<points.count {
      let longitude = pairs[2 * index]
      if index > 0 {
        let step = longitude - pairs[2 * index - 2]
        if abs(step) > 180 { turns += step > 0 ? -360 : 360 }
      }
      line.append(Coordinate(latitude: pairs[2 * index + 1], longitude: longitude + turns))
    }
  }

  private func notOnEarth() -> SkiError {
    SkiError(
      .invalidArgument,
      "contours leave the Earth: the raster in \(grid.reference.definition.shortened(toScalars: 40)) from x "
        + "\(grid.originX), y \(grid.originY) does not lie on it; correct its reference system")
  }
}
