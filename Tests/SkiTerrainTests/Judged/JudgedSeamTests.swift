import Foundation
import SkiGeo
import SkiTerrain
import SkiTestSupport
import Testing

/// A raster cut into tiles against the same raster as a whole: no seam may be seen.
@Suite(.enabled(if: GDAL.judges))
struct JudgedSeamTests {
  /// Blocks smaller and larger than what the kernels work in, and not a divisor of the raster's size.
  @Test(arguments: [[64, 48], [128, 512], [512, 16]])
  func `a raster in tiles gives the pixels of the raster as a whole`(block: [Int]) throws {
    let folder = ScratchFolder()
    let heights = JudgedSurface.mountains(seed: 8, columns: 700, rows: 333)
    let options = ["TILED=YES", "BLOCKXSIZE=\(block[0])", "BLOCKYSIZE=\(block[1])", "COMPRESS=LZW"]
    let file = try heights.write(
      "tiles.tif", reference: "EPSG:32632", options: options.flatMap { ["-co", $0] }, in: folder.path)
    let tiled = try GeoTIFF.open(path: file).raster(cacheLimitBytes: 1 << 16)
    let whole = heights.memory(JudgedTerrain.made.projected)
    for product in [
      TerrainProduct.hillshade(Hillshade(style: .multidirectional)), .slope(.horn, .degrees), .roughness,
      .relief(.mountains, shade: Hillshade()),
    ] {
      let pixels = try TerrainProduction(raster: tiled, product: product).bytes(of: tiled.grid.window)
      let expected = try TerrainProduction(raster: whole, product: product, workerCount: 1).bytes(
        of: whole.grid.window)
      #expect(pixels == expected, "\(product)")
    }
  }
}
