package import SkiSystem

/// A child process whose standard streams are files.
///
/// It is started by `posix_spawn` directly: `Process.run` of Foundation (Swift 6.3, Linux) ends the tests with memory
/// errors now and then while other threads work. Belongs to one thread.
package final class ChildProcess {
  /// The end of a process.
  package enum End: Hashable, Sendable {
    /// The process exited with a code.
    case exit(Int32)
    /// A signal ended the process.
    case signal(Int32)

    /// Indicates whether a signal ended the process.
    package var isSignal: Bool { if case .signal = self { true } else { false } }
  }

  /// The files of the standard streams.
  package struct Streams: Sendable {
    package var input: String
    package var output: String
    package var error: String

    /// Creates streams; output files are truncated.
    package init(input: String = "/dev/null", output: String = "/dev/null", error: String = "/dev/null") {
      (self.input, self.output, self.error) = (input, output, error)
    }
  }

  /// The identifier, valid until ``poll()`` or ``wait()`` returns the end.
  package let identifier: pid_t
  private var end: End?

  /// Starts a program.
  /// - Parameters:
  ///   - executable: The path of the program, from this process's folder if relative; no search path applies.
  ///   - arguments: The arguments, without the program's name.
  ///   - environment: The complete environment.
  ///   - folder: The working folder; nil for this process's.
  ///   - streams: The files of the standard streams; all other descriptors are closed.
  /// - Throws: `RawCheckError` when the program can't be started.
  package init(
    _ executable: String, _ arguments: [String], environment: [String: String], folder: String? = nil,
    streams: Streams = Streams()
  ) throws {
    var code: Int32 = 0
    var started: pid_t = 0
    let program = executable.hasPrefix("/") ? executable : "\(Self.currentFolder())/\(executable)"
    // A copy of an executable is busy while a child of another test still has the copy open for writing.
    for _ in 0..<100 {
      code = Self.spawn(&started, program, arguments, environment, folder, streams)
      guard code == ETXTBSY else { break }
      usleep(20_000)
    }
    guard code == 0 else {
      throw RawCheckError("\(executable) can't be started: \(String(cString: strerror(code)))")
    }
    identifier = started
  }

  /// Returns the end of the process; nil while it runs.
  package func poll() -> End? { end(WNOHANG) }

  /// Waits for the end of the process, and returns it.
  @discardableResult
  package func wait() -> End {
    while true {
      if let end = end(0) { return end }
    }
  }

  /// Sends a signal, unless the process has ended.
  package func send(_ signal: Int32) {
    if end == nil { kill(identifier, signal) }
  }

  private func end(_ options: Int32) -> End? {
    if let end { return end }
    var status: Int32 = 0
    guard waitpid(identifier, &status, options) == identifier else { return nil }
    let signal = status & 0x7F
    end = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    return end
  }

  private static func spawn(
    _ identifier: inout pid_t, _ executable: String, _ arguments: [String], _ environment: [String: String],
    _ folder: String?, _ streams: Streams
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, streams.output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, streams.error, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    // Closing a descriptor that is not open is not an error; no test has more open than these.
    for descriptor in 3..<Int32(1024) { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // posix_spawn can't change the folder portably; env replaces itself with the program.
    let command = folder.map { ["/usr/bin/env", "-C", $0, executable] } ?? [executable]
    let words = CStrings(command + arguments)
    let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
    defer {
      words.free()
      variables.free()
    }
    return posix_spawn(&identifier, command[0], &actions, &attributes, words.pointers, variables.pointers)
  }

  private static func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// A null-terminated array of C strings.
  private struct CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

    func free() {
      for pointer in pointers { SkiSystem.free(pointer) }
    }
  }
}
