import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

struct ParallelBatchesTests {
  @Test(arguments: [0, 1, 63, 64, 65, 1000])
  func `results are in the order of the elements`(count: Int) throws {
    let squares = try ParallelBatches.map((0..<count).map(\.self)) { $0 * $0 }
    #expect(squares == (0..<count).map { $0 * $0 })
  }

  @Test func `each number is in one batch of at most the given size`() throws {
    let batches = Locked<[Range<Int>]>([])
    try ParallelBatches.run(103, by: 10, threads: 3) {
      { batch in batches.withLock { $0.append(batch) } }
    }
    let found = batches.withLock { $0 }
    #expect(found.allSatisfy { $0.count <= 10 })
    #expect(found.flatMap(\.self).sorted() == (0..<103).map(\.self))
  }

  @Test func `of several errors that of the least number is thrown`() {
    let failing = [700, 130, 900]
    let error = #expect(throws: SkiError.self) {
      try ParallelBatches.map((0..<1000).map(\.self)) { number in
        if failing.contains(number) { throw SkiError(.invalidArgument, "\(number)") }
        return number
      }
    }
    #expect(error?.message == "130")
  }

  @Test func `the work limit of the caller holds in all threads`() {
    let error = #expect(throws: SkiError.self) {
      try WorkLimit(timeout: .zero).run {
        try ParallelBatches.map((0..<1000).map(\.self)) { number in
          try WorkLimit.check()
          return number
        }
      }
    }
    #expect(error?.code == .timedOut)
  }
}
