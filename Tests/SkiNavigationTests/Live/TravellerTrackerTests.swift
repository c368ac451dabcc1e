import SkiGeo
import SkiTestSupport
import Testing

@testable import SkiNavigation

struct TravellerTrackerTests {
  private let anna = TravellerID("anna")

  private func start() async throws -> (tracker: TravellerTracker, world: LiveWorld, place: Coordinate) {
    var world = try LiveWorld(seed: 5)
    let tracker = TravellerTracker(map: world.map)
    try await tracker.join(anna, audience: .of(["ben"]), now: second(0))
    return (tracker, world, world.place(0))
  }

  @Test func `viewers in the audience receive a traveller's position and others don't`() async throws {
    let (tracker, _, place) = try await start()
    let (ben, eve) = (tracker.updates(for: ViewerID("ben")), tracker.updates(for: ViewerID("eve")))
    let refused = await tracker.update([report("anna", place, at: 1)], now: second(1))
    #expect(refused.isEmpty)
    var iterator = ben.makeAsyncIterator()
    let position = try #require(await iterator.next()?.position)
    #expect(position.traveller == anna && position.time == second(1))
    #expect(position.coordinate.distanceMetres(to: place) < 50)
    #expect(eve.pendingCount == 0)
    #expect(tracker.latest(visibleTo: ViewerID("ben")) == [.present(position)])
    #expect(tracker.latest(visibleTo: ViewerID("eve")).isEmpty)
  }

  @Test func `listeners of one group receive no updates of another group's travellers`() async throws {
    let (tracker, world, _) = try await start()
    var (places, groups) = (world, ["ski school", "patrol", "family"])
    for (number, group) in groups.enumerated() {
      await tracker.add(ViewerID("of \(group)"), to: GroupID(group))
      try await tracker.join(TravellerID("\(number)"), audience: .of([], groups: [group]), now: second(0))
    }
    groups.append("empty")
    let streams = groups.map { tracker.updates(for: ViewerID("of \($0)")) }
    for step in 1...20 {
      let now = Double(step)
      await tracker.update((0..<3).map { report("\($0)", places.place($0), at: now) }, now: second(now))
    }
    for (number, stream) in streams.enumerated() {
      let heard = Set(stream.takeAll().map(\.traveller.rawValue))
      #expect(heard == (number < 3 ? ["\(number)"] : []))
    }
  }

  @Test func `a traveller is visible to no viewer until an audience is set`() async throws {
    let (tracker, _, place) = try await start()
    try await tracker.join(TravellerID("carl"), now: second(0))
    let carl = tracker.updates(for: ViewerID("carl"))
    await tracker.update([report("carl", place, at: 1)], now: second(1))
    #expect(carl.pendingCount == 0)
    #expect(await tracker.setAudience(.of(["carl"]), of: TravellerID("carl")))
    #expect(carl.pendingCount == 1)
    #expect(await !tracker.setAudience(.of(["carl"]), of: TravellerID("absent")))
  }

  @Test func `a traveller who leaves is removed and the pending updates are withdrawn`() async throws {
    let (tracker, _, place) = try await start()
    let ben = tracker.updates(for: ViewerID("ben"))
    await tracker.update([report("anna", place, at: 1)], now: second(1))
    await tracker.leave(anna, now: second(2))
    #expect(ben.takeAll().isEmpty)
    let refused = await tracker.update([report("anna", place, at: 3)], now: second(3))
    #expect(refused.map(\.reason) == [.unknownTraveller])
    #expect(await tracker.counts.travellers == 0)
  }

  @Test func `a traveller who rejoins is visible to the new audience alone`() async throws {
    let (tracker, _, place) = try await start()
    let ben = tracker.updates(for: ViewerID("ben"))
    await tracker.update([report("anna", place, at: 1)], now: second(1))
    #expect(ben.takeAll().count == 1)
    try await tracker.join(anna, now: second(2))
    await tracker.update([report("anna", place, at: 3)], now: second(3))
    #expect(ben.takeAll() == [.left(anna)])
  }

  @Test func `a traveller beyond the limit is refused until another one leaves`() async throws {
    var options = TrackerOptions()
    options.travellerLimit = 1
    let tracker = TravellerTracker(map: try LiveWorld(seed: 5).map, options: options)
    try await tracker.join(anna, now: second(0))
    try await tracker.join(anna, now: second(1))
    await #expect(throws: SkiError.self) { try await tracker.join(TravellerID("ben"), now: second(1)) }
    await tracker.leave(anna, now: second(2))
    try await tracker.join(TravellerID("ben"), now: second(2))
  }

  private static func passThirtySeconds(_ clock: ManualClock) async {
    await clock.whenSleeping()
    clock.advance(by: .seconds(30))
  }

  @Test func `sweeps follow the given clock and end with their task`() async throws {
    let (tracker, _, place) = try await start()
    let clock = ManualClock()
    let ben = tracker.updates(for: ViewerID("ben"))
    await tracker.update([report("anna", place, at: 0)], now: second(0))
    #expect(ben.takeAll().count == 1)
    let sweeping = Task {
      await tracker.sweep(every: .seconds(30), clock: clock) {
        second(Double(clock.now.elapsed.components.seconds))
      }
    }
    for _ in 0..<2 { await Self.passThirtySeconds(clock) }
    await clock.whenSleeping()
    #expect(ben.takeAll().map(\.isStale) == [true])
    for _ in 0..<58 { await Self.passThirtySeconds(clock) }
    await clock.whenSleeping()
    #expect(ben.takeAll() == [.left(anna)])
    #expect(await tracker.counts.travellers == 0)
    sweeping.cancel()
    await sweeping.value
  }

  @Test func `a released tracker is deallocated and its streams end`() async throws {
    weak var tracker: TravellerTracker?
    let stream: TravellerStream
    do {
      let (strong, _, place) = try await start()
      tracker = strong
      stream = strong.updates(for: ViewerID("ben"))
      await strong.update([report("anna", place, at: 1)], now: second(1))
    }
    #expect(tracker == nil)
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == nil)
  }

  @Test func `concurrent reports in two regions are all delivered`() async throws {
    let (tracker, world, _) = try await start()
    for number in 0..<50 {
      try await tracker.join(TravellerID("\(number)"), audience: .of(["ben"]), now: second(0))
    }
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<50 {
        var world = world
        let place = world.place(number % 2)
        group.addTask {
          await tracker.update([report("\(number)", place, at: 1)], now: second(1)).count
        }
      }
      for await refused in group { #expect(refused == 0) }
    }
    #expect(tracker.updates(for: ViewerID("ben")).pendingCount == 50)
    #expect(await tracker.counts.regions == 2)
  }
}

extension TravellerUpdate {
  fileprivate var isStale: Bool {
    if case .stale = self { true } else { false }
  }
}
