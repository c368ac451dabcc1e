import Foundation
import SkiBase
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

/// Terrain as values of a GeoTIFF: place, size and known pixels.
struct TerrainValueTests {
  private let run = TerrainRun()
  private static let probes = [(300, 400), (512, 511), (511, 512), (255, 300), (256, 300), (700, 500)]

  /// Makes a product as a GeoTIFF and reads one band of it back.
  private func values(_ product: String, _ more: [String] = []) throws -> (grid: RasterGrid, values: [Float])
  {
    _ = try run.bytes(product, "x.tif", more)
    let raster = try GeoTIFF.open(path: run.path("x.tif")).raster()
    var values = [Float](repeating: 0, count: raster.grid.window.count)
    try values.withUnsafeMutableBufferPointer { try raster.read(raster.grid.window, into: $0) }
    return (raster.grid, values)
  }

  @Test(arguments: [[], ["--compress", "deflate"]])
  func `a slope raster has the grid of the tiles and degrees by Horn's method`(
    options: [String]
  ) throws {
    let (grid, slopes) = try values("slope", options)
    let half = 6_378_137 * Double.pi
    #expect(grid.columns == 1024 && grid.rows == 1024 && grid.reference.kind == .webMercator)
    let west = (Double(SampleHeights.columns.lowerBound * 256) + 0.5) * SampleHeights.stepMetres - half
    let north = half - (Double(SampleHeights.rows.lowerBound * 256) + 0.5) * SampleHeights.stepMetres
    #expect(abs(grid.originX - west) < 1e-6 && abs(grid.originY - north) < 1e-6)
    #expect(
      abs(grid.stepX - SampleHeights.stepMetres) < 1e-9 && abs(grid.stepY - SampleHeights.stepMetres) < 1e-9)
    for (column, row) in Self.probes {
      let (east, north) = try SampleHeights.gradient(column, row)
      let degrees = atan((east * east + north * north).squareRoot()) * 180 / .pi
      // The ellipsoid's metres differ from the sphere's by a third of a percent.
      #expect(abs(Double(slopes[row * 1024 + column]) - degrees) < 0.2, "\(column), \(row)")
    }
  }

  @Test func `percent are a hundred times the gradient, and compression changes no value`() throws {
    let degrees = try values("slope").values
    let percent = try values("slope", ["--percent"]).values
    let packed = try values("slope", ["--compress", "deflate"]).values
    #expect(degrees == packed)
    for at in stride(from: 0, to: degrees.count, by: 997) {
      #expect(abs(Double(percent[at]) - 100 * tan(Double(degrees[at]) * .pi / 180)) < 0.01, "\(at)")
    }
  }

  @Test func `a hillshade GeoTIFF has the grey levels of the hillshade picture`() throws {
    let shades = try values("hillshade").values
    let picture = try run.picture("hillshade")
    let greys = stride(from: 0, to: picture.pixels.count, by: 4).map { Float(picture.pixels[$0]) }
    #expect(shades == greys)
  }

  @Test func `aspect and roughness match the elevation, and relief and classes are written`() throws {
    let aspects = try values("aspect").values
    for (column, row) in Self.probes {
      let (east, north) = try SampleHeights.gradient(column, row)
      let falls = (atan2(-east, -north) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
      #expect(abs(Double(aspects[row * 1024 + column]) - falls) < 0.3, "\(column), \(row)")
    }
    let roughness = try values("roughness").values
    for (column, row) in Self.probes {
      let around = try (-1...1).flatMap { dy in
        try (-1...1).map { try SampleHeights.metres(column + $0, row + dy) }
      }
      let expected = try #require(around.max()) - #require(around.min())
      #expect(abs(Double(roughness[row * 1024 + column]) - expected) < 0.01, "\(column), \(row)")
    }
    for product in ["relief", "classes"] { #expect(try run.bytes(product, "x.tif").count > 4 << 20) }
  }

  @Test func `edge pixels are void with --edges leave and have values with --edges extend`()
    throws
  {
    let left = try values("slope", ["--edges", "leave"]).values
    let extended = try values("slope", ["--edges", "extend"]).values
    for at in 0..<1024 {
      #expect(left[at].isNaN && left[1023 * 1024 + at].isNaN && left[at * 1024].isNaN)
      #expect(!extended[at].isNaN && !extended[at * 1024 + 1023].isNaN)
    }
    #expect(!left[1024 + 1].isNaN && left[1024 + 1] == extended[1024 + 1])
    #expect(try values("slope").values == extended)
  }

  @Test func `a GeoTIFF of the command is read as elevation again`() throws {
    let tile = DrawnTiles.hgt(south: 46, west: 7, samples: 1201) { 1000 + 1000 * ($0.latitude - 46) }
    run.scratch.write(tile, to: "dem/N46E007.hgt")
    let slope = try run.make("slope", "slope.tif", of: [run.path("dem")])
    #expect(slope.exitCode == 0 && slope.errorText.contains("EGM96"), "\(slope)")
    let again = try run.bytes("slope", "x.tif", of: [run.path("slope.tif")])
    #expect(again.count == (try run.bytes("slope", "x.tif", of: [run.path("slope.tif")])).count)
    let raster = try GeoTIFF.open(path: run.path("slope.tif")).raster()
    var degrees: Float = 0
    let middle = RasterWindow(column: 600, row: 600, columns: 1, rows: 1)
    try withUnsafeMutablePointer(to: &degrees) {
      try raster.read(middle, into: UnsafeMutableBufferPointer(start: $0, count: 1))
    }
    // 1000 m over a degree of latitude is a slope of 0.5°, and of 0.3° or 0.7° between elevations in whole metres.
    #expect((0.25...0.7).contains(degrees) && raster.grid.columns == 1201, "\(degrees)")
  }
}
