import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// GeoTIFFs as layers: alone, joined, and beside files without elevation.
struct GeoTIFFLayerTests {
  private static func height(_ column: Int, _ row: Int) -> Double {
    (noise(column, row, seed: 4) * 2000).rounded()
  }

  /// Draws a part of a grid of 30 × 20 m, from a column and row on.
  private func draw(_ name: String, in folder: ScratchFolder, column: Int, row: Int, columns: Int, rows: Int)
  {
    var drawn = DrawnTIFF(columns: columns, rows: rows, tileSide: 16)
    drawn.tie = [0, 0, 0, 500_000 + 30 * Double(column), 5_200_000 - 20 * Double(row), 0]
    drawn.write(to: folder, named: name) { Self.height($0 + column, $1 + row) }
  }

  private func places(_ count: Int) -> [Coordinate] {
    print("seed 101")
    var random = SeededGenerator(seed: 101)
    return (0..<count).map { _ in
      Coordinate(
        latitude: .random(in: 46.935...46.952, using: &random),
        longitude: .random(in: 8.9995...9.04, using: &random))
    }
  }

  @Test func `files of one product are joined without seams and answer as one large file`() throws {
    let (parts, whole) = (ScratchFolder(), ScratchFolder())
    draw("whole.tif", in: whole, column: 0, row: 0, columns: 100, rows: 80)
    draw("a.tif", in: parts, column: 0, row: 0, columns: 50, rows: 40)
    draw("b.TIFF", in: parts, column: 50, row: 0, columns: 50, rows: 43)
    draw("c.tif", in: parts, column: 0, row: 40, columns: 50, rows: 40)
    draw("d.tif", in: parts, column: 48, row: 40, columns: 52, rows: 40)
    let joined = try ElevationFiles.open(paths: [parts.path])
    let one = try ElevationFiles.open(paths: [whole.path + "/whole.tif"])
    #expect(joined.names.count == 1 && one.names == ["whole.tif"])
    let all = places(1000)
    for sampling in Sampling.allCases {
      let heights = try joined.elevationsMetres(at: all, sampling: sampling)
      #expect(heights == (try one.elevationsMetres(at: all, sampling: sampling)))
      #expect(heights.filter { $0 != nil }.count > 300 && heights.contains(nil))
    }
    let (first, second) = (try joined.raster(), try one.raster())
    #expect(first.grid == second.grid)
    #expect(first.grid.columns == 100 && first.grid.rows == 80)
    var heights = [[Float]](repeating: [Float](repeating: 0, count: 8000), count: 2)
    for (index, raster) in [first, second].enumerated() {
      try heights[index].withUnsafeMutableBufferPointer { try raster.read(raster.grid.window, into: $0) }
    }
    #expect(heights[0] == heights[1])
  }

  @Test func `places are projected to the file's reference system`() throws {
    let folder = ScratchFolder()
    draw("a.tif", in: folder, column: 0, row: 0, columns: 50, rows: 40)
    let source = try ElevationFiles.open(paths: [folder.path])
    let transform = try CoordinateTransform(to: try ReferenceSystem(definition: "EPSG:32632"))
    // Pixel centres lie half a step from the corner of the file.
    let pairs: [Double] = [
      500_000 + 30 * 7.5, 5_200_000 - 20 * 11.5, 500_000 + 30 * 8, 5_200_000 - 20 * 11.5,
    ]
    let found = transform.coordinates(ofInterleaved: pairs).compactMap { $0 }
    let heights = try source.elevationsMetres(at: found)
    #expect(abs((heights[0] ?? -1) - Self.height(7, 11)) < 1e-3)
    #expect(abs((heights[1] ?? -1) - (Self.height(7, 11) + Self.height(8, 11)) / 2) < 1e-3)
    #expect(source.resolutionMetres(at: found[0]) == 20)
    #expect(source.resolutionMetres(at: Coordinate(latitude: 10, longitude: 10)) == nil)
    #expect(try source.elevationMetres(at: Coordinate(latitude: -80, longitude: -170)) == nil)
  }

  @Test func `a TIFF without georeference is skipped in a folder and refused as a path`() throws {
    let folder = ScratchFolder()
    draw("a.tif", in: folder, column: 0, row: 0, columns: 50, rows: 40)
    let picture = DrawnTIFF(keys: []).write(to: folder, named: "picture.tif") { _, _ in 7 }
    let source = try ElevationFiles.open(paths: [folder.path])
    #expect(source.skippedFiles.map(\.code) == [.unsupportedFormat])
    let error = #expect(throws: SkiError.self) { try ElevationFiles.open(paths: [picture]) }
    #expect(error?.code == .unsupportedFormat)
  }
}
