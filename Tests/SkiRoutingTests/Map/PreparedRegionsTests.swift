import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct PreparedRegionsTests {
  /// A map of several regions, each a world of its own.
  private func map(_ count: Int, cacheLimitBytes: Int = SkiMap.defaultCacheLimitBytes) throws -> SkiMap {
    let builders = try (1...count).map { try RandomWorld(seed: UInt64($0)).builder }
    return try SkiMap(bytes: MapContents(regions: builders).encoded(), cacheLimitBytes: cacheLimitBytes)
  }

  /// Returns the milliseconds of a route from the first node of a region to the last; nil without one.
  private func milliseconds(_ router: MapRouter, _ region: RegionIndex) throws -> Int? {
    let last = NodeIndex(try router.map.graph(region).nodeCount - 1)
    let request = RouteRequest(
      from: .node(NodeIndex(0)), to: .node(last), profile: SkierProfile(ability: .expert))
    return try router.withDay(in: region) {
      try $0.route(request, departing: DayTime(hour: 10)).value?.totalMilliseconds()
    }
  }

  @Test func `answers do not depend on the limits of the caches`() throws {
    let (wide, narrow) = (try map(12), try map(12, cacheLimitBytes: 1))
    let (large, small) = (MapRouter(map: wide), MapRouter(map: narrow, cacheLimitBytes: 1))
    var answered = 0
    for round in 0..<3 {
      for position in 0..<UInt32(12) {
        let (a, b) = (wide.region(at: position), narrow.region(at: position))
        let first = try milliseconds(large.on(Schedule()), a)
        #expect(first == (try milliseconds(small.on(Schedule()), b)), "round \(round), region \(position)")
        if first != nil { answered += 1 }
      }
    }
    #expect(answered > 6)
    #expect(narrow.cachedByteCount < wide.cachedByteCount)
    #expect(small.preparedByteCount < large.preparedByteCount)
  }

  @Test func `the memory of prepared regions stays within the limit whatever is asked`() throws {
    let map = try map(12)
    let one = MapRouter(map: map)
    _ = try one.router(for: map.region(at: 0))
    let limit = 4 * one.preparedByteCount
    let router = MapRouter(map: map, cacheLimitBytes: limit)
    for hour in 8..<16 {
      var schedule = Schedule()
      schedule.hours.liftsClose = DayTime(hour: hour)
      let day = router.on(schedule)
      for region in map.regions { _ = try day.day(in: region) }
      #expect(router.preparedByteCount <= limit * 2)
    }
  }

  @Test func `a region that was removed is prepared again, one in use is kept`() throws {
    let map = try map(3)
    let router = MapRouter(map: map, cacheLimitBytes: 1)
    let first = try router.router(for: map.region(at: 0)).flat
    _ = try router.router(for: map.region(at: 1))
    _ = try router.router(for: map.region(at: 0))
    #expect(first.nodeCount == (try router.router(for: map.region(at: 0))).flat.nodeCount)
  }

  @Test func `the regions of a day are removed with its last router`() throws {
    let map = try map(2)
    let router = MapRouter(map: map)
    _ = try router.router(for: map.region(at: 0))
    let before = router.preparedByteCount
    var day: MapRouter? = router.on(Schedule())
    _ = try day?.day(in: map.region(at: 0))
    #expect(router.preparedByteCount > before)
    day = nil
    #expect(router.preparedByteCount == before)
  }
}
