import SkiTerrain
import SkiTestSupport
import Testing

/// Rasters and archives above the size limit: refused with their size before any work unless `--yes-large` is given.
struct LargeOutputTests {
  private let run = TerrainRun()

  /// Two tiles far apart, so that the area between them makes the raster large.
  private func farTiles() -> String {
    for (column, row) in [(1000, 1000), (3000, 3000)] {
      let tile = DrawnTiles.png(.terrarium, zoom: 12, column: column, row: row, size: 64) { _ in 500 }
      run.scratch.write(tile, to: "far/12/\(column)/\(row).png")
    }
    return run.path("far")
  }

  @Test(arguments: [
    ("hillshade", "x.png", []), ("slope", "x.tif", []), ("relief", "x.tif", []),
    ("contours", "x.geojson", ["--interval", "20"]),
  ])
  func `a raster of 16 billion pixels between far tiles is refused without --yes-large`(
    product: String, name: String, more: [String]
  )
    throws
  {
    let outcome = try run.make(product, name, more + ["--elevation-encoding", "terrarium"], of: [farTiles()])
    // 2001 × 2001 tiles of 64 × 64 pixels.
    expectError(outcome, 64, "16.4 billion pixels", "--yes-large")
    #expect(try run.scratch.names() == ["far"])
  }

  @Test func `an archive of billions of pixels is refused without --yes-large`() throws {
    let outcome = try skiroute(
      "tiles", "--layer", "slope", "--elevation", TerrainRun.elevation, "--zoom", "8-18", "-o",
      run.path("x.pmtiles"))
    expectError(outcome, 64, "tiles", "billion pixels", "--yes-large")
    #expect(try run.scratch.names().isEmpty)
  }

  @Test func `a small raster is written with and without --yes-large`() throws {
    let small = try run.make("slope", "small.tif")
    let allowed = try run.make("slope", "allowed.tif", ["--yes-large"])
    #expect(small.exitCode == 0 && allowed.exitCode == 0, "\(small) \(allowed)")
  }
}
