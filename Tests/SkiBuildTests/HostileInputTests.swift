import Foundation
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBase
@testable import SkiBuild

struct HostileInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var code: SkiError.Code
    var subject: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ code: SkiError.Code = .malformedData, at byte: Int) {
      self.name = name
      self.text = text
      self.code = code
      subject = "test.geojson, byte \(byte)"
    }
  }

  static let nested = String(repeating: "[", count: 600)
  /// Combining marks, any number of which make one character with the letter before them.
  static let marks = String(repeating: "\u{301}", count: 10_000)
  static let good = line(#""piste:type":"downhill""#)
  static let start = #"{"type":"FeatureCollection","features":["#

  static let cases: [Case] = [
    Case("empty", "", .emptyInput, at: 0),
    Case("white space only", " \n\t", .emptyInput, at: 0),
    Case("HTML", "<!DOCTYPE html><html></html>", .unsupportedFormat, at: 0),
    Case("plain text", "hello", at: 0),
    Case("a list", "[1,2]", at: 0),
    Case("JSON that is no GeoJSON", #" {"a":1}"#, at: 1),
    Case("a topology", #"{"type":"Topology","objects":{}}"#, .unsupportedFormat, at: 0),
    Case("a type of two lines", #"{"type":"Topo\nlogy\r\u2028","objects":{}}"#, at: 0),
    Case("a type of one long letter", "{\"type\":\"e\(marks)\"}", at: 0),
    Case("a bare geometry", #"{"type":"Point","coordinates":[1,2]}"#, at: 0),
    Case("features that are no list", #"{"type":"FeatureCollection","features":{}}"#, at: 0),
    Case("no features", #"{"type":"FeatureCollection"}"#, at: 0),
    Case("features twice", #"{"features":[],"features":[],"type":"FeatureCollection"}"#, at: 27),
    Case("truncated in a feature", start + #"{"type":"Fea"#, at: 52),
    Case("truncated behind a feature", start + good, at: start.utf8.count + good.utf8.count),
    Case("truncated in the list", start + good + ",", at: start.utf8.count + good.utf8.count + 1),
    Case("truncated before the end", start + "]", at: 41),
    Case("trailing comma", start + good + ",]}", at: start.utf8.count + good.utf8.count + 1),
    Case("leading comma", start + "," + good + "]}", at: 40),
    Case("wrong bracket", start + good + "}}", at: start.utf8.count + good.utf8.count),
    Case("something behind the end", start + "]} x", at: 43),
    Case(
      "wrong brackets in the second feature", start + good + ",{]}]}",
      at: start.utf8.count + good.utf8.count + 3),
    Case("a fault around the features", start + #"],"a":tru}"#, at: 46),
    Case("deep and not closed", start + nested, at: 640),
    Case("deep outside the features", #"{"a":"# + nested, .limitExceeded, at: 516),
    Case("compressed", "\u{1F}\u{8B}\u{8}", .unsupportedFormat, at: 0),
    Case("UTF-16", "\u{0}{\u{0}\"", .unsupportedFormat, at: 0),
  ]

  @Test(arguments: cases) func `a broken document is one error with its code and byte offset`(_ item: Case)
    async throws
  {
    for window in [1, 5, 4 << 20] {
      var options = SkiReader.Options()
      options.windowBytes = window
      let error = await #expect(throws: SkiError.self) { try await read(item.text, options: options) }
      #expect(error?.code == item.code, "\(String(describing: error))")
      #expect(error?.subject == item.subject, "\(String(describing: error))")
      #expect(error.map { $0.description == TerminalText($0.description).string } == true)
      #expect((error?.description.utf8.count ?? 0) < 500)
    }
  }

  @Test func `a report quotes only the beginning of long values`() async throws {
    let words = [
      #""type":"run","status":"e\#(Self.marks)""#, #""type":"lift","duration":"e\#(Self.marks)""#,
      #""aerialway":"goods","id":"\#(Self.marks)""#, #""railway":"\#(Self.marks)""#,
    ]
    let report = try await read(collection(words.map { line($0) }.joined(separator: ","))).report
    let examples = report.entries.flatMap(\.examples)
    #expect(examples.count >= words.count)
    for example in examples {
      #expect(example.id.unicodeScalars.count <= ImportReport.exampleScalarLimit + 1)
      #expect(example.detail.unicodeScalars.count <= ImportReport.exampleScalarLimit + 1)
    }
  }

  /// Returns reader options with limits small enough for tests.
  private func smallOptions(window: Int) -> SkiReader.Options {
    var options = SkiReader.Options()
    options.windowBytes = window
    options.maximumFeatureBytes = 1000
    return options
  }

  @Test(arguments: [1, 64, 999, 1 << 20])
  func `a feature that is too large is left out and counted, and the others load`(window: Int) async throws {
    let long = String(repeating: "a", count: 2000)
    let text = collection(
      Self.good, line("\"name\":\"\(long)\",\"piste:type\":\"downhill\""), line("\"a\":\"\\\"]}\""),
      Self.good,
      line("\"\(long)\":1"))
    let result = try await read(text, options: smallOptions(window: window))
    #expect(result.report.readCounts == ["runs": 5] && result.isBalanced)
    #expect(result.report.count(of: "featureTooLarge") == 2)
    #expect(
      result.report.entries.first { $0.code == "featureTooLarge" }?.examples.first?.id == "test.geojson#2")
  }

  @Test(arguments: [1, 64, 999, 1 << 20])
  func `features that are not JSON or nested too deep are left out and counted, and the others load`(
    window: Int
  ) async throws {
    var options = SkiReader.Options()
    options.windowBytes = window
    let deep = Self.nested + String(repeating: "]", count: 600)
    let broken = [
      line("", "[[NaN,1],[2,3]]"), #"{"type":"Feature","properties":{"a":nan}}"#, #"{"a" 1}"#, "{1}", "tru",
      #"{"name":"\x"}"#,
    ]
    let text = collection(
      ([Self.good] + broken + [Self.good, line("\"a\":\(deep)"), "{\"a\":\(deep),\"b\":}", Self.good])
        .joined(separator: ","))
    let result = try await read(text, options: options)
    #expect(result.report.readCounts == ["runs": 11] && result.isBalanced)
    #expect(result.report.count(of: "featureNoJSON") == 6 && result.report.count(of: "featureTooDeep") == 2)
    let first = result.report.entries.first { $0.code == "featureNoJSON" }?.examples.first
    let at = try #require(text.utf8.firstRange(of: Array("NaN".utf8)))
    let byte = text.utf8.distance(from: text.utf8.startIndex, to: at.lowerBound)
    #expect(first?.id == "test.geojson#2, byte \(byte)")
    #expect(first?.detail == "a number is expected, got N")
  }

  @Test func `a feature of exactly the byte limit is read, one byte more is left out`() async throws {
    let name = { (count: Int) in line("\"name\":\"\(String(repeating: "a", count: count))\"") }
    let fitting = name(1000 - name(0).utf8.count)
    #expect(fitting.utf8.count == 1000)
    for (text, count) in [(fitting, 0), (name(1001 - name(0).utf8.count), 1)] {
      for window in [7, 1 << 20] {
        let result = try await read(collection(text), options: smallOptions(window: window))
        #expect(result.report.count(of: "featureTooLarge") == count)
      }
    }
  }

  @Test
  func `a document too large outside a feature collection's features is refused, as is a lone large feature`()
    async
  {
    let long = String(repeating: "a", count: 2000)
    for text in ["{\"a\":\"\(long)\"}", line("\"name\":\"\(long)\"")] {
      let error = await #expect(throws: SkiError.self) {
        try await read(text, options: smallOptions(window: 64))
      }
      #expect(error?.code == .limitExceeded)
    }
  }

  @Test func `a name beyond the length limit is shortened and counted`() async throws {
    let name = String(repeating: "\u{E9}", count: 10_000)
    let result = try await readOne(line("\"name\":\"\(name)\",\"piste:type\":\"downhill\""))
    #expect(result.run?.name == String(repeating: "\u{E9}", count: 2048))
    #expect(result.counted.contains("textShortened:mended"))
    let short = try await readOne(line("\"name\":\"\(name.prefix(4096))\",\"piste:type\":\"downhill\""))
    #expect(short.run?.name?.count == 4096 && !short.counted.contains("textShortened:mended"))
  }

  @Test func `a file that shrinks while it is read is an error that says it is truncated`() async throws {
    let folder = ScratchFolder()
    let features = [String](repeating: Self.good, count: 1000).joined(separator: ",")
    let path = folder.write(Array((Self.start + features + "]}").utf8), to: "runs.geojson")
    var options = SkiReader.Options()
    options.windowBytes = 4096
    let reader = SkiReader(input: SkiInput(runs: [path]), options: options)
    let error = await #expect(throws: SkiError.self) {
      try await reader.read { _, _ in truncate(path, 5000) }
    }
    #expect(error?.code == .malformedData)
    #expect(error?.message.contains("truncated") == true)
  }

  @Test func `a missing file and a folder are missing-input errors`() async throws {
    for path in ["/nowhere/runs.geojson", "/"] {
      let reader = SkiReader(input: SkiInput(runs: [path]))
      let error = await #expect(throws: SkiError.self) { try await reader.read() }
      #expect(error?.code == .missingInput)
      #expect(error?.subject == path)
    }
  }

  @Test func `a cancelled read throws the cancelled error`() async throws {
    let text = collection(Self.good)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await read(text).data.runs.count
    }
    let error = await #expect(throws: SkiError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `elements that are not features are left out and counted`() async throws {
    let result = try await read(collection("null", "1", "\"x\"", "[]", "{}", Self.good))
    #expect(result.report.readCounts == ["runs": 6])
    #expect(result.report.count(of: "notAFeature") == 5)
    #expect(result.isBalanced)
  }

  @Test(arguments: [
    ("null", "geometryMissing"), ("{}", "geometryUnsupported"), ("7", "geometryUnsupported"),
    (#"{"type":"GeometryCollection","geometries":[]}"#, "geometryUnsupported"),
    (#"{"type":"MultiPoint","coordinates":[[1,2]]}"#, "geometryUnsupported"),
    (#"{"type":"Point","coordinates":[1,2]}"#, "geometryUnsupported"),
    (#"{"type":"LineString","coordinates":[]}"#, "geometryMissing"),
    (#"{"type":"LineString"}"#, "geometryMissing"),
    (#"{"type":"LineString","coordinates":null}"#, "geometryMissing"),
    (#"{"type":"LineString","coordinates":[[1,2]]}"#, "lineTooShort"),
    (#"{"type":"LineString","coordinates":[[1,2],[1,2],[1,2]]}"#, "lineTooShort"),
    (#"{"type":"LineString","coordinates":[1,2]}"#, "coordinateInvalid"),
    (#"{"type":"LineString","coordinates":[[[1,2],[2,3]]]}"#, "coordinateInvalid"),
    (#"{"type":"LineString","coordinates":[[1,2],"x"]}"#, "coordinateInvalid"),
    (#"{"type":"LineString","coordinates":[[360,360],[1,2]]}"#, "coordinateInvalid"),
    (#"{"type":"LineString","coordinates":[["1","2"],[1,2]]}"#, "coordinateInvalid"),
    (#"{"type":"LineString","coordinates":[[1],[1,2]]}"#, "coordinateInvalid"),
    (#"{"type":"LineString","coordinates":[[1e999,2],[1,2]]}"#, "coordinateInvalid"),
    (#"{"type":"Polygon","coordinates":[[[1,2],[2,2],[1,2]]]}"#, "ringDegenerate"),
    (#"{"type":"Polygon","coordinates":[[[1,2],[2,2],[400,3],[1,2]]]}"#, "coordinateInvalid"),
    (#"{"type":"Polygon","coordinates":[[1,2],[2,2]]}"#, "coordinateInvalid"),
    (#"{"type":"MultiPolygon","coordinates":[[[[[1,2]]]]]}"#, "coordinateInvalid"),
  ])
  func `a feature with an unusable geometry is left out with its reason, and the others load`(
    _ geometry: String, _ code: String
  ) async throws {
    let bad = feature(#""piste:type":"downhill""#, geometry: geometry)
    let result = try await read(collection(bad, Self.good))
    #expect(result.data.runs.count == 1)
    #expect(result.counted.contains("\(code):leftOut"), "\(result.counted)")
    #expect(result.isBalanced)
  }

  @Test func `values nested up to the depth limit are read, and a deeper document is refused`() async throws {
    let tags = String(repeating: "\"tags\":{", count: 500) + String(repeating: "}", count: 500)
    let lists = "\"a\":" + String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let result = try await read(collection(line(tags), line(lists)))
    #expect(result.report.readCounts == ["runs": 2] && result.isBalanced)
    let members = "{" + String(repeating: "\"a\":[{", count: 300)
    let error = await #expect(throws: SkiError.self) { try await read(members) }
    #expect(error?.code == .limitExceeded)
  }
}
