import Foundation
import SkiTerrain
import SkiTestSupport
import Testing

/// The unit of elevations compared with the unit that GDAL reports of a band, for files that GDAL writes.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALUnitComparisonTests {
  /// The lengths in metres of the units that GDAL names.
  private static let metres = [
    "metre": 1, "m": 1, "foot": 0.3048, "ft": 0.3048, "US survey foot": 1200.0 / 3937,
  ]

  @Test(arguments: [
    ("EPSG:32612+5703", "metre"), ("EPSG:32612+6360", "US survey foot"), ("EPSG:32612+8228", "foot"),
    ("EPSG:2264+6360", "US survey foot"), ("EPSG:2264+5703", "metre"), ("EPSG:4326+5773", "metre"),
    ("EPSG:2225+8228", "foot"),
  ])
  func `elevations equal GDAL's values times the unit that GDAL names`(reference: String, named: String)
    throws
  {
    let folder = ScratchFolder()
    let isDegrees = reference.hasPrefix("EPSG:4326")
    let made = ForeignRaster(
      columns: 30, rows: 20, west: isDegrees ? -111 : 500_000, north: isDegrees ? 43 : 4_800_000,
      stepX: isDegrees ? 0.001 : 30, stepY: isDegrees ? 0.001 : 30
    ) { x, y in 2000 + (x * 0.37 + y * 0.11).truncatingRemainder(dividingBy: 700) }
    let file = try made.write("feet.tif", reference: reference, in: folder.path)
    let unit = try #require(try GDALInfo(of: file).units.first ?? nil)
    #expect(unit == named)
    let factor = try #require(Self.metres[unit], "\(unit)")
    let theirs = try ForeignRaster(reading: file, in: folder.path)
    let raster = try GeoTIFF.open(path: file).raster()
    var ours = [Float](repeating: 0, count: raster.grid.window.count)
    try ours.withUnsafeMutableBufferPointer { try raster.read(raster.grid.window, into: $0) }
    #expect(zip(ours, theirs.values).allSatisfy { abs(Double($0) - $1 * factor) < 0.001 })
  }

  /// GDAL scales feet to metres by an option; SkiTerrain reads the unit from the file.
  @Test func `slopes of a raster in feet equal GDAL's with the scale of feet`() throws {
    let folder = ScratchFolder()
    let shape = SyntheticSurface.Mountains(seed: 26)
    let made = ForeignRaster(
      columns: 120, rows: 90, west: 500_000, north: 4_800_000, stepX: 10, stepY: 10
    ) { x, y in shape.metres(x: x - 500_600, y: y - 4_799_500) * 3937 / 1200 }
    let file = try made.write("feet.tif", reference: "EPSG:32612+6360", in: folder.path)
    let slope = folder.path + "/slope.tif"
    try GDAL.run("gdaldem", ["slope", file, slope, "-q", "-s", String(3937.0 / 1200)])
    let theirs = try ForeignRaster(reading: slope, in: folder.path)
    let raster = try GeoTIFF.open(path: file).raster()
    let bytes = try TerrainProduction(raster: raster, product: .slope(.horn, .degrees), edges: .noData)
      .bytes(of: raster.grid.window)
    let ours = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    var (count, worst) = (0, 0.0)
    for (index, value) in theirs.values.enumerated() where !value.isNaN {
      (count, worst) = (count + 1, max(worst, abs(Double(ours[index]) - value)))
    }
    #expect(count > 9000 && worst < 0.01, "\(count) slopes, \(worst)° at worst")
  }
}
