import SkiGeo
import SkiImport
import SkiModel
import Testing

private let point = #"{"type":"Point","coordinates":[6,45]}"#

struct PlaceRuleTests {
  @Test func `a ski area known only from its runs is added once, in the middle of its outline`() async throws
  {
    let square = #"{"type":"Polygon","coordinates":[[[6,45],[8,45],[8,47],[6,47],[6,45]]]}"#
    let mention =
      #""skiAreas":[{"type":"Feature","properties":{"id":"s1","name":"Berg"},"geometry":\#(square)},"s2"]"#
    let documents = [
      SkiDocument(
        .runs, name: "runs",
        bytes: Array(collection([feature(#""id":"1",\#(mention)"#), feature(mention)]).utf8)),
      SkiDocument(
        .areas, name: "areas",
        bytes: Array(collection([feature(#""type":"skiArea","id":"s2","name":"Tal""#, geometry: point)]).utf8)
      ),
    ]
    let (data, _) = try await SkiReader(documents: documents).read()
    #expect(
      data.runs.map(\.skiAreaIDs) == [["s1", "s2"].map { SourceID($0) }, ["s1", "s2"].map { SourceID($0) }])
    #expect(data.areas.map(\.name) == ["Tal", "Berg"])
    #expect(data.areas.last?.centre == Coordinate(latitude: 46, longitude: 7))
  }

  @Test func `an area has its outline, convention and status`() async throws {
    let (data, _) = try await read(
      .areas,
      features: feature(
        #""type":"skiArea","id":"s","runConvention":"japan","status":"abandoned""#,
        geometry: #"{"type":"Polygon","coordinates":[[[6,45],[8,45],[8,47],[6,45]]]}"#))
    #expect(data.areas.first?.outlines.count == 1)
    #expect(data.areas.first?.convention == .japan)
    #expect(data.areas.first?.status == .abandoned)
  }

  @Test(arguments: [
    (
      #""type":"spot","spotType":"lift_station","liftId":"L","position":"mid","entry":true"#,
      SpotKind.liftStation
    ),
    (#""type":"spot","spotType":"crossing","dismount":"yes""#, .crossing),
    (#""type":"spot","spotType":"halfpipe""#, .other), (#""tourism":"alpine_hut","name":"Hütte""#, .hut),
    (#""amenity":"restaurant""#, .hut), (#""aerialway":"station""#, .liftStation),
  ])
  func `spots of both dialects have their kind`(properties: String, kind: SpotKind) async throws {
    let (data, report) = try await read(.spots, features: feature(properties, geometry: point))
    #expect(data.spots.first?.kind == kind)
    #expect(report.usedCounts == ["spots": 1])
    if properties.contains("liftId") {
      #expect(data.spots.first?.liftID == SourceID("L"))
      #expect(data.spots.first?.position == "mid")
      #expect(data.spots.first?.allowsBoarding == true)
    }
  }

  @Test func `a feature that occurs twice is used once, a different one under its id is kept and noted`()
    async throws
  {
    let first = feature(#""id":"a","name":"X""#)
    let (data, report) = try await read(.runs, features: first, first, feature(#""id":"a","name":"Y""#))
    #expect(data.runs.map(\.name) == ["X", "Y"])
    #expect(report.count(of: "duplicateFeature") == 1)
    #expect(report.count(of: "duplicateID") == 1)
    #expect(report.usedCounts == ["runs": 2])
    #expect(report.isBalanced)
  }

  @Test func `ids come from the properties, the feature, a source, or the position`() async throws {
    let (data, _) = try await read(
      .runs, features: feature(#""id":"p""#, id: "f"), feature(#""uses":[]"#, id: "f"),
      feature(#""sources":[{"type":"openstreetmap","id":"way/3"}]"#), feature(""),
      feature(#""@id":"way/9","id":"q","piste:type":"hike""#))
    #expect(data.runs.map(\.id.rawValue) == ["p", "f", "way/3", "feature 4", "way/9"])
  }

  @Test func `what is no feature is left out and counted`() async throws {
    let (data, report) = try await read(.runs, features: "null", "3", "\"x\"", "[]", #"{"type":"Point"}"#)
    #expect(data.runs.isEmpty)
    #expect(report.count(of: "notAFeature") == 5)
    #expect(report.isBalanced)
  }

  @Test func `a file that names its licence is believed`() async throws {
    let (data, _) = try await read(
      .runs,
      #"{"license":"CC0 1.0","type":"FeatureCollection","features":[\#(feature(""))],"attribution":"Us"}"#)
    #expect(data.sources == [DataSource(name: "test.geojson", licence: "CC0 1.0", attribution: "Us")])
  }
}
