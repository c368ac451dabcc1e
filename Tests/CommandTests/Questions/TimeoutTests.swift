import SkiTestSupport
import Testing

/// `--timeout`: its effect on each question, and invalid values.
@Suite struct TimeoutTests {
  private static let village = "Funiculaire du Village"

  /// One of each question.
  private static let questions = [
    ["Montsoleil", "Crête"], ["Montsoleil", "Crête", "--prefer", "blue"],
    ["Montsoleil", "Crête", "--pareto"],
    ["Montsoleil", "Crête", "--alternatives", "3"], ["Montsoleil", "Crête", "--via", village],
    ["home", "Crête", "--home", village, "--closing", "16:30"], ["reach", "Crête", "--minutes", "30"],
    ["meet", "Montsoleil", "Crête"], ["whatif", "--close", "Montsoleil", "--home", village],
  ]

  @Test(arguments: questions)
  func `a question beyond its timeout ends with 75, and is answered within a longer one`(question: [String])
    throws
  {
    let late = try skiroute(question + ["--timeout", "1e-9"])
    expectError(late, 75, "not finished within", "allow more time")
    #expect(late.standardOutput.isEmpty, "\(late)")
    for seconds in ["0", "600"] {
      #expect(try skiroute(question + ["--timeout", seconds]).exitCode == 0)
    }
  }

  @Test func `a tour beyond its timeout reports its score and an upper bound`() throws {
    let tour = ["day", Self.village, "--opening", "09:00", "--closing", "16:30", "--format", "json"]
    let late = try skiroute(tour + ["--timeout", "1e-9"])
    let whole = try skiroute(tour)
    #expect(late.exitCode == 0 && whole.exitCode == 0, "\(late)")
    let (some, all) = (try jsonObject(late.standardOutput), try jsonObject(whole.standardOutput))
    let (got, possible) = (
      try #require(some["score"] as? Double), try #require(some["greatestScore"] as? Double)
    )
    let best = try #require(all["score"] as? Double)
    #expect(got <= best && best <= possible && got < possible, "\(got) of \(best), at most \(possible)")
  }

  @Test(arguments: ["-1", "nan", "inf", "1e7"])
  func `a timeout out of range is refused`(seconds: String) throws {
    expectError(try skiroute(["Montsoleil", "Crête", "--timeout", seconds]), 64, "timeout")
  }
}
