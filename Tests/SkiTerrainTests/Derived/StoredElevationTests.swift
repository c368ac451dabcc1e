import SkiTestSupport
import Testing

@testable import SkiTerrain

@Suite struct StoredElevationTests {
  @Test func `stored whole metres become metres, and implausible or nodata ones voids`() throws {
    var random = SeededGenerator(seed: 12)
    for count in 1...200 {
      var stored = (0..<count).map { _ in Int16.random(in: .min ... .max, using: &random) }
      for index in stored.indices where index % 7 == 3 { stored[index] = [.min, -9999, 9500, 0][index % 4] }
      var cleaned = stored
      let conversion = ElevationConversion(noData: -9999)
      cleaned.withUnsafeMutableBufferPointer { conversion.clean($0) }
      for (height, kept) in zip(stored, cleaned) {
        let isHeight = plausibleElevationsMetres.contains(Double(height)) && height != -9999
        #expect(kept == (isHeight ? height : .min))
      }
      let grid = randomTerrain(columns: count, rows: 1, seed: 1).grid
      let raster = TiledRaster(
        grid: grid, lattice: .init(tileColumns: count, tileRows: 1), reader: OneTile(heights: cleaned),
        cache: TileCache(limitBytes: 1 << 20))
      var metres = [Float](repeating: 7, count: count)
      try metres.withUnsafeMutableBufferPointer { try raster.read(grid.window, into: $0) }
      for (height, metre) in zip(cleaned, metres) {
        #expect(height == .min ? metre.isNaN : metre == Float(height))
      }
    }
  }
}

/// A reader of one tile that is in memory.
private struct OneTile: TileReader {
  let heights: [Int16]
  var name: String { "memory" }
  var verticalDatum: VerticalDatum { .unstated }

  func hasTile(column: Int, row: Int) -> Bool { column == 0 && row == 0 }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    ElevationTile(columns: heights.count, rows: 1, samples: .wholeMetres(heights))
  }
}
