import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiReports
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
}
