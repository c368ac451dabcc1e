import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Inputs of a gigabyte, read through a pipe so that no disk has to hold them.
@Suite(.serialized) struct HugeInputTests {
  private typealias Text = HostileText

  /// Builds from a document with a gigabyte of one character in place of the bar.
  private func build(_ text: String, _ filler: String, _ scratch: ScratchFolder) throws
    -> CommandRunner.Outcome
  {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let before = scratch.write(parts[0], to: "before")
    let after = scratch.write(parts.dropFirst().joined(), to: "after")
    let pipe = scratch.path + "/runs.geojson"
    // The command replaces the shell, so that its memory is measured.
    let script = """
      mkfifo "$1"
      { cat "$2"; head -c 1000000000 /dev/zero | tr '\\0' "$4"; cat "$3"; } >"$1" 2>/dev/null &
      pipe=$1; shift 4; exec "$@" build --runs "$pipe" -o "$pipe.skimap"
      """
    return try CommandRunner(executable: "/bin/sh").run(
      ["-c", script, "sh", pipe, before, after, filler, CommandRunner.skiroute().executable],
      limit: .seconds(300))
  }

  @Test func `a gigabyte in one place is counted or refused, in bounded memory`() throws {
    var table = HostileTable()
    for (name, text, filler) in [
      ("in a name", Text.collection(Text.run("\"name\":\"|\""), Text.good), "a"),
      ("in a key", Text.collection(Text.run("\"|\":1"), Text.good), "a"),
      ("in a number", Text.collection(Text.run(along: "[[6.5,45.|1],[6.51,45]]"), Text.good), "1"),
      ("of spaces in a feature", Text.collection(Text.run("|\"a\":1"), Text.good), " "),
      ("of spaces between features", Text.collection(Text.run(), "|" + Text.good), " "),
      ("of spaces behind the end", Text.collection(Text.good) + "|", " "),
      ("of backslashes", Text.collection(Text.run("\"name\":\"|\""), Text.good), "\\\\"),
      ("in a string without an end", "{\"type\":\"FeatureCollection\",\"features\":[{\"name\":\"|", "a"),
      (
        "beside the features", "{\"name\":\"|\",\"type\":\"FeatureCollection\",\"features\":[\(Text.good)]}",
        "a"
      ),
    ] {
      let scratch = ScratchFolder()
      table.add("a gigabyte \(name)", try build(text, filler, scratch), hiding: scratch.path)
    }
    try expectGolden(table.text, "hostile-gigabytes")
  }

  @Test(arguments: [(50_000, nil), (50_001, "geometryTooDetailed"), (1_000_000, "featureTooLarge")])
  func `a run is built with 50,000 vertices and left out with more`(count: Int, reason: String?) throws {
    let build = HostileBuild()
    let line = (0..<count).map { "[\(6.5 + Double($0) / 1e5),\(45 + Double($0 % 1000) / 1e6)]" }
    let text = Text.collection(Text.run(along: "[\(line.joined(separator: ","))]"), Text.good)
    let outcome = try build.build(Array(text.utf8))
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.errorText.contains("runs: 2 read, \(reason == nil ? 2 : 1) used"), "\(outcome)")
    if let reason { #expect(outcome.errorText.contains("left out 1 × \(reason)"), "\(outcome)") }
    #expect(outcome.peakMemoryBytes < HostileTable.memoryLimitBytes, "\(outcome.peakMemoryBytes >> 20) MiB")
  }

  @Test func `a name of twelve megabytes is cut, and the map stays small`() throws {
    let build = HostileBuild()
    let name = String(repeating: "n", count: 12_000_000)
    let outcome = try build.build(Array(Text.collection(Text.run("\"name\":\"\(name)\"")).utf8))
    #expect(outcome.exitCode == 0 && outcome.errorText.contains("mended 1 × textShortened"), "\(outcome)")
    #expect(try Data(contentsOf: URL(filePath: build.map)).count < 100_000)
  }
}
