import Foundation
import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

/// One collection in every layout GeoJSON comes in.
struct GeoJSONLayoutTests {
  static let run =
    #"{"type":"Feature","id":"way/1","properties":{"piste:type":"downhill","name":"A \"{[,]}\\ é","x":[1,{"y":2}]},"#
    + #""geometry":{"type":"LineString","coordinates":[[6.5,45.25,2000],[6.501,45.251,1990.5]]}}"#
  static let second =
    #"{"geometry":{"coordinates":[[[6,45],[6.01,45],[6.01,45.01],[6,45]]],"type":"Polygon"},"#
    + #""properties":{"@id":"way/2","piste:type":"downhill","area":"yes"},"type":"Feature"}"#
  static let empty =
    #"{"type":"Feature","id":"way/3","properties":{"piste:type":"downhill"},"geometry":null}"#
  static let all = [run, second, empty].joined(separator: ",")

  static var pretty: String {
    let object = try? JSONSerialization.jsonObject(with: Data(collection(run, second, empty).utf8))
    let data = object.flatMap { try? JSONSerialization.data(withJSONObject: $0, options: [.prettyPrinted]) }
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  static let layouts: [String: String] = [
    "one line": collection(run, second, empty),
    "pretty printed": pretty,
    "a feature a line": "{\"type\":\"FeatureCollection\",\"features\":[\n\(run),\n\(second),\n\(empty)\n]}\n",
    "CRLF":
      "{\r\n\"type\":\"FeatureCollection\",\r\n\"features\":[\r\n\(run),\r\n\(second),\r\n\(empty)\r\n]\r\n}\r\n",
    "byte order mark": "\u{FEFF}" + collection(run, second, empty),
    "leading white space": "\n\n \t" + collection(run, second, empty),
    "features first": "{\"features\":[\(all)],\"type\":\"FeatureCollection\"}",
    "escaped name": "{\"\\u0066eatures\":[\(all)],\"type\":\"FeatureCollection\"}",
    "foreign members":
      "{\"crs\":{\"type\":\"name\",\"features\":[1,2]},\"generator\":\"x]}\",\"type\":\"FeatureCollection\",\"n\":[[],{}],"
      + "\"features\":[\(all)],\"bbox\":[1,2,3,4],\"timestamp\":null}",
    "newline delimited": [run, second, empty].joined(separator: "\n") + "\n",
    "text sequence": [run, second, empty].map { "\u{1E}\($0)\n" }.joined(),
    "two collections": collection(run) + "\n" + collection(second, empty),
  ]

  @Test(arguments: layouts.keys.sorted()) func `every layout gives the same model`(_ layout: String)
    async throws
  {
    let text = try #require(Self.layouts[layout])
    let result = try await read(text)
    #expect(result.report.readCounts == ["runs": 3])
    #expect(result.report.usedCounts == ["runs": 2])
    #expect(result.counted == ["geometryMissing:leftOut"])
    let run = try #require(result.run)
    #expect(run.id.rawValue == "way/1")
    #expect(run.name == "A \"{[,]}\\ é")
    guard case .lines(let lines) = run.geometry else {
      throw SkiError(.internalInconsistency, "a line is expected")
    }
    #expect(lines[0].coordinates[1] == Coordinate(latitude: 45.251, longitude: 6.501))
    #expect(lines[0].elevationMetres(at: 1) == 1990.5)
    guard case .areas = result.data.runs[1].geometry else {
      throw SkiError(.internalInconsistency, "an area is expected")
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000]) func `read windows of any size give the same result`(_ size: Int)
    async throws
  {
    for (layout, text) in Self.layouts {
      let whole = try await read(text)
      var options = SkiReader.Options()
      options.windowBytes = size
      options.batchBytes = size
      options.parallelTasks = 3
      let parts = try await read(text, options: options)
      #expect(parts.data.runs == whole.data.runs, "\(layout)")
      #expect(parts.report == whole.report, "\(layout)")
    }
  }

  @Test func `a collection without features is read as empty, not as an error`() async throws {
    let result = try await read(#"{"type":"FeatureCollection","features":[ ]}"#)
    #expect(result.report.readCounts == ["runs": 0])
    #expect(result.data.runs.isEmpty)
  }

  @Test func `licence and attribution are read from the file`() async throws {
    let text =
      #"{"type":"FeatureCollection","license":"CC0","attribution":"an invented mountain","features":[\#(Self.run)]}"#
    let result = try await read(text)
    #expect(
      result.data.sources == [
        DataSource(name: "test.geojson", licence: "CC0", attribution: "an invented mountain")
      ])
  }

  @Test func `OpenStreetMap data without a stated licence has ODbL and its attribution`() async throws {
    let result = try await read(collection(Self.run))
    #expect(
      result.data.sources == [
        DataSource(name: "test.geojson", licence: "ODbL 1.0", attribution: "© OpenStreetMap contributors")
      ])
  }
}
