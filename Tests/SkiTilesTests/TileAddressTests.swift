import SkiBase
import Testing

@testable import SkiTiles

struct TileAddressTests {
  @Test func `the bounds of a tile follow the slippy map convention`() throws {
    let world = try #require(TileAddress(zoom: 0, column: 0, row: 0)).bounds
    #expect(world.west == -180 && world.east == 180)
    #expect(abs(world.north - 85.051_128_779_806_6) < 1e-12 && abs(world.south + world.north) < 1e-12)
    // Innsbruck, computed by hand from the convention's formulas.
    let innsbruck = try #require(TileAddress(zoom: 10, column: 544, row: 359)).bounds
    #expect(innsbruck.contains(Coordinate(latitude: 47.2692, longitude: 11.4041)))
  }

  @Test func `addresses beyond the columns, rows and zooms are invalid`() {
    #expect(TileAddress(zoom: 3, column: 8, row: 0) == nil && TileAddress(zoom: 3, column: 0, row: -1) == nil)
    #expect(
      TileAddress(zoom: 25, column: 0, row: 0) == nil && TileAddress(zoom: -1, column: 0, row: 0) == nil)
    #expect(TileAddress(zoom: 24, column: 1 << 24 - 1, row: 1 << 24 - 1) != nil)
  }

  @Test(arguments: [0, 1, 7, 16]) func `the share of a latitude inverts the latitude of a share`(zoom: Int) {
    for step in 1..<20 {
      let share = Double(step) / 20
      #expect(abs(TileAddress.share(ofLatitude: TileAddress.latitude(ofShare: share)) - share) < 1e-12)
    }
  }
}
