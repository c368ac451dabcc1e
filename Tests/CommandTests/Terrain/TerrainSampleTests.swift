import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// `skiroute terrain sample`: elevations for lines of coordinates.
struct TerrainSampleTests {
  private func sample(_ input: String, _ more: [String] = [], of source: String = TerrainRun.elevation) throws
    -> CommandRunner.Outcome
  {
    try sample(Data(input.utf8), more, of: source)
  }

  private func sample(_ input: Data, _ more: [String] = [], of source: String = TerrainRun.elevation) throws
    -> CommandRunner.Outcome
  {
    try CommandRunner.skiroute().run(["terrain", "sample", source] + more, input: input)
  }

  /// Returns the fields after the coordinate of each line.
  private func answers(_ outcome: CommandRunner.Outcome) -> [[String]] {
    outcome.text.split(separator: "\n").map { $0.split(separator: " ").dropFirst(2).map(String.init) }
  }

  @Test func `blanks, a comma, both, Windows line ends and a last line without an end are read`() throws {
    let outcome = try sample("46.07 -4.92\n46.07,-4.92\r\n\n  46.07 ,\t-4.92 \n+4.607e1 -4.92")
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    let height = try #require(answers(outcome).first?.first)
    #expect(lines == [String](repeating: "46.07 -4.92 \(height)", count: 3) + ["+4.607e1 -4.92 \(height)"])
    #expect(outcome.text.hasSuffix("\n"))
  }

  @Test func `elevations are those of the tiles, interpolated between samples`() throws {
    let (column, row) = (300, 400)
    let latitude = SampleHeights.latitude(row) * 180 / .pi
    let longitude =
      (Double(SampleHeights.columns.lowerBound * 256 + column) + 0.5) / Double(256 << 13) * 360 - 180
    let metres = try SampleHeights.metres(column, row)
    for sampling in ["nearest", "bilinear", "bicubic"] {
      let outcome = try sample("\(latitude) \(longitude)", ["--sampling", sampling])
      #expect(abs(try #require(Double(answers(outcome)[0][0])) - metres) < 0.002, "\(sampling): \(outcome)")
    }
    let east = try SampleHeights.metres(column + 1, row)
    let third = longitude + 360 / Double(256 << 13) / 3
    let between = try sample("\(latitude) \(third)")
    #expect(abs(try #require(Double(answers(between)[0][0])) - (metres * 2 + east) / 3) < 0.002)
    let nearest = try sample("\(latitude) \(third)", ["--sampling", "nearest"])
    #expect(abs(try #require(Double(answers(nearest)[0][0])) - metres) < 0.002)
  }

  @Test func `a place without elevation gets a hyphen, and --fill reports the distance filled over`() throws {
    #expect(try sample("0 0\n").text == "0 0 -\n")
    #expect(try sample("0 0\n", ["--fill", "1000"]).text == "0 0 - -\n")
    let inside = try answers(sample("46.07 -4.92\n", ["--fill", "1000"]))
    #expect(inside[0].count == 2 && inside[0][1] == "0")
    let scratch = ScratchFolder()
    let tile = DrawnTiles.hgt(south: 46, west: 7, samples: 1201) { $0.longitude > 7.5 ? nil : 1000 }
    scratch.write(tile, to: "N46E007.hgt")
    let filled = try sample("46.5 7.51\n46.5 7.4\n46.5 7.9", ["--fill", "5000"], of: scratch.path)
    let words = answers(filled)
    let reach = try #require(Double(words[0][1]))
    #expect(words[0][0] == "1000" && (300...900).contains(reach), "\(filled)")
    #expect(words[1] == ["1000", "0"] && words[2] == ["-", "-"], "\(filled)")
  }

  @Test func `invalid lines are reported and counted, the others answered, and the exit code is 65`()
    throws
  {
    let bad = [
      "nan nan", "91 0", "46 181", "inf 7", "46", "46 7 8", "46;7", "a b", "46,,7", ",", "0x2E 7", "46 7,",
      "\u{1B}[31m 7", "–46 7",
    ]
    let outcome = try sample(bad.joined(separator: "\n") + "\n46.07 -4.92\n")
    #expect(outcome.exitCode == 65 && outcome.text.hasPrefix("46.07 -4.92 "), "\(outcome)")
    let lines = outcome.errorText.split(separator: "\n")
    #expect(
      lines.count == 11 && lines[0].hasPrefix("skiroute: line 1: ")
        && lines[9].hasPrefix("skiroute: line 10: "))
    #expect(lines[10].contains("13 lines") || lines[10].contains("14 lines"), "\(outcome)")
    #expect(!outcome.errorText.contains("\u{1B}"))
  }

  @Test func `an overlong line is refused, and 100,000 lines are answered in bounded memory`() throws {
    let endless = try CommandRunner(executable: "/bin/sh").run([
      "-c", "(head -c 300000000 /dev/zero | tr '\\0' 7; echo; echo 46.07 -4.92) | \"$@\"", "sh",
      CommandRunner.skiroute().executable, "terrain", "sample", TerrainRun.elevation,
    ])
    #expect(endless.exitCode == 65 && endless.errorText.contains("longer than 1000"), "\(endless)")
    #expect(endless.text.hasPrefix("46.07 -4.92 "))
    let lines = (0..<100_000).map { "\(46.03 + Double($0) / 1e6) -4.93" }.joined(separator: "\n")
    let many = try sample(lines)
    #expect(many.exitCode == 0 && many.text.split(separator: "\n").count == 100_000)
    #expect(many.peakMemoryBytes < 100 << 20, "\(many.peakMemoryBytes >> 20) MiB")
  }

  @Test func `random bytes are a data error, and empty or closed input is an empty answer`() throws {
    var random = SeededGenerator(seed: 20_262)
    let noise = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let outcome = try sample(Data(noise))
    #expect(outcome.exitCode == 65 && outcome.errorText.split(separator: "\n").count == 11, "\(outcome)")
    #expect(try sample("").exitCode == 0)
    let closed = try CommandRunner(executable: "/bin/sh").run([
      "-c", "exec \"$@\" <&-", "sh", CommandRunner.skiroute().executable, "terrain", "sample",
      TerrainRun.elevation,
    ])
    #expect(closed.exitCode == 0 && closed.text.isEmpty, "\(closed)")
  }

  @Test func `each line is answered at once, and a closed output ends the command with 74`() throws {
    let command = try CommandRunner.skiroute().executable
    let script = """
      mkfifo "$1/in" "$1/out"; folder=$1; shift
      "$@" <"$folder/in" >"$folder/out" & exec 3>"$folder/in" 4<"$folder/out"
      echo 46.07 -4.92 >&3; read -r first <&4; echo "$first"
      echo 46.08 -4.92 >&3; read -r second <&4; echo "$second"
      exec 4<&-; echo 46.09 -4.92 >&3; exec 3>&-; wait $!; echo "exit $?"
      """
    let scratch = ScratchFolder()
    let outcome = try CommandRunner(executable: "/bin/bash").run(
      ["-c", script, "bash", scratch.path, command, "terrain", "sample", TerrainRun.elevation],
      limit: .seconds(20))
    let lines = outcome.text.split(separator: "\n")
    #expect(
      lines.count == 3 && lines[0].hasPrefix("46.07 -4.92 ") && lines[1].hasPrefix("46.08 -4.92 "),
      "\(outcome)")
    #expect(lines.last == "exit 74", "\(outcome)")
  }

  @Test(arguments: ["0", "-5", "nan", "inf", "100001"]) func `a fill distance out of range is refused`(
    metres: String
  )
    throws
  {
    expectError(try sample("0 0", ["--fill", metres]), 64, metres)
  }
}
