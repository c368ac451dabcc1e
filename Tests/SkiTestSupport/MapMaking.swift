import Foundation
import SkiBuild
import SkiGraph
import SkiImport
import SkiModel
import SkiTerrain

/// Makes graphs from files in memory, the whole way.
public enum MapMaking {
  /// Reads and builds one real area with all it has.
  public static func graph(of area: RealArea) async throws -> (graph: RoutingGraph, report: ImportReport) {
    let input = SkiInput(
      runs: [area.runs.path], lifts: [area.lifts.path], areas: area.areas.map { [$0.path] } ?? [],
      spots: area.spots.map { [$0.path] } ?? [])
    let (builder, report) = try await parts(of: input, elevation: area.elevation?.path)
    return (try builder.build(), report)
  }

  /// Reads and builds one form of the sample mountain.
  public static func sample(_ form: SampleForm) async throws -> (graph: RoutingGraph, report: ImportReport) {
    let (builder, report) = try await sampleParts(form)
    return (try builder.build(), report)
  }

  /// Reads one form of the sample mountain into a builder that is not frozen yet.
  public static func sampleBuilder(_ form: SampleForm) async throws -> RoutingGraphBuilder {
    try await sampleParts(form).builder
  }

  private static func sampleParts(
    _ form: SampleForm
  ) async throws -> (builder: RoutingGraphBuilder, report: ImportReport) {
    let folder = SampleFiles.folder.appending(path: form.rawValue)
    func path(_ name: String) -> String { folder.appending(path: name + ".geojson").path }
    let input = SkiInput(
      runs: [path("runs")], lifts: [path("lifts")], areas: form == .openskimap ? [path("ski_areas")] : [],
      spots: [path("spots")])
    return try await parts(of: input, elevation: SampleFiles.folder.appending(path: "elevation").path)
  }

  private static func parts(
    of input: SkiInput, elevation: String?
  ) async throws -> (builder: RoutingGraphBuilder, report: ImportReport) {
    let source = try elevation.map { try ElevationFolder.open(paths: [$0]) }
    let (data, read) = try await SkiReader(input: input).read()
    return try GraphBuild.build(data, report: read, elevation: source)
  }
}

/// The two forms of the sample mountain; raw values are its folders.
public enum SampleForm: String, Sendable, CaseIterable {
  case openskimap, osm
}

/// Where the sample mountain lies in the checkout.
public enum SampleFiles {
  /// `Data/Sample`.
  public static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Data/Sample")
  }
}
