import SkiProjection
import SkiTerrain
import SkiTestSupport

/// One raster before the judge: the file GDAL works on, and its numbers as a raster of ours.
struct JudgedCase {
  let folder = ScratchFolder()
  let terrain: JudgedTerrain
  let file: String
  let heights: ForeignRaster
  let raster: MemoryRaster

  init(_ terrain: JudgedTerrain) throws {
    self.terrain = terrain
    file = try terrain.file(in: folder.path)
    heights = try ForeignRaster(reading: file, in: folder.path)
    raster = heights.memory(terrain.projected)
  }

  /// What `gdaldem` makes of it.
  func gdaldem(_ arguments: [String], band: Int = 1) throws -> ForeignRaster {
    let path = folder.path + "/gdaldem.tif"
    let files = [arguments[0], file] + arguments.dropFirst().filter { !$0.hasPrefix("-") && $0.hasSuffix(".txt") }
    let options = arguments.dropFirst().filter { !$0.hasSuffix(".txt") }
    try GDAL.run("gdaldem", files + [path, "-q"] + options)
    return try ForeignRaster(reading: path, band: band, in: folder.path)
  }

  /// What we make of it, as numbers; NaN for no data.
  func ours(_ product: TerrainProduct) throws -> [Double] {
    try TerrainProduction(raster: raster, product: product).values(of: raster.grid.window).map(Double.init)
  }

  /// Whether all of a sample's neighbours have heights.
  func isSurrounded(_ column: Int, _ row: Int) -> Bool {
    for near in max(0, row - 1)...min(heights.rows - 1, row + 1) {
      for beside in max(0, column - 1)...min(heights.columns - 1, column + 1)
      where heights[beside, near].isNaN { return false }
    }
    return true
  }
}
