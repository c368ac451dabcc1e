import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct TourDocumentTests {
  @Test func `a tour without legs belongs to its map, and to no other`() throws {
    let world = try DrawnWorld(
      """
      T
      .
      V
      """, heights: ["T": 1100], [.lift("VT", .chairLift), .run("TV", .easy)])
    let map = try world.map()
    let request = TourRequest(
      home: .node(world.node("V")), from: DayTime(hour: 9), until: DayTime(hour: 10))
    var tour = try #require(try MapRouter(map: map).tour(request).value)
    #expect(!tour.runs.isEmpty)
    tour.legs = []
    let document = try TourDocument(tour, request: request, home: "V", lunch: nil, map: map)
    #expect(document.text().string.contains("runs: TV"))
    let other = try DrawnWorld("A-B", [.run("AB", .easy)]).map()
    let error = #expect(throws: SkiError.self) {
      try TourDocument(tour, request: request, home: "V", lunch: nil, map: other)
    }
    #expect(error?.code == .invalidArgument)
  }
}
