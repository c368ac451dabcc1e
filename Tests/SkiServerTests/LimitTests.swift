import SkiBase
import SkiServer
import SkiSystem
import Testing

@Suite struct LimitTests {
  @Test func `a bucket fills at its rate up to its size`() {
    let limiter = RateLimiter(tokensPerSecond: 10, burst: 20)
    for _ in 0..<20 { #expect(limiter.take(1, of: "a", at: 100) == nil) }
    #expect(limiter.take(1, of: "a", at: 100) == 0.1)
    #expect(limiter.take(1, of: "b", at: 100) == nil)
    #expect(limiter.take(1, of: "a", at: 100.2) == nil)
    for _ in 0..<20 { #expect(limiter.take(1, of: "a", at: 1000) == nil) }
    #expect(limiter.take(1, of: "a", at: 1000) != nil)
  }

  @Test func `no client gets more than its burst and its rate, whatever the times`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let limiter = RateLimiter(tokensPerSecond: 5, burst: 10)
      var (time, taken) = (0.0, 0.0)
      for _ in 0..<500 {
        time += Double.random(in: 0...0.3, using: &random)
        let cost = Double.random(in: 0.1...3, using: &random)
        if limiter.take(cost, of: "a", at: time) == nil { taken += cost }
      }
      #expect(taken <= 10 + 5 * time + 1e-6)
      #expect(taken > 5 * time * 0.5)
    }
  }
}

@Suite struct WorkLaneTests {
  /// More than a task waits for its turn among thousands of tests: waiting counts as time of the job.
  private let unlimited = Duration.seconds(86_400)

  @Test func `results and errors of jobs are returned`() async throws {
    let lane = WorkLane(name: "test", width: 2, waitingLimit: 2000)
    defer { lane.close() }
    let sums = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<2000 { group.addTask { try await lane.run(timeout: unlimited) { number } } }
      return try await group.reduce(0, +)
    }
    #expect(sums == 1_999_000)
    await #expect(throws: SkiError.self) {
      try await lane.run(timeout: unlimited) { throw SkiError(.notFound, "no") }
    }
  }

  @Test func `jobs run under a limit that cancellation and an absent client reach`() async throws {
    let lane = WorkLane(name: "test", width: 1, waitingLimit: 100)
    defer { lane.close() }
    await #expect {
      try await lane.run(timeout: unlimited, isAbandoned: { true }, { 1 })
    } throws: {
      ($0 as? SkiError)?.code == .cancelled
    }
    await #expect {
      try await lane.run(timeout: .milliseconds(1)) {
        while true { try WorkLimit.check() }
      }
    } throws: { ($0 as? SkiError)?.code == .timedOut }
    let task = Task {
      try await lane.run(timeout: unlimited) { while true { try WorkLimit.check() } }
    }
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? SkiError)?.code == .cancelled }
  }

  @Test func `jobs beyond the queue are refused, and none is lost`() async throws {
    let lane = WorkLane(name: "test", width: 1, waitingLimit: 3)
    defer { lane.close() }
    let gate = Locked(false)
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let outcome = try? await lane.run(timeout: unlimited) {
            while !gate.withLock({ $0 }) { usleep(1000) }
            return true
          }
          return outcome ?? false
        }
      }
      var refused = 0
      var all: [Bool] = []
      for await outcome in group {
        all.append(outcome)
        refused += outcome ? 0 : 1
        if refused >= 16 { gate.withLock { $0 = true } }
      }
      return all
    }
    // Three wait, and one more runs where the thread has taken it before the others came.
    #expect((3...4).contains(outcomes.count { $0 }))
    #expect(outcomes.count == 20)
  }
}

@Suite struct ByteBudgetTests {
  @Test func `bytes can be taken until the budget is spent, and again when they are given back`() throws {
    let budget = ByteBudget(limitBytes: 100)
    try budget.take(60)
    try budget.take(40)
    let error = #expect(throws: SkiError.self) { try budget.take(1) }
    #expect(error?.code == .unavailable && budget.heldBytes == 100)
    budget.giveBack(60)
    try budget.take(60)
    #expect(budget.heldBytes == 100)
  }

  @Test func `many threads never hold more than the budget`() async {
    let budget = ByteBudget(limitBytes: 1000)
    await withTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask {
          for _ in 0..<2000 {
            guard (try? budget.take(number * 50)) != nil else { continue }
            #expect(budget.heldBytes <= 1000)
            budget.giveBack(number * 50)
          }
        }
      }
    }
    #expect(budget.heldBytes == 0)
  }

  @Test func `the bound of the memory grows with each limit`() {
    let base = ServerLimits()
    let bytes = base.residentBytes(cores: 2)
    let changes: [(inout ServerLimits) -> Void] = [
      { $0.caches.regionBytes += 1 << 20 }, { $0.caches.routerBytes += 1 << 20 },
      { $0.caches.tileBytes += 1 << 20 }, { $0.quickSearchBytes += 1 << 20 },
      { $0.longSearchBytes += 1 << 20 }, { $0.heldBodyBytes += 1 << 20 }, { $0.recordingBytes += 1 << 20 },
      { $0.connections += 100 },
    ]
    for change in changes {
      var limits = base
      change(&limits)
      #expect(limits.residentBytes(cores: 2) > bytes)
    }
    #expect(base.residentBytes(cores: 4) > bytes)
  }
}
