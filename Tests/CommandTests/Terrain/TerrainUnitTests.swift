import Foundation
import SkiTerrain
import SkiTestSupport
import Testing

/// Elevation in feet: every command that reads it requires the vertical unit.
struct TerrainUnitTests {
  private let run = TerrainRun()

  /// A GeoTIFF in the state plane of North Carolina, in US survey feet, that rises by 1 to the east for each 2 of its
  /// units.
  private func writeFeet() throws -> String {
    let grid = RasterGrid(
      columns: 40, rows: 30, reference: try ReferenceSystem(definition: "EPSG:2264"), originX: 1_000_000,
      originY: 800_000, stepX: 30, stepY: 30)
    let path = run.path("feet.tif")
    let sink = try GeoTIFFSink(path: path, grid: grid, pixel: .float)
    let heights = (0..<grid.window.count).map { Float(3000 + 15 * ($0 % 40)) }
    try heights.withUnsafeBytes { try sink.write(grid.window, $0) }
    try sink.commit()
    return path
  }

  @Test func `elevation in feet is refused naming --vertical-unit, and slopes follow the unit given`()
    throws
  {
    let file = try writeFeet()
    let options = ["--vertical-unit", "metre|foot|us-survey-foot"]
    for arguments in [
      ["terrain", "slope", file, "-o", run.path("x.tif")],
      ["terrain", "contours", file, "--interval", "20", "-o", run.path("x.geojson")],
      ["build"] + SharedSample.sources + ["--elevation", file, "-o", run.path("x.skimap")],
      ["tiles", "--layer", "hillshade", "--elevation", file, "-o", run.path("x.pmtiles")],
      ["terrain", "sun", "46,7", "--date", "2026-02-01", "--elevation", file],
    ] {
      let outcome = try skiroute(arguments)
      #expect(outcome.exitCode == 64, "\(arguments): \(outcome)")
      #expect(options.allSatisfy(outcome.errorText.contains), "\(outcome)")
    }
    // A rise of 1 foot in 2 feet, of 1 metre in 2 feet.
    for (unit, percent) in [("us-survey-foot", 50.0), ("foot", 49.9999), ("metre", 50 * 3937.0 / 1200)] {
      _ = try run.bytes("slope", "x.tif", ["--percent", "--vertical-unit", unit], of: [file])
      let raster = try GeoTIFF.open(path: run.path("x.tif"), verticalUnit: .metre).raster()
      var slopes = [Float](repeating: 0, count: raster.grid.window.count)
      try slopes.withUnsafeMutableBufferPointer { try raster.read(raster.grid.window, into: $0) }
      #expect(slopes.allSatisfy { abs(Double($0) - percent) < 0.01 }, "\(unit): \(slopes.prefix(3))")
    }
    let yard = try run.make("slope", "x.tif", ["--vertical-unit", "yard"], of: [file])
    #expect(yard.exitCode == 64 && yard.errorText.contains("us-survey-foot"), "\(yard)")
  }
}
