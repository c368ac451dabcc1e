import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct HomeDocumentTests {
  @Test func `the last boarding is that of the hours of the answer`() throws {
    let world = try DrawnWorld("A-B", heights: ["A": 1010], [.run("AB", .easy)])
    let map = try world.map()
    for (minutes, last) in [(10, "16:20"), (25, "16:05"), (-5, "16:30")] {
      let hours = OperatingHours(
        liftsClose: DayTime(hour: 16, minute: 30), boardingBufferMilliseconds: minutes * 60_000)
      let router = MapRouter(map: map, schedule: Schedule(hours: hours))
      let places = try #require(try router.latestDepartures(to: .node(world.node("B"))).value)
      let document = try HomeDocument(
        places, home: "B", closing: router.schedule.liftsClose, hours: hours,
        ceiling: SkierProfile().effectiveCeiling, map: map)
      let first = document.text().string.prefix { $0 != "\n" }
      #expect(first.hasSuffix("lifts stop at 16:30, last boarding \(last)"), "\(first)")
    }
  }

  @Test func `places of several regions are described each by its own region`() throws {
    let worlds = try [LiftKind.chairLift, .gondola].map {
      try DrawnWorld("B-T", heights: ["T": 1050], [.lift("BT", $0), .run("TB", .easy)])
    }
    let map = try MapContents(
      regions: worlds.enumerated().map { $1.builder.moved(eastDegrees: Double($0 * 2)) }
    ).map()
    let places = try (0..<2).flatMap { number -> [HomePlace] in
      let graph = try map.graph(at: number)
      let home = RouteEndpoint.coordinate(graph.point(worlds[number].node("B")).coordinate)
      return try #require(try MapRouter(map: map).latestDepartures(to: home).value)
    }
    let document = try HomeDocument(
      places, home: "B", closing: nil, ceiling: SkierProfile().effectiveCeiling, map: map)
    #expect(document.entries.map(\.kind) == ["chair lift, top", "gondola, top"])
    #expect(document.text().string.contains("BT (gondola, top)"))
  }
}
