import Foundation
import SkiBase
import SkiSystem
import SkiTestSupport

/// A process of the server and the shell that ends it when the test process ends.
///
/// `@unchecked Sendable`: its owner accesses it within a lock.
final class PostgresProcess: @unchecked Sendable {
  /// Ends the server when the pipe to its input is closed, whatever way this process ends. The folder is removed then, unless it
  /// holds a file `keep`.
  private static let script = """
    folder=$1; shift
    "$@" & server=$!
    cat >/dev/null
    kill -INT $server 2>/dev/null
    wait $server
    [ -e "$folder/keep" ] || rm -rf "$folder"
    """

  private let shell: ChildProcess
  private let input: NamedPipe
  private let folder: URL

  /// Starts the server and waits until it accepts connections.
  init(_ programs: URL, _ folder: URL, _ port: UInt16) throws {
    self.folder = folder
    try? FileManager.default.removeItem(at: folder.appendingPathComponent("keep"))
    let log = folder.appendingPathComponent("log").path
    let settings = [
      "listen_addresses=127.0.0.1", "port=\(port)", "unix_socket_directories=\(folder.path)", "fsync=off",
      "shared_buffers=32MB", "max_connections=2000", "autovacuum=off", "deadlock_timeout=50ms",
    ]
    let arguments =
      ["-c", Self.script, "sh", folder.path] + Self.asServerUser
      + [programs.appendingPathComponent("postgres").path, "-D", folder.appendingPathComponent("data").path]
      + settings.flatMap { ["-c", $0] }
    input = try NamedPipe(at: folder.appendingPathComponent("input").path)
    shell = try ChildProcess(
      "/bin/sh", arguments, environment: ProcessInfo.processInfo.environment,
      streams: .init(input: input.path, error: log))
    let ready = programs.appendingPathComponent("pg_isready").path
    for _ in 0..<600 {
      if (try? Self.run(ready, ["-q", "-h", "127.0.0.1", "-p", "\(port)"])) != nil { return }
      guard shell.poll() == nil else { break }
      usleep(50_000)
    }
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    stop()
    throw SkiError(
      .unavailable, "the private PostgreSQL server doesn't start; read its log", underlying: text)
  }

  /// Ends the server orderly; the shell removes the folder.
  func stop() {
    input.close()
    shell.wait()
  }

  /// Ends the server at once; the folder stays.
  func crash() {
    _ = FileManager.default.createFile(atPath: folder.appendingPathComponent("keep").path, contents: nil)
    let file = folder.appendingPathComponent("data/postmaster.pid")
    let first = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").first
    if let first, let number = pid_t(first) { kill(number, SIGQUIT) }
    stop()
  }

  /// Makes a folder with an empty cluster, owned by the user of the server.
  static func makeFolder(_ programs: URL) throws -> URL {
    // The path of a socket has at most 107 bytes, so not the temporary folder, which may be deep.
    var template = Array("/tmp/skiroute-pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SkiError(.unwritableOutput, "/tmp can't be written; make it writable")
    }
    let folder = URL(
      fileURLWithPath: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    if geteuid() == 0, let user = getpwnam("postgres") {
      chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    let arguments = [
      programs.appendingPathComponent("initdb").path, "-D", folder.appendingPathComponent("data").path, "-U",
      "postgres",
      "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync",
    ]
    let whole = asServerUser + arguments
    try run(whole[0], Array(whole.dropFirst()))
    return folder
  }

  /// A port that was free a moment ago.
  static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) | getsockname(descriptor, address, &length)
      }
    }
    guard code == 0 else { throw SkiError(.unavailable, "no port of the loopback interface is free") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Runs a program to its end.
  /// - Throws: `SkiError` with code `.unavailable` and the program's output if it fails.
  static func run(_ program: String, _ arguments: [String]) throws {
    let outcome = try CommandRunner(executable: program).run(arguments)
    guard outcome.exitCode == 0 else {
      throw SkiError(.unavailable, "\(program) failed", underlying: outcome.description)
    }
  }

  /// The command that runs another as the user of the server: the server refuses to run as root.
  private static var asServerUser: [String] {
    geteuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : ["/usr/bin/env"]
  }
}
