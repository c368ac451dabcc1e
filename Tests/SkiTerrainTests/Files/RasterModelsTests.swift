import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// GeoTIFFs of one lattice that are one product, or several models.
struct RasterModelsTests {
  /// Opens two files of 50 × 40 samples, the second some columns east of the first and higher.
  private func open(east columns: Int, higher metres: Double) throws -> (files: ElevationFiles, ScratchFolder)
  {
    let folder = ScratchFolder()
    func height(_ column: Int, _ row: Int) -> Double { Double(1500 + 3 * column + 5 * row % 17) }
    DrawnTIFF().write(to: folder, named: "a.tif") { height($0, $1) }
    var east = DrawnTIFF()
    east.tie = [0, 0, 0, 500_000 + 30 * Double(columns), 5_200_000, 0]
    east.write(to: folder, named: "b.tif") { height($0 + columns, $1) + metres }
    return (try ElevationFiles.open(paths: [folder.path]), folder)
  }

  @Test(arguments: [
    (30, 0.0, 1), (30, 1, 1), (30, 12, 2), (30, -12, 2), (50, 12, 1), (48, 12, 1), (400, 12, 1),
  ])
  func `files that overlap and differ by the same height are two models`(
    east: Int, higher: Double, layers: Int
  ) throws {
    let (files, folder) = try open(east: east, higher: higher)
    withExtendedLifetime(folder) { #expect(files.names.count == layers, "\(east) columns, \(higher) m") }
  }

  @Test func `a run across two models of one lattice has no step`() throws {
    let (files, folder) = try open(east: 30, higher: 12)
    try withExtendedLifetime(folder) {
      let line = try stride(from: 5.0, through: 75, by: 0.2).map { x in
        try files.layers[0].grid.place(x: x, y: 20)
      }
      let heights = try files.groundElevations(at: line).metres.map { try #require($0) }
      let steps = zip(heights, heights.dropFirst()).map { abs($0 - $1) }
      #expect((steps.max() ?? 0) < 1.5)
      #expect(heights[heights.count - 1] > heights[0] + 12)
    }
  }
}
