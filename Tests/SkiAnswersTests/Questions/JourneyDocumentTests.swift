import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

struct JourneyDocumentTests {
  @Test func `the ends of legs without a name are called by their numbers`() throws {
    let world = try DrawnWorld(
      "A-B-C", heights: ["A": 1020, "B": 1010], [.run("AB", .easy), .run("BC", .easy)])
    let request = RouteRequest.fastest(
      from: .node(world.node("A")), to: .node(world.node("C")), profile: .anyGrade)
    let journey = try MapRouter(map: world.map()).journey(
      request, over: [RouteStop(.node(world.node("B")))], departing: DayTime(hour: 9))
    #expect(try #require(journey.value).legs.count == 2)
    let ceiling = request.profile.effectiveCeiling
    for (places, names) in [(["A", "B", "C"], ["A", "B", "C"]), (["A"], ["A", "place 2", "place 3"])] {
      let document = JourneyDocument(result: journey, places: places, ceiling: ceiling, sources: [])
      let (text, json) = (document.text().string, document.json().string)
      #expect(text.contains("To \(names[1]), ") && text.contains("To \(names[2]), "), "\(text)")
      for (from, to) in zip(names, names.dropFirst()) {
        #expect(json.contains("\"from\":\"\(from)\",\"to\":\"\(to)\""), "\(json)")
      }
    }
    var reason = NoAnswer(.cutOff)
    reason.leg = 1
    let failed = JourneyDocument(result: .noAnswer(reason), places: ["A"], ceiling: ceiling, sources: [])
    #expect(failed.text().string.contains("From place 2 to place 3:"))
  }
}
