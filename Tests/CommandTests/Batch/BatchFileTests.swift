import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Input and output of `skiroute batch`: files, pipes and signals.
struct BatchFileTests {
  private static let question = #"{"id":1,"question":"locate","place":"46.0498,-4.9028"}"#

  @Test func `questions of a file are answered in a file, also beside errors`() throws {
    let scratch = ScratchFolder()
    let input = scratch.write("\(Self.question)\n{}\n", to: "q.jsonl")
    let output = scratch.write("before", to: "a.jsonl")
    let outcome = try skiroute("batch", input, "--output", output)
    expectError(outcome, 65, "q.jsonl", "1 of 2 lines has an error")
    let answers = try #require(FileManager.default.contents(atPath: output))
    #expect(try answers == BatchRun([Self.question, "{}"]).outcome.standardOutput)
    #expect(try scratch.names() == ["a.jsonl", "q.jsonl"])
  }

  @Test func `bad arguments, missing files and full disks are errors of the command`() throws {
    let scratch = ScratchFolder()
    let input = scratch.write("\(Self.question)\n", to: "q.jsonl")
    expectError(try skiroute("batch", scratch.path + "/none"), 66, "none")
    expectError(try skiroute("batch", scratch.path), 66, "not a regular file")
    #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
    expectError(try skiroute("batch", scratch.path + "/pipe"), 66, "not a regular file")
    expectError(try skiroute("batch", input, "--workers", "0"), 64, "1...256")
    expectError(try skiroute("batch", input, "--timeout", "-1"), 64, "timeout")
    expectError(try skiroute("batch", input, "--status", scratch.path + "/none"), 66, "none")
    expectError(try skiroute("batch", input, "--map", scratch.path + "/none"), 66, "none")
    expectError(try skiroute("batch", input, "--output", scratch.path + "/none/x"), 73, "none/x")
    expectError(try skiroute("batch", input, "--output", "/dev/full"), 74, "/dev/full")
    expectError(try skiroute(["batch", input], outputTo: "/dev/full"), 74, "standard output")
    #expect(try scratch.names() == ["pipe", "q.jsonl"])
  }

  @Test func `a closed pipe behind standard output ends with exit code 74 and no message`() throws {
    let scratch = ScratchFolder()
    let input = scratch.write("\(Self.question)\n", to: "q.jsonl")
    // The pipe is closed before the command starts, so that there is no race.
    let outcome = try CommandRunner(executable: "/bin/sh").run(
      [
        "-c", "{ sleep 0.3; \"$@\"; echo \"exit $?\" >&2; } | true", "sh",
        CommandRunner.skiroute().executable, "batch", input,
      ], environment: ["SKIROUTE_MAP": SharedSample.files().map])
    #expect(outcome.errorText == "exit 74\n", "\(outcome)")
  }

  @Test(arguments: [false, true])
  func `a line is answered while the next is awaited, and a signal ends the work cleanly`(toFile: Bool) throws
  {
    let scratch = ScratchFolder()
    // The shell holds the pipe open for writing, so that the input has no end.
    let script = """
      cd "$1"; question=$2; shift 2; mkfifo in; exec 3<>in; printf '%s\\n' "$question" >&3
      "$@" <in >out 2>error & child=$!
      until [ -s out ] || ls a.jsonl.part-* >/dev/null 2>&1 || ! kill -0 $child; do sleep 0.01; done
      sleep 0.2; kill -INT $child; wait $child; code=$?; cat out; cat error >&2; exit $code
      """
    let outcome = try CommandRunner(executable: "/bin/sh").run(
      ["-c", script, "sh", scratch.path, Self.question, CommandRunner.skiroute().executable, "batch"]
        + (toFile ? ["--output", "a.jsonl"] : []), environment: ["SKIROUTE_MAP": SharedSample.files().map])
    #expect(outcome.exitCode == 130 && outcome.errorText.contains("stopped by a signal"), "\(outcome)")
    #expect(outcome.text.split(separator: "\n").count == (toFile ? 0 : 1), "\(outcome)")
    #expect(try scratch.names() == ["error", "in", "out"])
  }
}
