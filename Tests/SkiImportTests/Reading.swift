import Foundation
import SkiGeo
import SkiImport
import SkiModel

/// What came out of reading texts.
typealias Reading = (data: SkiData, report: ImportReport)

/// Reads one text in a role.
func read(_ content: SkiDocument.Content, _ text: String) async throws -> Reading {
  try await SkiReader(documents: [SkiDocument(content, name: "test.geojson", bytes: Array(text.utf8))]).read()
}

/// Reads features, given as JSON, as a collection in a role.
func read(_ content: SkiDocument.Content, features: String...) async throws -> Reading {
  try await read(content, collection(features))
}

/// A collection of features as text.
func collection(_ features: [String]) -> String {
  #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
}

/// A feature with a line of two vertices unless another geometry is given.
func feature(
  _ properties: String, geometry: String = #"{"type":"LineString","coordinates":[[6,45],[6.01,45.01]]}"#,
  id: String? = nil
) -> String {
  let id = id.map { #""id":"\#($0)","# } ?? ""
  return #"{"type":"Feature",\#(id)"properties":{\#(properties)},"geometry":\#(geometry)}"#
}

extension ImportReport {
  /// Whether every feature read is used or left out, role by role as far as one role was read.
  var isBalanced: Bool {
    let leftOut = entries.filter { $0.outcome == .leftOut }.reduce(0) { $0 + $1.count }
    return readCounts.values.reduce(0, +) == usedCounts.values.reduce(0, +) + leftOut
  }
}
