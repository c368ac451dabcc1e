import SkiTestSupport
import Testing

@testable import SkiTerrain

@Suite struct MemoryRasterTests {
  @Test func `windows hold the elevations of the raster, and voids beyond it`() throws {
    let raster = randomTerrain(columns: 9, rows: 7, seed: 11, voids: 0)
    for column in stride(from: -12, to: 14, by: 3) {
      for row in stride(from: -9, to: 12, by: 2) {
        let window = RasterWindow(column: column, row: row, columns: 5, rows: 4)
        var heights = [Float](repeating: 7, count: window.count)
        try heights.withUnsafeMutableBufferPointer { try raster.read(window, into: $0) }
        for index in heights.indices {
          let (c, r) = (column + index % 5, row + index / 5)
          let isInside = (0..<9).contains(c) && (0..<7).contains(r)
          #expect(isInside ? heights[index] == raster.elevationsMetres[r * 9 + c] : heights[index].isNaN)
        }
      }
    }
  }
}
