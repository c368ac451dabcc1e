import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Contours compared with a reference implementation on random rasters.
struct ContourOracleTests {
  /// The values of random elevations: on levels, between them, or both; empty for any number.
  private static let kinds: [[Float]] = [
    [0, 10], [0, 5, 10, 15, 20], [10, 10, 10, 20], [1, 4, 9, 11, 16, 23], [-20, -10, 0, 10, 300], [],
  ]

  private func drawn(_ seed: UInt64) -> (DrawnRaster, SeededGenerator) {
    var generator = SeededGenerator(seed: seed)
    let voids: Double = [0.0, 0, 0.05, 0.3].randomElement(using: &generator) ?? 0.0
    let raster = DrawnRaster(
      columns: .random(in: 1...24, using: &generator), rows: .random(in: 1...24, using: &generator),
      voids: voids, steps: Self.kinds[Int(seed) % Self.kinds.count], &generator)
    return (raster, generator)
  }

  private func plainLines(_ raster: DrawnRaster, _ levels: [Double]) -> [ReferenceContours.Line] {
    ReferenceContours(columns: raster.columns, rows: raster.rows, heights: raster.heights).lines(levels)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `contours equal the reference and its order for any bands and threads`(seed: UInt64) throws {
    var (raster, generator) = drawn(seed)
    let interval: Double = [5.0, 10, 7.5, 20].randomElement(using: &generator) ?? 10.0
    let base: Double = [0.0, 5, -3].randomElement(using: &generator) ?? 0.0
    let levels = (-100...100).map { base + Double($0) * interval }
    let expected = plainLines(raster, levels)
    for bandRows in [1, 2, 3, 7, 64] {
      let lines = try raster.lines(
        ContourLevels(everyMetres: interval, baseMetres: base), bandRows: bandRows,
        workerCount: .random(in: 1...3, using: &generator))
      #expect(lines == expected, "seed \(seed), bands of \(bandRows) rows")
    }
  }

  @Test(arguments: 400..<500 as Range<UInt64>)
  func `contours at listed levels equal the reference`(seed: UInt64) throws {
    let (raster, _) = drawn(seed)
    let levels = [-12.5, 0, 3, 10, 10.25, 21]
    let lines = try raster.lines(
      ContourLevels(atMetres: levels.reversed() + [3]), bandRows: 5, workerCount: 2)
    #expect(lines == plainLines(raster, levels), "seed \(seed)")
  }

  @Test(arguments: 500..<560 as Range<UInt64>)
  func `contours of a fine interval equal the reference`(seed: UInt64) throws {
    let (raster, _) = drawn(seed)
    let lines = try raster.lines(ContourLevels(everyMetres: 1), bandRows: 4, workerCount: 2)
    #expect(lines == plainLines(raster, (-60...400).map(Double.init)), "seed \(seed)")
  }
}
