import SkiBase
import SkiTerrain
import Testing

struct OutputEstimateTests {
  private func grid(_ columns: Int, _ rows: Int) -> RasterGrid {
    RasterGrid(
      columns: columns, rows: rows, reference: .wgs84, originX: 0, originY: 0, stepX: 1, stepY: 1)
  }

  @Test(arguments: [
    (40_000, 50_000, false), (40_001, 50_000, true), (1 << 40, 1 << 40, true), (1, 1, false),
  ])
  func `a raster is large above two billion pixels`(columns: Int, rows: Int, isLarge: Bool) throws {
    let estimate = OutputEstimate(raster: grid(columns, rows))
    #expect(estimate.isLarge == isLarge)
    if isLarge {
      let error = #expect(throws: SkiError.self) {
        try estimate.check(isWanted: false, request: "add --yes-large")
      }
      #expect(error?.code == .invalidArgument && error?.message.contains("add --yes-large") == true)
    } else {
      try estimate.check(isWanted: false, request: "add --yes-large")
    }
    try estimate.check(isWanted: true, request: "")
  }

  @Test func `an archive is large above ten billion bytes`() {
    #expect(OutputEstimate(tileCount: 500_001, byteCount: 500_001 * 20_000).isLarge)
    #expect(!OutputEstimate(tileCount: 500_000, byteCount: 500_000 * 20_000).isLarge)
    #expect(
      OutputEstimate(pixelCount: 3_100_000_000, tileCount: 11_826, byteCount: 12_400_000_000).words
        == "11826 tiles, 3.1 billion pixels, up to 12.4 GB")
  }
}
