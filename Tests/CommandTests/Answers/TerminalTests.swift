import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// Colour on a terminal, simulated by `script` from util-linux.
struct TerminalTests {
  private static let script = "/usr/bin/script"

  private func onTerminal(_ environment: [String: String]) throws -> String {
    let command = try CommandRunner.skiroute().executable
    let standard = ["SKIROUTE_MAP": try SharedSample.files().map, "TERM": "xterm-256color"]
    let outcome = try CommandRunner(executable: Self.script).run(
      ["-q", "-e", "-c", "'\(command)' Montsoleil Crête", "/dev/null"],
      environment: standard.merging(environment) { $1 })
    #expect(outcome.exitCode == 0, "\(outcome)")
    return outcome.text
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: script)))
  func `a terminal gets colour unless NO_COLOR or a dumb terminal forbids it`() throws {
    let coloured = try onTerminal([:])
    #expect(coloured.contains("\u{1B}["))
    let plain = try skiroute("Montsoleil", "Crête").text
    let bare = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacingOccurrences(of: "\r\n", with: "\n")
    #expect(bare == plain)
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      #expect(try onTerminal(environment).replacingOccurrences(of: "\r\n", with: "\n") == plain)
    }
    #expect(try onTerminal(["NO_COLOR": ""]).contains("\u{1B}["))
  }
}
