import Foundation
import SkiBase
import SkiGraph
import SkiSimulation
import SkiTestSupport
import SkiTracks

/// Matches recorded and simulated days with the defects of recorders, and prints a table of the lift rides kept,
/// invented and of the wrong extent; see `Tools/measure-days`.
@main
enum MeasureDays {
  static func main() async {
    do {
      try await measure()
    } catch {
      say("measure-days: \(error)\n")
      exit(66)
    }
  }

  private static func measure() async throws {
    let only = values("--only")
    let defects = RecordingDefect.table.filter { defect in
      only.isEmpty || only.contains { defect.description.contains($0) }
    }
    var rows = defects.map { DefectRow(defect: $0) }
    var fit = RunFit()
    let areas = values("--area")
    for name in recordedAreas where areas.isEmpty || areas.contains(name) {
      let area = try await DefectiveDays(name)
      let day = try area.recordedDay()
      fit += try area.runFit(day)
      try add(day, of: area, to: &rows, \.recorded)
    }
    let seeds = values("--seeds").first.flatMap(UInt64.init) ?? 2
    for name in simulatedAreas where seeds > 0 && (areas.isEmpty || areas.contains(name)) {
      let area = try await DefectiveDays(name)
      for seed in 1...seeds { try add(area.simulatedDay(seed: seed), of: area, to: &rows, \.simulated) }
    }
    print(DefectRow.heading)
    for row in rows { print(row.text) }
    print("Recorded days: \(fit).")
  }

  /// The areas with recorded days.
  private static let recordedAreas = ["crystal-mountain", "trois-vallees"]
  /// The areas of simulated days.
  private static let simulatedAreas = [
    "andorra", "crystal-mountain", "mayrhofen", "niseko", "trois-vallees", "us/alta", "us/jackson_hole",
    "us/snowbird", "us/sugarbush", "us/whiteface",
  ]

  private static func add(
    _ day: DatedRides, of area: DefectiveDays, to rows: inout [DefectRow],
    _ column: WritableKeyPath<DefectRow, LapScore>
  ) throws {
    for position in rows.indices {
      let score = try area.score(day, with: rows[position].defect)
      rows[position][keyPath: column] += score
      if CommandLine.arguments.contains("--notes") {
        for note in score.notes { say("\(area.name), \(rows[position].defect): \(note)\n") }
      }
    }
    if isatty(2) != 0 { say("measure-days: \(area.name)\n") }
  }

  private static func values(_ flag: String) -> [String] {
    let arguments = CommandLine.arguments
    return arguments.indices.dropLast().filter { arguments[$0] == flag }.map { arguments[$0 + 1] }
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
