import ArgumentParser
import SkiGeo
import SkiGraph

/// `skiroute check`: what a map is made of and what doesn't connect.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Says what a map is made of, and what doesn't connect.",
    discussion: """
      A ski area, for measuring, is a cluster of lift ends and runs within 150 m of each other that holds two operating \
      lifts or more. Lifts count as mutually reachable when each can be reached from each other one, on runs of any grade.
      """)

  @Option(help: "The map to check.") var map: String?
  @Option(help: "text or json.") var format: PlainFormat = .text
  @OptionGroup(title: "Pictures") var pictures: DrawingOptions

  func run() async throws {
    let request = try pictures.request()
    let map = try await MapLocation.open(map)
    let survey = try await Interruption.cancelling {
      let progress = ProgressLine()
      defer { progress.finish() }
      return try MapSurvey(map) { progress.show("checking", $0) }
    }
    switch format {
    case .text: try Console.write(survey.text())
    case .json: try Console.write(survey.json().text() + "\n")
    }
    guard let request, let path = pictures.svg else { return }
    let sheets = SheetWriting(request: request, path: path, over: pictures.over)
    Console.note(
      try await Interruption.cancelling {
        let progress = ProgressLine()
        defer { progress.finish() }
        return try await sheets.write(map, progress: progress)
      })
  }
}
