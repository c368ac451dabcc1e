import Foundation
import SkiBase
import SkiTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The contact sheets of `skiroute check --svg`.
struct PictureTests {
  private let scratch = ScratchFolder()
  private var over: [String] { ["--over", SharedSample.path("runs"), "--over", SharedSample.path("lifts")] }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: scratch.path + "/" + name), encoding: .utf8)
  }

  /// Returns the texts of a picture, one a line.
  private func words(_ svg: String) -> String {
    svg.split(separator: "\n").filter { $0.hasPrefix("<text") }.map { line in
      line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" } + "\n"
    }.joined()
  }

  @Test func `the sheets of connectors, crossings and profiles have the recorded texts`() throws {
    var all = ""
    for theme in ["connectors", "crossings", "profiles"] {
      let outcome = try skiroute(
        ["check", "--svg", "\(scratch.path)/\(theme).svg", "--draw", theme, "--sample", "4"] + over)
      #expect(outcome.exitCode == 0, "\(outcome)")
      all += words(try text("\(theme).svg"))
    }
    try expectGolden(all, "check-svg")
  }

  @Test func `check with --svg writes the same survey and reports the drawn sheets on standard error`() throws
  {
    let outcome = try skiroute(["check", "--svg", scratch.path + "/one.svg", "--sample", "1"] + over)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.errorText.contains("drew 1 of"), "\(outcome)")
    #expect(outcome.text == (try skiroute("check").text))
    #expect(try scratch.names() == ["one.svg"])
  }

  @Test(arguments: ["connectors", "crossings", "profiles", "junctions"])
  func `every theme is drawn on numbered, reproducible pages of well-formed SVG`(theme: String) throws {
    for name in ["a", "b"] {
      let outcome = try skiroute(
        ["check", "--svg", "\(scratch.path)/\(name).svg", "--draw", theme, "--sample", "14"] + over)
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
    #expect(try scratch.names() == ["a-01.svg", "a-02.svg", "b-01.svg", "b-02.svg"])
    for page in ["01", "02"] {
      let svg = try text("a-\(page).svg")
      #expect(svg == (try text("b-\(page).svg")))
      #expect(XMLParser(data: Data(svg.utf8)).parse())
      #expect(
        svg.contains("of 14, seed 1") && svg.contains("SkiRoute sample, CC0"), "no title or no attribution")
    }
  }

  @Test func `invalid options of pictures are refused before anything is drawn`() throws {
    let file = scratch.path + "/x.svg"
    expectError(try skiroute("check", "--draw", "crossings"), 64, "--draw", "add --svg FILE")
    expectError(try skiroute("check", "--svg", file, "--sample", "0"), 64, "sample must be 1...2400, got 0")
    #expect(try skiroute("check", "--svg", file, "--draw", "dragons").exitCode == 64)
    expectError(
      try skiroute(["check", "--svg", SharedSample.path("runs")] + over), 64,
      "is an input; choose another name")
    #expect(try scratch.names().isEmpty)
  }

  @Test func `an unknown name and a missing file of a picture are errors, and nothing is written`() throws {
    let file = scratch.path + "/x.svg"
    for (arguments, code, words) in [
      (["--only", "Nowhere"], Int32(64), "nothing called Nowhere has connectors"),
      (["--over", scratch.path + "/none.geojson"], 66, "none.geojson"),
      (["--over", SharedSample.path("runs") + "/"], 66, "runs.geojson"),
    ] {
      let outcome = try skiroute(["check", "--svg", file] + arguments)
      #expect(outcome.exitCode == code && outcome.errorText.contains(words), "\(outcome)")
    }
    #expect(try scratch.names().isEmpty)
  }
}
