import Testing

@testable import SkiTerrain

/// The distribution of blocks to workers.
struct BlockQueueTests {
  @Test(arguments: [1, 2, 7, 100, 484], [1, 2, 3, 16])
  func `ranges taken from the queue cover every block once, in order, and never grow`(
    count: Int, sharers: Int
  ) {
    let queue = BlockQueue(count: count, sharers: sharers, longestRun: 22) { _ in }
    var (next, last) = (0, Int.max)
    while let run = queue.takeRun() {
      #expect(run.lowerBound == next && !run.isEmpty && run.count <= min(22, last))
      (next, last) = (run.upperBound, run.count)
    }
    #expect(next == count)
  }

  @Test func `workers that write in order take one block at a time`() {
    let queue = BlockQueue(count: 50) { _ in }
    for index in 0..<50 { #expect(queue.takeRun() == index..<index + 1) }
    #expect(queue.takeRun() == nil)
  }

  @Test func `after a failure the queue gives no blocks and rethrows the error`() {
    struct Broken: Error {}
    let queue = BlockQueue(count: 50, sharers: 2, longestRun: 10) { _ in }
    #expect(queue.takeRun() == 0..<10 && queue.continues)
    queue.fail(Broken())
    #expect(!queue.continues && queue.takeRun() == nil)
    #expect(throws: Broken.self) { try queue.check() }
  }
}
