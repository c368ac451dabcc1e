import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiClient

/// Streams go on after the last position when a connection breaks.
@Suite struct EventStreamTests {
  private static func message(_ position: Int, chat: String = "c1") -> String {
    "event: message\ndata: {\"chat\":\"\(chat)\",\"message\":{\"position\":\(position),\"author\":\"ben\","
      + "\"kind\":\"text\",\"body\":\"m\(position)\",\"sent\":\"2026-01-17T09:30:00Z\"}}\n\n"
  }

  private static func chat(_ id: String, last: Int) -> String {
    "{\"id\":\"\(id)\",\"subject\":\"person\",\"person\":\"ben\",\"lastPosition\":\(last),\"readPosition\":0,\"unread\":0}"
  }

  /// A server whose streams are given in their order, and fail when there are no more.
  private static func transport(
    chats: [[String]], streams: [ClientStreamReply]
  ) -> ScriptedTransport {
    let (lists, left) = (Locked(chats), Locked(streams))
    return ScriptedTransport(
      opening: { _ in
        let next: ClientStreamReply? = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let next else { throw SkiError(.notFound, "the script has no more streams; end the test") }
        return next
      },
      answer: { request in
        let list = lists.withLock { lists -> [String] in lists.count > 1 ? lists.removeFirst() : lists[0] }
        if request.line == "GET /v1/chats" { return .json("{\"chats\":[\(list.joined(separator: ","))]}") }
        return .json(list[0])
      })
  }

  @Test func `a connection that breaks is reported, and its end in the script is thrown`() async throws {
    let reported = Locked<[String]>([])
    ErrorReporter.receive { error, work in reported.withLock { $0.append("\(work): \(error.code)") } }
    let world = try World(
      Self.transport(chats: [[Self.chat("c1", last: 4)]], streams: [.events([Self.message(5)])]))
    await expectError(.notFound) {
      for try await _ in try await world.client.chats.deliveries(as: world.user) {}
    }
    ErrorReporter.receive(nil)
    // Streams of other tests may break meanwhile.
    #expect(reported.withLock { $0.contains("reading the stream of events: unavailable") })
  }

  @Test func `chats go on after the last message, without a loss or a double`() async throws {
    let transport = Self.transport(
      chats: [[Self.chat("c1", last: 4)], [Self.chat("c1", last: 7), Self.chat("c2", last: 1)]],
      streams: [
        .events([Self.message(5), String(Self.message(6).prefix(40))]),
        .events([Self.message(5), Self.message(6), Self.message(7), Self.message(1, chat: "c2")]),
      ])
    let world = try World(transport)
    var received: [String] = []
    do {
      for try await delivery in try await world.client.chats.deliveries(as: world.user) {
        for message in delivery.messages { received.append("\(delivery.chat):\(message.position)") }
      }
    } catch let error as SkiError {
      #expect(error.code == .notFound)
    }
    #expect(received == ["c1:5", "c1:6", "c1:7", "c2:1"])
    let streams = transport.requests.filter { $0.line.hasPrefix("GET /v1/stream") }.map(\.line)
    #expect(
      streams == [
        "GET /v1/stream?chats=c1%3A4", "GET /v1/stream?chats=c1%3A5%401768642200000%2Cc2%3A0",
        "GET /v1/stream?chats=c1%3A7%401768642200000%2Cc2%3A1%401768642200000",
      ])
    #expect(world.waited == [500, 500])
  }

  @Test func `one chat alone is delivered, from the position that is given`() async throws {
    let transport = Self.transport(
      chats: [[Self.chat("c1", last: 4)]],
      streams: [
        .events([
          Self.message(9, chat: "c2"), Self.message(3),
          "event: deleted\ndata: {\"chat\":\"c1\",\"position\":2}\n\n",
        ])
      ])
    let world = try World(transport)
    var iterator = try await world.client.chats.deliveries(of: ChatID("c1"), after: 2, as: world.user)
      .makeAsyncIterator()
    let (first, second) = (try await iterator.next(), try await iterator.next())
    #expect(first?.messages.map(\.position) == [3])
    #expect(second?.deleted == [2])
    #expect(transport.requests.map(\.line).contains("GET /v1/stream?chats=c1%3A2"))
    await expectError(.invalidArgument) {
      _ = try await world.client.chats.deliveries(of: ChatID("c1"), after: -1, as: world.user)
    }
  }

  @Test func `people go on after the last update, and half an update is dropped`() async throws {
    let person = """
      event: person
      data: {"user":"ben","place":[10.5,46.9],"precision":"exact","state":"stopped","observedAt":"2026-01-17T09:30:00Z",\
      "expiresAt":"2026-01-17T09:35:00Z","freshness":"live"}


      """
    let gone = "event: gone\ndata: {\"user\":\"ben\"}\n\n"
    let transport = Self.transport(
      chats: [[]],
      streams: [
        .events([
          "event: snapshot\ndata: {}\n\n", person, "id: 1.t\nevent: cursor\ndata: {}\n\n", ":\n\n", gone,
        ]),
        .events([gone + "id: 2.t\nevent: cursor\ndata: {}\n\n"]),
      ])
    let world = try World(transport)
    let updates = try world.client.locations.updates(
      in: TripID("t"), showing: .near(metres: 500, most: 20), as: world.user)
    var iterator = updates.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    #expect(first.isSnapshot)
    guard case .present(let seen)? = first.changes.first else {
      Issue.record("the first update has no person: \(first)")
      return
    }
    #expect(seen.coordinate == Coordinate(latitude: 46.9, longitude: 10.5))
    #expect(seen.detail == .exact(state: "stopped", speedMetresPerSecond: nil))
    let second = try #require(try await iterator.next())
    #expect(!second.isSnapshot)
    try #expect(second.changes == [.gone(UserID("ben"))])
    #expect(
      transport.requests.map(\.line)
        == [String](
          repeating: "GET /v1/stream?trip=t&metres=500&most=20", count: 2))
    #expect(transport.requests.map { $0.fields["last-event-id"] } == [nil, "1.t"])
  }

  @Test func `waits double up to their greatest, and begin anew after an event`() {
    var options = StreamOptions()
    options.jitter = { 0 }
    #expect(
      (1...9).map { options.wait(after: $0, asked: nil) } == [
        500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
      ])
    #expect(options.wait(after: 1, asked: 5000) == 5000)
    #expect(options.wait(after: 1, asked: .max) == 30_000)
    options.jitter = { 1 }
    #expect(options.wait(after: 1, asked: nil) == 600)
  }

  @Test func `a problem that no other try mends ends the stream, others are waited for`() async throws {
    let problems = Locked([(503, "unavailable"), (500, "internalInconsistency"), (403, "notPermitted")])
    let transport = ScriptedTransport(
      opening: { _ in
        let (status, code) = problems.withLock { $0.removeFirst() }
        let problem = ClientReply.problem(status, code)
        let left = Locked<[UInt8]?>(problem.body)
        return ClientStreamReply(
          status: status, fields: problem.fields,
          pieces: BytePieces {
            let body: [UInt8]? = left.withLock { left in
              defer { left = nil }
              return left
            }
            return body
          })
      }, answer: { _ in .json(#"{"chats":[]}"#) })
    let world = try World(transport)
    let deliveries = try await world.client.chats.deliveries(as: world.user)
    await expectError(.notPermitted) {
      for try await _ in deliveries {}
    }
    #expect(world.waited == [500, 1000])
    #expect(transport.requests.last?.line == "GET /v1/stream?chats=all")
  }

  @Test func `a stream that is none of events is refused`() async throws {
    let transport = ScriptedTransport(
      opening: { _ in
        ClientStreamReply(status: 200, fields: ["content-type": "text/html"], pieces: BytePieces { nil })
      },
      answer: { _ in .json(#"{"chats":[]}"#) })
    let world = try World(transport)
    let deliveries = try await world.client.chats.deliveries(as: world.user)
    await expectError(.unsupportedFormat) { for try await _ in deliveries {} }
  }

  @Test func `an end of the task ends the stream`() async throws {
    let transport = ScriptedTransport(
      opening: { _ in throw SkiError(.unavailable, "the server is away; try again") },
      answer: { _ in .json(#"{"chats":[]}"#) })
    let world = try World(transport)
    let deliveries = try await world.client.chats.deliveries(as: world.user)
    let reading = Task {
      var count = 0
      for try await _ in deliveries { count += 1 }
      return count
    }
    while transport.requests.count < 3 { await Task.yield() }
    reading.cancel()
    try await #expect(reading.value == 0)
  }
}
