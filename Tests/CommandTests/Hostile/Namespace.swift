import Foundation
import SkiGraph
import SkiTestSupport

/// Commands run with a small or read-only file system of their own, where the system permits one.
enum Namespace {
  /// Indicates whether a file system can be mounted for one command; containers may forbid it.
  static let isAvailable: Bool = {
    let scratch = ScratchFolder()
    let outcome = try? CommandRunner(executable: "/bin/sh").run(
      ["-c", "unshare -Urm mount -t tmpfs none \"$1\"", "sh", scratch.path])
    return outcome?.exitCode == 0
  }()

  /// Runs the command with a file system of a size over a folder, some of it filled, and lists on standard output what
  /// is left in it.
  static func run(
    _ arguments: [String], over folder: String, kibibytes: Int, filledBytes: Int = 0, isReadOnly: Bool = false
  ) throws
    -> CommandRunner.Outcome
  {
    let script = """
      folder=$1; mount -t tmpfs -o size=$2k none "$folder" || exit 99
      head -c "$4" /dev/zero >"$folder/fill"
      [ "$3" = false ] || mount -o remount,ro "$folder" || exit 98
      shift 4; "$@" >/dev/null; code=$?; ls -A "$folder" | grep -v fill; exit $code
      """
    return try CommandRunner(executable: "/usr/bin/unshare").run(
      ["-Urm", "/bin/sh", "-c", script, "sh", folder, "\(kibibytes)", "\(isReadOnly)", "\(filledBytes)"]
        + [CommandRunner.skiroute().executable] + arguments,
      environment: ["SKIROUTE_MAP": SharedSample.files().map])
  }
}
