import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// Mistyped subcommands, which the default subcommand would read as a place.
struct SubcommandHintTests {
  @Test(arguments: [
    (["chek", "x"], "check"), (["chek"], "check"), (["chek", "--require", "0.9"], "check"),
    (["Palces", "noir"], "places"), (["dya", "Montsoleil"], "day"),
    (["terain", "slope", "x"], "terrain"), (["terrain", "slop", "x"], "terrain slope"),
  ])
  func `the right subcommand is suggested for a mistyped one`(arguments: [String], meant: String) throws {
    let outcome = try skiroute(arguments)
    #expect(outcome.exitCode == 64 && outcome.standardOutput.isEmpty, "\(outcome)")
    let first = try #require(outcome.errorText.split(separator: "\n").first)
    #expect(
      first.hasPrefix("skiroute: error: ") && first.hasSuffix("; did you mean skiroute \(meant)?"),
      "\(outcome)")
  }

  @Test func `help of a mistyped subcommand suggests the right one`() throws {
    let outcome = try skiroute("help", "chek")
    let help = try skiroute("--help").text
    #expect(outcome.exitCode == 0 && outcome.text == help, "\(outcome)")
    #expect(outcome.errorText == "skiroute: did you mean skiroute check?\n")
  }

  @Test(arguments: [
    ["route", "chek", "x"], ["Crête", "chek"], ["--board", "chek", "x"], ["Xyzzyx", "Crête"],
    ["hut", "Crête"],
    ["check", "--format", "gpx"], ["Montsoleil"],
  ])
  func `no subcommand is suggested where none can stand or none is similar`(arguments: [String])
    throws
  {
    let outcome = try skiroute(arguments)
    #expect(outcome.exitCode == 64 && !outcome.errorText.contains("did you mean skiroute"), "\(outcome)")
  }

  @Test func `a place that is spelled like a subcommand is a place`() throws {
    let scratch = ScratchFolder()
    let lifts = try String(contentsOfFile: SharedSample.path("lifts"), encoding: .utf8)
      .replacing("Aurore", with: "Chek")
    let map = scratch.path + "/a.skimap"
    let built = try skiroute(
      "build", "--runs", SharedSample.path("runs"), "--lifts", scratch.write(lifts, to: "lifts.geojson"),
      "-o",
      map)
    #expect(built.exitCode == 0, "\(built)")
    let outcome = try skiroute("chek", "Crête", "--map", map)
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
    #expect(outcome.text.hasPrefix("Chek → Crête"), "\(outcome)")
  }
}
