import Foundation
import SkiGraph

@testable import SkiBuild

/// The folder of real areas, when the environment names one.
let realDataFolder = ProcessInfo.processInfo.environment["SKIROUTE_REAL_DATA"].flatMap {
  $0.isEmpty ? nil : $0
}

/// Returns the real areas' runs, lifts and ski areas as roles and paths.
func realFiles() -> [SkiDocument] {
  guard let root = realDataFolder else { return [] }
  let us = [
    "alta", "alyeska", "bretton_woods", "jackson_hole", "mad_river_glen", "smugglers_notch", "snowbird",
    "sugarbush",
    "whiteface", "wildcat",
  ]
  let areas =
    [
      "openskimap-format", "trois-vallees", "andorra", "andorra-2023", "crystal-mountain", "mayrhofen",
      "niseko",
    ] + us.map { "us/\($0)" }
  return areas.flatMap { area in
    [
      SkiDocument(.runs, path: "\(root)/\(area)/runs.geojson"),
      SkiDocument(.lifts, path: "\(root)/\(area)/lifts.geojson"),
    ]
  } + [SkiDocument(.areas, path: "\(root)/openskimap-format/ski_areas.geojson")]
}

/// The result of a read.
struct ReadResult {
  var data: SkiData
  var report: ImportReport

  /// The only run.
  var run: Run? { data.runs.first }
  /// The only lift.
  var lift: Lift? { data.lifts.first }

  /// `code:outcome` of everything that was counted.
  var counted: [String] { report.entries.map { "\($0.code):\($0.outcome.rawValue)" } }

  /// Indicates whether every feature was counted exactly once as used or left out.
  var isBalanced: Bool {
    report.readCounts.values.reduce(0, +) == report.usedCounts.values.reduce(0, +)
      + report.count(of: .leftOut)
  }
}

/// Reads one text as a document.
func read(_ text: String, as role: FeatureRole = .runs, options: SkiReader.Options = .init()) async throws
  -> ReadResult
{
  try await read(Array(text.utf8), as: role, options: options)
}

/// Reads some bytes as a document.
func read(_ bytes: [UInt8], as role: FeatureRole = .runs, options: SkiReader.Options = .init()) async throws
  -> ReadResult
{
  let document = SkiDocument(role, name: "test.geojson", bytes: bytes)
  let (data, report) = try await SkiReader(documents: [document], options: options).read()
  return ReadResult(data: data, report: report)
}

/// Returns a collection around some features.
func collection(_ features: String...) -> String {
  "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
}

/// Returns a feature of any geometry.
func feature(_ properties: String, geometry: String) -> String {
  "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":\(geometry)}"
}

/// Returns a feature along a line.
func line(_ properties: String, _ coordinates: String = "[[6,45],[6.001,45.001]]") -> String {
  feature(properties, geometry: "{\"type\":\"LineString\",\"coordinates\":\(coordinates)}")
}

/// Reads one feature, alone in its document.
func readOne(_ feature: String, as role: FeatureRole = .runs) async throws -> ReadResult {
  try await read(collection(feature), as: role)
}
