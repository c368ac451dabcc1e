import Foundation
import SkiTestSupport
import Testing

struct RawStructureRuleTests {
  let mountain = TinyMountain.standard()

  @Test func `a correct route breaks no rule`() throws {
    let result = try mountain.area().check(TinyMountain.goodRoute, for: RawRequest(ceiling: "blue"))
    #expect(result.violations == [])
    #expect(abs(result.longestChainMetres - 20) < 0.5)
  }

  @Test func `a route is checked from its GeoJSON text`() throws {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"kind":"run","id":"home","name":"Home",
      "ref":null,"difficulty":"easy","difficultyEstimated":false,"colour":"blue","liftType":null,"seconds":125.900,
      "waitSeconds":0,"lengthMetres":503.6,"ascentMetres":0,"descentMetres":100,"maxGradient":0.2},
      "geometry":{"type":"LineString","coordinates":[[10,46.0089969,2000],[10.0007745,46.0044984,1900]]}}],
      "route":{"seconds":125.9}}
      """
    let area = try mountain.area()
    #expect(try area.violations(ofRoute: Data(text.utf8)) == [])
    let wrong = text.replacingOccurrences(of: "{\"seconds\":125.9}", with: "{\"seconds\":125.901}")
    #expect(try area.violations(ofRoute: Data(wrong.utf8)).map(\.rule) == [.structure])
    #expect(try area.violations(ofRoute: Data(text.utf8), ceiling: "green").map(\.rule) == [.ceiling])
  }

  @Test func `a document that is not a route is refused, and one with a reason for no route is accepted`()
    throws
  {
    for text in ["[]", "{\"type\":\"Feature\"}", "{\"type\":\"FeatureCollection\",\"features\":[{}]}", "{"] {
      #expect(throws: (any Error).self) { try RawRoute(geojson: Data(text.utf8)) }
    }
    let none = #"{"type":"FeatureCollection","features":[],"route":{"reason":"cut off"}}"#
    #expect(try RawRoute(geojson: Data(none.utf8)).reason == "cut off")
    #expect(try mountain.area().violations(ofRoute: Data(none.utf8)) == [])
  }

  @Test func `the seconds of the steps must add up to the total to the millisecond`() throws {
    var route = TinyMountain.goodRoute
    route.seconds = (route.seconds ?? 0) + 0.001
    #expect(try mountain.brokenRules(route) == [.structure])
  }

  @Test func `consecutive steps must share their end coordinate exactly`() throws {
    var route = TinyMountain.goodRoute
    route.steps[1].vertices[0].longitude += 2e-7
    #expect(try mountain.brokenRules(route) == [.structure])
  }

  @Test func `a wait outside a lift and an unknown kind of step violate a rule`() throws {
    var route = TinyMountain.goodRoute
    route.steps[2].waitSeconds = 1
    #expect(try mountain.brokenRules(route) == [.structure])
    route = TinyMountain.goodRoute
    route.steps[1].kind = "teleport"
    #expect(try mountain.brokenRules(route) == [.structure])
  }

  @Test func `a number that is negative or not finite violates a rule`() throws {
    for value in [Double.nan, .infinity, -1] {
      var route = TinyMountain.goodRoute
      route.steps[2].ascentMetres = value
      #expect(try mountain.brokenRules(route).contains(.structure))
    }
  }

  @Test func `the id of a step must name a feature in the file of its kind`() throws {
    var route = TinyMountain.goodRoute
    route.steps[0].id = "home"
    route.steps[2].id = "chair"
    #expect(try mountain.brokenRules(route) == [.unknownFeature])
  }

  @Test func `lengths, speeds and heights must agree with the line`() throws {
    var route = TinyMountain.goodRoute
    route.steps[2].lengthMetres *= 0.98
    #expect(try mountain.brokenRules(route) == [.length])
    route.steps[2].lengthMetres *= 1.2
    #expect(try mountain.brokenRules(route) == [.length])
    let fast = TinyMountain.step("lift", "chair", [(20, 0, nil), (20, 1000, nil)], speed: 14, wait: 180)
    #expect(try mountain.brokenRules(TinyMountain.route([fast])) == [.speed])
    route = TinyMountain.goodRoute
    route.steps[2].ascentMetres = 0
    route.steps[2].descentMetres = 140
    #expect(try mountain.brokenRules(route) == [.heights])
  }
}
