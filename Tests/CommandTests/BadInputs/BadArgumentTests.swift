import SkiBase
import SkiTestSupport
import Testing

/// Invalid arguments: exit code 64 and the valid ones.
struct BadArgumentTests {
  @Test(arguments: [
    (["--max-difficulty", "purple"], "purple", "double-black"),
    (["--ability", "god"], "god", "intermediate"),
    (["--avoid", "drag_lift,teleport"], "teleport", "t-bar"), (["--ungraded", "maybe"], "maybe", "refuse"),
    (["--allow", "expert"], "expert", "freeride"), (["--snap", "-1"], "-1", "0...5000"),
    (["--snap", "nan"], "nan", "--snap"), (["--snap", "inf"], "inf", "--snap"),
    (["--snap", "5001"], "5001", "0...5000"), (["--snap=-0.5"], "-0.5", "0...5000"),
    (["--closed", "Xyzzyx"], "Xyzzyx", "places"), (["--closed", ""], "empty", "name"),
  ])
  func `an invalid option value is refused and the error states the valid ones`(
    options: [String], word: String, known: String
  ) throws {
    expectError(try skiroute(["Montsoleil", "Crête"] + options), 64, word, known)
  }

  @Test(arguments: [
    ["Montsoleil", "Crête", "--format", "pdf"], ["Montsoleil", "Crête", "--bogus"], ["Montsoleil"],
    ["Montsoleil", "Crête", "Aurore"], ["Montsoleil", "Crête", "--snap", "far"],
    ["check", "--format", "gpx"],
    ["places", "x", "--limit", "many"], ["build", "--runs", "x"], ["export"], [],
    ["Montsoleil", "Crête", "\u{1B}[31mred"],
  ])
  func `arguments against the grammar are a usage error with the common prefix`(arguments: [String]) throws {
    let outcome = try skiroute(arguments)
    #expect(outcome.exitCode == 64 && outcome.standardOutput.isEmpty, "\(outcome)")
    #expect(
      outcome.errorText.hasPrefix("skiroute: error: ") && !outcome.errorText.contains("\u{1B}"), "\(outcome)")
  }

  @Test(arguments: ["0", "-1", "1001"])
  func `a limit out of range is refused`(limit: String) throws {
    expectError(try skiroute("places", "cret", "--limit", limit), 64, limit, "1...1000")
  }

  @Test func `a build without sources and an unknown encoding are refused`() throws {
    let scratch = ScratchFolder()
    expectError(try skiroute("build", "-o", scratch.path + "/x.skimap"), 64, "--runs")
    let outcome = try skiroute(
      ["build"] + SharedSample.sources + ["--elevation-encoding", "morse", "-o", scratch.path + "/x.skimap"])
    #expect(outcome.exitCode == 64 && outcome.standardOutput.isEmpty, "\(outcome)")
    #expect(["morse", "terrarium"].allSatisfy(outcome.errorText.contains), "\(outcome)")
    #expect(try scratch.names().isEmpty)
  }

  @Test(arguments: [
    ("360,360", "360,360"), ("nan,nan", "nan,nan"), ("inf,0", "inf,0"), ("-91,0", "-91,0"),
    ("46,181", "46,181"),
    ("", "empty"), ("   ", "empty"), ("@me", "@me"), ("@traveller", "traveller"), ("lift:", "lift"),
  ])
  func `an invalid place is refused as a start and as a destination`(end: String, word: String)
    throws
  {
    expectError(try skiroute(end, "Crête"), 64, word)
    expectError(try skiroute("Crête", end), 64, word)
  }

  @Test func `an unknown place is refused with similar names, where there are any`() throws {
    expectError(try skiroute("Chalet du Vallon Blanc", "Crête"), 64, "Vallon Blanc", "Chalet du Vallon Perdu")
    expectError(try skiroute("Xyzzyx", "Crête"), 64, "Xyzzyx")
    expectError(try skiroute("places", " "), 64, "empty")
    let none = try skiroute("places", "zzzzzzzz")
    #expect(none.exitCode == 1 && none.standardOutput.isEmpty && none.errorText.contains("zzzzzzzz"))
  }
}
