import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain
@testable import SkiTiles

struct PNGPictureTests {
  private func colours(_ side: Int, _ random: inout SeededGenerator, _ palette: [[UInt8]]) -> [UInt8] {
    (0..<side * side).flatMap { _ in palette.randomElement(using: &random) ?? [] }
  }

  @Test(arguments: [1, 5, 200, 256, 257, 2000])
  func `a PNG of any number of colours is decoded to the same pixels`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for alphas in [[255], [0, 255], [1, 100, 255]] as [[UInt8]] {
      let palette: [[UInt8]] = (0..<count).map { _ in
        let alpha = alphas.randomElement(using: &random) ?? 0
        return (0..<3).map { _ in alpha == 0 ? 0 : UInt8.random(in: 0...255, using: &random) } + [alpha]
      }
      var pixels = colours(64, &random, palette)
      pixels.replaceSubrange(0..<4, with: [9, 8, 7, 255])
      for make in [PNGPicture.colour, PNGPicture.palette] {
        for level in [1, 6, 12] {
          let png = try #require(make(pixels, 64)).png(ObjectPool { try Deflater(level: level) })
          let read = try #require(DrawnTiles.decode(png, format: 3))
          #expect(read.width == 64 && read.height == 64 && read.pixels == pixels, "\(count) \(alphas)")
        }
      }
    }
  }

  @Test func `grey levels are decoded unchanged, and 0 as transparent`() throws {
    var random = SeededGenerator(seed: 3)
    for lowest in [0, 1] as [UInt8] {
      let pixels = (0..<256 * 256).map { _ in UInt8.random(in: lowest...255, using: &random) }
      let png = try #require(PNGPicture.grey(pixels, side: 256)).png(ObjectPool { try Deflater(level: 3) })
      let read = try #require(DrawnTiles.decode(png, format: 3)).pixels
      #expect(pixels.indices.allSatisfy { read[$0 * 4] == pixels[$0] || pixels[$0] == 0 })
      #expect(pixels.indices.allSatisfy { read[$0 * 4 + 3] == (pixels[$0] == 0 ? 0 : 255) })
    }
  }

  @Test func `fully transparent pixels make no PNG`() {
    let nothing = [UInt8](repeating: 0, count: 64 * 64 * 4)
    #expect(PNGPicture.grey(Array(nothing[..<4096]), side: 64) == nil)
    #expect(PNGPicture.colour(nothing, side: 64) == nil && PNGPicture.palette(nothing, side: 64) == nil)
  }
}
