import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

@Suite struct SharingTimeTests {
  @Test func `milliseconds of a time come back`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<200_000 {
      // From 1970 to 2200.
      let milliseconds = Int64.random(in: 0...7_258_118_400_000, using: &random)
      #expect(UniversalTime(milliseconds: milliseconds).milliseconds == milliseconds, "seed 9")
    }
  }

  @Test func `other times are rounded down`() {
    for (seconds, milliseconds) in [(0.0, 0), (0.0009, 0), (0.0011, 1), (-0.0001, -1), (1.9989, 1998)] {
      #expect(UniversalTime(secondsSince1970: seconds).milliseconds == Int64(milliseconds))
    }
    #expect(UniversalTime(secondsSince1970: .infinity).milliseconds == .max)
  }
}
