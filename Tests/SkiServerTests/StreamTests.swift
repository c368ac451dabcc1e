import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SkiBase
import SkiGraph
import SkiTracks
import Testing

@testable import SkiAPI
@testable import SkiPeople
@testable import SkiServer

/// The messages of chats on the stream of events.
@Suite struct StreamTests {
  private static let farAway = UniversalTime(secondsSince1970: 4_000_000_000)

  private func message(_ position: Int64, _ text: String?) throws -> ChatMessage {
    ChatMessage(
      position: position, author: try text.map { _ in try UserID("anna") }, id: nil,
      content: text.map { .text($0) }, sent: UniversalTime(secondsSince1970: 1_700_000_000))
  }

  /// Records a failure unless work throws a `SkiError` of a code.
  private func expectError(
    _ code: SkiError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> Void
  ) async {
    do {
      try await work()
      Issue.record("no error is thrown, expected \(code)", sourceLocation: sourceLocation)
    } catch {
      #expect((error as? SkiError)?.code == code, "\(error)", sourceLocation: sourceLocation)
    }
  }

  @Test func `the chats of a stream are all, or those with positions`() async throws {
    #expect(try ChatPositionsQuery.read("all").isEmpty)
    #expect(
      try ChatPositionsQuery.read("a:5,b:c:0") == [ChatID("a"): ChatMark(5), ChatID("b:c"): ChatMark(0)])
    #expect(
      try ChatPositionsQuery.read("b:c:7@1700000000250")
        == [ChatID("b:c"): ChatMark(7, sent: UniversalTime(milliseconds: 1_700_000_000_250))])
    for text in [
      "", "a:5@", "a:5@x", "a:5@-1", "a:@7", "a", "a:", ":5", "a:-1", "a:5,", "a:5,a:6", "a:x", "all,a:5",
    ] {
      await expectError(.invalidArgument) { _ = try ChatPositionsQuery.read(text) }
    }
    let most = (1...ChatPositionsQuery.limit).map { "c\($0):1" }.joined(separator: ",")
    #expect(try ChatPositionsQuery.read(most).count == ChatPositionsQuery.limit)
    await expectError(.limitExceeded) { _ = try ChatPositionsQuery.read(most + ",c0:1") }
  }

  @Test func `a message is encoded once for all who see the same`() throws {
    let (messages, chat, other) = (MessageDocument(), try ChatID("week"), try ChatID("day"))
    let (text, gap) = (try message(7, "Bus\nat 8"), try message(7, nil))
    let bus = ChatUpdate.message(chat, text)
    let first = messages.bytes(of: bus)
    for _ in 0..<10 { #expect(messages.bytes(of: bus) == first) }
    #expect(messages.encodedCount == 1)
    #expect(!first.contains(UInt8(ascii: "\n")))
    let expected =
      #"{"chat":"week","message":{"position":7,"author":"anna","kind":"text","body":"Bus\nat 8","#
      + #""sent":"2023-11-14T22:13:20Z"}}"#
    let document = try JSONTree.read(first, doubts: .refused).withoutNulls
    try #expect(document == JSONTree.read(Array(expected.utf8), doubts: .refused))
    let gapText = String(decoding: messages.bytes(of: .message(chat, gap)), as: UTF8.self)
    #expect(!gapText.contains("Bus") && !gapText.contains("anna"))
    #expect(messages.bytes(of: .message(other, text)) != first)
    #expect(messages.encodedCount == 3)
  }

  @Test func `the news of a chat are few messages at once, then the deleted positions`() throws {
    let chat = try ChatID("week")
    let delivery = ChatDelivery(
      chat: chat, messages: try (1...35).map { try message($0, "\($0)") }, deleted: [3, 9])
    var news: [ChatUpdate] = []
    for event in StreamEvent.events(of: delivery) {
      guard case .chats(let part) = event else {
        Issue.record("another event: \(event)")
        continue
      }
      #expect((1...StreamEvent.chatCount).contains(part.count))
      news += part
    }
    #expect(news == delivery.news)
    #expect(news.count == 37 && news.last == .deletion(chat, position: 9))
    #expect(StreamEvent.events(of: ChatDelivery(chat: chat, messages: [], deleted: [])).isEmpty)
  }

  /// Returns a batch with the positions of some people.
  private func batch(of count: Int, isSnapshot: Bool, deadlineMilliseconds: Int64) throws -> LocationBatch {
    let observed = UniversalTime(secondsSince1970: 1_700_000_000)
    let changes = try (0..<count).map { number in
      LocationChange.present(
        SharedLocation(
          user: try UserID("user-\(number)"),
          detail: .exact(
            ExactLocation(
              coordinate: Coordinate(latitude: 46, longitude: 7), place: nil, state: .onRun,
              speedMetresPerSecond: 8)),
          observedAt: observed, expiresAt: observed.advanced(bySeconds: 300), freshness: .live))
    }
    return LocationBatch(
      changes: changes + [.gone(try UserID("left"))], isSnapshot: isSnapshot,
      cursor: LocationCursor(trip: try TripID("week"), number: 7),
      deadlineMilliseconds: deadlineMilliseconds)
  }

  private func encoder(_ people: PersonDocument) -> StreamEncoder {
    StreamEncoder(people: people, messages: MessageDocument(), served: { fatalError("no map is served") })
  }

  /// Returns the delivery of a stream of chats.
  private func delivery(
    _ core: ServerCore, of chats: ChatStream?, until expiry: UniversalTime = farAway,
    signal: WakeSignal = WakeSignal(), isAbandoned: @escaping @Sendable () -> Bool = { false }
  ) -> StreamDelivery {
    StreamDelivery(
      people: nil, chats: chats,
      encoder: StreamEncoder(
        people: PersonDocument(), messages: core.messages, served: { core.keeper.served }),
      news: core.news, expiry: expiry, isEnded: { false }, isAbandoned: isAbandoned, signal: signal)
  }

  @Test(arguments: [0, 1, 13, 300])
  func `a batch is written in small pieces that contain each person once`(count: Int) throws {
    let batch = try batch(of: count, isSnapshot: true, deadlineMilliseconds: .max)
    var pieces = encoder(PersonDocument()).pieces(of: .people(batch))
    var text = ""
    while let piece = try pieces.next() {
      #expect(piece.capacity <= 2048)
      text += String(buffer: piece)
    }
    let events = text.split(separator: "\n\n", omittingEmptySubsequences: true)
    #expect(events.first == "event: snapshot\ndata: {}")
    #expect(events.last == "id: 7.week\nevent: cursor\ndata: {}")
    #expect(
      events.dropFirst().dropLast().allSatisfy {
        $0.hasPrefix("event: person") || $0.hasPrefix("event: gone")
      })
    let users = events.compactMap { event in
      event.range(of: #""user":""#).map { event[$0.upperBound...].prefix { $0 != "\"" } }
    }
    #expect(users.map(String.init) == (0..<count).map { "user-\($0)" } + ["left"])
  }

  @Test func `nothing of a batch is written after its deadline`() throws {
    let batch = try batch(of: 100, isSnapshot: false, deadlineMilliseconds: 0)
    var pieces = encoder(PersonDocument()).pieces(of: .people(batch))
    #expect(throws: SkiError.self) { _ = try pieces.next() }
  }

  @Test func `messages after a known position and deletions are written as they come`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let (chats, core) = (server.services.chats, server.core)
      let chat = try await chats.open(trip, as: anna).id
      for text in ["one", "two"] {
        try await chats.send(.text(text), id: MessageID(text), to: chat, as: anna)
      }
      let received = Locked<[UInt8]>([])
      let collector = EventCollector(received: received, count: 2) { count in
        if count == 1 { try await chats.delete(2, of: chat, as: anna) }
      }
      var writer: any ResponseBodyWriter = collector
      await delivery(core, of: try await chats.live(after: [chat: 1], as: ben)).run(to: &writer)
      let lines = String(decoding: received.withLock { $0 }, as: UTF8.self).split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("event: ") } == ["event: message", "event: deleted"])
      let documents = try lines.filter { $0.hasPrefix("data: ") }.map { line in
        try JSONTree.read(Array(line.dropFirst(6).utf8), doubts: .refused).withoutNulls
      }
      let expected = try [
        #"{"chat":"\#(chat)","message":{"position":2,"author":"\#(anna)","role":"host","kind":"text","body":"two","#
          + #""sent":"2023-11-14T22:13:20Z"}}"#, #"{"chat":"\#(chat)","position":2}"#,
      ].map { try JSONTree.read(Array($0.utf8), doubts: .refused) }
      #expect(documents == expected)
    }
  }

  @Test func `nothing is written after the token has expired`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let trip = try await server.trip(host: anna)
      let (chats, core) = (server.services.chats, server.core)
      let chat = try await chats.open(trip, as: anna).id
      try await chats.send(.text("one"), id: MessageID("one"), to: chat, as: anna)
      let received = Locked<[UInt8]>([])
      var writer: any ResponseBodyWriter = EventCollector(received: received, count: 1) { _ in }
      await delivery(
        core, of: try await chats.live(after: [chat: 0], as: anna),
        until: UniversalTime(secondsSince1970: 1_700_000_000)
      ).run(to: &writer)
      #expect(received.withLock { $0 }.isEmpty)
    }
  }

  @Test(arguments: ["client", "task", "server"])
  func `an idle stream ends with its client, its task and the server`(cause: String) async throws {
    try await TripsFixture.with { server in
      let core = server.core
      let (signal, isGone, received) = (WakeSignal(), Locked(false), Locked<[UInt8]>([]))
      let delivery = delivery(core, of: nil, signal: signal) { isGone.withLock { $0 } }
      let task = Task {
        var writer: any ResponseBodyWriter = EventCollector(received: received, count: .max) { _ in }
        await delivery.run(to: &writer)
      }
      for _ in 0..<ServerUpdates.heartbeatSeconds { core.news.noteSecond() }
      while received.withLock({ $0.isEmpty }) {
        core.news.noteSecond()
        await Task.yield()
      }
      switch cause {
      case "client":
        isGone.withLock { $0 = true }
        signal.raise()
      case "task": task.cancel()
      default: core.news.close()
      }
      await task.value
      #expect(String(decoding: received.withLock { $0 }, as: UTF8.self).allSatisfy { ":\n".contains($0) })
    }
  }

  @Test func `a stream of chats needs trip services and a text that can be read`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let keeper = server.core.keeper
      let sharing = ServerCore.SharingParts(
        environment: SkiEnvironment(
          map: keeper.served.map.map,
          storage: try await SharingStorage.sql(server.store.environment.driver),
          membership: server.services.membership),
        claims: nil, authenticator: FixtureAuthenticator(clock: server.clock))
      func core(_ trips: TripsParts?) -> ServerCore {
        ServerCore(
          limits: ServerLimits(), keeper: keeper, sharing: sharing, trips: trips, metrics: MetricsRegistry(),
          log: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
      }
      let (with, without) = (core(server.services), core(nil))
      defer {
        with.close()
        without.close()
      }
      func status(_ core: ServerCore, _ chats: String) async throws -> Int {
        let route = try #require(StreamRoute(core: core).routes.first)
        return try await route.respond(
          ServerRequest(
            parameters: PathValues(), query: [(name: "chats", value: chats)], headers: [:], host: nil,
            principal: Principal(user: anna, trips: [:], expiresAt: Self.farAway), served: keeper.served,
            connection: nil, body: RequestBody(buffer: ByteBuffer()), isReading: true)
        ).status.code
      }
      try await #expect(status(with, "all") == 200)
      try await #expect(status(with, "chat:3") == 200)
      await expectError(.invalidArgument) { _ = try await status(with, "some") }
      await expectError(.invalidArgument) { _ = try await status(without, "all") }
    }
  }
}

/// A writer that collects the bytes of a stream, and fails after a number of events so that the stream ends.
private struct EventCollector: ResponseBodyWriter {
  let received: Locked<[UInt8]>
  let count: Int
  let act: @Sendable (Int) async throws -> Void

  init(received: Locked<[UInt8]>, count: Int, _ act: @escaping @Sendable (Int) async throws -> Void) {
    (self.received, self.count, self.act) = (received, count, act)
  }

  mutating func write(_ buffer: ByteBuffer) async throws {
    let (before, events) = received.withLock { received in
      let before = Self.count(of: received)
      received.append(contentsOf: buffer.readableBytesView)
      return (before, Self.count(of: received))
    }
    // Signs of life are no events.
    guard events > before else { return }
    try await act(events)
    if events >= count { throw CancellationError() }
  }

  private static func count(of received: [UInt8]) -> Int {
    String(decoding: received, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("event: ") }.count
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
