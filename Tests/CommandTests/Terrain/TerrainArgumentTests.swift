import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// Invalid arguments of `skiroute terrain`: exit code 64 and the valid ones.
struct TerrainArgumentTests {
  private let run = TerrainRun()

  @Test(arguments: ["hillshade", "slope", "aspect", "roughness", "relief", "classes"])
  func `an output without a raster's extension is refused and the error lists the extensions`(product: String)
    throws
  {
    for name in ["x.jpg", "x", "x.geojson", "png", ".png.gz", "x.tif.", "tif/x"] {
      expectError(try run.make(product, name), 64, ".tif", ".png")
    }
    #expect(try run.scratch.names().isEmpty)
  }

  @Test func `an output without a contour extension is refused and the error lists the extensions`() throws {
    for name in ["x.png", "x.tif", "x.json", "geojson", "x"] {
      expectError(try run.make("contours", name, ["--interval", "20"]), 64, ".geojson", ".geojsonl")
    }
  }

  @Test(arguments: [
    (["--azimuth", "361"], "361"), (["--azimuth", "nan"], "nan"), (["--altitude", "0"], "altitude"),
    (["--altitude", "-5"], "-5"), (["--altitude", "91"], "91"), (["--exaggeration", "0"], "exaggeration"),
    (["--exaggeration", "-1"], "-1"), (["--exaggeration", "inf"], "inf"),
    (["--multidirectional", "--combined"], "exclude"),
    (["--multidirectional", "--azimuth", "9"], "--azimuth"),
    (["--date", "2026-02-01"], "--time"), (["--time", "12:00"], "--date"),
    (["--utc-offset", "+1"], "--date"),
    (["--date", "2026-02-30", "--time", "12:00"], "2026-2-30"),
    (["--date", "today", "--time", "12:00"], "today"),
    (["--date", "2026-02-01", "--time", "25:00"], "25:00"),
    (["--date", "2026-02-01", "--time", "12:00", "--utc-offset", "+19"], "offset"),
    (["--date", "2026-02-01", "--time", "12:00", "--azimuth", "9"], "exclude"),
    (["--date", "2026-02-01", "--time", "23:00"], "sun is below the horizon"),
  ])
  func `invalid or contradictory light options are refused`(options: [String], word: String) throws {
    expectError(try run.make("hillshade", "x.png", options), 64, word)
    expectError(try run.make("relief", "x.png", ["--shaded"] + options), 64, word)
    #expect(try run.scratch.names().isEmpty)
  }

  @Test(arguments: [
    ("relief", "x.png", ["--azimuth", "9"], "--shaded"),
    ("relief", "x.png", ["--multidirectional"], "--shaded"),
    ("slope", "x.png", ["--percent"], "--percent"),
    ("slope", "x.png", ["--compress", "deflate"], "--compress"),
    ("slope", "x.tif", ["--world-file"], "--world-file"),
    ("contours", "x.geojson", ["--levels", "100", "--base", "5"], "--base"),
    ("contours", "x.geojson", ["--levels", "100", "--interval", "5"], "one of them"),
    ("contours", "x.geojson", [], "--interval"),
  ])
  func `an option without effect, and contours without an interval, are refused`(
    product: String, name: String, options: [String], word: String
  )
    throws
  {
    expectError(try run.make(product, name, options), 64, word)
    #expect(try run.scratch.names().isEmpty)
  }

  @Test(arguments: [
    ["--interval", "0"], ["--interval", "-20"], ["--interval", "nan"], ["--interval", "inf"],
    ["--levels", ""],
    ["--levels", "100,x"], ["--levels", "100,"], ["--levels", "nan"], ["--interval", "20", "--base", "nan"],
    ["--interval", "20", "--index-every", "0"], ["--interval", "20", "--tolerance", "-1"],
  ])
  func `invalid levels, intervals and tolerances of contours are refused`(options: [String]) throws {
    expectError(try run.make("contours", "x.geojson", options), 64)
    #expect(try run.scratch.names().isEmpty)
  }

  @Test func `an interval below a micrometre is an error and writes nothing`() throws {
    for interval in ["1e-9", "0.0000001"] {
      let outcome = try run.make("contours", "x.geojson", ["--interval", interval])
      #expect([64, 65].contains(outcome.exitCode ?? 0), "\(outcome)")
      #expect(outcome.peakMemoryBytes < HostileTable.memoryLimitBytes)
    }
    #expect(try run.scratch.names().isEmpty)
  }

  @Test(arguments: [
    "46,7", "46,7,47", "46,7,47,8,9", "x,7,47,8", "47,7,46,8", "46,8,47,7", "46,7,46,8", "-91,0,0,1",
    "0,0,1,181",
    "nan,0,1,1", "46;7;47;8", "",
  ])
  func `malformed, inverted or out-of-range bounds are refused`(bounds: String) throws {
    expectError(try run.make("slope", "x.png", ["--bounds", bounds]), 64, "bounds")
  }

  @Test func `bounds beyond the elevation are bad data`() throws {
    expectError(try run.make("slope", "x.png", ["--bounds", "-46,7,-45,8"]), 65, "-46")
    #expect(try run.scratch.names().isEmpty)
  }

  @Test(arguments: [
    ["terrain", "hillshade"], ["terrain", "hillshade", "x"], ["terrain", "shadow", "x"],
    ["terrain", "slope", "x", "-o", "x.tif", "--compress", "zip"],
    ["terrain", "slope", "x", "-o", "x.tif", "--method", "best"],
    ["terrain", "sample", "x", "--sampling", "cubic"],
    ["terrain", "slope", "x", "-o", "x.tif", "--edges", "cut"],
  ])
  func `arguments against the grammar are a usage error`(arguments: [String]) throws {
    let outcome = try CommandRunner.skiroute().run(arguments)
    #expect(outcome.exitCode == 64 && outcome.standardOutput.isEmpty, "\(outcome)")
    #expect(outcome.errorText.hasPrefix("skiroute: error: "), "\(outcome)")
  }
}
