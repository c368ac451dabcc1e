import Foundation
import FoundationXML
import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

@Suite struct RouteDocumentTests {
  static let stepMembers: Set<String> = [
    "kind", "movement", "id", "name", "ref", "difficulty", "difficultyEstimated", "steeperThanGraded",
    "colour", "direction", "liftType", "streetType", "seats", "refs", "linkBetween", "unmapped", "stayOn",
    "stayOnStation", "directionUnknown",
    "terrain", "grooming", "bubble", "heated", "seconds",
    "waitSeconds", "lengthMetres", "ascentMetres", "descentMetres", "maxGradient",
  ]

  static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `GeoJSON is a collection of lines with every member, and its seconds add up`() throws {
    for document in [
      try OutputFixture.document("B", "N"), try OutputFixture.document("T", "A"), try OutputFixture.ride(),
    ] {
      let root = try Self.object(document.geoJSON().string)
      #expect(root["type"] as? String == "FeatureCollection")
      let features = try #require(root["features"] as? [[String: Any]])
      let route = try #require(root["route"] as? [String: Any])
      #expect(
        !features.isEmpty && route["reason"] is NSNull && route["attribution"] as? String == "Drawn by hand")
      var milliseconds = 0
      var lastEnd: [Double]?
      for feature in features {
        let geometry = try #require(feature["geometry"] as? [String: Any])
        let line = try #require(geometry["coordinates"] as? [[Double]])
        #expect(feature["type"] as? String == "Feature" && geometry["type"] as? String == "LineString")
        #expect(line.count > 1 && line.allSatisfy { $0.count == 2 || $0.count == 3 })
        if let lastEnd { #expect(Array(line[0].prefix(2)) == lastEnd) }
        lastEnd = line.last.map { Array($0.prefix(2)) }
        let properties = try #require(feature["properties"] as? [String: Any])
        #expect(Set(properties.keys) == Self.stepMembers)
        milliseconds += Int((try #require(properties["seconds"] as? Double) * 1000).rounded())
        #expect(properties["difficultyEstimated"] is Bool)
        let isLift = properties["kind"] as? String == "lift"
        #expect((properties["liftType"] is NSNull) != isLift)
      }
      #expect(milliseconds == Int((try #require(route["seconds"] as? Double) * 1000).rounded()))
    }
  }

  @Test func `names and values of the data are written unchanged`() throws {
    let root = try Self.object(try OutputFixture.document("B", "N").geoJSON().string)
    let features = try #require(root["features"] as? [[String: Any]])
    let lift = try #require(features.first?["properties"] as? [String: Any])
    #expect(lift["name"] as? String == "Sun & <Snow>" && lift["id"] as? String == "BT")
    #expect(lift["liftType"] as? String == "chair_lift" && lift["seats"] as? Int == 4)
    #expect(lift["waitSeconds"] as? Double == 180 && lift["ref"] as? String == "7")
    #expect((root["route"] as? [String: Any])?["from"] as? String == "Valley \u{1B}[31m")
  }

  @Test func `without a route the collection is empty and states the reason`() throws {
    let document = try OutputFixture.document("T", "A", SkierProfile(ceiling: .colour(.blue)))
    let root = try Self.object(document.geoJSON().string)
    #expect((root["features"] as? [Any])?.isEmpty == true)
    let route = try #require(root["route"] as? [String: Any])
    #expect(route["reason"] as? String == "overCeiling" && route["leastCeiling"] as? String == "advanced")
    #expect(route["leastCeilingColour"] as? String == "black" && route["ceiling"] as? String == "blue")
    #expect((route["message"] as? String)?.isEmpty == false)
  }

  @Test func `JSON has the same members and values as GeoJSON`() throws {
    let document = try OutputFixture.document("T", "A")
    let json = try Self.object(document.json().string)
    let geoJSON = try Self.object(document.geoJSON().string)
    #expect(json["version"] as? Int == 1)
    #expect((json["route"] as? NSDictionary) == (geoJSON["route"] as? NSDictionary))
    let steps = try #require(json["steps"] as? [[String: Any]])
    let features = try #require(geoJSON["features"] as? [[String: Any]])
    #expect(steps.count == features.count)
    for (step, feature) in zip(steps, features) {
      var words = step
      #expect(words.removeValue(forKey: "coordinates") != nil)
      #expect(words as NSDictionary == feature["properties"] as? NSDictionary)
    }
  }

  @Test func `GPX is well-formed, has a segment for each step, and escapes names`() throws {
    let reader = GPXReader()
    let parser = XMLParser(data: Data(try OutputFixture.document("B", "N").gpx().string.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.counts["trk"] == 1 && reader.counts["trkseg"] == 4 && reader.counts["wpt"] == 4)
    #expect(reader.text.contains("Sun & <Snow>") && reader.copyright == "Drawn by hand; CC0-1.0")
    let none = GPXReader()
    let empty = XMLParser(
      data: Data(
        try OutputFixture.document("T", "A", SkierProfile(ceiling: .colour(.blue))).gpx().string.utf8))
    empty.delegate = none
    #expect(empty.parse() && none.counts["trk"] == nil && none.text.contains("harder runs"))
  }

  /// Counts elements and keeps the text of a GPX document.
  private final class GPXReader: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var text = ""
    var copyright: String?

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      counts[name, default: 0] += 1
      if name == "copyright" { copyright = attributes["author"] }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }
}
