import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiNavigation

struct LiveMatcherTests {
  private let anna = TravellerID("anna")

  private func start() async throws -> (matcher: LiveMatcher, world: LiveWorld, place: Coordinate) {
    var world = try LiveWorld(seed: 5)
    let matcher = LiveMatcher(map: world.map)
    try await matcher.join(anna, now: second(0))
    return (matcher, world, world.place(0))
  }

  @Test func `a fix gives the position of its traveller on the map`() async throws {
    let (matcher, world, place) = try await start()
    let matches = await matcher.update([report("anna", place, at: 1)], now: second(1))
    #expect(matches.refused.isEmpty)
    let position = try #require(matches.positions.first)
    #expect(position.traveller == anna && position.time == second(1) && position.map == world.map.id)
    #expect(position.coordinate.distanceMetres(to: place) < 50)
  }

  @Test func `positions are in the order of their reports, those that waited for a region included`()
    async throws
  {
    let (matcher, world, place) = try await start()
    var places = world
    for name in ["ben", "carl", "dora"] { try await matcher.join(TravellerID(name), now: second(0)) }
    #expect(await matcher.update([report("anna", place, at: 1)], now: second(1)).positions.count == 1)
    let reports = [
      report("ben", places.place(1), at: 2), report("carl", place, at: 2), report("eve", place, at: 2),
      report("dora", places.place(2), at: 2), report("anna", places.place(0), at: 20),
    ]
    let matches = await matcher.update(reports, now: second(20))
    #expect(matches.positions.map(\.traveller.rawValue) == ["ben", "carl", "dora", "anna"])
    #expect(matches.refused == [RefusedReport(index: 2, reason: .unknownTraveller)])
    #expect(await matcher.counts == LiveMatcherCounts(travellers: 4, regions: 3, unreadableRegions: 0))
  }

  @Test func `a traveller who left is removed and later fixes are refused`() async throws {
    let (matcher, _, place) = try await start()
    await matcher.update([report("anna", place, at: 1)], now: second(1))
    await matcher.leave(anna, now: second(2))
    let matches = await matcher.update([report("anna", place, at: 3)], now: second(3))
    #expect(matches == LiveMatches(refused: [RefusedReport(index: 0, reason: .unknownTraveller)]))
    #expect(await matcher.counts.travellers == 0)
  }

  @Test func `a traveller beyond the limit is refused until another one leaves`() async throws {
    var options = LiveMatcherOptions()
    options.travellerLimit = 1
    let matcher = LiveMatcher(map: try LiveWorld(seed: 5).map, options: options)
    try await matcher.join(anna, now: second(0))
    try await matcher.join(anna, now: second(1))
    let error = await #expect(throws: SkiError.self) {
      try await matcher.join(TravellerID("ben"), now: second(1))
    }
    #expect(error?.code == .limitExceeded)
    await matcher.leave(anna, now: second(2))
    try await matcher.join(TravellerID("ben"), now: second(2))
  }

  @Test func `a sweep returns silent travellers with their last position, and in the end removes them`()
    async throws
  {
    let (matcher, _, place) = try await start()
    let matches = await matcher.update([report("anna", place, at: 0)], now: second(0))
    #expect(await matcher.sweep(now: second(59)) == ([], []))
    #expect(await matcher.sweep(now: second(60)) == (matches.positions, []))
    #expect(await matcher.sweep(now: second(1799)) == ([], []))
    #expect(await matcher.sweep(now: second(1800)) == ([], [anna]))
    #expect(await matcher.counts.travellers == 0)
  }

  @Test func `a map of the same bytes changes nothing when it is adopted`() async throws {
    let (matcher, world, place) = try await start()
    let before = await matcher.update([report("anna", place, at: 1)], now: second(1)).positions
    let same = try LiveWorld(seed: 5).map
    #expect(same !== world.map && same.id == world.map.id)
    #expect(await matcher.adopt(same).isEmpty)
    #expect(await matcher.sweep(now: second(61)).stale == before)
  }

  @Test func `an adopted map gives the positions of all travellers on it, and of the next fixes`()
    async throws
  {
    let (matcher, world, place) = try await start()
    var places = world
    try await matcher.join(TravellerID("ben"), now: second(0))
    try await matcher.join(TravellerID("without a fix"), now: second(0))
    await matcher.update(
      [report("anna", place, at: 1), report("ben", places.place(1), at: 1)], now: second(1))
    let map = try LiveWorld(seed: 5, eastDegrees: [0, 5, 172, 60]).map
    let positions = await matcher.adopt(map)
    #expect(positions.map(\.traveller.rawValue) == ["anna", "ben"])
    #expect(positions.allSatisfy { $0.map == map.id && $0.place?.region.map == map.id })
    #expect(await matcher.map === map)
    let next = await matcher.update([report("anna", place, at: 20)], now: second(20)).positions
    #expect(next.map(\.map) == [map.id])
    #expect(await matcher.counts == LiveMatcherCounts(travellers: 3, regions: 2, unreadableRegions: 0))
  }

  @Test func `travellers off the new map are returned at the coordinates of their fixes`() async throws {
    let (matcher, _, place) = try await start()
    await matcher.update([report("anna", place, at: 1)], now: second(1))
    let map = try LiveWorld(seed: 5, eastDegrees: [60]).map
    let positions = await matcher.adopt(map)
    #expect(positions.map(\.state) == [.offMap] && positions.map(\.coordinate) == [place])
    #expect(positions.map(\.place) == [nil] && positions.map(\.map) == [map.id])
  }

  @Test func `a released matcher is deallocated`() async throws {
    weak var matcher: LiveMatcher?
    do {
      let (strong, _, place) = try await start()
      matcher = strong
      await strong.update([report("anna", place, at: 1)], now: second(1))
    }
    #expect(matcher == nil)
  }

  @Test func `concurrent reports in two regions are all matched`() async throws {
    let (matcher, world, _) = try await start()
    for number in 0..<50 { try await matcher.join(TravellerID("\(number)"), now: second(0)) }
    let positions = await withTaskGroup(of: LiveMatches.self) { group in
      for number in 0..<50 {
        var world = world
        let place = world.place(number % 2)
        group.addTask { await matcher.update([report("\(number)", place, at: 1)], now: second(1)) }
      }
      var all: [TravellerPosition] = []
      for await matches in group {
        #expect(matches.refused.isEmpty)
        all += matches.positions
      }
      return all
    }
    #expect(Set(positions.map(\.traveller)).count == 50 && positions.count == 50)
    #expect(await matcher.counts.regions == 2)
  }
}
