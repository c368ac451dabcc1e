import SkiGraph
import Testing

@testable import SkiBuild

/// The grooming of runs, in both forms of input.
struct TerrainTests {
  private func terrain(_ tags: String) async throws -> (RunTerrain, [String]) {
    let result = try await readOne(line(#""@id":"way/1",\#(tags)"#))
    return (try #require(result.run).terrain, result.counted)
  }

  @Test(
    arguments: [
      ("classic", Grooming.classic), ("mogul", .mogul), ("skating", .skating), ("scooter", .scooter),
      ("classic+skating", .classicAndSkating), ("classic;skating", .classicAndSkating),
      ("backcountry", .backcountry), ("no", .ungroomed), ("yes", .classic), ("downhill", .classic),
      ("classic;mogul", .mogul), ("Backcountry ; classic", .backcountry),
    ] as [(String, Grooming)])
  func `grooming values are read alike from OSM tags and OpenSkiMap properties`(
    _ word: String, _ grooming: Grooming
  ) async throws {
    let (tagged, notes) = try await terrain(#""piste:type":"downhill","piste:grooming":"\#(word)""#)
    #expect(tagged.grooming == grooming && notes.isEmpty)
    let (openSkiMap, more) = try await terrain(#""type":"run","uses":["downhill"],"grooming":"\#(word)""#)
    #expect(openSkiMap.grooming == grooming && more.isEmpty)
    #expect(tagged.isGroomed == ![.mogul, .backcountry, .ungroomed].contains(grooming))
  }

  @Test func `unknown values of grooming and lit are counted`() async throws {
    let (run, notes) = try await terrain(
      #""piste:type":"downhill","piste:grooming":"weekly","lit":"moonlight","gladed":"maybe""#)
    #expect(run == RunTerrain() && run.isGroomed == nil)
    #expect(notes == ["groomingUnknown:noted", "litUnknown:noted"])
  }

  @Test func `gladed, lit, patrolled and snowmaking are true, false or unknown`() async throws {
    for (form, on) in [
      (#""piste:type":"downhill""#, #""yes""#), (#""type":"run","uses":["downhill"]"#, "true"),
    ] {
      let (all, notes) = try await terrain(
        #"\#(form),"gladed":\#(on),"lit":\#(on),"patrolled":\#(on),"snowmaking":\#(on)"#)
      #expect(all == RunTerrain(isGladed: true, isLit: true, isPatrolled: true, hasSnowmaking: true))
      #expect(notes.isEmpty)
      let (none, _) = try await terrain(#"\#(form),"gladed":false,"lit":"no","patrolled":null"#)
      #expect(none == RunTerrain(isGladed: false, isLit: false))
    }
  }

  @Test func `the lit tag of the piste takes precedence over that of the road`() async throws {
    #expect(try await terrain(#""piste:type":"downhill","lit":"no","piste:lit":"yes""#).0.isLit == true)
    #expect(try await terrain(#""piste:type":"downhill","lit":"sunset-sunrise""#).0.isLit == true)
  }
}
