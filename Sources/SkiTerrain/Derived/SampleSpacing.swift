import SkiSystem

/// The sample spacing of a grid on the ground, row by row.
///
/// On geographic grids it follows from the WGS 84 radii of curvature along the parallel and the meridian of each row;
/// on Web Mercator the same at the row's latitude; on other projected grids it is that of the map.
/// **Source:** Bomford, "Geodesy", 4th edition, 1980, for the radii.
struct SampleSpacing: Sendable {
  /// The spacing of a sample and its neighbours on the ground.
  struct Step: Sendable, Hashable {
    /// The distance to the next column, in metres.
    let eastMetres: Double
    /// The distance to the next row, in metres.
    let southMetres: Double
  }

  private let grid: RasterGrid

  init(_ grid: RasterGrid) { self.grid = grid }

  /// Returns the spacing at the samples of a row; beyond ±89.9999° of latitude, that at ±89.9999°.
  func step(ofRow row: Int) -> Step {
    let y = grid.y(ofRow: Double(row))
    switch grid.reference.kind {
    case .projected(let metresPerUnit):
      return Step(eastMetres: grid.stepX * metresPerUnit, southMetres: grid.stepY * metresPerUnit)
    case .geographic:
      let perDegree = Self.metresPerRadian(latitude: y * .pi / 180)
      return Step(
        eastMetres: grid.stepX * perDegree.east * .pi / 180,
        southMetres: grid.stepY * perDegree.north * .pi / 180)
    case .webMercator:
      let latitude = 2 * atan(exp(y / Self.equatorialRadius)) - .pi / 2
      let perRadian = Self.metresPerRadian(latitude: latitude)
      return Step(
        eastMetres: grid.stepX / Self.equatorialRadius * perRadian.east,
        southMetres: grid.stepY / Self.equatorialRadius * perRadian.north * cos(latitude))
    }
  }

  private static let equatorialRadius = 6_378_137.0
  private static let squaredEccentricity = 0.006_694_379_990_141_316

  /// Returns the length of a radian of longitude and of latitude, in metres, at a latitude in radians.
  static func metresPerRadian(latitude: Double) -> (east: Double, north: Double) {
    let limit = 89.9999 * Double.pi / 180
    let latitude = min(limit, max(-limit, latitude))
    let sine = sin(latitude)
    let square = 1 - squaredEccentricity * sine * sine
    let prime = equatorialRadius / square.squareRoot()
    return (prime * cos(latitude), prime * (1 - squaredEccentricity) / square)
  }
}
