import SkiBase
import SkiPeople
import SkiStoreTestSupport
import SkiTestSupport
import Testing

/// The values a cache returns, and the number of its loads.
struct CacheServiceTests {
  /// A cache over loads that a test counts, holds and lets fail.
  private final class Loads: Sendable {
    let clock = ManualClock()
    let gate = Locked<Gate?>(nil)
    let failing = Locked(false)
    /// The number of loads whose result is decided.
    let ended = Locked(0)
    private let keys = Locked<[String]>([])

    var count: Int { keys.withLock { $0.count } }
    func count(of key: String) -> Int { keys.withLock { $0.filter { $0 == key }.count } }

    func cache(_ policy: CachePolicy) -> CacheService<String, String> {
      CacheService(policy, clock: clock.sharing) { key in
        let number = self.keys.withLock { keys in
          keys.append(key)
          return keys.count
        }
        await self.gate.withLock { $0 }?.pass()
        defer { self.ended.withLock { $0 += 1 } }
        if self.failing.withLock({ $0 }) { throw SkiError(.unavailable, "load \(number) fails") }
        return "\(key) \(number)"
      }
    }

    func hold() -> Gate {
      let gate = Gate()
      self.gate.withLock { $0 = gate }
      return gate
    }
  }

  private let loads = Loads()

  /// Waits until a condition holds.
  private func until(_ condition: () async -> Bool) async {
    while !(await condition()) { await Task.yield() }
  }

  @Test func `a hundred viewers lead to one load`() async throws {
    let gate = loads.hold()
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000))
    let values: [String] = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<100 { group.addTask { try await cache.value(for: "a") } }
      await gate.whenWaiting(1)
      for _ in 0..<1000 { await Task.yield() }
      gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: "a 1", count: 100))
    #expect(loads.count == 1)
  }

  @Test func `a fresh value is not loaded again, a value of another key is`() async throws {
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000))
    #expect(try await cache.value(for: "a") == "a 1")
    loads.clock.advance(by: .milliseconds(999))
    #expect(try await cache.value(for: "a") == "a 1")
    #expect(try await cache.value(for: "b") == "b 2")
    loads.clock.advance(by: .milliseconds(1))
    #expect(try await cache.value(for: "a") == "a 3")
  }

  @Test func `an old value is returned while one load renews it`() async throws {
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000, staleMilliseconds: 500))
    #expect(try await cache.value(for: "a") == "a 1")
    loads.clock.advance(by: .milliseconds(1200))
    let gate = loads.hold()
    for _ in 0..<10 { #expect(try await cache.value(for: "a") == "a 1") }
    await gate.whenWaiting(1)
    #expect(loads.count == 2)
    gate.open()
    await until { (try? await cache.value(for: "a")) == "a 2" }
    #expect(loads.count == 2)
  }

  @Test func `a value is not returned beyond its old age`() async throws {
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000, staleMilliseconds: 500))
    #expect(try await cache.value(for: "a") == "a 1")
    loads.clock.advance(by: .milliseconds(1500))
    #expect(try await cache.value(for: "a") == "a 2")
  }

  @Test func `an error is returned for a short time, then the load is tried again`() async throws {
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000, failureMilliseconds: 200))
    loads.failing.withLock { $0 = true }
    await expectError(.unavailable) { _ = try await cache.value(for: "a") }
    loads.failing.withLock { $0 = false }
    loads.clock.advance(by: .milliseconds(199))
    let error = await expectError(.unavailable) { _ = try await cache.value(for: "a") }
    #expect(error?.message == "load 1 fails")
    loads.clock.advance(by: .milliseconds(1))
    #expect(try await cache.value(for: "a") == "a 2")
  }

  @Test func `an old value stays when its renewal fails, and is renewed later`() async throws {
    let cache = loads.cache(
      CachePolicy(freshMilliseconds: 1000, staleMilliseconds: 5000, failureMilliseconds: 200))
    #expect(try await cache.value(for: "a") == "a 1")
    loads.clock.advance(by: .milliseconds(1000))
    let gate = loads.hold()
    loads.failing.withLock { $0 = true }
    #expect(try await cache.value(for: "a") == "a 1")
    await gate.whenWaiting(1)
    gate.open()
    await until { loads.ended.withLock { $0 } == 2 }
    // Within the time of the error no further load begins.
    for _ in 0..<10 { #expect(try await cache.value(for: "a") == "a 1") }
    #expect(loads.count == 2)
    loads.failing.withLock { $0 = false }
    await until {
      loads.clock.advance(by: .milliseconds(200))
      return (try? await cache.value(for: "a")) == "a 3"
    }
  }

  @Test func `the values used longest ago are dropped beyond the bound`() async throws {
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000, capacity: 3))
    for key in ["a", "b", "c"] { _ = try await cache.value(for: key) }
    _ = try await cache.value(for: "a")
    _ = try await cache.value(for: "d")
    #expect(await cache.count == 3)
    #expect(try await cache.value(for: "a") == "a 1")
    #expect(try await cache.value(for: "b") == "b 5")
    for number in 0..<1000 {
      _ = try await cache.value(for: "key \(number)")
      #expect(await cache.count <= 3)
    }
  }

  @Test func `cancelling one who waits does not cancel the load of the others`() async throws {
    let gate = loads.hold()
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000))
    let first = Task { try await cache.value(for: "a") }
    await gate.whenWaiting(1)
    let second = Task { try await cache.value(for: "a") }
    first.cancel()
    await expectError(.cancelled) { _ = try await first.value }
    gate.open()
    #expect(try await second.value == "a 1")
    #expect(try await cache.value(for: "a") == "a 1")
    #expect(loads.count == 1)
  }

  @Test func `a value whose key was forgotten while it was loaded is not kept`() async throws {
    let gate = loads.hold()
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000))
    let before = Task { try await cache.value(for: "a") }
    await gate.whenWaiting(1)
    await cache.forget("a")
    let after = Task { try await cache.value(for: "a") }
    await gate.whenWaiting(2)
    gate.open()
    #expect(try await before.value == "a 1")
    #expect(try await after.value == "a 2")
    #expect(try await cache.value(for: "a") == "a 2")
    await cache.forgetAll()
    #expect(await cache.count == 0)
    #expect(try await cache.value(for: "a") == "a 3")
  }

  @Test func `there are no more loads at the same time than the bound`() async throws {
    let gate = loads.hold()
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000, greatestLoads: 2))
    let waiting = ["a", "b"].map { key in Task { try await cache.value(for: key) } }
    await gate.whenWaiting(2)
    await expectError(.unavailable) { _ = try await cache.value(for: "c") }
    gate.open()
    for task in waiting { _ = try await task.value }
    #expect(try await cache.value(for: "c") == "c 3")
  }

  @Test func `errors are kept for no more keys than values`() async throws {
    let cache = loads.cache(CachePolicy(freshMilliseconds: 1000, failureMilliseconds: 5000, capacity: 4))
    loads.failing.withLock { $0 = true }
    for number in 0..<20 { await expectError(.unavailable) { _ = try await cache.value(for: "\(number)") } }
    #expect(loads.count == 20)
    await expectError(.unavailable) { _ = try await cache.value(for: "19") }
    #expect(loads.count == 20)
  }
}
