import SkiGraph
import Testing

@testable import SkiBuild

/// Runs in raw OSM tags, one rule a test.
struct TaggedRunTests {
  private func run(_ tags: String, _ coordinates: String = "[[6,45],[6.001,45.001]]") async throws -> (
    Run, [String]
  ) {
    let result = try await readOne(line(tags, coordinates))
    return (try #require(result.run), result.counted)
  }

  @Test(
    arguments: [
      (#""piste:type":"downhill""#, RunUses.downhill, [String]()),
      (#""piste:type":"downhill;skitour""#, [.downhill, .skitour], []),
      (#""piste:type":"nordic; hike""#, [.nordic, .hike], []),
      (#""piste:type":"yes""#, .downhill, ["pisteTypeYes:mended"]),
      (#""piste:type":"connection""#, .connection, []),
      (#""piste:type":"backcountry""#, .skitour, []),
      (#""piste:type":"ski_jump""#, .other, ["useUnknown:noted"]),
    ] as [(String, RunUses, [String])])
  func `the piste type gives the uses of a run`(_ tags: String, _ uses: RunUses, _ counted: [String])
    async throws
  {
    let (run, notes) = try await run(tags + #","@id":"way/1""#)
    #expect(run.uses == uses)
    #expect(notes == counted)
  }

  @Test(
    arguments: [
      ("novice", Difficulty.novice), ("Advanced", .advanced), (" expert ", .expert),
      ("easy;intermediate", .intermediate),
      ("freeride", .freeride), ("extreme", .extreme), ("steep", nil),
    ] as [(String, Difficulty?)])
  func `the grade is a known word, and the harder of two in a list`(_ word: String, _ grade: Difficulty?)
    async throws
  {
    let (run, notes) = try await run(#""@id":"way/1","piste:type":"downhill","piste:difficulty":"\#(word)""#)
    #expect(run.difficulty == grade)
    #expect(notes == (grade == nil ? ["difficultyUnknown:noted"] : []))
  }

  @Test(
    arguments: [
      (#""name":"A","piste:name":"B""#, "A"), (#""name":"A","piste:name":"B","highway":"track""#, "B"),
      (#""piste:name":"B""#, "B"), (#""name":"A","highway":"track""#, "A"), (#""name":"Ski run""#, nil),
      (#""name":"unnamed","piste:name":"B""#, "B"), (#""name":"  ""#, nil),
      (#""name":" La  Face\n""#, "La Face"),
      (#""name":"Pe\u0301rou""#, "P\u{e9}rou"), (#""name":7"#, "7"),
    ] as [(String, String?)])
  func `the name is cleaned, and the piste name is preferred on a road`(_ tags: String, _ name: String?)
    async throws
  {
    let (run, _) = try await run(#""piste:type":"downhill",\#(tags)"#)
    #expect(run.name == name)
    #expect(run.name.map { Array($0.unicodeScalars) } == name.map { Array($0.unicodeScalars) })
  }

  @Test(
    arguments: [
      (#""ref":"12""#, ["12"]), (#""ref":"12","piste:ref":"3b""#, ["3b"]),
      (#""ref":"D 91","highway":"service""#, []), (#""ref":"67;66""#, ["67", "66"]),
      (#""ref":" 11 a ; ;7;7""#, ["11 a", "7"]), (#""ref":5"#, ["5"]), (#""ref":";""#, []),
      (#""name":"17""#, ["17"]), (#""name":"17","ref":"4""#, ["4"]),
    ] as [(String, [String])])
  func `reference numbers are split, and those of a road are ignored`(_ tags: String, _ refs: [String])
    async throws
  {
    #expect(try await run(#""piste:type":"downhill",\#(tags)"#).0.refs == refs)
  }

  @Test(
    arguments: [
      (#""oneway":"yes""#, OnewayTag.oneway), (#""oneway":"no""#, .twoWay), (#""oneway":"-1""#, .reverse),
      (#""oneway":-1"#, .reverse), (#""oneway":true"#, .oneway),
      (#""piste:oneway":"no","oneway":"yes""#, .twoWay),
      (#""oneway":"yes","highway":"track""#, nil), (#""piste:oneway":"yes","highway":"track""#, .oneway),
      (#""oneway":"reversible""#, nil), (#""lit":"yes""#, nil),
    ] as [(String, OnewayTag?)])
  func `the oneway tag of a road does not apply to its run`(_ tags: String, _ tag: OnewayTag?) async throws {
    #expect(try await run(#""piste:type":"downhill",\#(tags)"#).0.oneway == tag)
  }

  @Test(
    arguments: [
      (#""piste:type":"downhill""#, Lifecycle.operating),
      (#""piste:type":"downhill","disused":"yes""#, .disused),
      (#""piste:type":"downhill","piste:abandoned":"yes""#, .abandoned),
      (#""piste:type":"downhill","abandoned":"no""#, .operating),
      (#""disused:piste:type":"downhill""#, .disused),
      (#""proposed:piste:type":"downhill""#, .proposed), (#""razed:piste:type":"downhill""#, .razed),
      (#""piste:type":"downhill","state":"proposed""#, .proposed),
      (#""piste:type":"downhill","construction":"yes""#, .construction),
    ] as [(String, Lifecycle)])
  func `a run is read with its lifecycle state`(_ tags: String, _ status: Lifecycle) async throws {
    #expect(try await run(tags).0.status == status)
  }

  @Test(
    arguments: [
      (#""bridge":"yes""#, 1), (#""tunnel":"yes""#, -1), (#""tunnel":"no""#, 0), (#""covered":"yes""#, -1),
      (#""layer":"-1""#, -1), (#""bridge":"viaduct","layer":"2""#, 2), (#""layer":"1e9""#, 0),
      (#""layer":"x""#, 0),
    ] as [(String, Int)])
  func `bridge, tunnel and layer tags give the level of a run`(_ tags: String, _ layer: Int) async throws {
    #expect(try await run(#""piste:type":"downhill",\#(tags)"#).0.level.effectiveLayer == layer)
  }

  static let ring = "[[6,45],[6.01,45],[6.01,45.01],[6,45]]"

  @Test(
    arguments: [
      (#""piste:type":"downhill""#, true), (#""piste:type":"downhill","area":"yes","oneway":"yes""#, true),
      (#""piste:type":"downhill","area":"no""#, false), (#""piste:type":"downhill","oneway":"yes""#, false),
      (#""piste:type":"downhill","highway":"track""#, false), (#""piste:type":"nordic""#, false),
      (#""piste:type":"downhill;connection""#, false), (#""piste:type":"snow_park""#, true),
      (#""piste:type":"nordic","area":"yes""#, true),
    ] as [(String, Bool)])
  func `a closed line is an area unless its tags describe a circuit`(_ tags: String, _ isArea: Bool)
    async throws
  {
    let (run, notes) = try await run(tags, Self.ring)
    if case .areas = run.geometry { #expect(isArea) } else { #expect(!isArea) }
    #expect(notes.contains("closedRingAsArea:mended") == (isArea && !tags.contains("area")))
  }

  @Test func `ids come from the tags, the feature or the position`() async throws {
    let tagged = try await readOne(line(#""@id":"way/5","piste:type":"downhill""#))
    #expect(tagged.run?.id.rawValue == "way/5")
    let typed = try await readOne(line(#""@id":5,"@type":"way","piste:type":"downhill""#))
    #expect(typed.run?.id.rawValue == "way/5")
    let nested = try await readOne(line(#""type":"way","id":5,"tags":{"piste:type":"downhill","name":"N"}"#))
    #expect(nested.run?.id.rawValue == "way/5")
    #expect(nested.run?.name == "N")
    let none = try await readOne(line(#""piste:type":"downhill""#))
    #expect(none.run?.id.rawValue == "test.geojson#1")
    #expect(none.counted == ["idMissing:noted"])
  }

  @Test func `a repeated feature is left out, and a different one with the same id is kept`() async throws {
    let first = line(#""@id":"way/1","piste:type":"downhill""#)
    let other = line(#""@id":"way/1","piste:type":"downhill","name":"B""#)
    let result = try await read(collection(first, first, other))
    #expect(result.data.runs.map(\.name) == [nil, "B"])
    #expect(result.counted == ["duplicateFeature:leftOut", "duplicateID:noted"])
    #expect(result.isBalanced)
  }

  @Test func `roads among the runs are left out`() async throws {
    let result = try await readOne(line(#""@id":"way/1","highway":"track","name":"R""#))
    #expect(result.counted == ["notASkiFeature:leftOut"])
  }

  @Test func `the last of two JSON members of one name counts`() async throws {
    #expect(try await run(#""piste:type":"downhill","name":"A","name":"B""#).0.name == "B")
    #expect(try await run(#""piste:type":"downhill","name":"A","name":null"#).0.name == nil)
  }

  @Test func `text that is not valid Unicode is repaired and counted`() async throws {
    let (run, notes) = try await run(#""@id":"way/1","piste:type":"downhill","name":"A\uD800""#)
    #expect(run.name == "A\u{FFFD}")
    #expect(notes == ["textRepaired:mended"])
  }

  @Test(
    arguments: [
      (#"[{"role":"forward","rel":7,"reltags":{"type":"route","route":"piste"}}]"#, OnewayTag.oneway),
      (#"[{"role":"backward","rel":7,"reltags":{"route":"ski","piste:type":"downhill"}}]"#, .reverse),
      (#"[{"role":"Forward","rel":7,"reltags":{"piste:type":"downhill"}},3,{"role":""}]"#, .oneway),
      (#"[{"role":"forward","rel":7,"reltags":{"route":"hiking"}}]"#, nil),
      (#"[{"role":"alternative","rel":7,"reltags":{"route":"piste"}}]"#, nil),
      (
        #"[{"role":"forward","reltags":{"route":"piste"}},{"role":"backward","reltags":{"route":"piste"}}]"#,
        nil
      ),
      (#"[{"rel":7,"reltags":[1,{}]},null,[]]"#, nil),
    ] as [(String, OnewayTag?)])
  func `the role in a piste relation gives the direction where no tag does`(
    _ relations: String, _ direction: OnewayTag?
  ) async throws {
    let tags = #""@id":"way/1","piste:type":"downhill","#
    let (untagged, notes) = try await run(tags + #""@relations":\#(relations)"#)
    #expect(untagged.oneway == direction)
    #expect(notes == (direction == nil ? [] : ["directionFromRelation:noted"]))
    let (tagged, _) = try await run(tags + #""oneway":"no","relations":\#(relations)"#)
    #expect(tagged.oneway == .twoWay)
  }

  @Test(
    arguments: [
      (#"[{"rel":7,"reltags":{"route":"piste","name":"Panorama","ref":"3"}}]"#, "Panorama", ["3"]),
      (#"[{"rel":7,"reltags":{"type":"site","name":"Ski area"}}]"#, nil, []),
      (
        #"[{"rel":7,"reltags":{"route":"piste","name":"A"}},{"rel":8,"reltags":{"route":"piste","name":"B"}}]"#,
        nil, []
      ),
    ] as [(String, String?, [String])])
  func `a run without a name has that of its only piste relation`(
    _ relations: String, _ name: String?, _ refs: [String]
  ) async throws {
    let tags = #""@id":"way/1","piste:type":"downhill","#
    let (unnamed, _) = try await run(tags + #""@relations":\#(relations)"#)
    #expect(unnamed.name == name && unnamed.refs == refs)
    let (named, _) = try await run(tags + #""name":"Own","ref":"9","@relations":\#(relations)"#)
    #expect(named.name == "Own" && named.refs == ["9"])
  }
}
