import Foundation
import SkiTestSupport
import Testing

struct CommandRunnerTests {
  let shell = CommandRunner(executable: "/bin/sh")

  @Test func `standard output, standard error and the exit code are returned separately`() throws {
    let outcome = try shell.run(["-c", "echo out; echo err >&2; exit 65"])
    #expect(outcome.text == "out\n" && outcome.errorText == "err\n")
    #expect(outcome.exitCode == 65 && outcome.signal == nil && !outcome.timedOut)
  }

  @Test func `input and environment reach the program, and SKIROUTE_ variables of the tests don't`() throws {
    let outcome = try shell.run(
      ["-c", "cat; echo $WORD; env | grep -c ^SKIROUTE_"], environment: ["WORD": "snow"],
      input: Data("in\n".utf8))
    #expect(outcome.text == "in\nsnow\n0\n")
  }

  @Test func `megabytes on both outputs do not block`() throws {
    let outcome = try shell.run(["-c", "head -c 3000000 /dev/zero; head -c 2000000 /dev/zero >&2"])
    #expect(outcome.standardOutput.count == 3_000_000 && outcome.standardError.count == 2_000_000)
  }

  @Test func `a program that runs past its time limit is terminated, even if it ignores SIGTERM`() throws {
    let outcome = try shell.run(["-c", "exec sleep 20"], limit: .milliseconds(200))
    #expect(outcome.timedOut && outcome.exitCode == nil)
    let stubborn = try shell.run(["-c", "trap '' TERM; while :; do :; done"], limit: .milliseconds(200))
    #expect(stubborn.timedOut && stubborn.signal == SIGKILL)
  }

  @Test func `the peak resident memory of a program is reported`() throws {
    let outcome = try shell.run(["-c", "sleep 0.2"])
    #expect(outcome.peakMemoryBytes > 100_000)
  }

  @Test func `a program ended by a signal has that signal and no exit code`() throws {
    let outcome = try shell.run(["-c", "kill -SEGV $$"])
    #expect(outcome.exitCode == nil && outcome.signal == SIGSEGV && !outcome.timedOut)
  }

  @Test func `the built command is found beside the tests`() throws {
    #expect(try CommandRunner.skiroute().executable.hasSuffix("/skiroute"))
  }

  @Test func `running a program that does not exist is an error`() {
    #expect(throws: (any Error).self) { try CommandRunner(executable: "/nowhere/skiroute").run([]) }
  }
}
