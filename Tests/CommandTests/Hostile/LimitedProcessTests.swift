import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// Processes with limits on files, memory and threads, or without standard streams.
struct LimitedProcessTests {
  private let scratch = ScratchFolder()

  private func shell(_ script: String, _ arguments: [String]) throws -> CommandRunner.Outcome {
    try CommandRunner(executable: "/bin/bash").run(
      ["-c", script, "bash", CommandRunner.skiroute().executable] + arguments,
      environment: ["SKIROUTE_MAP": SharedSample.files().map])
  }

  @Test func `a limit on open files ends in a whole map or an error without one`() throws {
    let map = scratch.path + "/x.skimap"
    var codes: Set<Int32> = []
    for limit in 4...24 {
      let outcome = try shell(
        "ulimit -n \(limit); exec \"$@\"", ["build"] + SharedSample.sources + ["-o", map])
      guard let code = outcome.exitCode else {
        Issue.record("\(limit) files: \(outcome)")
        continue
      }
      codes.insert(code)
      #expect([0, 66, 73, 74].contains(code), "\(limit) files: \(outcome)")
      if code != 0 { expectError(outcome, code) }
      #expect(try scratch.names() == (code == 0 ? ["x.skimap"] : []))
      try? FileManager.default.removeItem(atPath: map)
    }
    #expect(codes.isSuperset(of: [0, 74]))
  }

  @Test func `a closed standard output is an output error, a closed standard input is not`() throws {
    expectError(try shell("exec \"$@\" >&-", ["Montsoleil", "Crête"]), 74, "standard output")
    expectError(try shell("exec \"$@\" >&-", ["--help"]), 74, "standard output")
    #expect(try shell("exec \"$@\" <&-", ["Montsoleil", "Crête"]).exitCode == 0)
    #expect(try shell("exec \"$@\" <&- >&- 2>&-", ["Montsoleil", "Crête"]).exitCode == 74)
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func `a build with closed streams writes the same map`(closed: String) throws {
    let map = scratch.path + "/x.skimap"
    let outcome = try shell("exec \"$@\" \(closed)", ["build"] + SharedSample.sources + ["-o", map])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(
      try Data(contentsOf: URL(filePath: map)) == Data(contentsOf: URL(filePath: SharedSample.files().map)))
  }

  @Test(arguments: [
    ["Montsoleil", "Crête"], ["Montsoleil", "Crête", "--format", "gpx"], ["check"], ["places", "a"],
    ["--help"],
  ])
  func `a closed pipe behind standard output ends with exit code 74 and no message`(arguments: [String])
    throws
  {
    // The pipe is closed before the command starts, so that there is no race.
    let outcome = try shell("{ sleep 0.3; \"$@\"; echo \"exit $?\" >&2; } | true", arguments)
    #expect(outcome.errorText == "exit 74\n", "\(outcome)")
  }

  @Test func `a closed pipe behind the report is an error and leaves no map`() throws {
    let outcome = try shell(
      "{ sleep 0.3; \"$@\"; echo \"exit $?\" >&2; } | true",
      ["build"] + SharedSample.sources + ["-o", scratch.path + "/x.skimap", "--report", "/dev/stdout"])
    #expect(
      outcome.errorText.hasPrefix("skiroute: error: ") && outcome.errorText.hasSuffix("exit 74\n"),
      "\(outcome)")
    #expect(try scratch.names().isEmpty)
  }

  /// Runs commands under a limit of the shell, and checks their error and that no file is left.
  private func expectRefused(_ limit: String, _ word: String) throws {
    for arguments in [
      ["Montsoleil", "Crête"], ["check"],
      ["build"] + SharedSample.sources + ["-o", scratch.path + "/x.skimap"],
      ["tiles", "-o", scratch.path + "/x.pmtiles"],
    ] {
      let outcome = try shell("\(limit); exec \"$@\"", arguments)
      expectError(outcome, 74, word)
      #expect(outcome.errorText.split(separator: "\n").count == 1, "\(outcome)")
    }
    #expect(try scratch.names().isEmpty)
  }

  @Test func `a stack of 128 KiB is refused and one of 256 KiB is enough`() throws {
    try expectRefused("ulimit -s 128", "128 KiB of stack")
    let outcome = try shell("ulimit -s 256; exec \"$@\"", ["Montsoleil", "Crête"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let map = scratch.path + "/x.skimap"
    let built = try shell("ulimit -s 256; exec \"$@\"", ["build"] + SharedSample.sources + ["-o", map])
    #expect(built.exitCode == 0, "\(built)")
  }

  @Test func `an address space of 292 MiB is refused and one of 512 MiB is enough`() throws {
    try expectRefused("ulimit -v 300000", "292 MiB of address space")
    for arguments in [
      ["Montsoleil", "Crête"], ["build"] + SharedSample.sources + ["-o", scratch.path + "/x.skimap"],
      ["tiles", "-o", scratch.path + "/x.pmtiles"],
    ] {
      let outcome = try shell("ulimit -v 524288; exec \"$@\"", arguments)
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
  }

  @Test(.enabled(if: canBeAnother))
  func `a process that gets no threads answers routes, and ends other work with an error instead of a hang`()
    throws
  {
    // As a user of its own, since the count is that of all the user's processes; the superuser has no limit.
    let script = "exec setpriv --reuid=61234 --regid=61234 --clear-groups prlimit --nproc=$0 \"$@\""
    func run(_ count: Int, _ arguments: [String]) throws -> CommandRunner.Outcome {
      try CommandRunner(executable: "/bin/sh").run(
        ["-c", script, "\(count)", CommandRunner.skiroute().executable] + arguments,
        environment: ["SKIROUTE_MAP": SharedSample.files().map], limit: .seconds(20))
    }
    for count in 1...4 {
      let route = try run(count, ["Montsoleil", "Crête"])
      #expect(route.exitCode == 0 && route.standardError.isEmpty, "\(route)")
      expectError(try run(count, ["check"]), 74, "threads")
    }
  }

  /// Indicates whether a process can be started as another user that may read what was built.
  private static let canBeAnother: Bool = {
    guard getuid() == 0, let program = try? CommandRunner.skiroute().executable else { return false }
    let outcome = try? CommandRunner(executable: "/bin/sh").run(
      [
        "-c", "exec setpriv --reuid=61234 --regid=61234 --clear-groups test -x \"$0\" -a -r \"$1\"", program,
        SharedSample.files().map,
      ])
    return outcome?.exitCode == 0
  }()

  /// Indicates whether the programs and the sample lie outside the folder that is hidden.
  private static let isBuiltElsewhere =
    (try? !CommandRunner.skiroute().executable.hasPrefix("/tmp/")) ?? false

  @Test(.enabled(if: Namespace.isAvailable && isBuiltElsewhere))
  func `routes, tiles and builds work without a writable temporary folder`() throws {
    let script = """
      mount -t tmpfs -o ro,size=4k none /tmp 2>/dev/null || true
      mount -t tmpfs -o ro,size=4k none /var/tmp || exit 99
      exec "$@"
      """
    let folder =
      FileManager.default.currentDirectoryPath + "/.build-temporary-\(UInt64.random(in: 0..<1 << 60))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let map = folder + "/x.skimap"
    try FileManager.default.copyItem(atPath: SharedSample.files().map, toPath: map)
    for arguments in [
      ["Montsoleil", "Crête", "--map", map, "--picture", folder + "/x.png"],
      ["tiles", "--map", map, "-o", folder + "/x.pmtiles"],
      ["tiles", "--map", map, "-o", folder + "/x.mbtiles"],
      ["build"] + SharedSample.sources + ["-o", folder + "/y.skimap"],
    ] {
      let outcome = try CommandRunner(executable: "/usr/bin/unshare").run(
        ["-Urm", "/bin/sh", "-c", script, "sh", CommandRunner.skiroute().executable] + arguments)
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
  }
}
