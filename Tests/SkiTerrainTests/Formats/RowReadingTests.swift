import CLibraries
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Reading of single rows of uncompressed tiles, and passes over blocks that cache few tiles.
struct RowReadingTests {
  private static func open(
    _ folder: ScratchFolder, tileSide: Int?, type: TIFFLayout.SampleType, mode: String
  ) throws -> TiledRaster {
    var drawn = DrawnTIFF(type: type, tileSide: tileSide, mode: mode)
    drawn.compression = COMPRESSION_NONE
    return try GeoTIFF.open(path: drawn.write(to: folder, GeoTIFFTests.number)).raster()
  }

  private static func expected(_ window: RasterWindow, in grid: RasterGrid) -> [Float] {
    (0..<window.count).map { index in
      let (column, row) = (window.column + index % window.columns, window.row + index / window.columns)
      guard (0..<grid.columns).contains(column), (0..<grid.rows).contains(row) else { return .nan }
      return Float(GeoTIFFTests.number(column, row))
    }
  }

  private static func isSame(_ a: [Float], _ b: [Float]) -> Bool {
    a.elementsEqual(b) { $0 == $1 || $0.isNaN && $1.isNaN }
  }

  @Test(arguments: ["wl", "wb"], [nil, 16, 32, 64])
  func `windows of one or two rows equal the drawn elevations`(mode: String, tileSide: Int?) throws {
    let folder = ScratchFolder()
    var random = SeededGenerator(seed: 5)
    for type in [TIFFLayout.SampleType.int16, .uint16, .float32] {
      let raster = try Self.open(folder, tileSide: tileSide, type: type, mode: mode)
      for _ in 0..<200 {
        let window = RasterWindow(
          column: .random(in: -3..<raster.grid.columns, using: &random),
          row: .random(in: -3..<raster.grid.rows, using: &random),
          columns: .random(in: 1...raster.grid.columns, using: &random),
          rows: .random(in: 1...2, using: &random))
        #expect(Self.isSame(try raster.heights(window), Self.expected(window, in: raster.grid)), "\(window)")
      }
    }
  }

  @Test(arguments: [16, 32])
  func `blocks of a pass equal the drawn elevations and decode no more tiles than there are`(side: Int) throws
  {
    let folder = ScratchFolder()
    let raster = try Self.open(folder, tileSide: side, type: .int16, mode: "wl")
    let pass = raster.forBlocks(columns: side, rows: side, taskCount: 1)
    let plan = BlockPlan(raster.grid.window, columns: side, rows: side)
    for index in 0..<plan.count {
      let window = plan.window(of: index).grown(by: 1)
      #expect(Self.isSame(try pass.heights(window), Self.expected(window, in: raster.grid)), "\(window)")
    }
    let tiles = ((raster.grid.columns - 1) / side + 1) * ((raster.grid.rows - 1) / side + 1)
    let decoded = try #require(pass as? TiledRaster).decodedTileCount
    #expect(decoded <= tiles, "\(decoded) of \(tiles) tiles were decoded whole")
  }

  @Test func `compressed tiles are decoded once in a pass by rows`() throws {
    let folder = ScratchFolder()
    var drawn = DrawnTIFF(type: .int16, tileSide: 16, mode: "wl")
    drawn.compression = COMPRESSION_ADOBE_DEFLATE
    let raster = try GeoTIFF.open(path: drawn.write(to: folder, GeoTIFFTests.number)).raster()
    let pass = try #require(raster.forBlocks(columns: 16, rows: 16, taskCount: 1) as? TiledRaster)
    for _ in 0..<2 {
      for row in 0..<raster.grid.rows {
        let window = RasterWindow(column: 0, row: row, columns: raster.grid.columns, rows: 1)
        #expect(Self.isSame(try pass.heights(window), Self.expected(window, in: raster.grid)))
      }
    }
    let tiles = ((raster.grid.columns - 1) / 16 + 1) * ((raster.grid.rows - 1) / 16 + 1)
    #expect(pass.decodedTileCount == tiles)
  }
}
