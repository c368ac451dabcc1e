import Foundation
import SkiBase
import SkiBuild
import SkiGraph
import SkiTerrain

/// The build of a map from files: reading, building, writing.
struct MapBuild: Sendable {
  var runs: [String] = []
  var lifts: [String] = []
  var areas: [String] = []
  var spots: [String] = []
  var streets: [String] = []
  var elevation: [String] = []
  var forms = ElevationFormat()
  /// Indicates whether a map is written with elevations that are wrong as a whole.
  var acceptsWrongElevation = false
  /// Indicates whether the map holds the elevations of its ground.
  var hasHeightGrid = true

  /// The input files besides elevation.
  var inputs: [String] { runs + lifts + areas + spots + streets }

  /// Builds the map and replaces the target; on failure an existing file is unchanged.
  /// - Parameters:
  ///   - path: The path of the map.
  ///   - reportPath: The path of the import report as JSON; nil for none. It is written after the map.
  /// - Returns: The import report, and the extent of all runs; nil without any.
  /// - Throws: The errors of reading, building and writing; ``SkiError`` with code `.emptyInput` when no run or lift
  ///   can be used, `.malformedData` when elevations are wrong as a whole, `.cancelled` on Ctrl-C.
  func write(to path: String, reportTo reportPath: String? = nil) throws
    -> (report: ImportReport, extent: BoundingBox?)
  {
    try Interruption.cancelling { try await self.build(path, reportPath, $0) }
  }

  private func build(_ path: String, _ reportPath: String?, _ progress: ProgressLine) async throws
    -> (report: ImportReport, extent: BoundingBox?)
  {
    let map = try MapWriter(path: path)
    defer { map.discard() }
    let reportFile = try reportPath.map { try ReplacementFile($0, what: "report", allowsDevices: true) }
    defer { reportFile?.discard() }
    let source =
      try elevation.isEmpty ? nil : forms.open(elevation)
    var input = SkiInput(runs: runs, lifts: lifts, areas: areas, spots: spots, streets: streets)
    input.notes = try SourceNotes.beside(inputs)
    let elevationSources =
      try source.map { try ElevationAttributions.sources(elevation, notePaths: $0.notePaths) } ?? []
    var (data, readReport) = try await SkiReader(input: input).read { done, total in
      progress.show("reading", total > 0 ? Double(done) / Double(total) : 0)
    }
    try input.checkPlaces(of: data)
    data.sources += elevationSources.filter { !data.sources.contains($0) }
    let attributions = elevationSources.map { $0.attribution ?? $0.name }.uniqued()
    let report = try GraphBuild.build(
      data, report: readReport, elevation: source,
      heights: source.flatMap { hasHeightGrid ? HeightGridMaker($0, attributions: attributions) : nil },
      progress: { progress.show($0, $1) },
      region: { try map.add($0) })
    try refuseEmptiness(report)
    try refuseWrongElevation(report)
    progress.show("writing", 1)
    let reportJSON = report.json().text()
    try reportFile?.append(reportJSON + "\n")
    try reportFile?.flush()
    try map.finish(sources: data.sources, reportJSON: reportJSON)
    try reportFile?.commit(evenWhenCancelled: true)
    return (report, data.extent)
  }

  /// Throws for elevations that are wrong as a whole, unless they are accepted.
  private func refuseWrongElevation(_ report: ImportReport) throws {
    let findings = report.details(of: ["elevationWrong"])
    guard !acceptsWrongElevation, !findings.isEmpty else { return }
    throw SkiError(
      .malformedData,
      "\(findings.joined(separator: "; ")); skiroute build --accept-elevation builds with them nevertheless",
      subject: elevation.first)
  }

  /// Throws for a map without usable runs and lifts, and for one that lost every run or every lift of its input.
  ///
  /// Lifts that don't operate are on the map, but a map of nothing else is rejected.
  private func refuseEmptiness(_ report: ImportReport) throws {
    let used = { (role: String) in report.usedCounts[role] ?? 0 }
    let read = { (role: String) in report.readCounts[role] ?? 0 }
    guard read("runs") + read("lifts") > 0 else {
      let causes = report.leftOutCauses()
      throw SkiError(
        .emptyInput,
        "files hold no runs and no lifts\(causes.isEmpty ? "" : " (\(causes))"); give others",
        subject: (runs + lifts).first)
    }
    let idle = used("runs") > 0 ? report.count(of: "liftNotOperating") : 0
    for (role, kept) in [("runs", used("runs")), ("lifts", used("lifts") + idle)]
    where kept == 0 && read(role) > 0 {
      let causes = report.leftOutCauses()
      throw SkiError(
        .emptyInput,
        "0 of \(read(role)) \(role) can be used (\(causes.isEmpty ? "no cause" : causes)); check the \(role) files",
        subject: (role == "runs" ? runs : lifts).first)
    }
    guard used("runs") + used("lifts") > 0 else {
      throw SkiError(
        .emptyInput, "files hold nothing to ski or ride; give others", subject: (runs + lifts).first)
    }
  }
}
