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
