import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Folders, devices and pipes in place of files, and files that change during the read.
struct SpecialFileTests {
  private let scratch = ScratchFolder()
  private var map: String { scratch.path + "/x.skimap" }

  @Test func `folders and devices as runs are refused`() throws {
    var table = HostileTable()
    symlink("loop", scratch.path + "/loop")
    for path in [
      "/dev/zero", "/dev/null", "/dev/full", scratch.path, scratch.path + "/loop", "/proc/self/mem", "",
    ] {
      let outcome = try skiroute("build", "--runs", path, "-o", map)
      table.add(
        path.isEmpty ? "an empty name" : path.replacing(scratch.path, with: "FOLDER"), outcome,
        hiding: scratch.path)
      #expect([65, 66, 74].contains(outcome.exitCode), "\(outcome)")
    }
    #expect(try scratch.names() == ["loop"])
    try expectGolden(table.text, "hostile-special-files")
  }

  @Test func `runs are read through a pipe`() throws {
    let script = "mkfifo \"$1\"; cat \"$2\" >\"$1\" & shift 2; exec \"$@\""
    let pipe = scratch.path + "/pipe"
    let outcome = try CommandRunner(executable: "/bin/sh").run([
      "-c", script, "sh", pipe, SharedSample.path("runs"), CommandRunner.skiroute().executable, "build",
      "--runs", pipe,
      "-o", map,
    ])
    #expect(outcome.exitCode == 0 && outcome.errorText.contains("runs: "), "\(outcome)")
  }

  @Test(arguments: ["INT", "TERM"]) func `a signal ends the wait for a pipe without a writer`(
    signal: String
  ) throws {
    mkfifo(scratch.path + "/pipe", 0o644)
    let script = """
      map=$1; shift; "$@" -o "$map" & child=$!
      while ! ls "$map".part-* >/dev/null 2>&1; do sleep 0.01; done
      sleep 0.1; kill -\(signal) $child; wait $child
      """
    let outcome = try CommandRunner(executable: "/bin/sh").run([
      "-c", script, "sh", map, CommandRunner.skiroute().executable, "build", "--runs", scratch.path + "/pipe",
    ])
    expectError(outcome, 130, "signal")
    #expect(try scratch.names() == ["pipe"])
  }

  @Test func `a file truncated during the build is a data error or was already read`() throws {
    let sources = try SampleCopies.write(40, to: scratch)
    let before = try scratch.names()
    let script = """
      map=$1; runs=$2; shift 2; "$@" -o "$map" & child=$!
      while ! ls "$map".part-* >/dev/null 2>&1; do :; done
      : >"$runs"; wait $child
      """
    let outcome = try CommandRunner(executable: "/bin/sh").run(
      ["-c", script, "sh", map, scratch.path + "/runs.geojson", CommandRunner.skiroute().executable, "build"]
        + sources)
    #expect(outcome.exitCode == 0 || outcome.exitCode == 65, "\(outcome)")
    if outcome.exitCode == 65 { expectError(outcome, 65, "runs.geojson") }
    #expect(try scratch.names() == before + (outcome.exitCode == 0 ? ["x.skimap"] : []))
  }
}
