import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

/// The values of `highway` that may be walked, and all others.
struct StreetTests {
  @Test func `a street keeps its name, number, kind and level`() async throws {
    let result = try await readOne(
      line(
        #""@id":"way/7","highway":"secondary_link","name":" Carrer  Major ","ref":"CS-1","bridge":"yes","layer":"1","access":"yes","foot":"designated""#
      ), as: .streets)
    let street = try #require(result.data.streets.first)
    #expect(street.id.rawValue == "way/7")
    #expect(street.name == "Carrer Major")
    #expect(street.ref == "CS-1")
    #expect(street.kind == .secondary)
    #expect(street.level == Level(isBridge: true, layer: 1))
    #expect(street.access == "yes")
    #expect(street.foot == "designated")
    #expect(street.lines.map(\.count) == [2])
    #expect(result.report.readCounts == ["streets": 1])
    #expect(result.report.usedCounts == ["streets": 1])
  }

  @Test func `tags may be nested in an object named tags`() async throws {
    let result = try await readOne(
      line(#""@id":"way/7","tags":{"highway":"footway","name":"Passeig"}"#), as: .streets)
    #expect(result.data.streets.map(\.name) == ["Passeig"])
  }

  @Test(arguments: [
    "footway", "path", "pedestrian", "steps", "track", "service", "residential", "unclassified", "tertiary",
    "secondary", "primary", "primary_link", "living_street", "cycleway", "bridleway", "road",
  ])
  func `streets and paths of walkable kinds are read`(word: String) async throws {
    let result = try await readOne(line(#""@id":"way/7","highway":"\#(word)""#), as: .streets)
    #expect(result.data.streets.count == 1)
    #expect(result.isBalanced)
  }

  @Test(arguments: [
    (#""highway":"motorway""#, "streetNotWalked"),
    (#""highway":"motorway","foot":"yes""#, "streetNotWalked"),
    (#""highway":"trunk""#, "streetNotWalked"), (#""highway":"construction""#, "streetNotWalked"),
    (#""highway":"proposed""#, "streetNotWalked"), (#""highway":"via_ferrata""#, "streetNotWalked"),
    (#""highway":"what_is_this""#, "streetNotWalked"),
    (#""highway":"service","abandoned":"yes""#, "streetNotWalked"),
    (#""highway":"primary","motorroad":"yes""#, "streetNotWalked"),
    (#""highway":"service","access":"private""#, "streetClosedToWalkers"),
    (#""highway":"residential","access":"no""#, "streetClosedToWalkers"),
    (#""highway":"tertiary","foot":"no""#, "streetClosedToWalkers"),
    (#""highway":"tertiary","access":"yes","foot":"no""#, "streetClosedToWalkers"),
    (#""highway":"pedestrian","area":"yes""#, "streetIsArea"),
    (#""highway":"path","sac_scale":"mountain_hiking""#, "streetIsMountainTrail"),
    (#""highway":"path","trail_visibility":"bad""#, "streetIsMountainTrail"),
    (#""highway":"track","seasonal":"summer""#, "streetClosedInWinter"),
    (#""highway":"track","winter_service":"no""#, "streetClosedInWinter"),
    (#""building":"yes""#, "notASkiFeature"),
  ])
  func `a street that can't be walked in winter is left out with its reason`(tags: String, code: String)
    async throws
  {
    let result = try await readOne(line(#""@id":"way/7",\#(tags)"#), as: .streets)
    #expect(result.data.streets.isEmpty)
    #expect(result.counted == ["\(code):leftOut"])
    #expect(result.isBalanced)
  }

  @Test(arguments: [(#","winter_service":"yes""#, true), ("", false)])
  func `a track is cleared where it is tagged so`(tags: String, isCleared: Bool) async throws {
    let result = try await readOne(line(#""@id":"way/7","highway":"track"\#(tags)"#), as: .streets)
    #expect(result.data.streets.map(\.isCleared) == [isCleared])
  }

  @Test(arguments: [
    #""highway":"service","access":"private","foot":"yes""#,
    #""highway":"service","access":"no","foot":"designated""#,
    #""highway":"trunk","foot":"yes""#, #""highway":"trunk","sidewalk":"both""#,
    #""highway":"service","access":"customers""#, #""highway":"path","sac_scale":"hiking""#,
  ])
  func `a street that is open on foot is read although its access or kind would exclude it`(tags: String)
    async throws
  {
    let result = try await readOne(line(#""@id":"way/7",\#(tags)"#), as: .streets)
    #expect(result.data.streets.count == 1)
  }

  @Test func `a closed ring is a street, a polygon or a point is not`() async throws {
    let tags = #""@id":"way/7","highway":"residential""#
    let ring = try await readOne(line(tags, "[[6,45],[6.001,45],[6.001,45.001],[6,45]]"), as: .streets)
    #expect(ring.data.streets.count == 1)
    let square = feature(
      tags,
      geometry: #"{"type":"Polygon","coordinates":[[[6,45],[6.001,45],[6.001,45.001],[6,45]]]}"#)
    #expect(try await readOne(square, as: .streets).counted == ["streetIsArea:leftOut"])
    let point = feature(tags, geometry: #"{"type":"Point","coordinates":[6,45]}"#)
    #expect(try await readOne(point, as: .streets).counted == ["geometryUnsupported:leftOut"])
  }

  @Test func `the tags of a feature take precedence over the role of its file`() async throws {
    let streets = try await read(
      collection(
        line(#""@id":"way/1","highway":"track","piste:type":"downhill""#),
        line(#""@id":"way/2","aerialway":"gondola""#), line(#""@id":"way/3","highway":"track""#)),
      as: .streets)
    #expect(streets.data.runs.map(\.id.rawValue) == ["way/1"])
    #expect(streets.data.lifts.map(\.id.rawValue) == ["way/2"])
    #expect(streets.data.streets.map(\.id.rawValue) == ["way/3"])
  }

  @Test func `files of other roles give no streets`() async throws {
    for role in [FeatureRole.runs, .lifts, .areas, .spots] {
      let result = try await readOne(line(#""@id":"way/3","highway":"track""#), as: role)
      #expect(result.data.streets.isEmpty)
      #expect(result.counted == ["notASkiFeature:leftOut"])
    }
  }

  @Test(arguments: [
    #""highway":null"#, #""highway":7"#, #""highway":["track"]"#, #""highway":{"a":"track"}"#,
    #""highway":"track","access":12"#, #""highway":"track","layer":"1e99""#,
    #""highway":"TRACK","foot":["no"]"#,
  ])
  func `values of unexpected types are read or counted and are not errors`(tags: String) async throws {
    let result = try await readOne(line(#""@id":"way/7",\#(tags)"#), as: .streets)
    #expect(result.isBalanced)
    #expect(result.data.streets.allSatisfy { abs($0.level.layer) <= 10 })
  }
}
