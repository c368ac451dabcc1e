import ArgumentParser
import CAllocator
import Foundation
import Logging
import ServiceLifecycle
import SkiAnswers
import SkiBase
import SkiServer
import SkiSystem
import UnixSignals

/// The process of a server: its limits and signals.
enum ServerProcess {
  /// The seconds from the signal to stop until the process ends in any case.
  private static let stopSeconds = 9.5

  /// Turns signals of failed writes into errors, to a client that left and to a file that may not grow, and keeps what the process
  /// holds and writes from others on the machine.
  private static func prepare() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    keepSecrets()
  }

  /// Prepares the process and does its work; an error is written to standard error, and ends the process with its exit code.
  ///
  /// As many open files are allowed as the system lets the process have.
  /// - Parameter work: Takes the greatest number of open files, and that of those which are open.
  static func exiting(_ work: ((limit: Int, open: Int)) async throws -> Void) async throws {
    prepare()
    let descriptors = DescriptorBudget.raiseLimit()
    do {
      try await work(descriptors)
    } catch let error as SkiError {
      FileHandle.standardError.write(Data("skiroute-server: error: \(error)\n".utf8))
      throw ExitCode(ExitStatus(error.code).rawValue)
    }
  }

  /// Lets no image of the memory be written or read by others, and no file be created for others than the owner.
  ///
  /// **Source:** core(5), setrlimit(2), prctl(2), `PR_SET_DUMPABLE`.
  private static func keepSecrets() {
    umask(0o077)
    ResourceLimit.coreDump.set(rlimit(rlim_cur: 0, rlim_max: 0))
    // A handler of images that the system runs gets them in spite of the limit.
    #if os(Linux)
      setDumpable(0)
    #endif
  }

  /// Returns whether a host is reached from this machine alone.
  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || (host.hasPrefix("127.") && host.split(separator: ".").count == 4)
  }

  private struct Served: Service {
    let server: SkiServer
    func run() async throws { try await server.run() }
  }

  /// Runs a server until a signal to stop.
  static func run(_ server: SkiServer, core: ServerCore, authenticator: TokenAuthenticator?) async throws {
    var configuration = ServiceGroupConfiguration(
      services: [
        .init(service: Served(server: server), successTerminationBehavior: .gracefullyShutdownGroup)
      ],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "lifecycle", factory: { _ in SwiftLogNoOpLogHandler() }))
    configuration.maximumGracefulShutdownDuration = .seconds(8)
    let group = ServiceGroup(configuration: configuration)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { await watchSignals(core, authenticator) }
      tasks.addTask { await watchKeys(core, authenticator) }
      do { try await group.run() } catch is CancellationError {}
      tasks.cancelAll()
    }
  }

  /// Looks at all files on SIGHUP; ends the process in time after SIGTERM and SIGINT.
  private static func watchSignals(_ core: ServerCore, _ authenticator: TokenAuthenticator?) async {
    for await signal in await UnixSignalsSequence(trapping: .sighup, .sigterm, .sigint) {
      if signal == .sighup {
        await core.lookAtFiles(isForced: true)
      } else {
        core.log.notice("stopping")
        DispatchQueue.global().asyncAfter(deadline: .now() + stopSeconds) { exit(0) }
      }
    }
  }

  /// Reads the keys again each second when their file has changed.
  private static func watchKeys(_ core: ServerCore, _ authenticator: TokenAuthenticator?) async {
    guard let authenticator else { return }
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      do {
        if try await authenticator.refresh() { core.log.notice("other keys hold") }
      } catch {
        core.log.error(
          "the file of keys can't be used; the keys before are kept", metadata: ["error": "\(error)"])
      }
    }
  }
}
