import Glibc
import SkiGeo
import SkiProjection

/// Where positions of a grid are on the Earth, WGS 84.
struct GridPlaces: Sendable {
  private enum Way: Sendable {
    case degrees
    case mercator
  }

  private let grid: RasterGrid
  private let way: Way
  /// Whether a line may leave −180°...180°.
  let mayCrossAntimeridian: Bool

  /// Chooses the way.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when the grid is flat and not Web Mercator.
  init(_ grid: RasterGrid) throws {
    if case .projected = grid.reference.kind {
      throw SkiError(
        .unsupportedFormat,
        "contours of a raster in \(grid.reference.definition) can't be placed on the Earth yet; "
          + "warp it to EPSG:4326")
    }
    self.grid = grid
    way = grid.reference.kind == .webMercator ? .mercator : .degrees
    let (west, east) = (grid.x(ofColumn: 0), grid.x(ofColumn: Double(grid.columns - 1)))
    let half = way == .mercator ? Self.mercatorHalf : 180
    mayCrossAntimeridian = west < -half || east > half
  }

  /// Half the width of the world in Web Mercator, metres.
  private static let mercatorHalf = 6_378_137 * Double.pi

  /// Places points; longitudes run on beyond ±180° where the grid does.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when one is not on the Earth.
  func place(_ points: [ContourPoint], into line: inout [Coordinate]) throws {
    line.removeAll(keepingCapacity: true)
    line.reserveCapacity(points.count + 1)
    switch way {
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
    }
  }
}
