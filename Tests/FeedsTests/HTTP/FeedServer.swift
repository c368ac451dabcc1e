import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiStoreTestSupport
import SkiTestSupport

/// The server of Tests/Fetching/hostile_feeds.py, a process that ends with this one. A shared object; `Sendable`.
final class FeedServer: Sendable {
  /// Its port, and one at which nothing listens.
  let ports: (server: Int, closed: Int)
  private static let startedOnce = Result { try FeedServer() }

  /// The server that all tests share.
  static func shared() throws -> FeedServer { try startedOnce.get() }

  private init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = ScratchFolder()
    let output = folder.path + "/ports"
    let script = root.appendingPathComponent("Fetching/hostile_feeds.py").path
    let process = try ChildProcess(
      "/usr/bin/env", ["python3", "-B", script], environment: ProcessInfo.processInfo.environment,
      streams: ChildProcess.Streams(output: output, error: folder.path + "/errors"))
    for _ in 0..<1200 {
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      if text.hasSuffix("\n"), numbers.count == 2 {
        ports = (numbers[0], numbers[1])
        return
      }
      guard process.poll() == nil else { break }
      usleep(50_000)
    }
    let errors = (try? String(contentsOfFile: folder.path + "/errors", encoding: .utf8)) ?? ""
    throw SkiError(.unavailable, "the server of feeds doesn't start: \(errors)")
  }

  /// The address of a behaviour.
  func address(_ behaviour: String) throws -> FeedAddress {
    try FeedAddress("http://127.0.0.1:\(ports.server)/\(behaviour)")
  }

  /// The address at which nothing listens.
  func closedAddress() throws -> FeedAddress { try FeedAddress("http://127.0.0.1:\(ports.closed)/good") }

  /// Requests a behaviour.
  func get(_ behaviour: String, tag: String? = nil, modified: String? = nil) async throws -> HTTPReply {
    try await CurlClient().get(
      HTTPGet(
        try address(behaviour), accepts: "application/json", entityTag: tag, modified: modified,
        limits: Self.limits(for: behaviour)))
  }

  /// The behaviours that end by the client's limits of time.
  private static let slow: Set = ["silent", "half-head", "slow-head", "slow", "trickle"]

  /// Returns limits of some seconds for behaviours that are too slow, and of half an hour for all others, each of whose
  /// redirects may wait for a thread while all tests run.
  static func limits(for behaviour: String) -> HTTPLimits {
    let seconds: Int64 = slow.contains(behaviour) ? 5 : 1_800
    return HTTPLimits(
      connectMilliseconds: 1000 * seconds, headMilliseconds: 1000 * seconds,
      wholeMilliseconds: 1000 * seconds)
  }

  /// A feed of a behaviour, read at ``morning``.
  func source(
    _ behaviour: String, named name: String = "valley", format: any FeedFormat = StatusFeedFormat(),
    limits: HTTPLimits? = nil, clock: ManualClock = ManualClock()
  ) throws -> HTTPFeed {
    HTTPFeed(
      feed(name), at: try behaviour == "closed-port" ? closedAddress() : address(behaviour), format: format,
      client: try CurlClient(), clock: clock.sharing, limits: limits ?? Self.limits(for: behaviour))
  }
}
