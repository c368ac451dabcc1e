import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiSQLite
import SkiStoreTestSupport
import SkiTestSupport
import Testing

@testable import SkiPeople

/// Feeds that misbehave: one code each, and the last good reading stays.
struct HostileFeedTests {
  /// A behaviour of the server, and the failure it leads to.
  struct Case: Sendable, CustomTestStringConvertible {
    var behaviour: String
    var code: SkiError.Code
    var testDescription: String { behaviour }

    init(_ behaviour: String, _ code: SkiError.Code) { (self.behaviour, self.code) = (behaviour, code) }
  }

  static let cases = [
    // Statuses.
    Case("status404", .notFound), Case("status410", .notFound), Case("status401", .notPermitted),
    Case("challenge", .notPermitted), Case("status403", .notPermitted), Case("status451", .notPermitted),
    Case("status400", .invalidArgument), Case("status418", .invalidArgument), Case("busy", .rateLimited),
    Case("status408", .unavailable), Case("status500", .unavailable), Case("status502", .unavailable),
    Case("down", .unavailable), Case("status504", .unavailable), Case("status204", .malformedData),
    Case("partial", .malformedData), Case("unasked", .malformedData), Case("switching", .malformedData),
    // Redirects.
    Case("loop", .limitExceeded), Case("hop4", .limitExceeded), Case("elsewhere", .notPermitted),
    Case("other-port", .notPermitted), Case("to-file", .notPermitted), Case("to-https", .notPermitted),
    Case("to-user", .notPermitted), Case("nowhere", .malformedData), Case("to-nothing", .malformedData),
    // Connections.
    Case("closed-port", .unavailable), Case("cut", .inputOutput), Case("cut-pieces", .inputOutput),
    Case("reset", .inputOutput), Case("head-end", .inputOutput), Case("head-half", .inputOutput),
    Case("nothing", .inputOutput), Case("bad-pieces", .inputOutput), Case("no-http", .malformedData),
    // Times.
    Case("silent", .timedOut), Case("half-head", .timedOut), Case("slow-head", .timedOut),
    Case("slow", .timedOut),
    Case("trickle", .timedOut),
    // Sizes.
    Case("huge", .limitExceeded), Case("huge-stated", .limitExceeded), Case("unending", .limitExceeded),
    Case("bomb", .limitExceeded), Case("bomb-zlib", .limitExceeded), Case("long-head", .limitExceeded),
    Case("many-fields", .limitExceeded), Case("many", .limitExceeded),
    // Compression.
    Case("bad-gzip", .malformedData), Case("odd-coding", .malformedData), Case("cut-gzip", .malformedData),
    // Content.
    Case("page", .unsupportedFormat), Case("untyped", .unsupportedFormat), Case("table", .unsupportedFormat),
    Case("version", .unsupportedFormat), Case("garbage", .malformedData), Case("empty", .malformedData),
    Case("deep", .malformedData), Case("old", .emptyInput), Case("no-entries", .emptyInput),
  ]

  private let server: FeedServer

  init() throws { server = try FeedServer.shared() }

  @Test(arguments: HostileFeedTests.cases)
  func `a misbehaving feed leads to one code, and to no word of its server or address`(found: Case)
    async throws
  {
    let answer = try await server.source(found.behaviour).fetch(knowing: nil)
    guard case .failure(let error) = answer.content else {
      Issue.record("\(found.behaviour) is taken: \(answer.content)")
      return
    }
    #expect(error.code == found.code, "\(error)")
    #expect(error.subject == "valley")
    for word in [
      "127.0.0.1", "localhost", "\(server.ports.server)", "secret", "http:", found.behaviour + "/",
    ] {
      #expect(!error.description.contains(word), "\(error)")
    }
  }

  @Test(arguments: [
    "good", "gzip", "trailers", "early-hints", "hop3", "limit", "aged", "modified", "bad-entries",
  ])
  func `a feed that keeps the rules is read`(behaviour: String) async throws {
    let answer = try await server.source(behaviour).fetch(knowing: nil)
    guard case .success(.document(let document)) = answer.content else {
      Issue.record("\(behaviour) is refused: \(answer.content)")
      return
    }
    #expect(document.reading.report.features.first?.state == .open)
    #expect(document.reading.problems.count == (behaviour == "bad-entries" ? 5 : 0))
    #expect(answer.hints.maximumAgeSeconds == (behaviour == "aged" ? 300 : nil))
  }

  @Test func `a table is read`() async throws {
    let answer = try await server.source("table", format: TableFeedFormat()).fetch(knowing: nil)
    guard case .success(.document(let document)) = answer.content else {
      Issue.record("the table is refused: \(answer.content)")
      return
    }
    #expect(document.reading.report.features.map(\.state) == [.open, .closed])
  }

  @Test func `wishes to wait come with the failure`() async throws {
    #expect(try await server.source("busy").fetch(knowing: nil).hints.retryAfterSeconds == 120)
    #expect(try await server.source("down").fetch(knowing: nil).hints.retryAfterSeconds == 600)
  }

  @Test func `a bomb takes no more memory than the limit allows`() async {
    // In a process of its own, whose greatest memory is that of the requests alone.
    await #expect(processExitsWith: .success) {
      let server = try FeedServer.shared()
      _ = try await server.source("good").fetch(knowing: nil)
      let before = Self.peakKilobytes()
      for _ in 0..<4 { _ = try await server.source("bomb").fetch(knowing: nil) }
      // A bomb has a gibibyte, the limit of a document is 16 MiB.
      #expect(before > 0 && Self.peakKilobytes() - before < 64 * 1024)
    }
  }

  @Test func `the last good reading stays with its age through every misbehaviour`() async throws {
    let clock = ManualClock()
    let driver = try SQLiteDriver.inMemory()
    let source = try server.source("mood", clock: clock)
    let repository = try await LiftStatusRepository.open(driver, sources: [source], clock: clock.sharing)
    let refresher = FeedRefresher(repository, clock: clock.sharing, seed: 1)
    _ = try await server.get("mood/good")
    _ = await refresher.step(source)
    let good = repository.current
    #expect(good.report.features.map(\.state) == [.open, .closed])
    for (number, behaviour) in ["status500", "cut", "bomb", "page", "old", "garbage", "loop", "head-end"]
      .enumerated()
    {
      _ = try await server.get("mood/\(behaviour)")
      clock.advance(seconds: 10)
      try await repository.record(await source.fetch(knowing: nil), of: source.feed)
      let now = repository.current
      #expect(now.report == good.report, "\(behaviour)")
      #expect(now.feeds[0].ageSeconds(at: clock.sharing.now()) == Double(10 * (number + 1)))
      #expect(now.feeds[0].history.failureCount == number + 1)
      #expect(now.feeds[0].failure != nil)
    }
    _ = try await server.get("mood/closed")
    try await repository.record(await source.fetch(knowing: nil), of: source.feed)
    #expect(repository.current.report.features.map(\.state) == [.closed, .closed])
    #expect(repository.current.feeds[0].failure == nil)
    await driver.close()
  }

  /// The greatest memory of this process so far.
  private static func peakKilobytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
