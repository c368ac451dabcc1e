import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// PNG files read back by libpng, and parsed chunk by chunk.
struct PNGSinkTests {
  private let scratch = ScratchFolder()
  private var path: String { scratch.path + "/x.png" }

  private func grid(_ columns: Int, _ rows: Int) -> RasterGrid {
    RasterGrid(
      columns: columns, rows: rows, reference: .wgs84, originX: 11, originY: 47, stepX: 0.001, stepY: 0.001)
  }

  /// Pixels with flat, smooth and rough parts.
  private func pixels(_ count: Int, width: Int, using random: inout SeededGenerator) -> [UInt8] {
    let noise = Int.random(in: 0...60, using: &random)
    return (0..<count).map { at in
      let smooth = at / width / 2 + at % width / 3
      return UInt8(
        truncatingIfNeeded: smooth / 40 * 40 + (noise == 0 ? 0 : Int.random(in: 0...noise, using: &random)))
    }
  }

  /// Writes pixels band by band in a random order.
  private func write(
    _ pixels: [UInt8], _ grid: RasterGrid, _ pixel: RasterPixel,
    label: RasterMetadata = RasterMetadata(title: "test"),
    using random: inout SeededGenerator
  ) throws -> [UInt8] {
    let sink = try PNGSink(path: path, grid: grid, pixel: pixel, label: label)
    let starts = stride(from: 0, to: grid.rows, by: sink.blockRows).shuffled(using: &random)
    for row in starts {
      let rows = min(sink.blockRows, grid.rows - row)
      let width = grid.columns * pixel.byteCount
      try pixels[row * width..<(row + rows) * width].withUnsafeBytes {
        try sink.write(RasterWindow(column: 0, row: row, columns: grid.columns, rows: rows), $0)
      }
    }
    try sink.commit()
    return try [UInt8](Data(contentsOf: URL(filePath: path)))
  }

  @Test(arguments: [
    (1, 1), (1, 7), (7, 1), (3, 3), (255, 257), (1201, 13), (64, 9001), (100_003, 13), (524_288, 3),
    (700_001, 2),
  ])
  func `libpng reads the same pixels for any size and order of bands`(columns: Int, rows: Int) throws {
    let seed = UInt64(columns * 31 + rows)
    var random = SeededGenerator(seed: seed)
    for (pixel, format) in [(RasterPixel.grey, UInt32(0)), (.colour, 3)] {
      let width = columns * pixel.byteCount
      // libpng composes transparent pixels on black or keeps them, so all are made opaque here.
      var drawn = pixels(rows * width, width: width, using: &random)
      for at in drawn.indices where pixel == .grey ? drawn[at] == 0 : at % 4 == 3 { drawn[at] = 255 }
      let bytes = try write(drawn, grid(columns, rows), pixel, using: &random)
      let read = try #require(DrawnTiles.decode(bytes, format: format), "seed \(seed)")
      #expect(read.width == columns && read.height == rows && read.pixels == drawn, "seed \(seed)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["x.png"])
  }

  @Test func `grey 0 and alpha 0 are transparent`() throws {
    var random = SeededGenerator(seed: 1)
    let grey = try write([0, 1, 255], grid(3, 1), .grey, using: &random)
    let read = try #require(DrawnTiles.decode(grey, format: 1))
    #expect(stride(from: 1, to: 6, by: 2).map { read.pixels[$0] } == [0, 255, 255])
    let colour = try write([9, 9, 9, 0, 1, 2, 3, 255], grid(2, 1), .colour, using: &random)
    let colours = try #require(DrawnTiles.decode(colour, format: 3))
    #expect(colours.pixels[3] == 0 && colours.pixels[4...] == [1, 2, 3, 255])
  }

  @Test func `chunks are in order with valid checksums and texts, with IDAT chunks in a row`() throws {
    var random = SeededGenerator(seed: 2)
    let drawn = pixels(3000 * 700, width: 3000, using: &random)
    let label = RasterMetadata(
      title: "hillshade", verticalDatum: .egm96, attributions: ["© Höhen e. V.", "Survey\u{0} B"])
    let bytes = try write(drawn, grid(3000, 700), .grey, label: label, using: &random)
    var names: [String] = []
    var at = 8
    while at < bytes.count {
      let count = PNGChunks.bigEndian(bytes, at)
      let body = Array(bytes[at + 4..<at + 8 + count])
      #expect(PNGChunks.bigEndian(bytes, at + 8 + count) == Int(Self.slowChecksum(body)))
      names.append(String(decoding: body.prefix(4), as: UTF8.self))
      at += count + 12
    }
    #expect(at == bytes.count && names.prefix(2) == ["IHDR", "tRNS"] && names.last == "IEND")
    #expect(names.filter { $0 == "IDAT" }.count == 7)
    #expect(names[names.firstIndex(of: "IDAT")!...].dropLast().allSatisfy { $0 == "IDAT" })
    let text = String(decoding: bytes, as: UTF8.self)
    for words in ["hillshade; elevations: EGM96", "© Höhen e. V.; Survey B", "Software\u{0}SkiRoute"] {
      #expect(text.contains(words))
    }
  }

  /// CRC-32 bit by bit.
  private static func slowChecksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  @Test func `an incomplete PNG can't be committed, and a discarded one leaves no file`() throws {
    let sink = try PNGSink(path: path, grid: grid(3, 3), pixel: .grey, label: RasterMetadata(title: "x"))
    #expect(throws: SkiError.self) { try sink.commit() }
    sink.discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
  }

  @Test func `unwritable paths and excessive sizes are refused`() throws {
    for (bad, columns, code) in [
      (scratch.path, 3, SkiError.Code.unwritableOutput), (scratch.path + "/none/x.png", 3, .unwritableOutput),
      (path, 1 << 31, .limitExceeded),
    ] {
      let error = #expect(throws: SkiError.self) {
        try PNGSink(path: bad, grid: grid(columns, 3), pixel: .grey, label: RasterMetadata(title: "x"))
      }
      #expect(error?.code == code)
    }
  }
}
