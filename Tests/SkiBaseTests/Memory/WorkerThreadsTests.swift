import SkiBase
import Testing

struct WorkerThreadsTests {
  @Test(arguments: [0, 1, 2, 7])
  func `the body is called once with each number, and run waits for all calls`(count: Int) {
    let numbers = Locked<[Int]>([])
    WorkerThreads.run(count) { number in numbers.withLock { $0.append(number) } }
    #expect(numbers.withLock { $0.sorted() } == Array(0..<max(1, count)))
  }

  @Test func `threads run beside the caller and have finished once joined`() {
    let sum = Locked(0)
    let threads = WorkerThreads(3..<6, stackBytes: 1 << 20) { number in sum.withLock { $0 += number } }
    #expect(threads.count == 3)
    threads.join()
    #expect(sum.withLock { $0 } == 12)
    #expect(WorkerThreads(0..<0) { _ in Issue.record("no thread was asked for") }.count == 0)
  }

  @Test func `no thread is started when the system can't allocate its stack`() {
    let threads = WorkerThreads(0..<2, stackBytes: 1 << 60) { _ in Issue.record("there is no such stack") }
    #expect(threads.count == 0)
    threads.join()
  }
}
