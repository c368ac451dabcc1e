import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// Full or read-only disks, and a limit on file sizes.
struct LimitedDiskTests {
  private let scratch = ScratchFolder()

  @Test(.enabled(if: Namespace.isAvailable))
  func `a full or read-only disk is reported and nothing is left on it`() throws {
    let disk = scratch.write("", to: "disk/x")
    let folder = String(disk.dropLast(2))
    let elsewhere = scratch.path + "/y.skimap"
    let build = ["build"] + SharedSample.sources
    var table = HostileTable()
    for (name, arguments, size, isReadOnly) in [
      ("a map on a full disk", build + ["-o", folder + "/x.skimap"], 64, false),
      ("a report on a full disk", build + ["-o", elsewhere, "--report", folder + "/r.json"], 8, false),
      ("tables on a full disk", ["export", "-o", folder + "/tables"], 32, false),
      ("a map on a read-only disk", build + ["-o", folder + "/x.skimap"], 64, true),
      ("a report on a read-only disk", build + ["-o", elsewhere, "--report", folder + "/r.json"], 64, true),
      ("tables on a read-only disk", ["export", "-o", folder + "/tables"], 64, true),
    ] {
      let outcome = try Namespace.run(
        arguments, over: folder, kibibytes: size, filledBytes: size == 8 ? 8192 : 0, isReadOnly: isReadOnly)
      table.add(name, outcome, hiding: scratch.path)
      #expect(outcome.text.isEmpty || outcome.text == "tables\n", "\(name): \(outcome)")
    }
    #expect(try scratch.names() == ["disk"])
    try expectGolden(table.text, "hostile-disks")
  }

  @Test(arguments: [0, 1, 8, 64]) func `a limit on file sizes is an error that keeps the old map`(blocks: Int)
    throws
  {
    let old = scratch.write("old", to: "x.skimap")
    let outcome = try CommandRunner(executable: "/bin/sh").run(
      [
        "-c", "(ulimit -f \(blocks); exec \"$@\" 2>&1 >/dev/null) | cat >&2", "sh",
        CommandRunner.skiroute().executable,
      ]
        + ["build"] + SharedSample.sources + ["-o", old])
    #expect(outcome.errorText.hasPrefix("skiroute: error: "), "\(outcome)")
    #expect(outcome.errorText.contains("File too large"), "\(outcome)")
    #expect(try scratch.names() == ["x.skimap"])
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
  }
}
