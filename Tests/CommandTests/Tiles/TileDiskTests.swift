import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Archives on full or read-only disks, under a limit on file sizes, and at paths that can't be written.
struct TileDiskTests {
  private let scratch = ScratchFolder()

  /// Runs the command on a small disk, then again when there is room; prints both exit codes and what is on the disk
  /// each time.
  private static let script = """
    folder=$1; output=$2; command=$3; size=$4
    mount -t tmpfs -o size=${size}k none "$folder" || exit 99
    "$command" tiles -o "$folder/$output" 2>&1; echo "exit $?"; ls -A "$folder"
    mount -o remount,size=16m "$folder" || exit 98
    "$command" tiles -o "$folder/$output" 2>&1; echo "exit $?"; ls -A "$folder"
    cat "$folder/$output" | md5sum
    """

  @Test(.enabled(if: Namespace.isAvailable), arguments: ["pmtiles", "mbtiles"])
  func `a full disk leaves at most the work file, and with more room the build completes`(ending: String)
    throws
  {
    let whole = scratch.path + "/whole." + ending
    #expect(try skiroute("tiles", "-o", whole).exitCode == 0)
    let sum = try CommandRunner(executable: "/usr/bin/env").run(["sh", "-c", "md5sum <\(whole)"]).text
    let folder = String(scratch.write("", to: "disk/x").dropLast(2))
    let size = try Data(contentsOf: URL(filePath: whole)).count / 1024
    for kibibytes in [4, 16, size / 2, size, size + size / 2] {
      let outcome = try CommandRunner(executable: "/usr/bin/unshare").run(
        [
          "-Urm", "/bin/sh", "-c", Self.script, "sh", folder, "x." + ending,
          CommandRunner.skiroute().executable, "\(kibibytes)",
        ], environment: ["SKIROUTE_MAP": SharedSample.files().map])
      let lines = outcome.text.split(separator: "\n").map(String.init)
      let ends = lines.indices.filter { lines[$0].hasPrefix("exit ") }
      try #require(ends.count == 2, "\(kibibytes) KiB: \(outcome)")
      #expect(["exit 73", "exit 74"].contains(lines[ends[0]]), "\(kibibytes) KiB: \(lines)")
      #expect(lines[0].hasPrefix("skiroute: error: "), "\(kibibytes) KiB: \(lines)")
      let left = lines[(ends[0] + 1)..<(ends[1] - 1)]
      #expect(left.isEmpty || left == ["x.\(ending).work"], "\(kibibytes) KiB: \(lines)")
      #expect(lines[ends[1]] == "exit 0" && lines[ends[1] + 1] == "x." + ending, "\(kibibytes) KiB: \(lines)")
      #expect(lines.last == sum.split(separator: "\n").first.map(String.init), "\(kibibytes) KiB")
    }
  }

  @Test(arguments: ["pmtiles", "mbtiles"], [0, 1, 8, 64, 256])
  func `a limit on file sizes is an error that keeps the old archive`(ending: String, blocks: Int) throws {
    let old = scratch.write("old", to: "x." + ending)
    let outcome = try CommandRunner(executable: "/bin/sh").run(
      [
        "-c", "(ulimit -f \(blocks); exec \"$@\" 2>&1 >/dev/null) | cat >&2", "sh",
        CommandRunner.skiroute().executable, "tiles", "-o", old, "--zoom", "5-15",
      ], environment: ["SKIROUTE_MAP": SharedSample.files().map])
    #expect(outcome.errorText.hasPrefix("skiroute: error: "), "\(outcome)")
    #expect(outcome.errorText.utf8.count { $0 == 0x0A } == 1, "\(outcome)")
    #expect(try Set(scratch.names()).isSubset(of: ["x.\(ending)", "x.\(ending).work"]))
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    #expect(try skiroute("tiles", "-o", old, "--zoom", "5-15").exitCode == 0)
    #expect(try scratch.names() == ["x." + ending])
  }

  @Test(arguments: ["pmtiles", "mbtiles"])
  func `an archive path that can't be written is reported in one line and nothing is left`(ending: String)
    throws
  {
    let folder = scratch.write("", to: "x.\(ending)/file").dropLast(5)
    for path in [
      String(folder), scratch.path + "/no/a." + ending, "/proc/a." + ending, "/dev/full/a." + ending,
    ] {
      expectError(try skiroute("tiles", "-o", path), 73, path)
    }
    scratch.write("", to: "a.\(ending).work/file")
    expectError(try skiroute("tiles", "-o", scratch.path + "/a." + ending), 73, "a.\(ending).work")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/b.\(ending).work", withDestinationPath: scratch.path + "/target")
    expectError(try skiroute("tiles", "-o", scratch.path + "/b." + ending), 73, "b.\(ending).work")
    #expect(try scratch.names() == ["a.\(ending).work", "b.\(ending).work", "x." + ending])
  }

  @Test(.enabled(if: Namespace.isAvailable), arguments: ["pmtiles", "mbtiles"])
  func `a read-only folder is reported and nothing is left`(ending: String) throws {
    let folder = String(scratch.write("", to: "disk/x").dropLast(2))
    let outcome = try Namespace.run(
      ["tiles", "-o", folder + "/x." + ending], over: folder, kibibytes: 1024, isReadOnly: true)
    #expect(outcome.exitCode == 73 && outcome.text.isEmpty, "\(outcome)")
    #expect(outcome.errorText.contains("Read-only file system"), "\(outcome)")
  }
}
