import Foundation
import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

/// Slopes on real rasters in degrees, compared with GDAL's on the same raster in metres.
@Suite(.enabled(if: GDAL.isAvailable && RealData.isNamed))
struct GDALAndorraComparisonTests {
  private static let box = BoundingBox(south: 42.45, west: 1.4, north: 42.65, east: 1.8)

  /// Writes Andorra at the file's spacing of three seconds of arc.
  private func piece(in folder: String) throws -> String {
    let path = folder + "/piece.tif"
    let box = [Self.box.west, Self.box.south, Self.box.east, Self.box.north].map { String($0) }
    try GDAL.run(
      "gdalwarp",
      ["-q", "-te"] + box + ["-tr", "\(1 / 1200.0)", "\(1 / 1200.0)", "-ot", "Float32", "-r", "near"]
        + ["-dstnodata", "-9999", ComparisonTerrain.real("andorra/dem/N42E001.hgt"), path])
    return path
  }

  private func slopes(of raster: ForeignRaster) throws -> ForeignRaster {
    let memory = raster.memory(.wgs84)
    let production = TerrainProduction(raster: memory, product: .slope(.horn, .degrees))
    var slopes = raster
    slopes.values = try production.values(of: memory.grid.window).map(Double.init)
    return slopes
  }

  private func gdalSlopes(_ file: String, _ options: [String] = [], in folder: String) throws -> String {
    let path = file + ".slope.tif"
    try GDAL.run("gdaldem", ["slope", file, path, "-q"] + options)
    return path
  }

  /// Nothing is resampled: GDAL reads bands of rows as a projected raster, with the spacing in metres of their middle
  /// row.
  @Test func `slopes of Andorra in degrees equal GDAL's given the spacing in metres of each band of rows`()
    throws
  {
    let folder = ScratchFolder()
    let whole = try ForeignRaster(reading: piece(in: folder.path), in: folder.path)
    let ours = try slopes(of: whole)
    let bandRows = 24
    var worst = 0.0
    var count = 0
    for first in stride(from: 0, to: whole.rows - bandRows, by: bandRows - 2) {
      var band = whole
      let range = first * whole.columns..<(first + bandRows) * whole.columns
      (band.rows, band.values) = (bandRows, Array(whole.values[range]))
      let latitude = whole.north - (Double(first) + Double(bandRows) / 2) * whole.stepY
      let half = whole.stepY / 2
      band.stepX = geodesicDistanceMetres(
        Coordinate(latitude: latitude, longitude: 1.5),
        Coordinate(latitude: latitude, longitude: 1.5 + whole.stepX))
      band.stepY = geodesicDistanceMetres(
        Coordinate(latitude: latitude - half, longitude: 1.5),
        Coordinate(latitude: latitude + half, longitude: 1.5))
      let file = try band.write("band\(first).tif", reference: "EPSG:32631", in: folder.path)
      let theirs = try ForeignRaster(reading: gdalSlopes(file, in: folder.path), in: folder.path)
      let found = PixelComparison(ours: Array(ours.values[range]), theirs: theirs) { column, row in
        !(-1...1).contains { down in (-1...1).contains { band[column + $0, row + down].isNaN } }
      }
      #expect(found.oneSided == 0)
      (worst, count) = (max(worst, found.largest), count + found.count)
    }
    print(
      "Andorra, ours in degrees and GDAL's in metres by bands: \(count) pixels, largest difference \(worst)°")
    // At 12 rows from the middle of a band the length of a degree of longitude differs by 0.016 %.
    #expect(count > 80_000 && worst < 0.01)
  }

  /// Warping resamples: the same transformation between two projected systems measures its share of the difference.
  @Test func `slopes of Andorra in degrees equal GDAL's on a warped raster within the noise of resampling`()
    throws
  {
    let folder = ScratchFolder()
    let file = try piece(in: folder.path)
    let slopes = try slopes(of: ForeignRaster(reading: file, in: folder.path))
    let mine = try slopes.write("ours.tif", reference: "EPSG:4326", in: folder.path)
    let told = try gdalSlopes(file, ["-s", "111120"], in: folder.path)
    // A grid rotated by some degrees at the file's spacing, as different from UTM as a geographic grid.
    let turned = folder.path + "/turned.tif"
    try warp(file, to: turned, "+proj=lcc +lat_1=42 +lat_2=43 +lat_0=42.5 +lon_0=5 +datum=WGS84", [68, 92])
    let detour = try gdalSlopes(turned, in: folder.path)
    let heights = folder.path + "/heights.tif"
    try warp(file, to: heights, "EPSG:32631", [75, 75])
    let theirs = try ForeignRaster(reading: gdalSlopes(heights, in: folder.path), in: folder.path)
    func apart(_ source: String) throws -> PixelComparison {
      let path = folder.path + "/warped.tif"
      try? FileManager.default.removeItem(atPath: path)
      try warp(source, to: path, "EPSG:32631", [75, 75])
      let warped = try ForeignRaster(reading: path, in: folder.path)
      return PixelComparison(ours: warped.values, theirs: theirs, margin: 20)
    }
    let (ours, noise, naive) = (try apart(mine), try apart(detour), try apart(told))
    print("Andorra, ours in degrees and GDAL's in UTM: \(ours)")
    print("Andorra, GDAL's by way of another flat map and in UTM: \(noise)")
    print("Andorra, GDAL's in degrees by -s 111120 and in UTM: \(naive)")
    #expect(ours.count > 40_000)
    #expect(ours.median <= noise.median * 1.1 && ours.ninetyNinth <= noise.ninetyNinth * 1.1)
    #expect(ours.median < naive.median / 3)
  }

  private func warp(_ source: String, to path: String, _ reference: String, _ steps: [Int]) throws {
    let box = [374_000, 4_702_000, 395_000, 4_720_000].map(String.init)
    let extent = reference == "EPSG:32631" ? ["-te"] + box : []
    try GDAL.run(
      "gdalwarp",
      ["-q", "-t_srs", reference, "-tr", "\(steps[0])", "\(steps[1])"] + extent
        + ["-r", "cubic", "-et", "0", "-ot", "Float32", "-dstnodata", "-9999", source, path])
  }
}
