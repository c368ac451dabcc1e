import Foundation
import SkiBase
import SkiPeople

/// A PostgreSQL server of its own, in a temporary folder on a free port of the loopback interface.
///
/// It never touches the clusters of the system, and ends with the process that started it. A shared object; `Sendable`.
package final class PostgresServer: Sendable {
  /// True if tests must fail, not be skipped, where PostgreSQL is missing: `SKIROUTE_STORES=1`.
  package static let isRequired = ProcessInfo.processInfo.environment["SKIROUTE_STORES"] == "1"
  /// The folder of PostgreSQL's programs; nil where it is not installed.
  private static let programs = findPrograms()

  /// True if tests against PostgreSQL run; if it is not installed and not required, a line says that they are skipped.
  package static let isUsable: Bool = {
    if isRequired || programs != nil { return true }
    print("PostgreSQL is not installed: its tests are skipped; Tools/setup --stores installs it")
    return false
  }()

  private static let sharedTask = Task { try await PostgresServer.start() }

  private let folder: URL
  private let port: UInt16
  private let running: Locked<PostgresProcess?>
  private let databaseCount = Locked(0)

  private init(_ folder: URL, _ port: UInt16, _ process: PostgresProcess) {
    self.folder = folder
    self.port = port
    running = Locked(process)
  }

  /// The server that all tests of this process share; each uses databases of its own.
  package static func shared() async throws -> PostgresServer { try await sharedTask.value }

  /// Starts another server, for a test that stops it.
  package static func start() async throws -> PostgresServer {
    guard let programs else {
      throw SkiError(.missingInput, "PostgreSQL's initdb is missing; install it by Tools/setup --stores")
    }
    return try await BlockingWork.run {
      let folder = try PostgresProcess.makeFolder(programs)
      let port = try PostgresProcess.freePort()
      return PostgresServer(folder, port, try PostgresProcess(programs, folder, port))
    }
  }

  /// The tests that use the shared server at the same time.
  private static let places = TestPlaces(16)

  /// Calls a body with the address of an empty database of the shared server, when few others use it.
  package static func withDatabase<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    await places.take()
    let result: Result<Value, any Error>
    do {
      result = .success(try await body(try await shared().makeDatabase()))
    } catch {
      result = .failure(error)
    }
    await places.giveBack()
    return try result.get()
  }

  /// Creates an empty database and returns its address.
  package func makeDatabase() async throws -> String {
    let number = databaseCount.withLock { count in
      count += 1
      return count
    }
    let name = "store\(number)"
    let arguments = ["-h", folder.path, "-p", "\(port)", "-U", "postgres", name]
    try await BlockingWork.run {
      try PostgresProcess.run(Self.programs?.appendingPathComponent("createdb").path ?? "createdb", arguments)
    }
    return "postgresql://postgres@127.0.0.1:\(port)/\(name)"
  }

  /// Ends the server at once, as a crash would; its databases stay.
  package func crash() async throws {
    try await BlockingWork.run { [self] in
      running.withLock { process in
        process?.crash()
        process = nil
      }
    }
  }

  /// Starts the server again after ``crash()``.
  package func restart() async throws {
    guard let programs = Self.programs else { return }
    try await BlockingWork.run { [self] in
      let process = try PostgresProcess(programs, folder, port)
      running.withLock { $0 = process }
    }
  }

  /// Ends the server and removes its folder.
  package func stop() async throws {
    try await BlockingWork.run { [self] in
      running.withLock { process in
        process?.stop()
        process = nil
      }
      try? FileManager.default.removeItem(at: folder)
    }
  }

  private static func findPrograms() -> URL? {
    let folders = FileManager.default
    let versions = URL(fileURLWithPath: "/usr/lib/postgresql")
    let numbers = ((try? folders.contentsOfDirectory(atPath: versions.path)) ?? []).compactMap { Int($0) }
    return numbers.sorted(by: >).lazy
      .map { versions.appendingPathComponent("\($0)/bin") }
      .first { folders.isExecutableFile(atPath: $0.appendingPathComponent("initdb").path) }
  }
}
