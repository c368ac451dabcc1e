import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// `--directions`: texts in each language, JSON compared with Data/Formats/route.md, and refused options.
struct DirectionsTests {
  @Test(arguments: [0, 3, 7], ["en", "fr", "de"])
  func `directions of the sample mountain are as recorded in each language`(number: Int, language: String)
    throws
  {
    let route = try SampleRoute.all()[number]
    let outcome = try skiroute(route.from, route.to, "--directions", "--language", language)
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty)
    try expectGolden(outcome.text, "directions-\(number)-\(language)")
  }

  @Test func `directions are in English without --language`() throws {
    let plain = try skiroute("Montsoleil", "Crête", "--directions")
    #expect(plain.text == (try skiroute("Montsoleil", "Crête", "--directions", "--language", "en").text))
  }

  @Test(arguments: ["json", "geojson"])
  func `directions have exactly the documented members`(format: String) throws {
    var kinds: Set<String> = []
    for route in try SampleRoute.all() where route.exists {
      let outcome = try skiroute(route.arguments + ["--directions", "--format", format])
      let document = try jsonObject(outcome.standardOutput)
      let directions = try #require(document["directions"] as? [[String: Any]])
      for instruction in directions {
        #expect(try Set(instruction.keys) == DocumentedMembers.instruction())
        let kind = try #require(instruction["kind"] as? String)
        let facts = try #require(instruction["facts"] as? [String: Any])
        #expect(try Set(facts.keys) == #require(DocumentedMembers.facts()[kind]), "\(kind)")
        kinds.insert(kind)
      }
    }
    #expect(kinds.isSuperset(of: ["ride", "ski", "keep", "arrive"]), "\(kinds)")
  }

  @Test func `legs of directions add up to the route, and points lie in its line`() throws {
    for route in try SampleRoute.all() where route.exists {
      let outcome = try skiroute(route.arguments + ["--directions", "--format", "json"])
      let document = try jsonObject(outcome.standardOutput)
      let directions = try #require(document["directions"] as? [[String: Any]])
      let whole = try #require(document["route"] as? [String: Any])
      let legs = directions.filter {
        ["ride", "ski", "walk", "wait", "arrive"].contains($0["kind"] as? String)
      }
      let seconds = legs.compactMap { $0["seconds"] as? Double }.reduce(0, +)
      #expect(abs(seconds - (try #require(whole["seconds"] as? Double))) < 0.01)
      let steps = try #require(document["steps"] as? [[String: Any]])
      let count = steps.compactMap { ($0["coordinates"] as? [Any])?.count }.reduce(1) { $0 + $1 - 1 }
      let ends = directions.compactMap { ($0["points"] as? [Int])?.last }
      #expect(ends.count == directions.count && ends.max() == count)
    }
  }

  @Test func `a language without directions and directions as GPX are refused`() throws {
    for (arguments, words) in [
      (["--language", "fr"], "add --directions"), (["--directions", "--format", "gpx"], "not for gpx"),
      (["--directions", "--language", "it"], "it"),
    ] {
      let outcome = try skiroute(["Montsoleil", "Crête"] + arguments)
      #expect(outcome.exitCode == 64 && outcome.text.isEmpty)
      #expect(outcome.errorText.contains(words), "\(outcome)")
    }
  }

  @Test func `without a route there are no directions`() throws {
    let outcome = try skiroute("46.07,-4.92", "Crête", "--directions", "--format", "json")
    #expect(outcome.exitCode == 1)
    #expect(try jsonObject(outcome.standardOutput)["directions"] == nil)
  }

  @Test func `--profile draws as wide as the terminal and writes the documented JSON members`()
    throws
  {
    let outcome = try skiroute(
      ["Montsoleil", "Crête", "--profile"], environment: ["COLUMNS": "60"])
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty)
    #expect(outcome.text.split(separator: "\n").contains { $0.contains("└") && $0.count == 60 })
    try expectGolden(outcome.text, "profile")
    let json = try skiroute("Montsoleil", "Crête", "--profile", "--format", "json")
    let profile = try #require(jsonObject(json.standardOutput)["profile"] as? [String: Any])
    #expect(try Set(profile.keys) == DocumentedMembers.profile())
  }

  @Test func `a profile picture is written as SVG, and a profile as GPX is refused`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/heights.svg"
    let outcome = try skiroute("Montsoleil", "Crête", "--profile-picture", path)
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty)
    let svg = try String(contentsOfFile: path, encoding: .utf8)
    #expect(svg.hasPrefix("<svg") || svg.hasPrefix("<?xml"))
    #expect(svg.contains("SkiRoute sample"))
    for (arguments, words) in [
      (["--profile", "--format", "gpx"], "not for gpx"), (["--profile-picture", "x.jpg"], "must be an .svg"),
    ] {
      let refused = try skiroute(["Montsoleil", "Crête"] + arguments)
      #expect(refused.exitCode == 64 && refused.errorText.contains(words), "\(refused)")
    }
  }
}
