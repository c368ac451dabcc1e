import SkiBase
import SkiTerrain
import Testing

@testable import SkiAnswers
@testable import SkiTiles

struct PictureRasterTests {
  private let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20">
    <rect width="100%" height="100%" fill="#ffffff"/><rect width="20" height="20" fill="#d62828"/></svg>
    """

  private func size(_ png: [UInt8]) -> [Int] {
    [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func `a picture is rasterised to the requested size, the same each time`() throws {
    let png = try PictureRaster.png(svg, columns: 80, rows: 40)
    #expect(png.prefix(8) == PNGChunk.signature[...] && size(png) == [80, 40])
    #expect(try PictureRaster.png(svg, columns: 80, rows: 40) == png)
    #expect(try size(PictureRaster.png(svg, columns: 40, rows: 20)) == [40, 20])
  }

  @Test func `text is drawn`() throws {
    let words = svg.replacing("</svg>", with: #"<text x="22" y="15" font-size="12">Mi</text></svg>"#)
    let plain = try PictureRaster.png(svg, columns: 80, rows: 40)
    #expect(try PictureRaster.png(words, columns: 80, rows: 40) != plain)
  }

  @Test func `a missing library is reported with the package that has it`() {
    #expect {
      try PictureRaster.png(svg, columns: 4, rows: 4, library: RasterLibrary("librsvg-none.so.9"))
    } throws: { error in
      let error = error as? SkiError
      return error?.code == .missingInput && error?.message.contains("librsvg2-2") == true
        && error?.message.contains("librsvg-none.so.9") == true
    }
  }

  @Test func `a library without the needed functions is reported`() {
    #expect { try RasterLibrary("libc.so.6") } throws: { error in
      (error as? SkiError)?.code == .missingInput
    }
  }

  @Test(arguments: [
    (0, 4, SkiError.Code.invalidArgument), (4, -1, .invalidArgument), (40_000, 4, .limitExceeded),
    (20_000, 20_000, .limitExceeded), (Int.max, Int.max, .limitExceeded),
  ])
  func `invalid and excessive sizes are refused`(columns: Int, rows: Int, code: SkiError.Code) {
    #expect { try PictureRaster.png(svg, columns: columns, rows: rows) } throws: { error in
      (error as? SkiError)?.code == code
    }
  }

  @Test(arguments: ["", "hello", "<svg", "<html/>", "<svg xmlns='http://www.w3.org/2000/svg'><g>"])
  func `text that is not SVG is refused`(text: String) {
    #expect { try PictureRaster.png(text, columns: 8, rows: 8) } throws: { error in
      (error as? SkiError)?.code == .malformedData
    }
  }

  @Test func `a file that a picture refers to is not drawn`() throws {
    let with = svg.replacing(
      "</svg>",
      with: #"<image href="file:///usr/share/pixmaps/debian-logo.png" width="40" height="20"/></svg>"#)
    #expect(
      try PictureRaster.png(with, columns: 40, rows: 20) == PictureRaster.png(svg, columns: 40, rows: 20))
  }
}
