import Foundation
import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

/// A raster cut into tiles compared with the same raster as a whole.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALTilingComparisonTests {
  /// Blocks smaller and larger than those of the kernels, and not a divisor of the raster's size.
  @Test(arguments: [[64, 48], [128, 512], [512, 16]])
  func `a tiled raster gives the same pixels as the raster in memory`(block: [Int]) throws {
    let folder = ScratchFolder()
    let heights = SyntheticSurface.mountains(seed: 8, columns: 700, rows: 333)
    let options = ["TILED=YES", "BLOCKXSIZE=\(block[0])", "BLOCKYSIZE=\(block[1])", "COMPRESS=LZW"]
    let file = try heights.write(
      "tiles.tif", reference: "EPSG:32632", options: options.flatMap { ["-co", $0] }, in: folder.path)
    let tiled = try GeoTIFF.open(path: file).raster(cacheLimitBytes: 1 << 16)
    let whole = heights.memory(ComparisonTerrain.made.projected)
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

  /// The Terrain-RGB tiles of an area, joined to one raster for GDAL.
  @Test(.enabled(if: RealData.isNamed))
  func `slopes across the tile edges of Mayrhofen equal GDAL's on one raster of all tiles`() throws {
    let folder = ScratchFolder()
    let file = try ComparisonTerrain.pyramid(in: folder.path)
    let whole = try ForeignRaster(reading: file, in: folder.path)
    let slope = folder.path + "/slope.tif"
    try GDAL.run("gdaldem", ["slope", file, slope, "-q"])
    let theirs = try ForeignRaster(reading: slope, in: folder.path)
    let files = try ElevationFiles.open(
      paths: [ComparisonTerrain.real("mayrhofen/dem/terrain-rgb-512")])
    let raster = try files.raster(
      covering: BoundingBox(south: 47.06, west: 11.6, north: 47.2, east: 11.85))
    let ours = try TerrainProduction(raster: raster, product: .slope(.horn, .degrees)).values(
      of: raster.grid.window)
    #expect(raster.grid.stepX == whole.stepX || abs(raster.grid.stepX / whole.stepX - 1) < 1e-12)
    let shift = whole.position((x: raster.grid.originX, y: raster.grid.originY))
    let (right, down) = (Int(shift.column.rounded()), Int(shift.row.rounded()))
    #expect(abs(shift.column - Double(right)) < 1e-6 && abs(shift.row - Double(down)) < 1e-6)
    // GDAL takes a metre of the map as one on the ground: its gradients are too small by the scale of Web Mercator.
    var (count, worst, acrossSeams) = (0, 0.0, 0)
    for row in 1..<raster.grid.rows - 1 {
      let y = raster.grid.y(ofRow: Double(row))
      let latitude = 2 * atan(exp(y / 6_378_137)) - .pi / 2
      for column in 1..<raster.grid.columns - 1 {
        let (x, y) = (column + right, row + down)
        guard x > 0, y > 0, x < whole.columns - 1, y < whole.rows - 1 else { continue }
        let flat = tan(theirs[x, y] * .pi / 180)
        let mine = Double(ours[row * raster.grid.columns + column])
        guard !flat.isNaN, !mine.isNaN else { continue }
        let onGround = atan(flat / cos(latitude)) * 180 / .pi
        count += 1
        acrossSeams += x % 512 == 0 || y % 512 == 0 ? 1 : 0
        worst = max(worst, abs(mine - onGround))
      }
    }
    print("Mayrhofen's tiles: \(count) slopes, \(acrossSeams) beside seams, largest difference \(worst)°")
    // The ellipsoid's radii differ from the sphere's by up to 0.5 % of the gradient: 0.15° at most.
    #expect(count > 500_000 && acrossSeams > 1000 && worst < 0.2)
  }
}
