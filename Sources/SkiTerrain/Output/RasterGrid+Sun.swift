package import SkiBase
import SkiSystem

extension RasterGrid {
  /// Returns the centre of the raster in WGS 84.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when it is not on the Earth, `.unsupportedFormat` when PROJ
  ///   knows no transformation from the grid's system, `.internalInconsistency` when PROJ fails.
  package func centre() throws -> Coordinate { try place(rowsNorthOfCentre: 0) }

  /// Returns the direction of the sun at the centre of the raster, with the azimuth from grid north, as hillshades use
  /// it.
  /// - Parameter time: The moment, in UTC.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the centre is not on the Earth.
  package func sunDirection(at time: UniversalTime) throws -> SunDirection {
    let centre = try centre()
    var sun = SunPosition.at(centre, time: time)
    guard case .projected = reference.kind else { return sun }
    let north = try place(rowsNorthOfCentre: 1)
    let perRadian = SampleSpacing.metresPerRadian(latitude: centre.latitude * .pi / 180)
    let convergence =
      atan2(
        (north.longitude - centre.longitude) * perRadian.east,
        (north.latitude - centre.latitude) * perRadian.north) * 180 / .pi
    sun.azimuthDegrees = (sun.azimuthDegrees - convergence + 360).truncatingRemainder(dividingBy: 360)
    return sun
  }

  private func place(rowsNorthOfCentre rows: Double) throws -> Coordinate {
    let place = try GridTransform(self).place(x: Double(columns - 1) / 2, y: Double(self.rows - 1) / 2 - rows)
    let turned = Coordinate(
      latitude: place.latitude, longitude: place.longitude - 360 * (place.longitude / 360).rounded())
    try SkiError.require(
      turned.isValid, "middle of the raster is not on the Earth; give --azimuth and --altitude")
    return turned
  }
}
