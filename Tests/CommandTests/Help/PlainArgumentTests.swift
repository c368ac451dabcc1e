import Foundation
import SkiTestSupport
import Testing

/// Arguments of routes that are read without the argument parser, compared with the same arguments read by it.
struct PlainArgumentTests {
  /// An option given twice, which only the parser reads and which changes nothing.
  private static let parsed = ["--timeout", "30", "--timeout", "30"]

  private func expectEqual(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    // Answers contain the time of the day: the minute may change between the two.
    for _ in 0..<2 where try isEqual(arguments) { return }
    let plain = try skiroute(arguments)
    let parsed = try skiroute(arguments + Self.parsed)
    #expect(
      plain.exitCode == parsed.exitCode && plain.standardOutput == parsed.standardOutput
        && plain.standardError == parsed.standardError,
      "\(arguments): \(plain)\nby the parser: \(parsed)", sourceLocation: sourceLocation)
  }

  private func isEqual(_ arguments: [String]) throws -> Bool {
    let plain = try skiroute(arguments)
    let parsed = try skiroute(arguments + Self.parsed)
    return plain.exitCode == parsed.exitCode && plain.standardOutput == parsed.standardOutput
      && plain.standardError == parsed.standardError
  }

  /// The options of a route with values, most of them valid.
  private static let options: [(String, [String])] = [
    ("--max-difficulty", ["red", "blue", "novice", "purple"]), ("--ability", ["beginner", "expert", "good"]),
    ("--avoid", ["drag_lift", "glades,moguls", "bus"]), ("--closed", ["Aurore", "Crête"]),
    ("--ungraded", ["allow", "refuse", "no"]), ("--allow", ["freeride", "tour,extreme"]),
    ("--snap", ["20", "150.5", "6000", "far"]), ("--depart", ["10:00", "16:00", "25:00"]),
    ("--opening", ["09:00"]), ("--closing", ["16:30", "x"]), ("--date", ["2026-02-14", "2026-02-30"]),
    ("--status", ["/nowhere/status.json"]), ("--holidays", ["/nowhere/days"]), ("--home", ["Montsoleil"]),
    ("--format", ["text", "json", "geojson", "gpx", "xml"]), ("--language", ["de", "fr", "xx"]),
    ("--via", ["Aurore", "Xyzzyx"]), ("--pause", ["5", "1.5"]), ("--alternatives", ["2", "1", "two"]),
    ("--prefer", ["red", "glades"]), ("--shun", ["flats", "green"]), ("--scale", ["2"]),
    ("--elevation", ["/nowhere"]), ("--elevation-encoding", ["terrarium", "other"]),
    ("--vertical-unit", ["foot"]), ("--profile-picture", ["/nowhere/a.svg"]),
    ("--picture", ["/nowhere/a.svg"]),
  ]
  private static let flags = [
    "--board", "--night", "--directions", "--profile", "--fastest", "--pareto", "--thumbnail", "--unknown",
  ]

  @Test func `every option alone, in both spellings, reads as by the parser`() throws {
    let places = ["Montsoleil", "Crête"]
    for flag in Self.flags { try expectEqual(places + [flag]) }
    for (option, values) in Self.options {
      for value in values { try expectEqual([option, value] + places) }
      try expectEqual(["route"] + places + ["\(option)=\(values[0])"])
    }
  }

  @Test func `random options read as by the parser`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    print("seed of plain arguments: \(seed)")
    let places = [
      "Montsoleil", "Crête", "Aurore", "46.07,-4.92", "-46.07,4.92", "lift:Aurore", "noir", "home",
    ]
    for _ in 0..<60 {
      var arguments = [
        places.randomElement(using: &random) ?? "", places.randomElement(using: &random) ?? "",
      ]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let at = Int.random(in: 0...arguments.count, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0, let flag = Self.flags.randomElement(using: &random) {
          arguments.insert(flag, at: at)
        } else if let (option, values) = Self.options.randomElement(using: &random),
          let value = values.randomElement(using: &random)
        {
          arguments.insert("\(option)=\(value)", at: at)
        }
      }
      if Bool.random(using: &random) { arguments.insert("route", at: 0) }
      try expectEqual(arguments)
    }
  }

  @Test(arguments: [
    ["Montsoleil"], ["Montsoleil", "Crête", "Aurore"], ["Montsoleil", "Crête", "--map"],
    ["Montsoleil", "Crête", "--map", "--board"], ["Montsoleil", "Crête", "--snap", "-5"],
    ["Montsoleil", "Crête", "--via="], ["Montsoleil", "Crête", "--board=yes"], ["Montsoleil", ""],
    ["Montsoleil", "Crête", "--map", "/nowhere", "--map", "/else"], ["--", "Montsoleil", "Crête"],
    ["Montsoleil", "Crête", "-h"], ["Montsoleil", "-"], ["route", "route", "Crête"],
  ])
  func `arguments that are not plain read as by the parser`(arguments: [String]) throws {
    // The parser reads what follows -- as places, so that its own options have to stand before.
    let plain = try skiroute(arguments)
    let at = arguments.firstIndex(of: "--") ?? arguments.count
    var all = arguments
    all.insert(contentsOf: Self.parsed, at: arguments.last == "--map" ? 0 : at)
    let parsed = try skiroute(all)
    #expect(
      plain.exitCode == parsed.exitCode && plain.standardOutput == parsed.standardOutput
        && plain.standardError == parsed.standardError, "\(arguments): \(plain)\nby the parser: \(parsed)")
  }
}
