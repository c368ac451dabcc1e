import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// `skiroute --version`.
struct VersionTests {
  @Test(arguments: [["--version"], ["check", "--version"]])
  func `the version is one line with a commit of git's log, or unknown without a log`(
    arguments: [String]
  ) throws {
    let outcome = try skiroute(arguments)
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
    let line = try #require(outcome.text.wholeMatch(of: /skiroute \d+\.\d+\.\d+ \(commit (\w+)\)\n/)?.1)
    let log = SampleFiles.folder.appending(path: "../../.git/logs/HEAD").standardizedFileURL
    guard let commits = try? String(contentsOf: log, encoding: .utf8) else {
      #expect(line == "unknown")
      return
    }
    #expect(line.count >= 40 && commits.contains(" \(line) "), "\(line) is not in the log")
  }

  @Test func `no text of git's log gets into the program`() throws {
    let program = try Data(contentsOf: URL(filePath: CommandRunner.skiroute().executable))
    for word in ["commit (initial)", "checkout: moving from", "\tcommit: ", "\tclone: from"] {
      #expect(program.range(of: Data(word.utf8)) == nil, "\(word)")
    }
  }
}
