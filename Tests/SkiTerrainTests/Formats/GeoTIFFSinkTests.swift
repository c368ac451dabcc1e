import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiTerrain

/// GeoTIFFs written and read again: values, georeference, keys and failures.
struct GeoTIFFSinkTests {
  private let folder = ScratchFolder()

  private static let grid = RasterGrid(
    columns: 700, rows: 300,
    reference: ReferenceSystem(definition: "EPSG:32632", kind: .projected(metresPerUnit: 1)),
    originX: 600_005, originY: 5_200_000, stepX: 10, stepY: 20)

  /// Writes pixels block by block, in a random order.
  private func write(
    on grid: RasterGrid = grid, _ pixel: RasterPixel, _ options: GeoTIFFOptions, name: String = "o.tif",
    seed: UInt64,
    _ value: (Int, Int) -> [UInt8]
  ) throws -> String {
    let path = folder.path + "/" + name
    let sink = try GeoTIFFSink(path: path, grid: grid, pixel: pixel, options: options)
    let plan = BlockPlan(grid.window, columns: sink.blockColumns, rows: sink.blockRows)
    var random = SeededGenerator(seed: seed)
    for index in (0..<plan.count).shuffled(using: &random) {
      for part in parts(of: plan.window(of: index), rows: sink.partRows) {
        let bytes = (0..<part.count).flatMap {
          value(part.column + $0 % part.columns, part.row + $0 / part.columns)
        }
        try bytes.withUnsafeBytes { try sink.write(part, $0) }
      }
    }
    try sink.commit()
    return path
  }

  private func parts(of block: RasterWindow, rows: Int) -> [RasterWindow] {
    stride(from: 0, to: block.rows, by: rows).map {
      RasterWindow(
        column: block.column, row: block.row + $0, columns: block.columns, rows: min(rows, block.rows - $0))
    }
  }

  private static func floatBytes(_ value: Float) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  private static func height(_ column: Int, _ row: Int) -> Float {
    (column + row) % 17 == 0 ? -9999 : Float(column) * 1.25 - Float(row) / 3 + 100
  }

  @Test(arguments: [GeoTIFFOptions.Packing.plain, .deflate], [256, 512])
  func `elevations are read back exactly, uncompressed and compressed`(
    packing: GeoTIFFOptions.Packing, side: Int
  ) throws {
    let options = GeoTIFFOptions(packing: packing, tileSide: side, heightDatum: .egm2008)
    let path = try write(.float, options, seed: 1) { Self.floatBytes(Self.height($0, $1)) }
    let file = try GeoTIFF.open(path: path)
    #expect(file.grid == Self.grid && file.verticalDatum == .egm2008 && file.noData == -9999)
    let heights = try file.raster().heights(file.grid.window)
    let wrong = (0..<heights.count).filter { index in
      let wanted = Self.height(index % 700, index / 700)
      return wanted == -9999 ? !heights[index].isNaN : heights[index] != wanted
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: [GeoTIFFOptions.Packing.plain, .deflate])
  func `grey levels are read back exactly, and zero is nodata`(packing: GeoTIFFOptions.Packing) throws {
    let path = try write(.grey, GeoTIFFOptions(packing: packing), seed: 2) { [UInt8(($0 * 3 + $1) & 0xFF)] }
    let file = try GeoTIFF.open(path: path)
    let heights = try file.raster().heights(file.grid.window)
    let wrong = (0..<heights.count).filter { index in
      let wanted = Float((index % 700 * 3 + index / 700) & 0xFF)
      return wanted == 0 ? !heights[index].isNaN : heights[index] != wanted
    }
    #expect(wrong.isEmpty && file.noData == 0)
  }

  @Test func `a compressed file has the same bytes for any order of tiles`() throws {
    for pixel in [RasterPixel.grey, .float, .colour] {
      let files = try (0..<4).map { seed in
        let path = try write(pixel, GeoTIFFOptions(packing: .deflate, tileSide: 256), seed: UInt64(seed)) {
          Array(Self.floatBytes(Float($0 * $1)).prefix(pixel.byteCount))
        }
        return try Data(contentsOf: URL(fileURLWithPath: path))
      }
      #expect(Set(files).count == 1)
    }
  }

  @Test func `a GeoTIFF of colours is refused as elevation`() throws {
    let path = try write(.colour, GeoTIFFOptions(), seed: 3) { [UInt8($0 & 0xFF), UInt8($1 & 0xFF), 3, 255] }
    let error = #expect(throws: SkiError.self) { try GeoTIFF.open(path: path) }
    #expect(error?.code == .unsupportedFormat && error?.message.contains("red, green and blue") == true)
  }

  @Test func `the GeoKeys of a source are written unchanged, for pixel centres and corners`() throws {
    for isPixelIsPoint in [false, true] {
      var drawn = DrawnTIFF(columns: 700, rows: 300)
      drawn.keys = [
        1, 1, 0, 5, 1024, 0, 1, 1, 1025, 0, 1, isPixelIsPoint ? 2 : 1, 1026, 34737, 8, 0, 3072, 0, 1,
        31254, 4096,
        0, 1, 5778,
      ]
      drawn.keyText = "A name |"
      let source = try GeoTIFF.open(path: drawn.write(to: folder) { Double(($0 * 7 + $1 * 13) % 120) })
      #expect(source.grid.originX == (isPixelIsPoint ? 500_000 : 500_015))
      let options = GeoTIFFOptions(geoKeys: source.geoKeys)
      let path = try write(on: source.grid, .grey, options, seed: 4) { _, _ in [1] }
      let copy = try GeoTIFF.open(path: path)
      #expect(copy.grid == source.grid && copy.geoKeys == source.geoKeys)
      #expect(copy.verticalDatum == VerticalDatum(name: "GHA", epsg: 5778))
    }
  }

  @Test func `grids in WGS 84 and Web Mercator get keys, others without an EPSG code are refused`() throws {
    for reference in [ReferenceSystem.wgs84, .webMercator] {
      let grid = RasterGrid(
        columns: 3, rows: 2, reference: reference, originX: 10, originY: 47, stepX: 0.01, stepY: 0.01)
      let file = try GeoTIFF.open(path: try write(on: grid, .grey, GeoTIFFOptions(), seed: 5) { _, _ in [9] })
      #expect(file.grid.reference == reference && abs(file.grid.originX - 10) < 1e-12)
    }
    let odd = RasterGrid(
      columns: 3, rows: 2,
      reference: ReferenceSystem(definition: "+proj=tmerc +type=crs", kind: .projected(metresPerUnit: 1)),
      originX: 0,
      originY: 0, stepX: 1, stepY: 1)
    let error = #expect(throws: SkiError.self) {
      try GeoTIFFSink(path: folder.path + "/none.tif", grid: odd, pixel: .grey)
    }
    #expect(error?.code == .unsupportedFormat && error?.message.contains("no EPSG code") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.tif"))
  }

  @Test func `a discarded output leaves no file and keeps the existing one`() throws {
    let path = folder.write([1, 2, 3], to: "old.tif")
    let sink = try GeoTIFFSink(path: path, grid: Self.grid, pixel: .grey)
    sink.discard()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old.tif"])
  }

  @Test func `the byte count of a TIFF directory is that of its bytes, classic and BigTIFF`() {
    for isBig in [false, true] {
      var directory = TIFFDirectory(
        isBig: isBig,
        fields: [(256, .longs([7])), (324, .places([1, 2, 3])), (305, .text(Array("SkiRoute\0".utf8)))])
      #expect(directory.bytes().count == directory.byteCount)
      directory.fields.append((33550, .doubles([1, 2, 3])))
      #expect(directory.bytes().count == directory.byteCount)
    }
  }
}
