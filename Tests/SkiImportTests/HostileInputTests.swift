import Foundation
import SkiGeo
import SkiModel
import Testing

@testable import SkiImport

private let run = feature(#""id":"a""#)

struct HostileInputTests {
  static let broken: [(name: String, text: String, code: SkiError.Code)] = [
    ("empty", "", .emptyInput),
    ("white space only", " \n ", .emptyInput),
    ("no features", #"{"type":"FeatureCollection","features":[]}"#, .emptyInput),
    ("HTML", "<!DOCTYPE html><html></html>", .malformedData),
    ("plain text", "not found", .malformedData),
    ("an array", "[1,2]", .malformedData),
    ("an object of another kind", #"{"type":"Topology","objects":{}}"#, .malformedData),
    ("a bare geometry", #"{"type":"Point","coordinates":[1,2]}"#, .malformedData),
    ("an empty object", "{}", .malformedData),
    ("truncated in a feature", String(collection([run]).dropLast(20)), .malformedData),
    ("truncated after a feature", String(collection([run]).dropLast(2)), .malformedData),
    ("truncated in a text", #"{"type":"Feat"#, .malformedData),
    ("text after the end", collection([run]) + "x", .malformedData),
    ("NaN", collection([run.replacing("45.01", with: "NaN")]), .malformedData),
    ("Infinity", collection([run.replacing("45.01", with: "-Infinity")]), .malformedData),
    ("leading zero", collection([run.replacing("45.01", with: "045")]), .malformedData),
    ("no digits", collection([run.replacing("45.01", with: "45.")]), .malformedData),
    ("comma before the end", collection([run.replacing("45.01]", with: "45.01,]")]), .malformedData),
    ("brackets that don't match", collection([#"{"type":"Feature","a":[1}}"#]), .malformedData),
    ("swapped brackets", collection([#"{"type":"Feature","a":[1],"b":2]"#]), .malformedData),
    ("features twice", #"{"features":[],"features":[]}"#, .malformedData),
    ("a wrong type", #"{"type":"Feature","features":[\#(run)]}"#, .malformedData),
    ("a missing comma", collection([run + run]), .malformedData),
    ("a bad escape", collection([feature(#""name":"\x""#)]), .malformedData),
    ("a short escape", collection([feature(#""name":"\u12""#)]), .malformedData),
    (
      "600 levels", collection([feature(#""x":\#(String(repeating: "[", count: 600))"#)]), .malformedData
    ),
    ("600 levels before the features", #"{"x":\#(String(repeating: "[", count: 600))"#, .malformedData),
  ]

  @Test(arguments: broken.indices)
  func `broken input gives one error that says where`(index: Int) async throws {
    let (name, text, code) = Self.broken[index]
    let error = await #expect(throws: SkiError.self) { try await read(.runs, text) }
    #expect(error?.code == code, "\(name): \(error.map(String.init(describing:)) ?? "")")
    #expect(error?.subject?.hasPrefix("test.geojson") == true, "\(name)")
    if code == .malformedData { #expect(error?.subject?.contains(", byte ") == true, "\(name)") }
  }

  @Test func `the byte in an error is that of the file`() async throws {
    let text = collection([run, run.replacing("45.01", with: "NaN")])
    let error = await #expect(throws: SkiError.self) { try await read(.runs, text) }
    let offset = try #require(text.range(of: "NaN")).lowerBound.utf16Offset(in: text)
    #expect(error?.subject == "test.geojson, byte \(offset)")
  }

  @Test func `a missing file and a folder are missing input`() async throws {
    for path in ["/no/such/file.geojson", "/"] {
      let error = await #expect(throws: SkiError.self) {
        try await SkiReader(input: SkiInput(runs: [path])).read()
      }
      #expect(error?.code == .missingInput)
      #expect(error?.subject == path)
    }
  }

  @Test func `a feature over the limit is refused, in a collection and alone`() async throws {
    let large = feature(#""x":"\#(String(repeating: "x", count: FeatureScanner.featureLimit))""#)
    for text in [collection([large]), large] {
      let error = await #expect(throws: SkiError.self) { try await read(.runs, text) }
      #expect(error?.code == .limitExceeded)
    }
  }

  @Test func `a large member before the features is no feature`() async throws {
    let filler = String(repeating: "x", count: FeatureScanner.featureLimit)
    let text = #"{"type":"FeatureCollection","x":"\#(filler)","features":[\#(run)]}"#
    #expect(try await read(.runs, text).data.runs.count == 1)
  }

  @Test func `a cancelled task gets the error of cancellation`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await read(.runs, collection([run]))
    }
    let error = await #expect(throws: SkiError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `no mutation of a file makes the reader trap, and every feature is accounted for`() async throws
  {
    let seed: UInt64 = 20_261_121
    var generator = SeededGenerator(seed: seed)
    let original = Array(mutationSeedText.utf8)
    var readable = 0
    for round in 0..<6000 {
      let bytes = mutate(original, &generator)
      let content: SkiDocument.Content = [.runs, .lifts, .areas, .spots][round % 4]
      var reader = SkiReader(documents: [SkiDocument(content, name: "m", bytes: bytes)])
      reader.limits = .init(windowBytes: 1 + round % 97, batchBytes: 200, batchesInFlight: 2)
      do {
        let (_, report) = try await reader.read()
        #expect(report.isBalanced, "seed \(seed), round \(round)")
        readable += 1
      } catch let error as SkiError {
        #expect(
          !error.message.isEmpty && error.code != .internalInconsistency, "seed \(seed), round \(round)")
      }
    }
    #expect(readable > 200, "too few mutations stay readable, seed \(seed)")
  }

  private func mutate(_ original: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = original
    let interesting = Array(#"{}[]",:\0-9.eEtfn <"#.utf8) + [0, 0xFF, 0xEF, 0xC3]
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      let byte = interesting.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[index] = byte
      case 1: bytes.insert(byte, at: index)
      case 2: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...9, using: &generator)))
      case 3:
        let end = min(bytes.count, index + 40)
        bytes.insert(
          contentsOf: Array(bytes[index..<end]), at: Int.random(in: 0...bytes.count, using: &generator))
      default: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
    }
    return bytes
  }
}

private let mutationSeedText = collection([
  feature(
    #""type":"run","id":"r","uses":["downhill"],"skiAreas":[{"type":"Feature","properties":{"id":"s","name":"S"},"geometry":{"type":"Point","coordinates":[6,45]}}]"#
  ),
  feature(
    #""@id":"way/1","piste:type":"downhill;nordic","name":"\u00e9\ud83c\udfbf","layer":"-1""#,
    geometry: #"{"type":"Polygon","coordinates":[[[6,45,1e3],[6.1,45,-9999],[6.1,45.1],[6,45]]]}"#),
  feature(#""@id":"way/2","aerialway":"chair_lift","aerialway:duration":"4:30","aerialway:occupancy":"4;6""#),
  feature(
    #""type":"lift","liftType":"gondola","stations":[{"name":"M","coordinates":[6,45]}],"duration":360"#,
    geometry: #"{"type":"MultiLineString","coordinates":[[[6,45],[6.1,45.1]],[[7,46],[7,47]]]}"#),
  feature(
    #""type":"spot","spotType":"lift_station""#, geometry: #"{"type":"Point","coordinates":[6,45,12]}"#),
])
