import ArgumentParser
import SkiAnswers
import SkiBase
import SkiGraph

/// `skiroute check`: reports a map's contents and disconnected parts.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reports the contents of a map, and what is not connected.",
    discussion: """
      A ski area, for measuring, is a cluster of lift ends and runs within 150 m of each other that holds two operating \
      lifts or more. Lifts count as mutually reachable when each can be reached from each other one, on runs of any grade.

      Examples:
        skiroute check --require 0.9
        skiroute check --svg connectors.svg --draw connectors --sample 6
      """)

  @Option(help: "The map to check.") var map: String?
  @Option(help: "text, json, or geojson: all problems, to be drawn over a map.")
  var format: CheckFormat = .text
  @Option(
    parsing: .unconditional,
    help:
      "Exit with 1 when a smaller share of an area's lifts than this can reach each other, for example 0.98, or the map has no lifts."
  )
  var require: Double?
  @OptionGroup(title: "Pictures") var pictures: DrawingOptions

  func run() throws {
    if let require, !(0...1).contains(require) {
      throw SkiError(.invalidArgument, "required share must be 0...1, got \(require)")
    }
    let request = try pictures.request()
    var files = try FilePlan.of(MapSelection.files(map) + pictures.over)
    let path = try pictures.svg.map { try files.path(of: $0) }
    let map = try MapSelection.open(map)
    let survey = try Interruption.cancelling { progress in
      try MapSurvey(map) { progress.show("checking", $0) }
    }
    switch format {
    case .text: try Console.write(survey.text())
    case .json: try Console.write(survey.json().line())
    case .geojson: try Console.write(survey.geoJSON())
    }
    if let request, let path { try draw(request, path, files, map) }
    if let require { try demand(require, survey) }
  }

  private func draw(
    _ request: DrawingRequest, _ path: String, _ files: FilePlan, _ map: SkiMap
  ) throws {
    let sheets = ContactSheetWriter(request: request, path: path, over: pictures.over, files: files)
    Console.note(
      try Interruption.cancelling { try await sheets.write(map, progress: $0) })
  }

  /// Ends with exit code 1 when an area's share is below the required one, naming each, or when there are no operating
  /// lifts.
  private func demand(_ share: Double, _ survey: MapSurvey) throws {
    guard survey.areas.contains(where: { $0.operatingLiftCount > 0 }) else {
      Console.note("skiroute: below \(share): the map has no operating lifts")
      throw ExitStatusError(status: .noRoute)
    }
    let short = survey.areas(below: share)
    guard !short.isEmpty else { return }
    for area in short {
      let percent = area.mutuallyReachableShare.flatMap { decimalText($0 * 100, places: 1) } ?? "?"
      Console.note(
        "skiroute: below \(share): \(area.name ?? "unnamed area"), \(percent) % of \(area.operatingLiftCount) lifts"
      )
    }
    throw ExitStatusError(status: .noRoute)
  }
}

/// The formats of a survey; see Data/Formats/check.md.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, geojson
}
