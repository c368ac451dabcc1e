import SkiBase
import SkiTestSupport
import Testing

@Suite struct WorkLimitTests {
  @Test func `a limit is reached when its timeout has passed, not before`() throws {
    let clock = ManualClock()
    let limit = WorkLimit(timeout: .seconds(5), clock: clock)
    clock.advance(by: .milliseconds(4999))
    #expect(!limit.isReached)
    try limit.check()
    clock.advance(by: .milliseconds(1))
    #expect(limit.isReached)
    let error = #expect(throws: SkiError.self) { try limit.check("counting", subject: "a.skimap") }
    #expect(error?.code == .timedOut && error?.subject == "a.skimap")
    #expect(error?.message == "counting was not finished within 5.0 s; request less, or allow more time")
  }

  @Test func `the current limit is that of the task, also in child tasks`() async throws {
    #expect(WorkLimit.current.searchBytes == 128_000_000)
    let clock = ManualClock()
    let limit = WorkLimit(timeout: .seconds(1), clock: clock, searchBytes: 7)
    try await limit.run {
      #expect(WorkLimit.current.searchBytes == 7)
      async let child = WorkLimit.current.searchBytes
      #expect(await child == 7)
      #expect(await Task { WorkLimit.current.searchBytes }.value == 7)
      try WorkLimit.check()
      clock.advance(by: .seconds(1))
      #expect(throws: SkiError.self) { try WorkLimit.check() }
    }
    try WorkLimit.check()
  }

  @Test func `a cancelled task reaches any limit`() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return (WorkLimit().isReached, #expect(throws: SkiError.self) { try WorkLimit().check() }?.code)
    }
    task.cancel()
    let (isReached, code) = await task.value
    #expect(isReached && code == .cancelled)
  }

  @Test func `a limit is reached with a reason when memory is exhausted`() throws {
    let isShort = Locked(false)
    var limit = WorkLimit()
    limit.isMemoryExhausted = { isShort.withLock { $0 } }
    try limit.check()
    #expect(!limit.isReached)
    isShort.withLock { $0 = true }
    #expect(limit.isReached)
    let error = #expect(throws: SkiError.self) { try limit.check("matching", subject: "day.gpx") }
    #expect(error?.code == .limitExceeded && error?.subject == "day.gpx")
    #expect(error?.message.hasPrefix("matching needs more memory") == true)
  }

  @Test func `a limit is reached when the work is cancelled without a task`() throws {
    let isStopped = Locked(false)
    var limit = WorkLimit()
    limit.isCancelled = { isStopped.withLock { $0 } }
    try limit.check()
    #expect(!limit.isReached)
    isStopped.withLock { $0 = true }
    #expect(limit.isReached)
    #expect(#expect(throws: SkiError.self) { try limit.check() }?.code == .cancelled)
  }
}
