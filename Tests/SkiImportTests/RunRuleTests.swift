import SkiGeo
import SkiImport
import SkiModel
import Testing

struct RunRuleTests {
  @Test func `an OpenSkiMap run keeps its words`() async throws {
    let (data, report) = try await read(
      .runs,
      features: feature(
        #""type":"run","id":"abc","uses":["downhill","skitour"],"name":" Piste Bleue ","ref":"12","#
          + #""difficulty":"easy","difficultyConvention":"europe","oneway":true,"status":"operating","#
          + #""grooming":"classic","sources":[{"type":"openstreetmap","id":"way/1"}]"#))
    let run = try #require(data.runs.first)
    #expect(run.id == SourceID("abc"))
    #expect(run.name == "Piste Bleue")
    #expect(run.ref == "12")
    #expect(run.uses == [.downhill, .skitour])
    #expect(run.difficulty == .easy)
    #expect(run.convention == .europe)
    #expect(run.oneway == .oneway)
    #expect(run.isGroomed == true)
    #expect(report.readCounts == ["runs": 1])
    #expect(report.usedCounts == ["runs": 1])
    #expect(
      data.sources == [
        DataSource(name: "test.geojson", licence: "ODbL 1.0", attribution: "© OpenStreetMap contributors")
      ])
  }
}

/// What a few tags of a raw OpenStreetMap run come to.
struct OpenStreetMapRunTests {
  private func run(_ tags: String, geometry: String? = nil) async throws -> (run: Run, report: ImportReport) {
    let text = geometry.map { feature(tags, geometry: $0) } ?? feature(tags)
    let (data, report) = try await read(.runs, features: text)
    #expect(report.isBalanced)
    return (try #require(data.runs.first, "\(report.json().text())"), report)
  }

  @Test func `a list of piste types is the union of its uses`() async throws {
    let (run, _) = try await run(#""piste:type":"downhill; skitour","@id":"way/7""#)
    #expect(run.uses == [.downhill, .skitour])
    #expect(run.id == SourceID("way/7"))
  }

  @Test func `piste type yes is downhill and counted`() async throws {
    let (run, report) = try await run(#""piste:type":"yes""#)
    #expect(run.uses == .downhill)
    #expect(report.count(of: "pisteTypeYes") == 1)
  }

  @Test func `an unknown use is kept as other and counted`() async throws {
    let (run, report) = try await run(#""piste:type":"ski_jump""#)
    #expect(run.uses == .other)
    #expect(report.count(of: "useUnknown") == 1)
  }

  @Test func `a road's name gives way to the piste's`() async throws {
    let tags = #""piste:type":"downhill","name":"Forest Road","piste:name":"Home Run","ref":"N 22""#
    #expect(try await run(tags).run.name == "Forest Road")
    let road = try await run(tags + #","highway":"track","piste:ref":"5""#).run
    #expect(road.name == "Home Run")
    #expect(road.ref == "5")
  }

  @Test(arguments: ["Ski run", "ski piste", "Piste", " unnamed ", "unknown", "N/A", "", "  "])
  func `a placeholder is no name`(name: String) async throws {
    #expect(try await run(#""piste:type":"downhill","name":"\#(name)""#).run.name == nil)
  }

  @Test(arguments: [
    (#""oneway":"yes""#, OnewayTag.oneway), (#""oneway":"no""#, .twoWay), (#""oneway":"-1""#, .reverse),
    (#""oneway":"no","piste:oneway":"yes""#, .oneway), (#""oneway":"yes","piste:oneway":"no""#, .twoWay),
    (#""oneway":"maybe""#, nil), (#""x":"y""#, nil),
  ])
  func `the direction tag of the piste wins over that of the way`(tags: String, expected: OnewayTag?)
    async throws
  {
    #expect(try await run(#""piste:type":"downhill",\#(tags)"#).run.oneway == expected)
  }

  @Test(arguments: [
    (#""piste:type":"downhill""#, Lifecycle.operating),
    (#""piste:type":"downhill","disused":"yes""#, .disused),
    (#""piste:type":"downhill","piste:abandoned":"yes""#, .abandoned),
    (#""piste:type":"downhill","disused":"no""#, .operating),
    (#""piste:type":"downhill","disused:railway":"rail""#, .operating),
    (#""disused:piste:type":"downhill""#, .disused), (#""proposed:piste:type":"downhill""#, .proposed),
    (#""construction:piste:type":"downhill""#, .construction), (#""razed:piste:type":"downhill""#, .razed),
  ])
  func `a prefix or a key of its own says that a run isn't in use`(tags: String, expected: Lifecycle)
    async throws
  {
    let run = try await run(tags).run
    #expect(run.status == expected)
    #expect(run.uses == .downhill)
  }

  @Test func `bridge, tunnel and layer are kept`() async throws {
    let tags = #""piste:type":"downhill","#
    #expect(
      try await run(tags + #""bridge":"viaduct","layer":"2""#).run.level == Level(isBridge: true, layer: 2))
    #expect(try await run(tags + #""tunnel":"yes""#).run.level.effectiveLayer == -1)
    #expect(try await run(tags + #""bridge":"no","layer":"junk""#).run.level == .ground)
    #expect(try await run(tags + #""layer":"1e300""#).run.level.layer == 20)
  }

  @Test(arguments: [("classic", true), ("mogul", true), ("backcountry", false), ("no", false)])
  func `grooming of backcountry or no is ungroomed`(word: String, expected: Bool) async throws {
    #expect(try await run(#""piste:type":"downhill","piste:grooming":"\#(word)""#).run.isGroomed == expected)
  }

  @Test func `of several grades the hardest counts, and unknown ones are ungraded`() async throws {
    #expect(
      try await run(#""piste:type":"downhill","piste:difficulty":"easy;advanced""#).run.difficulty
        == .advanced)
    let (unknown, report) = try await run(#""piste:type":"downhill","piste:difficulty":"green""#)
    #expect(unknown.difficulty == nil)
    #expect(report.count(of: "difficultyUnknown") == 1)
  }

  private static let ring =
    #"{"type":"LineString","coordinates":[[6,45],[6.01,45],[6.01,45.01],[6,45]]}"#

  @Test(arguments: [
    (#""piste:type":"downhill""#, true, 1), (#""piste:type":"downhill","area":"yes""#, true, 0),
    (#""piste:type":"downhill","area":"no""#, false, 0),
    (#""piste:type":"downhill","oneway":"yes""#, false, 0),
    (#""piste:type":"downhill;connection""#, false, 0), (#""piste:type":"nordic""#, false, 0),
    (#""piste:type":"nordic","area":"yes""#, true, 0),
  ])
  func `a closed downhill line is an area unless something says that it is a way`(
    tags: String, isArea: Bool, mended: Int
  ) async throws {
    let (run, report) = try await run(tags, geometry: Self.ring)
    if case .areas(let areas) = run.geometry {
      #expect(isArea)
      #expect(areas.first?.outer.count == 4)
    } else {
      #expect(!isArea)
    }
    #expect(report.count(of: "closedRingAsArea") == mended)
  }

  @Test func `tags in an object of their own are read too`() async throws {
    let (run, _) = try await run(#""type":"way","id":12,"tags":{"piste:type":"sled","name":"Rodel"}"#)
    #expect(run.id == SourceID("way/12"))
    #expect(run.uses == .sled)
  }
}
