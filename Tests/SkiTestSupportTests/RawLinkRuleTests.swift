import Foundation
import SkiTestSupport
import Testing

struct RawLinkRuleTests {
  private func rules(_ steps: [RawStep], _ mountain: TinyMountain = .standard()) throws -> [Violation.Rule] {
    try mountain.brokenRules(TinyMountain.route(steps))
  }

  @Test func `a connector is at most 150 m long`() throws {
    let high = TinyMountain.standard(runLine: [(0, 1160, 2005), (60, 500, 1900), (0, 0, 1800)])
    let long = TinyMountain.step("connector", nil, [(20, 1000, nil), (0, 1160, nil)], speed: 1)
    #expect(try rules([TinyMountain.ride, long], high) == [.connectorTooLong])
  }

  @Test func `a connector climbs at most 30 m, by its stated ascent and by the raw heights`() throws {
    var link = TinyMountain.link
    link.ascentMetres = 31
    link.descentMetres = 0
    link.vertices = link.vertices.map {
      RawVertex(longitude: $0.longitude, latitude: $0.latitude)
    }
    link.lengthMetres = link.horizontalMetres
    #expect(try rules([TinyMountain.ride, link]) == [.connectorClimb])
    link.ascentMetres = 0
    let high = TinyMountain.standard(runLine: [(0, 1000, 2040), (60, 500, 1900), (0, 0, 1800)])
    #expect(try rules([TinyMountain.ride, link], high) == [.connectorClimb])
  }

  @Test func `a connector has no id and ends on features`() throws {
    var link = TinyMountain.link
    link.id = "home"
    #expect(try rules([TinyMountain.ride, link, TinyMountain.descent]) == [.connectorWithID])
    let nowhere = TinyMountain.step("connector", nil, [(20, 1000, nil), (20, 1040, nil)], speed: 1)
    #expect(try rules([TinyMountain.ride, nowhere]) == [.connectorNowhere])
    let offTheChair = TinyMountain.step("connector", nil, [(20, 100, nil), (20, 0, nil)], speed: 1)
    #expect(try rules([offTheChair]) == [.connectorNowhere])
  }

  @Test func `a chain of connectors is measured and may not exceed 450 m`() throws {
    let chain = [(20.0, 1000.0), (20, 1115), (20, 1230), (0, 1115), (0, 1000)]
    let steps = zip(chain, chain.dropFirst()).map {
      TinyMountain.step("connector", nil, [($0.0, $0.1, nil), ($1.0, $1.1, nil)], speed: 1)
    }
    let route = TinyMountain.route([TinyMountain.ride] + steps + [TinyMountain.descent])
    let result = try TinyMountain.standard().area().check(route, for: RawRequest())
    #expect(result.violations.map(\.rule) == [.chainTooLong])
    #expect(result.longestChainMetres > 450)
    #expect(result.longestConnectorMetres < 120)
  }

  @Test func `a walk without an id is the first or last step and of limited length`() throws {
    let walk = TinyMountain.step("walk", nil, [(20, -100, nil), (20, 0, nil)], speed: 1)
    #expect(try rules([walk, TinyMountain.ride]) == [])
    let far = TinyMountain.step("walk", nil, [(20, -160, nil), (20, 0, nil)], speed: 1)
    #expect(try rules([far, TinyMountain.ride]) == [.walkTooLong])
    var inside = TinyMountain.link
    inside.kind = "walk"
    #expect(try rules([TinyMountain.ride, inside, TinyMountain.descent]) == [.walkInside])
  }

  @Test func `a walk leads at most 300 m along paths under snow, which begin 200 m from streets for cars`()
    throws
  {
    func faults(_ metres: Double, highway: String, tags: [String: String] = [:], isAllowed: Bool = false)
      throws
      -> [Violation.Rule]
    {
      var mountain = TinyMountain.standard()
      let end = -200 - metres
      mountain.streets = [
        TinyMountain.feature(
          ["@id": "road", "highway": "residential"], "LineString",
          TinyMountain.line([(20, 0, -9999), (220, 0, -9999)])),
        TinyMountain.feature(
          ["@id": "path", "highway": highway].merging(tags) { $1 }, "LineString",
          TinyMountain.line([(20, 0, -9999), (20, end, -9999)])),
      ]
      let walk = TinyMountain.step("walk", "path", [(20, end, nil), (20, 0, nil)], speed: 1)
      var request = RawRequest()
      request.allowsSnowCovered = isAllowed
      return try mountain.area().check(TinyMountain.route([walk, TinyMountain.ride]), for: request)
        .violations.map(\.rule)
    }
    for kind in ["track", "path", "bridleway", "footway"] {
      #expect(try faults(295, highway: kind).isEmpty)
      #expect(try faults(350, highway: kind) == [.snowCovered])
      #expect(try faults(350, highway: kind, isAllowed: true).isEmpty)
      #expect(try faults(350, highway: kind, tags: ["winter_service": "yes"]).isEmpty)
    }
    #expect(try faults(350, highway: "service").isEmpty)
    #expect(try faults(350, highway: "pedestrian").isEmpty)
  }

  @Test func `a walk with an id stays on a street that may be walked`() throws {
    var mountain = TinyMountain.standard()
    let places = [(20.0, 0.0, -9999.0), (20, -300, -9999)]
    mountain.streets = [
      TinyMountain.feature(
        ["@id": "lane", "highway": "residential"], "LineString", TinyMountain.line(places)),
      TinyMountain.feature(
        ["@id": "private", "highway": "service", "access": "private"], "LineString", TinyMountain.line(places)
      ),
    ]
    var walk = TinyMountain.step("walk", "lane", [(20, -300, nil), (20, 0, nil)], speed: 1)
    #expect(try rules([walk, TinyMountain.ride], mountain) == [])
    #expect(try rules([TinyMountain.ride, walk].reversed(), mountain) == [])
    walk.id = "private"
    #expect(try rules([walk, TinyMountain.ride], mountain) == [.unknownFeature])
    walk.id = "absent"
    #expect(try rules([walk, TinyMountain.ride], mountain) == [.unknownFeature])
    let beside = TinyMountain.step(
      "walk", "lane", [(20, -300, nil), (60, -150, nil), (20, 0, nil)], speed: 1)
    #expect(try rules([beside, TinyMountain.ride], mountain) == [.walkOffStreet])
  }

  @Test func `the raw checker imports nothing but Foundation`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SkiTestSupport/RawChecker")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count > 8)
    for file in files {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let imports = lines.filter { $0.contains("import ") && !$0.hasPrefix("//") && !$0.hasPrefix("  //") }
      #expect(imports.filter { $0.hasPrefix("import ") && $0 != "import Foundation" } == [])
    }
  }
}
