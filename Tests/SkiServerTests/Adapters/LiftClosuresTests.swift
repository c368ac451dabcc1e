import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTestSupport
import Testing

@testable import SkiServer

/// Lifts that close are found between two reports, by id and by name.
@Suite struct LiftClosuresTests {
  private let time = UniversalTime(secondsSince1970: 1_700_042_400)
  private let lift = SourceID("BT")

  private func report(
    _ state: OperatingState, by key: FeatureStatus.Key? = nil, isObserved: Bool = true
  ) -> StatusReport {
    StatusReport(features: [
      FeatureStatus(key: key ?? .id(lift), state: state, observedAt: isObserved ? time : nil)
    ])
  }

  private func areas() throws -> AreaLifts { try AreaLifts(of: DrawnMountain().contents.map()) }

  @Test func `the lifts of an area are those of the map`() throws {
    let areas = try areas()
    #expect(areas.lifts(of: DrawnMountain.area) == [lift])
    #expect(areas.lifts(of: SourceID("another")).isEmpty)
    #expect(areas.areas(of: lift) == [DrawnMountain.area])
    #expect(areas.lifts(of: .name("GIPFELBAHN")) == [lift])
    #expect(areas.lifts(of: .name("Talabfahrt")).isEmpty)
    #expect(areas.lifts(of: .id(SourceID("TRSQB"))).isEmpty)
  }

  @Test func `lifts that may not be ridden are left out`() throws {
    let world = try DrawnWorld(
      "T---B", heights: ["T": 2000, "B": 1800],
      [
        .lift("BT", .chairLift) { $0.status = .disused }
      ])
    var builder = world.builder
    for index in builder.features.indices { builder.features[index].facts.area = AreaIndex(0) }
    builder.areas = [
      GraphArea(
        name: nil, id: DrawnMountain.area, operatingLiftCount: 0,
        bounds: BoundingBox(south: 46, west: 7, north: 46.1, east: 7.1))
    ]
    #expect(try AreaLifts(of: MapContents(regions: [builder]).map()).lifts(of: DrawnMountain.area).isEmpty)
  }

  @Test func `the names of a map are its lifts and runs`() throws {
    let names = try LiftNames(of: DrawnMountain().contents.map())
    #expect(names.contains(lift) && names.contains(SourceID("TRSQB")))
    #expect(!names.contains(SourceID("hut/S")))
    #expect(names.areas(of: lift) == [DrawnMountain.area] && names.areas(of: SourceID("none")).isEmpty)
  }

  @Test func `a lift closes from open and scheduled alone`() throws {
    let areas = try areas()
    let changes: [(OperatingState, OperatingState, Bool)] = [
      (.open, .closed, true), (.open, .hold, true), (.scheduled, .closed, true), (.hold, .closed, false),
      (.closed, .closed, false), (.closed, .open, false), (.open, .open, false),
    ]
    for (before, after, isNews) in changes {
      let found = LiftClosures.lifts(from: report(before), to: report(after), areas)
      #expect(found == (isNews ? [ClosedLift(lift: lift, seen: time)] : []), "\(before) to \(after)")
    }
    #expect(LiftClosures.lifts(from: StatusReport(), to: report(.closed), areas).count == 1)
    #expect(LiftClosures.lifts(from: nil, to: report(.closed), areas).isEmpty)
    #expect(LiftClosures.lifts(from: report(.open), to: report(.closed, isObserved: false), areas).isEmpty)
    let named = report(.closed, by: .name("gipfelbahn"))
    #expect(LiftClosures.lifts(from: report(.open), to: named, areas).count == 1)
    #expect(LiftClosures.lifts(from: named, to: report(.hold), areas).isEmpty)
  }

  @Test func `a closed lift concerns the trips in its areas`() throws {
    let (here, elsewhere) = (try TripID("here"), try TripID("elsewhere"))
    let found = LiftClosures.of(
      from: report(.open), to: report(.closed), try areas(),
      trips: [
        TripAreas(trip: elsewhere, areas: [SourceID("area-9")]),
        TripAreas(trip: here, areas: [SourceID("area-9"), DrawnMountain.area]),
      ])
    #expect(found == [LiftClosure(lift: ClosedLift(lift: lift, seen: time), trips: [here])])
    let none = LiftClosures.of(from: report(.open), to: report(.closed), try areas(), trips: [])
    #expect(none.isEmpty)
  }

  @Test func `the members of a trip in the area have one notice, whichever server reports it`() async throws {
    try await AdapterWorld.use { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      _ = try await world.trip(anna, ben)
      let reporter = LiftClosureReporter(notices: LiftNoticeService(world.store))
      let areas = try areas()
      try await #expect(reporter.report(from: report(.open), to: report(.closed), areas) == 2)
      try await #expect(reporter.report(from: report(.open), to: report(.closed), areas) == 0)
      try await #expect(reporter.report(from: report(.closed), to: report(.open), areas) == 0)
      let notices = try await NoticeService(world.store).list(as: ben).notices
      #expect(notices.map(\.payload.lift) == [lift])
    }
  }
}
