import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTestSupport
import SkiTripsTestSupport

@testable import SkiClient

/// The built `skiroute-server` on a free port of this machine, with a drawn mountain, a store of its own and the login for
/// development.
final class RunningServer {
  /// The address.
  let address: ServerAddress
  private let folder: ScratchFolder
  private let mountain: DrawnMountain
  private let process: ChildProcess

  /// Starts the server and waits until it listens.
  /// - Throws: `RawCheckError` when it is not built, and `SkiError` when it ends or does not listen within 60 s.
  init() async throws {
    let executable = try CommandRunner.built("skiroute-server").executable
    folder = ScratchFolder()
    let map = folder.path + "/area.skimap"
    mountain = try DrawnMountain()
    try mountain.contents.write(toFile: map)
    let secret = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
    let keys = folder.write(
      Array(
        """
        {"issuer":"https://ski.test","audience":"ski","signing":"a",
        "keys":[{"kid":"a","alg":"HS256","kty":"oct","k":"\(secret)"}]}
        """.utf8), to: "keys.json")
    chmod(keys, 0o600)
    let log = folder.write([], to: "log")
    let child = try ChildProcess(
      executable,
      [
        "--map", map, "--store", "sqlite:\(folder.path)/store.db", "--keys", keys, "--development-login",
        "--port", "0",
        "--health-port", "0", "--rate", "0", "--connections", "4096",
      ], environment: ["PATH": "/usr/bin:/bin"],
      streams: ChildProcess.Streams(output: folder.path + "/out", error: log))
    process = child
    do {
      address = try await Self.address(of: child, log: log)
    } catch {
      child.send(SIGKILL)
      child.wait()
      throw error
    }
  }

  deinit {
    process.send(SIGKILL)
    process.wait()
  }

  /// Reads the log until the server says where it listens.
  private static func address(of process: ChildProcess, log: String) async throws -> ServerAddress {
    for _ in 0..<1200 {
      let text = try String(contentsOfFile: log, encoding: .utf8)
      for line in text.split(separator: "\n") {
        let tree = try? JSONTree.read(Array(line.utf8), doubts: .accepted)
        guard case .string("listening")? = tree?.member("message"),
          case .string(let url)? = tree?.member("url")
        else { continue }
        return try ServerAddress(url)
      }
      guard process.poll() == nil else {
        throw SkiError(.unavailable, "skiroute-server ended; read its log", underlying: text)
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw SkiError(.timedOut, "skiroute-server does not listen after 60 s; read its log")
  }

  /// Returns the services of the server, with a session for each user who logs in.
  func world() -> (world: ServedWorld, sessions: SessionDirectory, client: SkiClient) {
    let server = ServerConnection(to: address)
    let sessions = SessionDirectory(at: server)
    let client = SkiClient(sessions)
    let mountain = mountain
    let world = ServedWorld(
      users: client.users, sessions: ClientSessions(sessions), trips: client.trips, friends: client.friends,
      favourites: client.favourites, events: client.events, chats: client.chats, notices: client.notices,
      days: client.days, challenges: client.challenges,
      recordings: ServedRecordings(
        record: { start, title in SimulatedRecording(mountain, start: start, title: title).gpx },
        settle: { try await Task.sleep(for: .milliseconds(50)) },
        file: { link in try await client.days.file(at: link) }),
      begin: { name in
        let tokens = try await ServerLogin(at: server).logIn(development: name)
        sessions.add(ClientSession(tokens, at: server))
        return tokens
      },
      now: {
        let now = TimeSource.system.now()
        return UniversalTime(secondsSince1970: now.secondsSince1970.rounded(.down))
      })
    return (world, sessions, client)
  }
}
