import SkiBase
import SkiTestSupport
import Testing

@testable import SkiServer

@Suite struct JobQueueTests {
  /// Calls a closure on threads that run the jobs of a queue, closes the queue, and waits for the threads.
  private func withThreads(_ count: Int, _ queue: JobQueue, _ body: () throws -> Void) rethrows {
    let threads = WorkerThreads(0..<count) { _ in while let job = queue.next() { job() } }
    defer { threads.join() }
    defer { queue.close() }
    try body()
  }

  @Test(arguments: [1, 2, 5]) func `no job is lost between threads that poll, sleep and are woken`(width: Int)
  {
    let (queue, ran) = (JobQueue(), Locked(0))
    var random = SeededGenerator(seed: UInt64(width))
    let count = 3000
    withThreads(width, queue) {
      for number in 0..<count {
        let isAdded = queue.add({ ran.withLock { $0 += 1 } }, limit: count)
        #expect(isAdded)
        // Around the time for which threads poll; now and then several jobs come at once.
        if number % 7 > 2 { sleep(microseconds: .random(in: 0..<250, using: &random)) }
      }
    }
    #expect(ran.withLock { $0 } == count)
  }

  @Test func `jobs start in order of their arrival`() {
    let (queue, order) = (JobQueue(), Locked<[Int]>([]))
    let added = (0..<201).map { number in
      queue.add({ order.withLock { $0.append(number) } }, limit: 200)
    }
    #expect(added == Array(repeating: true, count: 200) + [false])
    withThreads(1, queue) {}
    #expect(order.withLock { $0 } == Array(0..<200))
  }

  @Test func `a closed queue ends its threads, however they wait`() {
    let queue = JobQueue()
    withThreads(4, queue) { sleep(microseconds: 2000) }
    let isAdded = queue.add({}, limit: 1)
    #expect(!isAdded)
    let job = queue.next()
    #expect(job == nil)
  }

  private func sleep(microseconds: UInt64) {
    let deadline = ContinuousClock.now + .microseconds(microseconds)
    while ContinuousClock.now < deadline {}
  }
}
