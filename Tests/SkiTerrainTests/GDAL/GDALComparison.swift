import Foundation
import SkiTerrain
import SkiTestSupport

/// One raster for a comparison: the file for GDAL, and its values as a raster in memory.
struct GDALComparison {
  let folder = ScratchFolder()
  let terrain: ComparisonTerrain
  let file: String
  let heights: ForeignRaster
  let raster: MemoryRaster

  /// - Parameters:
  ///   - isRounded: True if elevations are rounded to 1/32 m. GDAL sums elevations in 32 bits, which is exact then
  ///     and has an error of half a millimetre otherwise, enough to turn the aspect of gentle slopes by tenths of a
  ///     degree.
  ///   - isInDegrees: True if the samples are declared as a second of arc apart: the same numbers on
  ///     another grid, nothing is resampled.
  init(_ terrain: ComparisonTerrain, isRounded: Bool = false, isInDegrees: Bool = false) throws {
    self.terrain = terrain
    var heights = try terrain.heights()
    if isRounded { heights.values = heights.values.map { ($0 * 32).rounded() / 32 } }
    if isInDegrees {
      (heights.west, heights.north, heights.stepX, heights.stepY) = (10, 47, 1 / 3600.0, 1 / 3600.0)
    }
    let reference = isInDegrees ? "EPSG:4326" : terrain.reference
    file = try heights.write("input.tif", reference: reference, in: folder.path)
    self.heights = heights
    raster = heights.memory(isInDegrees ? .wgs84 : terrain.projected)
  }

  /// The result of `gdaldem`.
  func gdaldem(_ arguments: [String], band: Int = 1) throws -> ForeignRaster {
    let path = folder.path + "/gdaldem.tif"
    let files =
      [arguments[0], file] + arguments.dropFirst().filter { !$0.hasPrefix("-") && $0.hasSuffix(".txt") }
    let options = arguments.dropFirst().filter { !$0.hasSuffix(".txt") }
    try GDAL.run("gdaldem", files + [path, "-q"] + options)
    return try ForeignRaster(reading: path, band: band, in: folder.path)
  }

  /// The result of SkiTerrain as numbers; NaN for nodata.
  func ours(_ product: TerrainProduct) throws -> [Double] {
    try TerrainProduction(raster: raster, product: product).values(of: raster.grid.window).map(Double.init)
  }

  /// The aspect by Horn's method in double precision, degrees clockwise from north; NaN on level ground.
  func exactAspect(_ column: Int, _ row: Int) -> Double {
    func at(_ right: Int, _ down: Int) -> Double { heights[column + right, row + down] }
    let east = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
    let north = at(-1, -1) + 2 * at(0, -1) + at(1, -1) - at(-1, 1) - 2 * at(0, 1) - at(1, 1)
    guard east != 0 || north != 0 else { return .nan }
    let degrees = atan2(-east, -north) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  /// Returns whether all of a sample's neighbours have heights.
  func isSurrounded(_ column: Int, _ row: Int) -> Bool {
    for near in max(0, row - 1)...min(heights.rows - 1, row + 1) {
      for beside in max(0, column - 1)...min(heights.columns - 1, column + 1)
      where heights[beside, near].isNaN { return false }
    }
    return true
  }
}
