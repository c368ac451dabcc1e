import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// The documents for machines, compared byte for byte by their sizes and checksums.
struct MachineGoldenTests {
  private let scratch = ScratchFolder()

  private static let village = QuestionCommandTests.village
  /// The clock; the offset of the sample's zone differs in summer.
  private static let clock = ["--depart", "10:00", "--zone", "UTC"]
  private static let hours = QuestionCommandTests.hours + ["--zone", "UTC"]
  private static let questions = [
    ["Montsoleil", "Crête"], ["Montsoleil", "Crête", "--directions", "--profile", "--home", village] + hours,
    ["Chalet du Vallon Perdu", "Montsoleil", "--max-difficulty", "blue"],
    ["Crête", village, "--max-difficulty", "green"], ["-33.1,-70.2", "Crête"],
    [village, "Crête", "--pareto"], [village, "Crête", "--alternatives", "3"] + clock,
    [village, village, "--via", "Crête", "--pause", "20"] + clock,
    ["home", "--home", village] + hours, ["reach", "Crête", "--minutes", "60", "--home", village] + hours,
    ["meet", "Montsoleil", "Crête"] + hours, ["whatif", "--close", "Montsoleil", "--home", village],
    ["day", village, "--from", "13:00", "--closing", "16:30", "--zone", "UTC"], ["check"],
  ]

  @Test func `documents for machines have the recorded bytes`() throws {
    var lines: [String] = []
    for question in Self.questions {
      for format in ["json", "geojson"] {
        let arguments = question + ["--format", format]
        lines.append(Self.line(arguments.joined(separator: " "), try skiroute(arguments).standardOutput))
      }
    }
    let gpx = ["Montsoleil", "Crête", "--format", "gpx"]
    lines.append(Self.line(gpx.joined(separator: " "), try skiroute(gpx).standardOutput))
    try expectGolden(lines.joined(separator: "\n") + "\n", "machine-documents")
  }

  @Test func `a matched day has the recorded bytes`() throws {
    let track = try SampleTrack(
      through: ["Montsoleil", "Crête@top", "Montsoleil", "lift:Tête Noire@top", "Montsoleil"])
    let path = track.write(to: scratch)
    let lines = try ["json", "geojson", "gpx"].map { format in
      Self.line("match \(format)", try skiroute("match", path, "--format", format).standardOutput)
    }
    try expectGolden(lines.joined(separator: "\n") + "\n", "machine-day")
  }

  @Test func `the tables of the graph have the recorded bytes`() throws {
    _ = try skiroute("export", "--output", scratch.path + "/out")
    let lines = try ["nodes.csv", "edges.csv"].map { name in
      Self.line(name, try Data(contentsOf: URL(filePath: scratch.path + "/out/" + name)))
    }
    try expectGolden(lines.joined(separator: "\n") + "\n", "machine-tables")
  }

  private static func line(_ name: String, _ bytes: some Collection<UInt8>) -> String {
    "\(name): \(bytes.count) bytes, \(String(FNVHash(bytes).value, radix: 16))"
  }
}
