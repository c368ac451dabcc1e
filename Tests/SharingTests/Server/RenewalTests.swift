import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The renewals of a server's lease.
@Suite struct RenewalTests {
  private static func server(over store: any SharingStore, _ clock: TestClock) throws -> SharingServer {
    clock.advance(10_000)
    return SharingServer(
      id: try ServerID("server"), store: store, membership: TestMembership.oneTrip,
      clock: clock.sharingClock(wrongBy: 0))
  }

  @Test func `all who ask while a renewal runs share the next one`() async throws {
    let clock = TestClock()
    let store = FaultyStore(MemoryStore { clock.now }, seed: 1)
    let server = try Self.server(over: store, clock)
    let (opened, open) = AsyncStream<Void>.makeStream()
    let (entered, enter) = AsyncStream<Void>.makeStream()
    store.setGate {
      enter.yield()
      for await _ in opened { break }
    }
    let count = 50
    let asked = Locked(0)
    try await withThrowingTaskGroup { group in
      group.addTask { try await server.renew() }
      for await _ in entered { break }
      store.setGate(nil)
      for _ in 0..<count {
        group.addTask {
          asked.withLock { $0 += 1 }
          try await server.renew()
        }
      }
      while asked.withLock({ $0 }) < count { await Task.yield() }
      for _ in 0..<count { _ = await server.counts }
      open.finish()
      try await group.waitForAll()
    }
    // One that asks late may need a further one.
    #expect((2...6).contains(store.renewalCount), "\(store.renewalCount) renewals for \(count) calls")
  }

  @Test func `a renewal after others that failed succeeds`() async throws {
    let clock = TestClock()
    let store = FaultyStore(MemoryStore { clock.now }, seed: 2)
    let server = try Self.server(over: store, clock)
    store.setCut(true)
    for _ in 0..<3 {
      await #expect(throws: SkiError.self) { try await server.renew() }
    }
    store.setCut(false)
    try await server.renew()
    #expect(clock.sharingClock(wrongBy: 0).monotonicMilliseconds() < server.lease.end)
  }
}
