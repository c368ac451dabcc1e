package import Foundation
import SkiBuild
package import SkiGraph
package import SkiTerrain

/// Imports files and builds graphs in memory.
package enum MapMaking {
  /// Reads and builds one real area with all its files, with streets on request.
  package static func graph(
    of area: RealArea, withStreets: Bool = false
  ) async throws -> (graph: RoutingGraph, report: ImportReport) {
    let input = SkiInput(
      runs: [area.runs.path], lifts: [area.lifts.path], areas: area.areas.map { [$0.path] } ?? [],
      spots: area.spots.map { [$0.path] } ?? [],
      streets: withStreets ? area.streets.map { [$0.path] } ?? [] : [])
    let (builder, report) = try await parts(of: input, elevation: area.elevation?.path)
    return (try builder.build(), report)
  }

  /// Reads and builds one real area without streets, as a map of one region.
  package static func map(of area: RealArea) async throws -> SkiMap { try await contents(of: area).map() }

  /// Reads and builds one real area without streets, as the contents of a map of one region.
  package static func contents(of area: RealArea) async throws -> MapContents {
    let input = SkiInput(
      runs: [area.runs.path], lifts: [area.lifts.path], areas: area.areas.map { [$0.path] } ?? [],
      spots: area.spots.map { [$0.path] } ?? [], streets: [])
    let (builder, _) = try await parts(of: input, elevation: area.elevation?.path)
    return MapContents(regions: [builder])
  }

  /// Reads and builds one form of the sample mountain.
  package static func sample(_ form: SampleFormat) async throws -> (
    contents: MapContents, report: ImportReport
  ) {
    let folder = SampleFiles.folder.appending(path: form.rawValue)
    func path(_ name: String) -> String { folder.appending(path: name + ".geojson").path }
    let input = SkiInput(
      runs: [path("runs")], lifts: [path("lifts")], areas: form == .openskimap ? [path("ski_areas")] : [],
      spots: [path("spots")])
    let elevation = try ElevationFiles.open(paths: [SampleFiles.folder.appending(path: "elevation").path])
    let (data, read) = try await SkiReader(input: input).read()
    return try GraphBuild.build(data, report: read, elevation: elevation)
  }

  /// Returns the elevation of an area; nil when it has none.
  package static func elevation(of area: RealArea) throws -> ElevationFiles? {
    try area.elevation.map { try ElevationFiles.open(paths: [$0.path]) }
  }

  private static func parts(
    of input: SkiInput, elevation: String?
  ) async throws -> (builder: RoutingGraphBuilder, report: ImportReport) {
    let source = try elevation.map { try ElevationFiles.open(paths: [$0]) }
    let (data, read) = try await SkiReader(input: input).read()
    return try builder(of: data, report: read, elevation: source)
  }

  /// Builds all data as one graph of any size.
  package static func builder(
    of data: SkiData, report: ImportReport = ImportReport(), elevation: (any ElevationSource)?
  ) throws -> (builder: RoutingGraphBuilder, report: ImportReport) {
    var options = GraphBuildOptions()
    options.regionPointLimit = .max
    let (contents, report) = try GraphBuild.build(
      data, report: report, elevation: elevation, options: options)
    return (contents.regions.first ?? RoutingGraphBuilder(), report)
  }
}

/// The two forms of the sample mountain; raw values are its folders.
package enum SampleFormat: String, Sendable, CaseIterable {
  case openskimap, osm
}

/// The folder of the sample mountain.
package enum SampleFiles {
  /// `Data/Sample`.
  package static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Data/Sample")
  }
}
