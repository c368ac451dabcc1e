import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Pages by position make up the whole chat, from both ends.
@Suite struct ChatPageTests {
  @Test(arguments: TripsBackend.usable)
  func `pages of thousands of messages equal the list`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let chats = world.chats
      let chat = try await chats.open(trip, as: anna).id
      let seed: UInt64 = 16
      var generator = SeededGenerator(seed: seed)
      let kinds = (0..<3000).map { _ in Int.random(in: 0..<10, using: &generator) }
      try await fill(chat, kinds, by: [anna, ben], world)
      let expected = kinds.enumerated().map { number, kind in kind == 0 ? "-" : "\(number + 1)" }
      for count in [1, 7, 99, 100] where count > 1 || backend == .sqliteInMemory {
        var (forward, position): ([ChatMessage], Int64) = ([], 0)
        while true {
          let page = try await chats.page(of: chat, .after(position), count: count, as: anna)
          #expect(page.lastPosition == 3000)
          guard let last = page.messages.last else { break }
          forward += page.messages
          position = last.position
        }
        #expect(forward.map(\.shortText) == expected, "seed \(seed)")
        #expect(forward.map(\.position) == (1...3000).map { Int64($0) })
        var (backward, before): ([ChatMessage], Int64?) = ([], nil)
        while true {
          let page = try await chats.page(of: chat, .before(before), count: count, as: anna)
          guard let first = page.messages.first else { break }
          backward = page.messages + backward
          before = first.position
        }
        #expect(backward == forward, "seed \(seed)")
      }
      try await #expect(chats.get(chat, as: ben).unread <= Chat.greatestUnread)
    }
  }

  /// Stores messages without their services, which is faster; gaps where the kind is 0.
  private func fill(_ chat: ChatID, _ kinds: [Int], by people: [UserID], _ world: TripsWorld) async throws {
    try await world.store.write { transaction in
      let connection = transaction.connection
      for (number, kind) in kinds.enumerated() {
        try connection.change(
          """
          INSERT INTO trips_messages (chat, position, author, client, sending, kind, body, sent_ms)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
          """,
          [
            .id(chat), .integer(Int64(number + 1)), .id(people[number % people.count]), .text("\(number)"),
            .text("\(number)"), .text("text"), .text("\(number + 1)"), .time(transaction.now),
          ])
        if kind == 0 { try connection.makeGap(at: Int64(number + 1), of: chat) }
      }
      try connection.change(
        "UPDATE trips_chats SET last_position = $1 WHERE id = $2", [.integer(Int64(kinds.count)), .id(chat)])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `unread messages are counted up to a limit`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let chat = try await world.chats.open(trip, as: anna).id
      try await fill(chat, Array(repeating: 1, count: 1500), by: [ben], world)
      try await #expect(world.chats.get(chat, as: anna).unread == 1000)
      try await world.chats.markRead(upTo: 501, of: chat, as: anna)
      try await #expect(world.chats.get(chat, as: anna).unread == 999)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `pages that are not allowed are refused, those beyond the ends are empty`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let chat = try await world.chats.open(trip, as: anna).id
      try await world.say("1", "2", "3", in: chat, as: anna)
      func page(_ side: ChatSide, _ count: Int = 50) async throws -> [String] {
        try await world.chats.page(of: chat, side, count: count, as: anna).messages.map(\.shortText)
      }
      for count in [0, -1, 101] {
        await expectError(.invalidArgument) { _ = try await page(.before(nil), count) }
      }
      await expectError(.invalidArgument) { _ = try await page(.before(-1)) }
      await expectError(.invalidArgument) { _ = try await page(.after(-1)) }
      await expectError(.invalidArgument) { _ = try await world.chats.live(chat, after: -1, as: anna) }
      await expectError(.invalidArgument) { _ = try await world.chats.live(after: [chat: -1], as: anna) }
      try await #expect(page(.before(0)).isEmpty)
      try await #expect(page(.before(1)).isEmpty)
      try await #expect(page(.before(3), 1) == ["2"])
      try await #expect(page(.before(.max), 2) == ["2", "3"])
      try await #expect(page(.after(0), 2) == ["1", "2"])
      try await #expect(page(.after(3)).isEmpty)
      try await #expect(page(.after(.max)).isEmpty)
    }
  }
}
