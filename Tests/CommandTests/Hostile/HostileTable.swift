import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// The answers to a list of hostile inputs, one entry each: name, exit code, message. A golden file holds them.
///
/// Every answer is checked for the common rules: an exit code of the table and no signal, one line of error on
/// failure, bounded memory, and no control characters.
struct HostileTable {
  private(set) var text = ""
  /// The most memory an answer may take, bytes resident.
  static let memoryLimitBytes = 320 << 20

  /// Checks an answer and adds it.
  mutating func add(
    _ name: String, _ outcome: CommandRunner.Outcome, hiding folder: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    check(name, outcome, sourceLocation)
    let shown = folder.map { outcome.errorText.replacingOccurrences(of: $0, with: "FOLDER") }
    let lines = (shown ?? outcome.errorText).split(separator: "\n")
    text += "\(name): exit \(outcome.exitCode.map(String.init) ?? "none")\n"
    text += lines.map { "  \($0.replacing(/^ +/, with: "· "))\n" }.joined()
  }

  private func check(_ name: String, _ outcome: CommandRunner.Outcome, _ place: SourceLocation) {
    #expect(outcome.exitCode != nil && !outcome.timedOut, "\(name): \(outcome)", sourceLocation: place)
    let codes: [Int32] = [0, 1, 64, 65, 66, 73, 74, 130]
    #expect(codes.contains(outcome.exitCode ?? -1), "\(name): \(outcome)", sourceLocation: place)
    #expect(
      outcome.peakMemoryBytes < Self.memoryLimitBytes, "\(name): \(outcome.peakMemoryBytes >> 20) MiB",
      sourceLocation: place)
    let isSafe = outcome.errorText.unicodeScalars.allSatisfy {
      $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{202E}"
    }
    #expect(isSafe, "\(name): \(outcome)", sourceLocation: place)
    guard let code = outcome.exitCode, code >= 64 else { return }
    #expect(outcome.errorText.hasPrefix("skiroute: error: "), "\(name): \(outcome)", sourceLocation: place)
    #expect(outcome.errorText.utf8.count { $0 == 0x0A } == 1, "\(name): \(outcome)", sourceLocation: place)
    #expect(outcome.errorText.utf8.count < 1000, "\(name): \(outcome)", sourceLocation: place)
  }
}

/// A folder in which maps are built from hostile runs.
struct HostileBuild {
  let scratch = ScratchFolder()
  var map: String { scratch.path + "/x.skimap" }

  /// Builds a map from one file of runs, and checks that only a map is left after success.
  func build(_ runs: [UInt8], _ more: [String] = []) throws -> CommandRunner.Outcome {
    let path = scratch.write(runs, to: "runs.geojson")
    let outcome = try skiroute(["build", "--runs", path, "-o", map] + more)
    let expected = outcome.exitCode == 0 ? ["runs.geojson", "x.skimap"] : ["runs.geojson"]
    #expect(
      try scratch.names().filter { $0.hasPrefix("runs") || $0.hasPrefix("x.") } == expected, "\(outcome)")
    return outcome
  }

  /// Builds from each text and compares all answers with a golden file; `skiroute check` accepts every map built.
  func expectGolden(_ cases: [(name: String, text: String)], _ golden: String) throws {
    try expectGolden(cases.map { ($0.name, Array($0.text.utf8)) }, golden)
  }

  /// Builds from each document and compares all answers with a golden file; `skiroute check` accepts every map built.
  func expectGolden(_ cases: [(name: String, bytes: [UInt8])], _ golden: String) throws {
    var table = HostileTable()
    for (name, bytes) in cases {
      let outcome = try build(bytes)
      table.add(name, outcome, hiding: scratch.path)
      guard outcome.exitCode == 0 else { continue }
      let check = try skiroute("check", "--map", map)
      #expect(check.exitCode == 0, "\(name): \(check)")
      try FileManager.default.removeItem(atPath: map)
    }
    try CommandTests.expectGolden(table.text, golden)
  }
}

/// GeoJSON as text.
enum HostileText {
  static let properties =
    #""id":"b","type":"run","uses":["downhill"],"status":"operating","difficulty":"easy""#
  static let coordinates = "[[6.5,45.01,2000],[6.51,45.01,1900]]"
  /// A valid run.
  static let good = feature(
    properties: "{\(properties.replacing("\"b\"", with: "\"good\""))}",
    geometry: geometry("[[6.5,45,2000],[6.51,45,1900]]"))

  static func geometry(_ coordinates: String, type: String = "LineString") -> String {
    "{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}"
  }

  static func feature(properties: String, geometry: String) -> String {
    "{\"type\":\"Feature\",\"properties\":\(properties),\"geometry\":\(geometry)}"
  }

  /// A run along a line, with more properties behind its own.
  static func run(_ more: String = "", along line: String = coordinates) -> String {
    feature(properties: "{\(properties)\(more.isEmpty ? "" : ",")\(more)}", geometry: geometry(line))
  }

  static func collection(_ features: String...) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }
}
