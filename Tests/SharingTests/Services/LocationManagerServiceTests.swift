import SkiBase
import SkiGraph
import SkiTracks
import Testing

@testable import SkiAPI
@testable import SkiPeople

@Suite struct LocationManagerServiceTests {
  /// A repository that may be away, and notes what it receives.
  private final class Receiver: Sendable {
    let received = Locked<[LocationFix]>([])
    let late = Locked<[LocationFix]>([])
    let isAway = Locked(false)

    func take(_ fixes: [LocationFix]) throws -> [UpdateOutcome] {
      if isAway.withLock({ $0 }) { throw SkiError(.unavailable, "away") }
      received.withLock { $0 += fixes }
      return fixes.map { _ in .notSharing }
    }
  }

  private let clock = TestClock()
  private let receiver = Receiver()

  private func service(_ options: LocationManagerService.Options = .init()) -> LocationManagerService {
    LocationManagerService(
      clock: clock.sharingClock(), options: options,
      onLate: { [receiver] fixes in receiver.late.withLock { $0 += fixes } },
      send: { [receiver] in try receiver.take($0) })
  }

  private func fix() -> LocationFix { LocationFix(Coordinate(latitude: 46, longitude: 7), time: clock.now) }

  @Test func `fixes are sent in order`() async {
    let service = service()
    for _ in 0..<5 {
      await service.take(fix())
      clock.advance(1000)
    }
    let times = receiver.received.withLock { $0.map(\.time) }
    #expect(times.count == 5)
    #expect(times == times.sorted())
  }

  @Test func `fixes of a time without a connection that are too old go to the log, and are never sent`()
    async throws
  {
    let service = service()
    receiver.isAway.withLock { $0 = true }
    for _ in 0..<100 {
      await service.take(fix())
      clock.advance(1000)
    }
    #expect(receiver.received.withLock { $0 }.isEmpty)
    receiver.isAway.withLock { $0 = false }
    try await service.sendAll()
    let (sent, late) = (receiver.received.withLock { $0 }, receiver.late.withLock { $0 })
    #expect(sent.count + late.count == 100)
    #expect(sent.allSatisfy { clock.now.secondsSince1970 - $0.time.secondsSince1970 <= 46 })
    #expect(sent.count == 45)
    #expect(late.map(\.time) == late.map(\.time).sorted())
  }

  @Test func `the queue is bounded, and what is dropped goes to the log`() async {
    var options = LocationManagerService.Options()
    options.queueLimit = 10
    let service = service(options)
    receiver.isAway.withLock { $0 = true }
    for _ in 0..<25 { await service.take(fix()) }
    #expect(await service.pendingCount == 10)
    #expect(await service.droppedCount == 15)
    #expect(receiver.late.withLock { $0.count } == 15)
  }

  @Test func `attempts pause longer each time until the repository is back`() async throws {
    let service = service()
    receiver.isAway.withLock { $0 = true }
    await service.take(fix())
    let before = clock.now
    let sending = Task { try await service.sendAll() }
    while clock.now.secondsSince1970 - before.secondsSince1970 < 20 { await Task.yield() }
    receiver.isAway.withLock { $0 = false }
    try await sending.value
    #expect(await service.pendingCount == 0)
  }
}
