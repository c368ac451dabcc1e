import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiNavigation

/// Logs of fixes that arrive late.
struct FixLogTests {
  private static let start = UniversalTime(secondsSince1970: 1.7e9)

  private static func fix(_ second: Int, north: Double = 0) -> LocationFix {
    LocationFix(
      Coordinate(latitude: 46 + Double(second) / 1e5 + north, longitude: 7),
      time: start.advanced(bySeconds: Double(second)), horizontalAccuracyMetres: 8)
  }

  /// The fixes of a walk of ten minutes to the north.
  private static func walk(from place: Coordinate) -> [LocationFix] {
    (0..<600).map { second in
      LocationFix(
        Coordinate(latitude: place.latitude + Double(second) * 1e-5, longitude: place.longitude),
        time: start.advanced(bySeconds: Double(second)), horizontalAccuracyMetres: 8)
    }
  }

  @Test(arguments: 1...20) func `fixes in any order are read in order of time, each time once`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let all = (0..<2000).map { Self.fix($0) }
    var log = FixLog(since: Self.start)
    // Blocks of buffered fixes arrive late, some twice.
    var blocks = stride(from: 0, to: all.count, by: 100).map { Array(all[$0..<$0 + 100]) }
    for _ in 0..<5 { blocks.append(blocks[Int.random(in: 0..<blocks.count, using: &random)]) }
    for block in blocks.shuffled(using: &random) { for fix in block { log.add(fix) } }
    #expect(log.fixes == all)
  }

  @Test func `of two fixes of one time the first is kept`() {
    var log = FixLog(since: Self.start)
    for fix in [Self.fix(1), Self.fix(5), Self.fix(3), Self.fix(3, north: 1), Self.fix(5, north: 1)] {
      log.add(fix)
    }
    #expect(log.fixes == [Self.fix(1), Self.fix(3), Self.fix(5)])
  }

  @Test func `implausible, inaccurate and early fixes, and those beyond the limit, are not logged`() {
    var log = FixLog(since: Self.start, limit: 2)
    var inaccurate = Self.fix(1)
    inaccurate.horizontalAccuracyMetres = 500
    let nowhere = LocationFix(Coordinate(latitude: .nan, longitude: 7), time: Self.start)
    let taken = [inaccurate, nowhere, Self.fix(-1), Self.fix(1), Self.fix(0), Self.fix(2)].map { log.add($0) }
    #expect(taken == [false, false, false, true, true, false])
    #expect(log.fixes == [Self.fix(0), Self.fix(1)])
  }

  @Test func `buffered fixes feed the log and never move the live position backwards`() async throws {
    var world = try LiveWorld(seed: 5)
    let traveller = TravellerID("offline")
    let matcher = LiveMatcher(map: world.map)
    let fixes = Self.walk(from: world.place(0))
    try await matcher.join(traveller, now: Self.start)
    await matcher.openLog(of: traveller, now: Self.start)
    func send(_ part: some Collection<LocationFix>, now: UniversalTime) async -> LiveMatches {
      await matcher.update(part.map { TravellerReport(traveller, $0) }, now: now)
    }
    // Offline for the middle third, whose fixes arrive after the last third began.
    let third = fixes.count / 3
    for fix in fixes[..<third] { #expect(await send([fix], now: fix.time).refused.isEmpty) }
    let back = fixes[2 * third]
    #expect(await send([back], now: back.time).refused.isEmpty)
    let late = await send(fixes[third..<2 * third], now: back.time)
    #expect(late.refused.count == third && late.positions.isEmpty)
    for fix in fixes[(2 * third + 1)...] { _ = await send([fix], now: fix.time) }
    #expect(await matcher.log(of: traveller) == fixes)
    await matcher.leave(traveller, now: fixes[fixes.count - 1].time)
    #expect(await matcher.closeLog(of: traveller) == fixes)
    #expect(await matcher.log(of: traveller) == nil)
  }

  @Test func `a log goes on for a traveller who was removed for silence, and ends after a day`() async throws
  {
    var world = try LiveWorld(seed: 5)
    let traveller = TravellerID("offline")
    let matcher = LiveMatcher(map: world.map)
    let fix = Self.walk(from: world.place(0))[0]
    try await matcher.join(traveller, now: Self.start)
    await matcher.openLog(of: traveller, now: Self.start)
    let later = Self.start.advanced(bySeconds: 3600)
    #expect(await matcher.sweep(now: later).gone == [traveller])
    let refused = await matcher.update([TravellerReport(traveller, fix)], now: later).refused
    #expect(refused.map(\.reason) == [.unknownTraveller])
    #expect(await matcher.log(of: traveller) == [fix])
    await matcher.sweep(now: later.advanced(bySeconds: 86_400))
    #expect(await matcher.log(of: traveller) == nil)
  }
}
