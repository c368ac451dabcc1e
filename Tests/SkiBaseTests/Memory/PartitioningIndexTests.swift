import SkiBase
import SkiTestSupport
import Testing

struct PartitioningIndexTests {
  @Test(arguments: UInt64(1)...100)
  func `the partitioning index equals the result of a linear search`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...20, using: &random)
    let sorted = (0..<count).map { _ in Int.random(in: 0...9, using: &random) }.sorted()
    for limit in -1...10 {
      let expected = sorted.firstIndex { $0 > limit } ?? count
      #expect(sorted.partitioningIndex { $0 > limit } == expected, "seed \(seed)")
      #expect((0..<count).partitioningIndex { sorted[$0] > limit } == expected, "seed \(seed)")
    }
    #expect(sorted[(count / 2)...].partitioningIndex { _ in false } == count, "seed \(seed)")
  }
}
