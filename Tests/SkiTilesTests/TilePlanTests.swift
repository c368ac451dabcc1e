import SkiBase
import SkiTiles
import Testing

struct TilePlanTests {
  @Test func `too many tiles are refused with their number as an estimate`() throws {
    let error = #expect(throws: SkiError.self) { try TilePlan.tooMany(estimate: 9_000_000).addresses() }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.hasPrefix("there are about 9000000 tiles, ") == true, "\(error as Any)")
  }
}
