import Foundation
import SkiBuild
import SkiGeo
import SkiGraph
import SkiImport
import SkiModel
import SkiTerrain

/// The way from files to a map: read, build, write.
struct MapBuild {
  var runs: [String] = []
  var lifts: [String] = []
  var areas: [String] = []
  var spots: [String] = []
  var elevation: [String] = []
  var elevationEncoding: TileEncoding?

  /// Builds the map and puts it in place; on failure whatever stood there before is still there.
  /// - Returns: What was read, used, mended and left out.
  func write(to path: String) async throws -> ImportReport {
    let progress = ProgressLine()
    defer { progress.finish() }
    let source =
      try elevation.isEmpty ? nil : ElevationFolder.open(paths: elevation, encoding: elevationEncoding)
    let input = SkiInput(runs: runs, lifts: lifts, areas: areas, spots: spots)
    let (data, readReport) = try await SkiReader(input: input).read { done, total in
      progress.show("reading", total > 0 ? Double(done) / Double(total) : 0)
    }
    let (builder, report) = try GraphBuild.build(data, report: readReport, elevation: source) {
      stage, fraction in
      progress.show(stage, fraction)
    }
    progress.show("writing", 1)
    try builder.write(toFile: path)
    return report
  }
}
