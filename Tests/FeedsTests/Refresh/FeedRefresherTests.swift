import SkiAPI
import SkiBase
import SkiGraph
import SkiSQLite
import SkiStoreTestSupport
import SkiTestSupport
import Testing

@testable import SkiPeople

/// The task that asks feeds.
struct FeedRefresherTests {
  /// A repository in memory with one feed, and the events of its refresher.
  private final class Bench: Sendable {
    let clock = ManualClock()
    let driver: SQLiteDriver
    let source: TestSource
    let repository: LiftStatusRepository
    private let told = Locked<[String]>([])

    init(_ source: TestSource) async throws {
      self.source = source
      driver = try SQLiteDriver.inMemory()
      repository = try await LiftStatusRepository.open(driver, sources: [source], clock: clock.sharing)
    }

    var events: [String] { told.withLock { $0 } }

    func refresher(seed: UInt64 = 1) -> FeedRefresher {
      FeedRefresher(repository, clock: clock.sharing, seed: seed) { event in
        let text =
          switch event {
          case .renewed(let feed, let count): "renewed \(feed) \(count)"
          case .unchanged(let feed): "unchanged \(feed)"
          case .failed(let feed, let error): "failed \(feed) \(error.code.rawValue)"
          case .storeFailed(let error): "store \(error.code.rawValue)"
          }
        self.told.withLock { $0.append(text) }
      }
    }

    /// Advances the clock second by second while tasks sleep, until a condition holds.
    func run(until condition: () -> Bool) async {
      while !condition() {
        await clock.whenSleeping(count: 2)
        if condition() { return }
        clock.advance(by: .seconds(1))
      }
    }
  }

  @Test func `a feed is asked again and again, with the version that is known`() async throws {
    let source = TestSource("valley")
    source.answer(source.document(document(), tag: "one"), FeedAnswer(.success(.unchanged)))
    let bench = try await Bench(source)
    let task = Task { await bench.refresher().run() }
    await bench.run { source.requests.count == 3 }
    task.cancel()
    await task.value
    #expect(source.requests == [nil, FeedVersion(entityTag: "one"), FeedVersion(entityTag: "one")])
    #expect(bench.events.prefix(2) == ["renewed valley 0", "unchanged valley"])
    // A minute between, and the second in which each is found to be due.
    #expect((120...124).contains(bench.clock.sharing.now().secondsSince1970 - morning.secondsSince1970))
    await bench.driver.close()
  }

  @Test func `after failures the times grow, until a success`() async throws {
    let source = TestSource("valley")
    let bench = try await Bench(source)
    let refresher = bench.refresher()
    source.answer(FeedAnswer(.failure(SkiError(.timedOut, "slow"))))
    var waits: [Double] = []
    for _ in 0..<9 {
      #expect(await refresher.step(source) == 0)
      var wait = 0.0
      while true {
        let next = RefreshPlan.next(
          try #require(bench.repository.snapshot(of: source.feed)).state.history, source.policy,
          now: bench.clock.sharing.now(), seed: 1)
        let left = next.secondsSince1970 - bench.clock.sharing.now().secondsSince1970
        guard left > 0 else { break }
        #expect(await refresher.step(source) == min(left, 30))
        bench.clock.advance(seconds: min(left, 30))
        wait += min(left, 30)
      }
      waits.append(wait)
    }
    #expect(waits == [5, 10, 20, 40, 80, 160, 320, 1800, 1800])
    source.answer(source.document(document()))
    #expect(await refresher.step(source) == 0)
    #expect(bench.repository.current.feeds[0].history.failureCount == 0)
    #expect(await refresher.step(source) == 30)
    await bench.driver.close()
  }

  @Test func `a document from before the known one is a failure, and changes nothing`() async throws {
    let source = TestSource("valley")
    source.answer(source.document(document("way/1", "closed", seen: 60)), source.document(document(seen: 0)))
    let bench = try await Bench(source)
    let refresher = bench.refresher()
    bench.clock.advance(seconds: 60)
    for _ in 0..<2 {
      #expect(await refresher.step(source) == 0)
      bench.clock.advance(seconds: 60)
    }
    #expect(bench.events == ["renewed valley 0", "failed valley conflict"])
    #expect(bench.repository.current.report.features.map(\.state) == [.closed])
    source.answer(source.document(document(seen: 90)))
    #expect(await refresher.step(source) == 0)
    #expect(bench.events.last == "renewed valley 0")
    #expect(bench.repository.current.report.features.map(\.state) == [.open])
    await bench.driver.close()
  }

  @Test func `of two servers one asks`() async throws {
    let gate = Gate()
    let source = TestSource("valley", gate: gate)
    source.answer(source.document(document()))
    let bench = try await Bench(source)
    let other = try await LiftStatusRepository.open(
      bench.driver, sources: [source], clock: bench.clock.sharing)
    let first = Task { await bench.refresher().step(source) }
    await gate.whenWaiting(1)
    let second = FeedRefresher(other, clock: bench.clock.sharing, seed: 2)
    #expect(await second.step(source) == 1)
    gate.open()
    #expect(await first.value == 0)
    try await other.reload()
    #expect(await second.step(source) == 30)
    #expect(source.requests.count == 1)
    #expect(other.current.report.features.map(\.state) == [.open])
    await bench.driver.close()
  }

  @Test func `a server that ends while it asks leaves the request to another one after a while`() async throws
  {
    let gate = Gate()
    let source = TestSource("valley", gate: gate)
    source.answer(source.document(document()))
    let bench = try await Bench(source)
    let first = Task { await bench.refresher().step(source) }
    await gate.whenWaiting(1)
    first.cancel()
    gate.open()
    _ = await first.value
    #expect(bench.repository.current.report == StatusReport())
    #expect(bench.events.isEmpty)
    #expect(await bench.refresher().step(source) == 1)
    bench.clock.advance(seconds: 40)
    #expect(await bench.refresher().step(source) == 0)
    #expect(bench.events == ["renewed valley 0"])
    await bench.driver.close()
  }

  @Test func `a failure of the store is reported, and the work is tried again`() async throws {
    let source = TestSource("valley")
    source.answer(source.document(document()))
    let bench = try await Bench(source)
    await bench.driver.close()
    #expect(await bench.refresher().step(source) == 5)
    #expect(bench.events == ["store unavailable"])
    let task = Task { await bench.refresher().run() }
    await bench.run { bench.clock.sharing.now() >= time(12) }
    task.cancel()
    await task.value
    // Three more tries of the feed, and the follower's failure once.
    #expect(bench.events.count <= 5)
    #expect(Set(bench.events) == ["store unavailable"])
  }

  @Test func `a cancelled task ends while it waits`() async throws {
    let source = TestSource("valley")
    source.answer(source.document(document()))
    let bench = try await Bench(source)
    let task = Task { await bench.refresher().run() }
    await bench.clock.whenSleeping(count: 2)
    task.cancel()
    await task.value
    #expect(bench.events == ["renewed valley 0"])
    await bench.driver.close()
  }
}
