import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTiles

struct MercatorRowsTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `rows of near and far latitudes equal those of the projection`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var rows = MercatorRows()
    for round in 0..<2000 {
      let start = Int32.random(in: -900_000_000...900_000_000, using: &random)
      for _ in 0..<100 {
        let latitude = max(
          -900_000_000, min(900_000_000, start + .random(in: -900_000...900_000, using: &random)))
        let row = rows.y(latitudeE7: latitude)
        #expect(row == WorldProjection.y(latitudeE7: latitude), "seed \(seed), round \(round): \(latitude)")
      }
    }
    for latitude: Int32 in [-900_000_000, -750_000_000, -1, 0, 1, 749_999_999, 850_511_288, 900_000_000] {
      #expect(rows.y(latitudeE7: latitude) == WorldProjection.y(latitudeE7: latitude), "\(latitude)")
    }
  }

  @Test func `columns are rounded to the nearest unit and stay in the world`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<200_000 {
      let longitude = Int32.random(in: -1_800_000_000...1_800_000_000, using: &random)
      let share = (Double(longitude) + 1_800_000_000) / 3_600_000_000
      let expected = max(0, min(4_294_967_295, (share * 4_294_967_296).rounded())) - 2_147_483_648
      #expect(WorldProjection.x(longitudeE7: longitude) == Int32(expected), "\(longitude)")
    }
    #expect(WorldProjection.x(longitudeE7: -1_800_000_000) == .min)
    #expect(WorldProjection.x(longitudeE7: 1_800_000_000) == .max)
  }
}
