import Foundation
import SkiTestSupport
import Testing

/// Routes with `--via`, `--alternatives`, `--pareto`, `--prefer` and `--shun`, and changes that would allow a route.
struct ChoiceCommandTests {
  static let ends = ["Montsoleil", "Crête"]
  static let village = "Funiculaire du Village@bottom"

  @Test func `each choice of routes is answered in text as recorded`() throws {
    for (name, arguments) in [
      ("pareto", [Self.village, "Crête", "--pareto"]),
      ("alternatives", [Self.village, "Crête", "--alternatives", "3", "--depart", "10:00"]),
      ("trip", [Self.village, Self.village, "--via", "Crête", "--pause", "20", "--depart", "10:00"]),
      ("shun", ["Crête", Self.village, "--shun", "red"]),
      ("prefer", ["Crête", Self.village, "--prefer", "red", "--shun", "flats", "--shun", "crowds"]),
    ] {
      let outcome = try skiroute(arguments)
      #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(arguments): \(outcome)")
      try expectGolden(outcome.text, "choice-\(name)")
    }
  }

  @Test func `without a route, the changes that would allow one are reported`() throws {
    for (name, arguments) in [
      ("harder", ["Crête", Self.village, "--max-difficulty", "green"]),
      (
        "closed",
        [Self.village, "Crête", "--closed", "Funiculaire du Village", "--closed", "Montsoleil"]
      ),
    ] {
      let outcome = try skiroute(arguments)
      #expect(outcome.exitCode == 1, "\(arguments): \(outcome)")
      try expectGolden(outcome.text, "opening-\(name)")
    }
    let outcome = try skiroute(["Crête", Self.village, "--max-difficulty", "green", "--format", "json"])
    let route = try #require(try jsonObject(outcome.standardOutput)["route"] as? [String: Any])
    let openings = try #require(route["openings"] as? [[String: Any]])
    #expect(!openings.isEmpty && openings.allSatisfy { ($0["seconds"] as? Double ?? 0) > 0 })
  }

  @Test(arguments: ["json", "geojson"])
  func `each choice of routes is answered in JSON and GeoJSON with timed parts`(format: String) throws {
    for (question, options) in [
      ("pareto", ["--pareto"]), ("alternatives", ["--alternatives", "2"]), ("trip", ["--via", "Crête"]),
    ] {
      let outcome = try skiroute([Self.village, "Montsoleil"] + options + ["--format", format])
      #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(options): \(outcome)")
      let document = try jsonObject(outcome.standardOutput)
      let head = try #require(format == "json" ? document : document[question] as? [String: Any])
      #expect(head["version"] as? Int == 1 && head["question"] as? String == question)
      let parts = try #require(head[question == "trip" ? "legs" : "routes"] as? [[String: Any]])
      #expect(!parts.isEmpty && parts.allSatisfy { ($0["seconds"] as? Double ?? 0) > 0 })
      if format == "geojson" {
        #expect((document["features"] as? [[String: Any]])?.isEmpty == false)
      }
    }
  }

  @Test func `contradictory options are refused and the error names the remedy`() throws {
    for (arguments, words) in [
      (["--pareto", "--alternatives", "3"], "choose one"), (["--alternatives", "1"], "2 to 10"),
      (["--pause", "5"], "--via"), (["--via", "Crête", "--pause", "-3"], "0 to 1440"),
      (["--pareto", "--format", "gpx"], "one route"), (["--pareto", "--picture", "x.svg"], "one route"),
      (["--via", "Crête", "--directions"], "one route"),
      (["--shun", "red", "--home", "Crête"], "--home"), (["--prefer", "nothing like it"], "nothing like it"),
    ] {
      let outcome = try skiroute(Self.ends + arguments)
      #expect(outcome.exitCode != 0 && outcome.standardOutput.isEmpty, "\(arguments): \(outcome)")
      #expect(outcome.errorText.contains(words), "\(arguments): \(outcome.errorText)")
    }
  }
}
