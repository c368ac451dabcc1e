package import Foundation
import SkiGeo

/// Runs the built `skiroute` (or another program) and returns all it said: for tests of the command as a whole.
///
/// Output goes to files, not pipes, so that no amount of it can block the program. A value; `Sendable`.
package struct CommandRunner: Sendable {
  /// What a program did.
  package struct Outcome: Sendable, CustomStringConvertible {
    /// The exit code; nil when a signal ended it or it outlived its time.
    package var exitCode: Int32?
    /// The signal that ended it, nil when it ended by itself.
    package var signal: Int32?
    /// Whether it was stopped because it outlived its time.
    package var timedOut: Bool
    package var standardOutput: Data
    package var standardError: Data
    /// From start to end, to about 2 ms.
    package var elapsed: Duration
    /// The most memory it had resident, bytes, as last seen while it ran (every 2 ms); 0 when it was never seen.
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

  /// Takes a program by its path.
  package init(executable: String) { self.executable = executable }

  /// The built `skiroute`: beside the running test bundle, or what `SKIROUTE_COMMAND` names.
  ///
  /// - Throws: `RawCheckError` when it isn't there.
  package static func skiroute() throws -> CommandRunner {
    if let named = ProcessInfo.processInfo.environment["SKIROUTE_COMMAND"] {
      return CommandRunner(executable: named)
    }
    return try built("skiroute")
  }

  /// A program of this package, built beside the running test bundle.
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
  ///   - environment: Added to, and winning over, what is inherited.
  ///   - input: What the program reads from standard input; nothing by default.
  ///   - folder: The working folder; this process's by default.
  ///   - limit: After this the program is ended by a signal.
  /// - Throws: Foundation's errors when the program can't be started or the scratch files can't be used.
  package func run(
    _ arguments: [String], environment: [String: String] = [:], input: Data = Data(),
    in folder: String? = nil,
    limit: Duration = .seconds(60)
  ) throws -> Outcome {
    let scratch = ScratchFolder()
    scratch.write(input, to: "in")
    scratch.write([], to: "out")
    scratch.write([], to: "error")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = Self.inherited().merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = try FileHandle(forReadingFrom: Self.url(scratch, "in"))
    process.standardOutput = try FileHandle(forWritingTo: Self.url(scratch, "out"))
    process.standardError = try FileHandle(forWritingTo: Self.url(scratch, "error"))
    let clock = ContinuousClock()
    let start = clock.now
    try Self.start(process)
    var peak = 0
    let timedOut = Self.wait(for: process, until: start + limit, clock, peak: &peak)
    let elapsed = clock.now - start
    let exited = process.terminationReason == .exit && !timedOut
    return Outcome(
      exitCode: exited ? process.terminationStatus : nil, signal: exited ? nil : process.terminationStatus,
      timedOut: timedOut, standardOutput: try Data(contentsOf: Self.url(scratch, "out")),
      standardError: try Data(contentsOf: Self.url(scratch, "error")), elapsed: elapsed,
      peakMemoryBytes: peak)
  }

  private static func url(_ scratch: ScratchFolder, _ name: String) -> URL {
    URL(fileURLWithPath: scratch.path).appendingPathComponent(name)
  }

  private static func inherited() -> [String: String] {
    ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("SKIROUTE_") && !["NO_COLOR", "TERM"].contains($0.key)
    }
  }

  /// Held while a process is started: Foundation's `Process.run` has crashed where several tests called it at once.
  private static let starting = Locked(())

  /// Starts a process; a copy of an executable is busy while another test's child still holds the copy open.
  private static func start(_ process: Process) throws {
    for _ in 0..<100 {
      do {
        return try starting.withLock { _ in try process.run() }
      } catch let error as NSError where Self.isBusy(error) {
        usleep(20_000)
      }
    }
    try process.run()
  }

  private static func isBusy(_ error: NSError) -> Bool {
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain && cause.code == Int(ETXTBSY)
  }

  /// Waits for the end; past the limit asks the program to stop, then forces it. Returns whether it had to.
  private static func wait(
    for process: Process, until limit: ContinuousClock.Instant, _ clock: ContinuousClock, peak: inout Int
  ) -> Bool {
    while process.isRunning, clock.now < limit {
      peak = max(peak, peakMemoryBytes(of: process.processIdentifier))
      usleep(2000)
    }
    guard process.isRunning else { return false }
    process.terminate()
    let patience = clock.now + .seconds(1)
    while process.isRunning, clock.now < patience { usleep(1000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return true
  }

  /// The line VmHWM of a running process's status; 0 when there is none.
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
