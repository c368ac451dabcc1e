import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// The examples in the help of each command, run as they are written.
struct ExampleTests {
  @Test func `each command's help has two examples, and all of them run on the sample`() throws {
    let folder = try ExampleFolder()
    // The examples of build run first, since others read the maps they write.
    // serve becomes another program, which runs until it is stopped; Tests/Serving starts it.
    let commands = try [["build"], []] + CommandTable().words.filter { $0 != ["build"] && $0 != ["serve"] }
    for words in commands {
      let examples = try folder.examples(of: words)
      #expect(examples.count == 2, "\(words): \(examples)")
      let calls = examples.count { $0.contains((["skiroute"] + words).joined(separator: " ") + " ") }
      // The default subcommand is named in one of its two examples only.
      #expect(calls >= (words == ["route"] ? 1 : 2), "\(words): \(examples)")
      for example in examples {
        let outcome = try folder.run(example)
        #expect(outcome.exitCode == 0, "\(example): \(outcome)")
        #expect(!outcome.errorText.contains("skiroute: error"), "\(example): \(outcome)")
      }
    }
  }
}

/// A folder like a checkout in which a day was recorded: `Data`, `skiroute` on the path, `day.gpx` and lists of places.
private struct ExampleFolder {
  private let scratch = ScratchFolder()
  private let shell = CommandRunner(executable: "/bin/sh")

  init() throws {
    for (name, target) in [
      ("Data", SampleFiles.folder.deletingLastPathComponent().path),
      ("skiroute", URL(filePath: try CommandRunner.skiroute().executable).standardizedFileURL.path),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/" + name, withDestinationPath: target)
    }
    scratch.write("Montsoleil\nChalet du Vallon Perdu\n", to: "hotels.txt")
    scratch.write("Crête\nAurore\n", to: "lifts.txt")
    _ = try SampleTrack(through: ["Montsoleil", "Crête"]).write(to: scratch)
  }

  /// Returns the examples in the help of a command, one a line, with continued lines joined.
  func examples(of words: [String]) throws -> [String] {
    let help = try skiroute(["help"] + words).text
    #expect(try skiroute(words + ["--help"]).text == help)
    let parts = help.split(separator: "\nExamples:\n", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return [] }
    return (parts[1].split(separator: "\n\n").first ?? "")
      .replacing(" \\\n    ", with: " ").split(separator: "\n").map { String($0.trimmingPrefix("  ")) }
  }

  /// Runs a line of the shell in the folder.
  func run(_ line: String) throws -> CommandRunner.Outcome {
    try shell.run(
      ["-c", line],
      environment: [
        "PATH": scratch.path + ":/usr/bin:/bin", "SKIROUTE_MAP": SharedSample.files().map,
      ], in: scratch.path)
  }
}
