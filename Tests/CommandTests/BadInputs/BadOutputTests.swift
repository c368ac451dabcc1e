import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// Output paths that can't be written.
struct BadOutputTests {
  private let scratch = ScratchFolder()

  private func build(_ map: String, _ more: String...) throws -> CommandRunner.Outcome {
    try skiroute(["build"] + SharedSample.sources + ["-o", map] + more)
  }

  @Test func `a map path that can't be written is reported in one line`() throws {
    expectError(try build(scratch.path + "/missing/x.skimap"), 73, "missing/x.skimap")
    expectError(try build(scratch.path), 73, scratch.path)
    expectError(try build("/proc/x.skimap"), 73, "/proc/x.skimap")
    expectError(try build("/dev/full"), 73, "/dev/full")
    #expect(try scratch.names().isEmpty)
  }

  @Test func `a report that can't be written stops the build before a map exists`() throws {
    let map = scratch.path + "/x.skimap"
    expectError(try build(map, "--report", scratch.path + "/missing/r.json"), 73, "missing/r.json")
    expectError(try build(map, "--report", scratch.path), 73, "folder")
    expectError(try build(map, "--report", "/proc/r.json"), 73, "/proc/r.json")
    expectError(try build(map, "--report", "/dev/full"), 74, "/dev/full")
    #expect(try scratch.names().isEmpty)
  }

  @Test func `a device that a report is written to stays a device`() throws {
    var before = stat()
    var after = stat()
    #expect(stat("/dev/full", &before) == 0)
    _ = try build(scratch.path + "/x.skimap", "--report", "/dev/full")
    #expect(stat("/dev/full", &after) == 0)
    #expect(before.st_mode == after.st_mode && before.st_ino == after.st_ino)
    let shown = try build(scratch.path + "/x.skimap", "--report", "/dev/stdout")
    #expect(shown.exitCode == 0 && shown.text.hasPrefix("{\"version\":1,"), "\(shown)")
  }

  @Test func `a report through a symbolic link replaces the link's target`() throws {
    let target = scratch.write("old", to: "target.json")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link.json", withDestinationPath: target)
    #expect(try build(scratch.path + "/x.skimap", "--report", scratch.path + "/link.json").exitCode == 0)
    #expect(try String(contentsOfFile: target, encoding: .utf8).hasPrefix("{\"version\":1,"))
    #expect(try scratch.names() == ["link.json", "target.json", "x.skimap"])
  }

  @Test func `an export that can't be written leaves no table`() throws {
    let file = scratch.write("", to: "file")
    expectError(try skiroute("export", "-o", file), 73, "file")
    expectError(try skiroute("export", "-o", "/proc/x"), 73, "/proc/x")
    scratch.write("", to: "out/edges.csv/file")
    expectError(try skiroute("export", "-o", scratch.path + "/out"), 73, "edges.csv")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out") == ["edges.csv"])
  }

  @Test func `a full disk behind standard output is an output error`() throws {
    let commands = [
      ["Montsoleil", "Crête"], ["Montsoleil", "Crête", "--format", "gpx"], ["check"], ["places", "cret"],
      ["--help"],
      ["build", "--help"],
    ]
    for arguments in commands {
      expectError(try skiroute(arguments, outputTo: "/dev/full"), 74, "standard output")
    }
  }
}
