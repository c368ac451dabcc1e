package import Foundation
import SkiBase

/// Runs the built `skiroute` (or another program) and returns its output, for tests of the whole command.
///
/// Output goes to files, not pipes, so that no amount of it can block the program. A value; `Sendable`.
package struct CommandRunner: Sendable {
  /// The result of a program.
  package struct Outcome: Sendable, CustomStringConvertible {
    /// The exit code; nil when a signal ended it or it ran past its time limit.
    package var exitCode: Int32?
    /// The signal that ended it, nil when it ended by itself.
    package var signal: Int32?
    /// Indicates whether it was stopped because it ran past its time limit.
    package var timedOut: Bool
    package var standardOutput: Data
    package var standardError: Data
    /// The time from start to end, to about 2 ms.
    package var elapsed: Duration
    /// The peak resident memory in bytes, as last sampled while it ran (every 2 ms); 0 without a sample.
    package var peakMemoryBytes: Int

    /// Standard output as text; invalid UTF-8 is repaired.
    package var text: String { String(decoding: standardOutput, as: UTF8.self) }
    /// Standard error as text; invalid UTF-8 is repaired.
    package var errorText: String { String(decoding: standardError, as: UTF8.self) }
    /// Everything on a few lines, for the message of a failed test.
    package var description: String {
      "exit \(exitCode.map(String.init) ?? "none") signal \(signal.map(String.init) ?? "none")"
        + (timedOut ? " (out of time)" : "")
        + "\nstdout: \(text.prefix(2000))\nstderr: \(errorText.prefix(2000))"
    }
  }

  /// The program's path.
  package let executable: String

  /// Creates a runner of the program at a path.
  package init(executable: String) { self.executable = executable }

  /// Returns the built `skiroute` beside the running test bundle, or the program `SKIROUTE_COMMAND` names.
  ///
  /// - Throws: `RawCheckError` when it isn't there.
  package static func skiroute() throws -> CommandRunner {
    if let named = ProcessInfo.processInfo.environment["SKIROUTE_COMMAND"] {
      return CommandRunner(executable: named)
    }
    return try built("skiroute")
  }

  /// Returns a program of this package, built beside the running test bundle.
  ///
  /// - Throws: `RawCheckError` when it isn't there.
  package static func built(_ name: String) throws -> CommandRunner {
    let tests = ["/proc/self/exe", CommandLine.arguments.first ?? "", Bundle.main.bundlePath]
    let beside = tests.map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(
        name
      )
      .path
    }
    guard let path = beside.first(where: FileManager.default.isExecutableFile) else {
      throw RawCheckError("no \(name) at \(beside.joined(separator: ", ")): build it first")
    }
    return CommandRunner(executable: path)
  }

  /// Runs the program to its end.
  ///
  /// The environment is this process's without `SKIROUTE_*`, `NO_COLOR` and `TERM`, and `environment` on top.
  /// - Parameters:
  ///   - arguments: Passed as they are, without a shell.
  ///   - environment: Added to the inherited variables, and taking precedence over them.
  ///   - input: The contents of standard input; empty by default.
  ///   - folder: The working folder; this process's by default.
  ///   - limit: After this the program is ended by a signal.
  /// - Throws: `RawCheckError` when the program can't be started, or an error of Foundation about the scratch files.
  package func run(
    _ arguments: [String], environment: [String: String] = [:], input: Data = Data(),
    in folder: String? = nil,
    limit: Duration = .seconds(60)
  ) throws -> Outcome {
    let scratch = ScratchFolder()
    scratch.write(input, to: "in")
    scratch.write([], to: "out")
    scratch.write([], to: "error")
    let files = ["in", "out", "error"].map { "\(scratch.path)/\($0)" }
    let clock = ContinuousClock()
    let start = clock.now
    let process = try ChildProcess(
      executable, arguments, environment: Self.inherited().merging(environment) { $1 }, folder: folder,
      streams: ChildProcess.Streams(input: files[0], output: files[1], error: files[2]))
    var peak = 0
    let timedOut = Self.wait(for: process, until: start + limit, clock, peak: &peak)
    let elapsed = clock.now - start
    var (exitCode, signal): (Int32?, Int32?) = (nil, nil)
    switch process.wait() {
    case .exit(let code): if timedOut { signal = code } else { exitCode = code }
    case .signal(let number): signal = number
    }
    return Outcome(
      exitCode: exitCode, signal: signal, timedOut: timedOut,
      standardOutput: try Data(contentsOf: URL(fileURLWithPath: files[1])),
      standardError: try Data(contentsOf: URL(fileURLWithPath: files[2])), elapsed: elapsed,
      peakMemoryBytes: peak)
  }

  private static func inherited() -> [String: String] {
    ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("SKIROUTE_") && !["NO_COLOR", "TERM"].contains($0.key)
    }
  }

  /// Waits for the end of a process; past the limit terminates, then kills it. Returns whether the limit was passed.
  private static func wait(
    for process: ChildProcess, until limit: ContinuousClock.Instant, _ clock: ContinuousClock, peak: inout Int
  ) -> Bool {
    while clock.now < limit {
      if process.poll() != nil { return false }
      if runsItsOwnProgram(process.identifier) {
        peak = max(peak, peakMemoryBytes(of: process.identifier))
      }
      usleep(2000)
    }
    process.send(SIGTERM)
    let patience = clock.now + .seconds(1)
    while process.poll() == nil, clock.now < patience { usleep(1000) }
    if process.poll() == nil { process.send(SIGKILL) }
    process.wait()
    return true
  }

  /// Returns whether the process has replaced this one's program by its own.
  ///
  /// Until then it shares this process's memory, and its status states this process's peak.
  private static func runsItsOwnProgram(_ process: Int32) -> Bool {
    var (theirs, ours) = (stat(), stat())
    guard stat("/proc/\(process)/exe", &theirs) == 0, stat("/proc/self/exe", &ours) == 0 else { return false }
    return (theirs.st_dev, theirs.st_ino) != (ours.st_dev, ours.st_ino)
  }

  /// Returns the line VmHWM of a running process's status; 0 when there is none.
  private static func peakMemoryBytes(of process: Int32) -> Int {
    guard let stream = fopen("/proc/\(process)/status", "r") else { return 0 }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), stream) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split
      {
        $0.isWhitespace
      }
      if words.first == "VmHWM:", words.count > 1, let kilobytes = Int(words[1]) { return kilobytes << 10 }
    }
    return 0
  }
}
