import Foundation
import SkiBase
import SkiTestSupport
import Synchronization
import Testing

@testable import SkiTerrain

struct ContourLimitTests {
  private func code(_ body: () throws -> Void) -> SkiError.Code? {
    do { try body() } catch { return (error as? SkiError)?.code }
    return nil
  }

  @Test(arguments: [0, -5, .nan, .infinity, 1e9, 1e-60])
  func `an interval that is not positive, finite and in range is refused`(interval: Double) {
    #expect(code { _ = try ContourLevels(everyMetres: interval) } == .invalidArgument)
  }

  @Test func `empty, invalid or too many levels are refused`() {
    #expect(code { _ = try ContourLevels(atMetres: []) } == .invalidArgument)
    #expect(code { _ = try ContourLevels(atMetres: [1, .nan]) } == .invalidArgument)
    #expect(code { _ = try ContourLevels(everyMetres: 10, baseMetres: .infinity) } == .invalidArgument)
    #expect(code { _ = try ContourLevels(everyMetres: 10, indexEvery: 0) } == .invalidArgument)
    #expect(
      code { _ = try ContourLevels(atMetres: (0...ContourLevels.mostLevels).map(Double.init)) }
        == .invalidArgument)
  }

  @Test(arguments: [[0, 4000], [0, 3e38], [-32768, 100_000]] as [[Float]])
  func `an interval too small for the relief exceeds a limit`(heights: [Float]) throws {
    let drawn = DrawnRaster([heights, heights])
    let levels = try ContourLevels(everyMetres: 0.001)
    #expect(code { _ = try drawn.lines(levels) } == .limitExceeded)
    let apart = DrawnRaster(
      [[0, 0], [0, 0], [0, 0]] + [[heights[1], heights[1]], [heights[1], heights[1]]])
    #expect(code { _ = try apart.lines(levels, bandRows: 1, workerCount: 2) } == .limitExceeded)
  }

  @Test func `a tolerance that is not positive and finite is refused`() throws {
    let raster = DrawnRaster([[0, 1], [1, 0]]).raster()
    let levels = try ContourLevels(everyMetres: 1)
    for tolerance in [0, -1, .nan, .infinity] as [Double] {
      #expect(
        code { _ = try ContourTracing(raster: raster, levels: levels, toleranceMetres: tolerance) }
          == .invalidArgument)
    }
  }

  /// A raster that fails to read below a row.
  private struct TornRaster: ElevationRaster {
    let raster: MemoryRaster
    let lastRow: Int
    var grid: RasterGrid { raster.grid }
    var verticalDatum: VerticalDatum { raster.verticalDatum }
    var names: [String] { raster.names }
    var blockColumns: Int { 4 }
    var blockRows: Int { 4 }
    func read(_ window: RasterWindow, into target: UnsafeMutableBufferPointer<Float>) throws {
      guard window.row + window.rows <= lastRow else { throw SkiError(.inputOutput, "torn off") }
      try raster.read(window, into: target)
    }
  }

  private func random() -> MemoryRaster {
    var generator = SeededGenerator(seed: 3)
    return DrawnRaster(columns: 40, rows: 90, voids: 0, steps: [], &generator).raster()
  }

  @Test func `an error of the raster is thrown, and the existing file stays`() throws {
    let folder = ScratchFolder()
    let path = folder.write("before".utf8, to: "contours.geojson")
    let tracing = try ContourTracing(
      raster: TornRaster(raster: random(), lastRow: 60), levels: ContourLevels(everyMetres: 5),
      workerCount: 2,
      bandRows: 7)
    #expect(code { try ContourGeoJSON().write(tracing, to: path) } == .inputOutput)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["contours.geojson"])
  }

  @Test func `progress rises to one, and an error thrown by it ends the work`() throws {
    struct Enough: Error {}
    let tracing = try ContourTracing(
      raster: random(), levels: ContourLevels(everyMetres: 5), workerCount: 2, bandRows: 7)
    var shares: [Double] = []
    try tracing.forEachLine({ _ in }, progress: { shares.append($0) })
    #expect(shares == shares.sorted() && shares.last == 1 && shares.count > 10)
    #expect(throws: Enough.self) {
      try tracing.forEachLine({ _ in }, progress: { if $0 > 0.3 { throw Enough() } })
    }
  }

  @Test func `a cancelled task ends with the error cancelled`() async throws {
    let tracing = try ContourTracing(
      raster: random(), levels: ContourLevels(everyMetres: 5), workerCount: 2, bandRows: 7)
    let task = Task { () -> SkiError.Code? in
      withUnsafeCurrentTask { $0?.cancel() }
      return code { _ = try tracing.lines() }
    }
    #expect(await task.value == .cancelled)
  }
}
