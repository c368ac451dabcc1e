import SkiGeo
import SkiTestSupport
import Testing

@testable import SkiNavigation
@testable import SkiTracks

struct TrackerStressTests {
  private static let producers = 6
  private static let each = 15

  @Test func `concurrent reports, listeners, joins and leaves keep the order and the visibility`()
    async throws
  {
    var world = try LiveWorld(seed: 3)
    let end = world.place(0)
    let start = world
    var options = TrackerOptions()
    options.greatestSilenceSeconds = 0
    options.rules = [PlausibilityRule()]
    let tracker = TravellerTracker(map: start.map, options: options)
    for number in 0..<Self.producers * Self.each {
      try await tracker.join(
        TravellerID("\(number)"), audience: .of(["ben"], groups: ["club"]), now: second(0))
    }
    let faults = Locked<[String]>([])
    let eve = tracker.updates(for: ViewerID("eve"))
    let stalled = tracker.updates(for: ViewerID("ben"))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { await Self.listen(tracker.updates(for: ViewerID("ben")), faults) } }
      group.addTask { await Self.listen(tracker.updates(for: ViewerID("dora")), faults) }
      group.addTask { await Self.comeAndGo(tracker) }
      group.addTask { await Self.joinAndLeaveClub(tracker) }
      group.addTask { await Self.giveUp(tracker) }
      await withTaskGroup(of: Void.self) { producers in
        for producer in 0..<Self.producers {
          producers.addTask { await Self.produce(tracker, producer, start, faults) }
        }
      }
      let most = Self.producers * Self.each + 20
      if stalled.pendingCount > most { faults.withLock { $0.append("\(stalled.pendingCount) wait") } }
      // Listeners end with the report of second 99.
      await tracker.update([report("0", end, at: 99)], now: second(99))
      while await tracker.counts.listeners > 2 {
        await tracker.remove(ViewerID("dora"), from: GroupID("club"))
        await tracker.add(ViewerID("dora"), to: GroupID("club"))
        await Task.yield()
      }
    }
    #expect(faults.withLock { $0 } == [])
    #expect(eve.takeAll().isEmpty)
    #expect(await tracker.counts.travellers == Self.producers * Self.each)
    #expect(stalled.pendingCount <= Self.producers * Self.each + 20)
    let orders = stalled.takeAll().compactMap { $0.position?.order }
    #expect(orders.count >= Self.producers * Self.each)
  }

  /// Reports of this producer's travellers, second by second.
  private static func produce(
    _ tracker: TravellerTracker, _ producer: Int, _ world: LiveWorld, _ faults: Locked<[String]>
  ) async {
    var world = world
    for step in 1...30 {
      let reports = (0..<each).map {
        report("\(producer * each + $0)", world.place(0), at: Double(step) * 3, sequence: UInt64(step))
      }
      _ = await tracker.update(reports, now: second(Double(step) * 3))
      let again = await tracker.update(reports, now: second(Double(step) * 3))
      if again.count != each {
        faults.withLock { $0.append("\(each - again.count) repeated fixes were used") }
      }
    }
  }

  /// Reads until the report of second 99, noting the updates that go back in time.
  private static func listen(_ stream: TravellerStream, _ faults: Locked<[String]>) async {
    var last: [TravellerID: UniversalTime] = [:]
    for await update in stream {
      guard let position = update.position else {
        last[update.traveller] = nil
        continue
      }
      if let before = last[update.traveller], position.time < before {
        faults.withLock { $0.append("\(update.traveller) went back") }
      }
      last[update.traveller] = position.time
      if position.time == second(99) { return }
    }
  }

  private static func comeAndGo(_ tracker: TravellerTracker) async {
    for round in 0..<60 {
      let name = TravellerID("guest \(round % 20)")
      try? await tracker.join(name, audience: .of(["ben"]), now: second(Double(round)))
      await tracker.update(
        [report(name.rawValue, LiveWorld.last, at: Double(round))], now: second(Double(round)))
      await tracker.leave(name, now: second(Double(round)))
    }
  }

  private static func joinAndLeaveClub(_ tracker: TravellerTracker) async {
    for _ in 0..<100 {
      await tracker.add(ViewerID("dora"), to: GroupID("club"))
      await tracker.remove(ViewerID("dora"), from: GroupID("club"))
    }
    await tracker.add(ViewerID("dora"), to: GroupID("club"))
  }

  private static func giveUp(_ tracker: TravellerTracker) async {
    for round in 0..<60 {
      let stream = tracker.updates(for: ViewerID("ben"))
      let listener = Task { for await _ in stream {} }
      if round % 2 == 0 { await Task.yield() }
      listener.cancel()
      await listener.value
    }
  }
}

extension LiveWorld {
  /// A place off every map.
  static let last = Coordinate(latitude: -45, longitude: -100)
}
