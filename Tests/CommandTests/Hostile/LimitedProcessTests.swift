import Foundation
import SkiTestSupport
import Testing

/// A process that may open few files or lacks its standard streams.
struct LimitedProcessTests {
  private let scratch = ScratchFolder()

  private func shell(_ script: String, _ arguments: [String]) throws -> CommandRunner.Outcome {
    try CommandRunner(executable: "/bin/bash").run(
      ["-c", script, "bash", CommandRunner.skiroute().executable] + arguments,
      environment: ["SKIROUTE_MAP": SharedSample.files().map])
  }

  @Test func `few open files are enough or an error, and never half a map`() throws {
    let map = scratch.path + "/x.skimap"
    var codes: Set<Int32> = []
    for limit in 4...24 {
      let outcome = try shell(
        "ulimit -n \(limit); exec \"$@\"", ["build"] + SharedSample.sources + ["-o", map])
      guard let code = outcome.exitCode else {
        Issue.record("\(limit) files: \(outcome)")
        continue
      }
      codes.insert(code)
      #expect([0, 66, 73, 74].contains(code), "\(limit) files: \(outcome)")
      if code != 0 { expectError(outcome, code) }
      #expect(try scratch.names() == (code == 0 ? ["x.skimap"] : []))
      try? FileManager.default.removeItem(atPath: map)
    }
    #expect(codes.isSuperset(of: [0, 74]))
  }

  @Test func `standard output that is closed is an output error, and a closed input is none`() throws {
    expectError(try shell("exec \"$@\" >&-", ["Montsoleil", "Crête"]), 74, "standard output")
    expectError(try shell("exec \"$@\" >&-", ["--help"]), 74, "standard output")
    #expect(try shell("exec \"$@\" <&-", ["Montsoleil", "Crête"]).exitCode == 0)
    #expect(try shell("exec \"$@\" <&- >&- 2>&-", ["Montsoleil", "Crête"]).exitCode == 74)
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func `a build with closed streams writes the same map`(closed: String) throws {
    let map = scratch.path + "/x.skimap"
    let outcome = try shell("exec \"$@\" \(closed)", ["build"] + SharedSample.sources + ["-o", map])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(
      try Data(contentsOf: URL(filePath: map)) == Data(contentsOf: URL(filePath: SharedSample.files().map)))
  }

  @Test(arguments: [
    ["Montsoleil", "Crête"], ["Montsoleil", "Crête", "--format", "gpx"], ["check"], ["places", "a"],
    ["--help"],
  ])
  func `a reader who ended early is no news, only an exit code`(arguments: [String]) throws {
    // The reader is gone before the command starts, so that it can't be too late.
    let outcome = try shell("{ sleep 0.3; \"$@\"; echo \"exit $?\" >&2; } | true", arguments)
    #expect(outcome.errorText == "exit 74\n", "\(outcome)")
  }

  @Test func `a report whose reader ended early stops the build with an error`() throws {
    let outcome = try shell(
      "{ sleep 0.3; \"$@\"; echo \"exit $?\" >&2; } | true",
      ["build"] + SharedSample.sources + ["-o", scratch.path + "/x.skimap", "--report", "/dev/stdout"])
    #expect(
      outcome.errorText.hasPrefix("skiroute: error: ") && outcome.errorText.hasSuffix("exit 74\n"),
      "\(outcome)")
    #expect(try scratch.names().isEmpty)
  }
}
