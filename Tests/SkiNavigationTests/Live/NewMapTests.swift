import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiNavigation

/// Travellers who are matched again when their map is replaced.
struct NewMapTests {
  /// The map of a world with one more region far away, whose bytes differ.
  private func renewed(_ world: LiveWorld) throws -> SkiMap {
    try LiveWorld(seed: 5, eastDegrees: [0, 5, 172, 60]).map
  }

  @Test func `on a new map the last accepted fix of each traveller is matched and returned`() throws {
    var (core, places, world) = try LiveWorld.started()
    for name in ["ben", "carl", "dora"] { core.join(TravellerID(name), now: second(0)) }
    let before = core.update(
      [report("anna", places[0], at: 1), report("ben", places[1], at: 1), report("anna", places[0], at: 2)],
      now: second(2)
    ).positions
    _ = core.take([report("carl", places[2], at: 2), report("carl", places[0], at: 3)], now: second(3))
    let map = try renewed(world)
    #expect(map.id != world.map.id && before.allSatisfy { $0.map == world.map.id })
    let outcome = core.adopt(map)
    #expect(
      core.openRegions.openCount == 0 && outcome.missing.map(\.map) == Array(repeating: map.id, count: 3))
    core.open(outcome.missing)
    let after = core.resumed(outcome)
    #expect(after.map(\.traveller.rawValue) == ["anna", "ben", "carl"])
    #expect(after.map(\.time) == [second(2), second(1), second(2)])
    #expect(after.allSatisfy { $0.map == map.id && $0.place?.region.map == map.id })
    #expect(after[0].order == before.filter { $0.traveller == after[0].traveller }.count + 1)
  }

  @Test func `a report that waited for a region of the old map is not matched on the new one`() throws {
    var (core, places, world) = try LiveWorld.started()
    let early = core.take([report("anna", places[0], at: 1)], now: second(1))
    let outcome = core.adopt(try renewed(world))
    core.open(early.missing)
    #expect(core.openRegions.openCount == 0 && core.openRegions.errors.isEmpty)
    #expect(core.resumed(early).isEmpty)
    core.open(outcome.missing)
    #expect(core.resumed(early).isEmpty)
    #expect(core.resumed(outcome).map(\.time) == [second(1)])
  }

  @Test func `a position of the old map is not current after a new map is adopted`() throws {
    var (core, places, world) = try LiveWorld.started()
    let outcome = core.update([report("anna", places[0], at: 1)], now: second(1))
    #expect(outcome.matched.allSatisfy(core.isCurrent) && outcome.matched.count == 1)
    _ = core.adopt(try renewed(world))
    #expect(!outcome.matched.contains(where: core.isCurrent))
  }

  @Test func `a fix accepted while the regions of a new map are opened is matched instead of the one before`()
    throws
  {
    var (core, places, world) = try LiveWorld.started()
    _ = core.update([report("anna", places[0], at: 1)], now: second(1))
    let outcome = core.adopt(try renewed(world))
    let later = core.take([report("anna", places[0], at: 2)], now: second(2))
    #expect(later.missing == outcome.missing && later.positions.isEmpty)
    core.open(outcome.missing)
    #expect(core.resumed(later).map(\.time) == [second(2)])
    #expect(core.resumed(outcome).isEmpty)
  }

  @Test func `positions of one adopted map are not returned after the next is adopted`() throws {
    var (core, places, world) = try LiveWorld.started()
    _ = core.update([report("anna", places[0], at: 1)], now: second(1))
    let first = core.adopt(try renewed(world))
    let second = core.adopt(try LiveWorld(seed: 5, eastDegrees: [0, 5, 172, 61]).map)
    core.open(first.missing)
    core.open(second.missing)
    #expect(core.resumed(first).isEmpty)
    #expect(core.resumed(second).count == 1)
  }

  @Test func `sweeps return no position of the old map, and a stale traveller again on the new one`() throws {
    var (core, places, world) = try LiveWorld.started()
    _ = core.update([report("anna", places[0], at: 1)], now: second(1))
    #expect(core.sweep(now: second(61)).stale.map(\.map) == [world.map.id])
    let outcome = core.adopt(try renewed(world))
    #expect(core.sweep(now: second(62)).stale.isEmpty)
    core.open(outcome.missing)
    #expect(core.resumed(outcome).count == 1)
    #expect(core.sweep(now: second(63)).stale.map(\.map) == [core.map.id])
    #expect(core.sweep(now: second(64)).stale.isEmpty)
  }

  @Test func `a speed is not changed by a new map`() throws {
    var (core, places, world) = try LiveWorld.started()
    var fast = report("anna", places[0], at: 2)
    fast.fix.coordinate.latitude += 5e-5
    let before = core.update([report("anna", places[0], at: 1), fast], now: second(2)).positions.last
    let outcome = core.adopt(try renewed(world))
    core.open(outcome.missing)
    let after = core.resumed(outcome).first
    #expect(try #require(before?.speedMetresPerSecond) > 1)
    #expect(after?.speedMetresPerSecond == before?.speedMetresPerSecond)
  }

  @Test func `a traveller who left or joined again is on no new map`() throws {
    var (core, places, world) = try LiveWorld.started()
    core.join(TravellerID("ben"), now: second(0))
    _ = core.update([report("anna", places[0], at: 1), report("ben", places[0], at: 1)], now: second(1))
    let outcome = core.adopt(try renewed(world))
    core.leave(TravellerID("anna"), now: second(2))
    core.join(TravellerID("ben"), now: second(2))
    core.open(outcome.missing)
    #expect(core.resumed(outcome).isEmpty)
  }
}
