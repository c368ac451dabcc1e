import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiNavigation

struct LiveMatcherCoreTests {
  @Test func `a fix of a person who did not join is refused and not stored`() throws {
    var (core, places, _) = try LiveWorld.started()
    let outcome = core.take([report("eve", places[0], at: 1)], now: second(1))
    #expect(outcome.refused == [RefusedReport(index: 0, reason: .unknownTraveller)])
    #expect(core.records.count == 1)
  }

  @Test func `a fix is matched once its region is open, and gives the edge and the nearest node`() throws {
    var (core, places, world) = try LiveWorld.started()
    let outcome = core.take([report("anna", places[0], at: 1)], now: second(1))
    #expect(outcome.positions.isEmpty && outcome.missing.map(\.position) == [0])
    core.open(outcome.missing)
    let position = try #require(core.resumed(outcome).first)
    let place = try #require(position.place)
    #expect(place.region.position == 0 && position.state == .onRun && position.order == 1)
    #expect(position.coordinate.distanceMetres(to: places[0]) < 5)
    let ends = [world.graphs[0].tail(place.edge), world.graphs[0].head(place.edge)]
    #expect(position.nearestNode.map(ends.contains) == true)
  }

  @Test func `repeated and late fixes are refused by their times and by their numbers`() throws {
    var (core, places, _) = try LiveWorld.started()
    let place = places[0]
    func reasons(_ reports: [TravellerReport]) -> [RefusedReport.Reason] {
      core.update(reports, now: second(10)).refused.map(\.reason)
    }
    #expect(reasons([report("anna", place, at: 5, sequence: 5)]).isEmpty)
    #expect(reasons([report("anna", place, at: 5, sequence: 5)]) == [.fix(.duplicate)])
    #expect(reasons([report("anna", place, at: 4, sequence: 4)]) == [.fix(.outdated)])
    #expect(reasons([report("anna", place, at: 6, sequence: 4)]) == [.fix(.outdated)])
    #expect(reasons([report("anna", place, at: 4, sequence: 6)]) == [.fix(.outdated)])
    #expect(reasons([report("anna", place, at: 5)]) == [.fix(.duplicate)])
    #expect(reasons([report("anna", place, at: 6)]).isEmpty)
    #expect(reasons([report("anna", place, at: 7, sequence: 5)]) == [.fix(.duplicate)])
    #expect(reasons([report("anna", place, at: 8, sequence: 9)]).isEmpty)
  }

  @Test func `a fix from before a traveller rejoined is refused as outdated`() throws {
    var (core, places, _) = try LiveWorld.started()
    _ = core.update([report("anna", places[0], at: 5)], now: second(5))
    core.leave(TravellerID("anna"), now: second(6))
    core.join(TravellerID("anna"), now: second(20))
    let outcome = core.update(
      [report("anna", places[0], at: 5), report("anna", places[0], at: 21)], now: second(21))
    #expect(outcome.refused == [RefusedReport(index: 0, reason: .fix(.outdated))])
    #expect(outcome.positions.count == 1)
  }

  @Test func `fixes of invalid places and times, from the future or too old are refused`() throws {
    var (core, places, _) = try LiveWorld.started()
    let nowhere = Coordinate(latitude: .nan, longitude: 7)
    let reports = [
      report("anna", nowhere, at: 100), report("anna", Coordinate(latitude: 0, longitude: 0), at: 100),
      report("anna", places[0], at: 1e9), report("anna", places[0], at: 1),
      report("anna", places[0], at: .infinity),
    ]
    let outcome = core.update(reports, now: second(100))
    #expect(
      outcome.refused.map(\.reason) == [
        .fix(.invalidCoordinate), .fix(.nullIsland), .fix(.future), .fix(.outdated), .fix(.invalidCoordinate),
      ])
    #expect(core.openRegions.openCount == 0)
  }

  @Test func `fixes on the other side of the Earth are refused, then accepted, and open the region there`()
    throws
  {
    var (core, places, _) = try LiveWorld.started()
    _ = core.update([report("anna", places[0], at: 1)], now: second(1))
    #expect(
      core.update([report("anna", places[2], at: 2)], now: second(2)).refused.map(\.reason) == [
        .fix(.impossibleSpeed)
      ])
    #expect(core.openRegions.openCount == 1)
    var regions: [Int?] = []
    for seconds in 3..<20 {
      let updates = core.update(
        [report("anna", places[2], at: Double(seconds))], now: second(Double(seconds))
      ).positions
      regions += updates.map { $0.place?.region.position }
    }
    #expect(regions == [2])
    #expect(core.openRegions.openCount == 2)
    _ = core.sweep(now: second(19 + 120))
    #expect(core.openRegions.openCount == 1)
  }

  @Test func `a traveller far from every region is off the map at the reported coordinate`() throws {
    var (core, _, _) = try LiveWorld.started()
    let sea = Coordinate(latitude: -40, longitude: -120)
    let position = core.update([report("anna", sea, at: 1)], now: second(1)).positions.first
    #expect(position?.state == .offMap && position?.place == nil && position?.nearestNode == nil)
    #expect(position?.coordinate == sea)
    #expect(core.openRegions.openCount == 0)
  }

  @Test func `a traveller who stands still is reported four times in a minute`() throws {
    var (core, places, _) = try LiveWorld.started()
    let counts = (1...60).map { seconds in
      core.update([report("anna", places[0], at: Double(seconds))], now: second(Double(seconds))).positions
        .count
    }
    #expect(counts.reduce(0, +) == 4)
  }

  @Test func `a silent traveller is stale once, returns with a new fix, and is removed in the end`() throws {
    var (core, places, _) = try LiveWorld.started()
    _ = core.update([report("anna", places[0], at: 1)], now: second(1))
    #expect(core.sweep(now: second(60)).stale.isEmpty)
    let stale = core.sweep(now: second(61)).stale
    #expect(stale.map(\.time) == [second(1)])
    #expect(core.sweep(now: second(62)).stale.isEmpty)
    // An update without movement: the traveller is not stale any longer.
    #expect(core.update([report("anna", places[0], at: 70)], now: second(70)).positions.count == 1)
    #expect(core.sweep(now: second(70 + 1799)).gone.isEmpty)
    #expect(core.sweep(now: second(70 + 1800)).gone == [TravellerID("anna")])
    #expect(core.records.isEmpty)
    #expect(core.sweep(now: second(70 + 1920)).gone.isEmpty)
    #expect(core.openRegions.openCount == 0)
  }

  @Test func `a report that waited for its region is dropped after a later one was used`() throws {
    var (core, places, _) = try LiveWorld.started()
    let early = core.take([report("anna", places[0], at: 1)], now: second(1))
    let late = core.take([report("anna", places[0], at: 2)], now: second(2))
    core.open(early.missing)
    #expect(core.resumed(late).count == 1)
    #expect(core.resumed(early).isEmpty)
  }

  @Test func `a report that waited is dropped when its traveller left`() throws {
    var (core, places, _) = try LiveWorld.started()
    let early = core.take([report("anna", places[0], at: 1)], now: second(1))
    core.leave(TravellerID("anna"), now: second(2))
    core.open(early.missing)
    #expect(core.resumed(early).isEmpty)
  }

  @Test func `a report that waited is dropped when its traveller rejoined`() throws {
    var (core, places, _) = try LiveWorld.started()
    let early = core.take([report("anna", places[0], at: 1)], now: second(1))
    core.join(TravellerID("anna"), now: second(0))
    core.open(early.missing)
    #expect(core.resumed(early).isEmpty)
    #expect(core.update([report("anna", places[0], at: 2)], now: second(2)).positions.count == 1)
  }

  @Test func `a region that can't be read is requested once, and its travellers are off the map`() throws {
    var (core, places, _) = try LiveWorld.started()
    let outcome = core.take([report("anna", places[0], at: 1)], now: second(1))
    core.put(.failure(SkiError(.malformedData, "altered")), for: try #require(outcome.missing.first))
    #expect(core.resumed(outcome).first?.state == .offMap)
    let next = core.take([report("anna", places[0], at: 20)], now: second(20))
    #expect(next.missing.isEmpty && next.positions.first?.state == .offMap)
    #expect(core.openRegions.errors.count == 1)
  }

  @Test func `travellers who left leave no records and no open regions`() throws {
    var (core, _, world) = try LiveWorld.started()
    core.leave(TravellerID("anna"), now: second(0))
    for day in 0..<30 {
      let now = Double(day) * 1000
      let names = (0..<100).map { "\(day)-\($0)" }
      for name in names { core.join(TravellerID(name), now: second(now)) }
      for step in 1...5 {
        let reports = names.enumerated().map { report($1, world.place($0 % 3), at: now + Double(step) * 100) }
        _ = core.update(reports, now: second(now + Double(step) * 100))
      }
      #expect(core.records.count == 100 && core.openRegions.openCount == 3)
      for name in names { core.leave(TravellerID(name), now: second(now + 600)) }
      _ = core.sweep(now: second(now + 999))
      #expect(core.records.isEmpty && core.openRegions.openCount == 0)
    }
  }

  @Test func `a traveller gets the same updates alone and among others`() throws {
    for seed in UInt64(1)...20 {
      var world = try LiveWorld(seed: seed)
      var reports: [TravellerReport] = []
      for step in 1...200 {
        let name = "\(Int.random(in: 0..<6, using: &world.random))"
        let late = world.random.happens(0.1) ? Double.random(in: 0...5, using: &world.random) : 0
        let place = world.place(world.random.happens(0.95) ? 0 : 1)
        reports.append(report(name, place, at: Double(step) * 3 - late))
      }
      var together: [TravellerPosition] = []
      var core = LiveWorld.Core(map: world.map, options: LiveMatcherOptions())
      for name in 0..<6 { core.join(TravellerID("\(name)"), now: second(0)) }
      for report in reports { together += core.update([report], now: report.fix.time).positions }
      for name in 0..<6 {
        let mine = reports.filter { $0.traveller == TravellerID("\(name)") }
        var alone = LiveWorld.Core(map: world.map, options: LiveMatcherOptions())
        alone.join(TravellerID("\(name)"), now: second(0))
        let updates = mine.flatMap { alone.update([$0], now: $0.fix.time).positions }
        let same = together.filter { $0.traveller == TravellerID("\(name)") }
        #expect(updates == same, "seed \(seed), traveller \(name)")
        #expect(
          updates.map(\.order)
            == Array(1...UInt64(max(1, updates.count))).prefix(updates.count).map(\.self))
        let times = updates.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy(<), "seed \(seed), traveller \(name)")
      }
    }
  }
}
