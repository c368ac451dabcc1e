import SkiTiles
import Testing

@testable import SkiServer

@Suite struct TileCacheTests {
  private func address(_ number: Int) throws -> TileAddress {
    try #require(TileAddress(zoom: 14, column: number, row: 0))
  }

  private func tile(_ number: Int) -> EncodedTile {
    EncodedTile(bytes: Array(repeating: UInt8(number % 256), count: 900), contentType: "a", isGzipped: true)
  }

  private func isUnknown(_ found: EncodedTile??) -> Bool {
    if case .none = found { true } else { false }
  }

  @Test func `tiles come back as they were kept, empty ones too`() throws {
    let cache = ServedTileCache(limitBytes: 1 << 20)
    #expect(isUnknown(cache.tile(try address(1))))
    cache.keep(tile(1), at: try address(1))
    cache.keep(nil, at: try address(2))
    #expect(try #require(cache.tile(try address(1)))?.bytes == tile(1).bytes)
    let empty = try #require(cache.tile(try address(2)))
    #expect(empty?.bytes == nil)
  }

  @Test func `the tiles in use stay, and the bytes kept stay within the limit`() throws {
    let cache = ServedTileCache(limitBytes: 20_000)
    for number in 0..<1000 {
      cache.keep(tile(number), at: try address(number))
      #expect(try #require(cache.tile(try address(0)))?.bytes == tile(0).bytes)
    }
    let kept = try (0..<1000).filter { !isUnknown(cache.tile(try address($0))) }
    #expect(kept.count <= 20_000 / 1000)
    #expect(kept.contains(999))
  }
}
