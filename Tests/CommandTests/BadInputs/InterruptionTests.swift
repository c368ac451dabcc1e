import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// SIGINT and SIGTERM during a long build.
struct InterruptionTests {
  @Test(arguments: ["INT", "TERM"])
  func `a signal during a big build leaves no files and keeps the old map`(signal: String) throws {
    let scratch = ScratchFolder()
    let sources = try SampleCopies.write(40, to: scratch)
    let old = try Data(contentsOf: URL(filePath: SharedSample.files().map))
    scratch.write(old, to: "x.skimap")
    let before = try scratch.names()
    let output = ["-o", scratch.path + "/x.skimap", "--report", scratch.path + "/r.json"]
    // The temporary file of the report shows that the build has begun.
    let script = """
      report=$1; shift; "$@" & child=$!
      while ! ls "$report".part-* >/dev/null 2>&1; do sleep 0.01; done
      sleep 0.3; kill -\(signal) $child; wait $child
      """
    let outcome = try CommandRunner(executable: "/bin/sh").run(
      ["-c", script, "sh", scratch.path + "/r.json", CommandRunner.skiroute().executable, "build"] + sources
        + output)
    expectError(outcome, 130, "signal")
    #expect(try scratch.names() == before)
    #expect(try Data(contentsOf: URL(filePath: scratch.path + "/x.skimap")) == old)
  }
}
