import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiNavigation
@testable import SkiTracks

struct LiveMatcherStressTests {
  private static let producers = 6
  private static let each = 15
  private static let steps = 30

  /// The positions returned by all calls, and the faults found in them.
  private struct Log {
    var positions: [TravellerPosition] = []
    var faults: [String] = []
  }

  @Test func `concurrent reports, maps, joins and leaves lose no position and mix no maps`() async throws {
    let world = try LiveWorld(seed: 3)
    let maps = try [[0, 5, 172], [0, 5, 172, 60], [0, 5]].map {
      try LiveWorld(seed: 3, eastDegrees: $0).map
    }
    var options = LiveMatcherOptions()
    options.greatestSilenceSeconds = 0
    options.rules = [PlausibilityRule()]
    let matcher = LiveMatcher(map: maps[0], options: options)
    for number in 0..<Self.producers * Self.each {
      try await matcher.join(TravellerID("\(number)"), now: second(0))
    }
    let log = Locked(Log())
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await Self.comeAndGo(matcher, log) }
      group.addTask { await Self.change(matcher, maps, log) }
      for producer in 0..<Self.producers {
        group.addTask { await Self.produce(matcher, producer, world, log) }
      }
    }
    // The last map holds the positions of all, whoever matched them.
    let last = await matcher.adopt(try LiveWorld(seed: 3, eastDegrees: [0, 5, 61]).map)
    let done = log.withLock { $0 }
    #expect(done.faults == [])
    #expect(last.count == Self.producers * Self.each)
    #expect(last.allSatisfy { $0.time == second(Double(Self.steps) * 3) && $0.isOnOneMap })
    #expect(await matcher.counts.travellers == Self.producers * Self.each)
    let regulars = done.positions.filter { !$0.traveller.rawValue.hasPrefix("guest") }
    for positions in Dictionary(grouping: regulars, by: \.traveller).values {
      let times = positions.sorted { $0.order < $1.order }.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy(<=))
      #expect(Set(positions.map(\.order)).count == positions.count)
    }
  }

  private static func note(_ positions: [TravellerPosition], _ maps: Set<MapID>, _ log: Locked<Log>) {
    log.withLock { log in
      log.positions += positions
      for position in positions {
        if !position.isOnOneMap {
          log.faults.append("\(position.traveller) is on an edge of another map")
        }
        if !maps.isEmpty, !maps.contains(position.map) {
          log.faults.append("\(position.traveller) is on a map that was not adopted")
        }
      }
    }
  }

  /// Reports of this producer's travellers, step by step.
  private static func produce(
    _ matcher: LiveMatcher, _ producer: Int, _ world: LiveWorld, _ log: Locked<Log>
  ) async {
    var world = world
    for step in 1...steps {
      let now = second(Double(step) * 3)
      let reports = (0..<each).map {
        report("\(producer * each + $0)", world.place(0), at: Double(step) * 3, sequence: UInt64(step))
      }
      let matches = await matcher.update(reports, now: now)
      note(matches.positions, [], log)
      if !matches.refused.isEmpty { log.withLock { $0.faults.append("a fix was refused") } }
      let again = await matcher.update(reports, now: now)
      if again.refused.count != each || !again.positions.isEmpty {
        log.withLock { $0.faults.append("\(each - again.refused.count) repeated fixes were used") }
      }
    }
  }

  private static func change(_ matcher: LiveMatcher, _ maps: [SkiMap], _ log: Locked<Log>) async {
    for round in 1...20 {
      let map = maps[round % maps.count]
      note(await matcher.adopt(map), [map.id], log)
      await Task.yield()
    }
  }

  private static func comeAndGo(_ matcher: LiveMatcher, _ log: Locked<Log>) async {
    for round in 0..<60 {
      let now = second(Double(round))
      let name = TravellerID("guest \(round % 20)")
      try? await matcher.join(name, now: now)
      let matches = await matcher.update([report(name.rawValue, LiveWorld.last, at: Double(round))], now: now)
      note(matches.positions, [], log)
      await matcher.leave(name, now: now)
    }
  }
}

extension TravellerPosition {
  /// Indicates whether the place, if any, belongs to the map of the position.
  fileprivate var isOnOneMap: Bool { place == nil || place?.region.map == map }
}

extension LiveWorld {
  /// A place off every map.
  static let last = Coordinate(latitude: -45, longitude: -100)
}
