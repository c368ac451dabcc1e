import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Fixes as they become due, and as they are sent.
struct LocationSourceTests {
  private func fixes(_ seconds: [Double]) -> [LocationFix] {
    seconds.enumerated().map { index, second in
      var fix = LocationFix(
        Coordinate(latitude: 46, longitude: 7), time: UniversalTime(secondsSince1970: second))
      fix.sequence = UInt64(index)
      return fix
    }
  }

  /// Replays fixes and returns the time of each arrival, by a clock advanced in steps.
  private func arrivals(
    _ recorded: [LocationFix], rate: Double, pause: Double = .infinity, step: Duration
  ) async throws -> [Duration] {
    let clock = ManualClock()
    let source = ReplaySource(recorded, clock: clock, rate: rate, longestPauseSeconds: pause)
    let reader = Task {
      var arrived: [Duration] = []
      for try await _ in source.fixes() { arrived.append(clock.now.elapsed) }
      return arrived
    }
    let mover = Task {
      while !Task.isCancelled {
        if clock.sleeperCount > 0 { clock.advance(by: step) }
        await Task.yield()
      }
    }
    defer { mover.cancel() }
    return try await reader.value
  }

  @Test func `fixes arrive at the intervals of their times`() async throws {
    let times = try await arrivals(fixes([100, 101, 103, 110]), rate: 1, step: .seconds(1))
    #expect(times == [.zero, .seconds(1), .seconds(3), .seconds(10)])
  }

  @Test func `the rate scales the intervals between fixes`() async throws {
    let times = try await arrivals(fixes([0, 60, 3600]), rate: 60, step: .seconds(1))
    #expect(times == [.zero, .seconds(1), .seconds(60)])
    let slow = try await arrivals(fixes([0, 1]), rate: 0.5, step: .seconds(1))
    #expect(slow == [.zero, .seconds(2)])
    let atOnce = try await arrivals(fixes([0, 1e6, 1e9]), rate: .infinity, step: .seconds(1))
    #expect(atOnce == [.zero, .zero, .zero])
  }

  @Test func `pauses are cut to the longest allowed, and decreasing times add no wait`() async throws {
    let times = try await arrivals(
      fixes([0, 5000, 4000, 4001, .nan, 4002, .infinity]), rate: 1, pause: 10, step: .seconds(1))
    #expect(times == [0, 10, 10, 11, 11, 11, 21].map { .seconds($0) })
  }

  @Test func `a slow reader receives every fix`() async throws {
    let clock = ManualClock()
    let source = ReplaySource(fixes((0..<100).map(Double.init)), clock: clock)
    var iterator = source.fixes().makeAsyncIterator()
    #expect(try await iterator.next()?.sequence == 0)
    clock.advance(by: .seconds(1000))
    for expected in UInt64(1)..<100 { #expect(try await iterator.next()?.sequence == expected) }
    #expect(try await iterator.next() == nil)
  }

  @Test func `each call replays all fixes from the start`() async throws {
    let source = ReplaySource(fixes([0, 1]), clock: ManualClock(), rate: .infinity)
    for _ in 0..<2 {
      var count = 0
      for try await _ in source.fixes() { count += 1 }
      #expect(count == 2)
    }
  }

  @Test func `a cancelled reader stops waiting`() async throws {
    let clock = ManualClock()
    let source = ReplaySource(fixes([0, 3600]), clock: clock)
    let reader = Task { for try await _ in source.fixes() {} }
    await clock.whenSleeping()
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a full feed drops the oldest fixes and counts them`() async throws {
    let feed = FixFeed(capacity: 3)
    for fix in fixes((0..<10).map(Double.init)) { feed.send(fix) }
    feed.finish()
    var got: [UInt64?] = []
    for try await fix in feed.fixes() { got.append(fix.sequence) }
    #expect(got == [7, 8, 9] && feed.droppedCount == 7)
  }

  @Test func `a feed ends with the error it is finished with`() async {
    let feed = FixFeed()
    feed.send(fixes([0])[0])
    feed.finish(throwing: SkiError(.inputOutput, "receiver was pulled out"))
    var count = 0
    await #expect(throws: SkiError.self) {
      for try await _ in feed.fixes() { count += 1 }
    }
    #expect(count == 1)
  }
}
