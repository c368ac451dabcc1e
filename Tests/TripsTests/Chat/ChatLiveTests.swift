import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Every listener on every server receives every message in the one order of its chat.
@Suite struct ChatLiveTests {
  @Test(arguments: TripsBackend.usable)
  func `many senders on two servers have one order without gaps for every reader`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      var people: [UserID] = []
      for number in 0..<8 { people.append(try await world.person("person \(number)")) }
      try await world.add(people, to: trip, by: anna)
      let servers = [world.chats, world.chats]
      let chat = try await servers[0].open(trip, as: anna).id
      let count = 25
      let last = Int64(people.count * count)
      // Each listens on both servers: to the chat, and to all chats.
      let orders = try await withThrowingTaskGroup(of: [String]?.self) { group in
        for (number, person) in people.enumerated() {
          let server = servers[number % 2]
          let stream = try await server.live(chat, after: 0, as: person)
          group.addTask { try await ChatListener(stream).receive(chat, upTo: last) }
          let all = try await servers[(number + 1) % 2].live(after: [chat: 0], as: person)
          group.addTask { try await ChatListener(all).receive(chat, upTo: last) }
          group.addTask {
            for message in 0..<count {
              let id = try MessageID("\(message)")
              try await server.send(.text("\(number)/\(message)"), id: id, to: chat, as: person)
              // Every third is sent again, through the other server.
              guard message % 3 == 0 else { continue }
              try await servers[(number + 1) % 2].send(.text("again"), id: id, to: chat, as: person)
            }
            return nil
          }
        }
        return try await group.reduce(into: [[String]]()) { orders, order in
          if let order { orders.append(order) }
        }
      }
      #expect(orders.count == 16)
      #expect(Set(orders).count == 1)
      let order = orders[0]
      #expect(order.count == Int(last) && Set(order).count == Int(last) && !order.contains("again"))
      // The messages of each sender are in the order in which they were sent.
      for number in 0..<people.count {
        #expect(order.filter { $0.hasPrefix("\(number)/") } == (0..<count).map { "\(number)/\($0)" })
      }
      var paged: [ChatMessage] = []
      while let page = try? await servers[0].page(
        of: chat, .after(paged.last?.position ?? 0), count: 100, as: anna), !page.messages.isEmpty
      {
        paged += page.messages
      }
      #expect(paged.map(\.shortText) == order)
      #expect(paged.map(\.position) == (1...last).map { $0 })
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a stream goes on after a position, on another server, with chats that begin later`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let chat = try await world.chats.open(trip, as: anna).id
      let pair = try await world.chats.open(with: ben, as: anna).id
      try await world.say("1", "2", "3", in: chat, as: anna)
      try await world.say("old", in: pair, as: anna)
      let listener = ChatListener(
        try await world.chats.live(after: [chat: 1, try ChatID("unknown"): 7], as: ben))
      try await #expect(listener.receive(chat, upTo: 3) == ["2", "3"])
      // A position after the end counts as the end.
      let single = ChatListener(try await world.chats.live(chat, after: 99, as: cleo))
      try await world.say("4", in: chat, as: anna)
      try await #expect(listener.receive(chat, upTo: 4) == ["2", "3", "4"])
      try await #expect(single.receive(chat, upTo: 4) == ["4"])
      let later = try await world.chats.open(with: cleo, as: ben).id
      try await world.say("hello", "there", in: later, as: cleo)
      try await #expect(listener.receive(later, upTo: 2) == ["hello", "there"])
      try await world.say("new", in: pair, as: anna)
      try await #expect(listener.receive(pair, upTo: 2) == ["new"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a listener of a restored store is notified, and receives the whole chat`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let chat = try await world.chats.open(trip, as: anna).id
      try await world.say("1", "2", "3", in: chat, as: anna)
      let messages = try await world.chats.page(of: chat, .after(0), as: ben).messages
      let known = ChatMark(2, sent: messages[1].sent)
      let same = ChatListener(try await world.chats.live(after: [chat: known], as: ben))
      try await #expect(same.receive(chat, upTo: 3) == ["3"])
      try await world.chats.require(known, of: chat, as: ben)
      // Another message at the position, and none there.
      let other = ChatMark(2, sent: messages[1].sent.advanced(bySeconds: 60))
      for mark in [other, ChatMark(4), ChatMark(4, sent: messages[2].sent)] {
        let stream = try await world.chats.live(after: [chat: mark], as: ben)
        guard case .delivery(let first) = try await stream.take() else {
          throw SkiError(.notFound, "nothing comes")
        }
        #expect(first.isRestored && first.chat == chat && first.messages.isEmpty)
        try await #expect(ChatListener(stream).receive(chat, upTo: 3) == ["1", "2", "3"])
        await expectError(.conflict) { try await world.chats.require(mark, of: chat, as: ben) }
      }
      let none = ChatListener(try await world.chats.live(after: [chat: ChatMark(0)], as: ben))
      try await #expect(none.receive(chat, upTo: 3) == ["1", "2", "3"])
      await expectError(.notFound) { try await world.chats.require(known, of: chat, as: UserID("eve")) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a slow listener receives all that did not wait in memory`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let (chats, count) = (world.chats, ChatMailbox.queueLimit + 300)
      let chat = try await chats.open(trip, as: anna).id
      let stream = try await chats.live(chat, as: ben)
      for number in 1...count {
        try await chats.send(.text("\(number)"), id: MessageID("\(number)"), to: chat, as: anna)
      }
      try await #expect(
        ChatListener(stream).receive(chat, upTo: Int64(count)) == (1...count).map { "\($0)" })
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `lost notices are found by a look`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let chats = world.chats
      let chat = try await chats.open(trip, as: anna).id
      let listener = ChatListener(try await chats.live(as: ben))
      // Stored without a notice.
      func lose(_ position: Int64) async throws {
        let (anna, now) = (anna, world.clock.milliseconds)
        try await world.driver.write { connection in
          try connection.change(
            """
            INSERT INTO trips_messages (chat, position, author, kind, body, sent_ms)
            VALUES ($1, $2, $3, 'text', $4, $5)
            """,
            [.id(chat), .integer(position), .id(anna), .text("\(position)"), .integer(now)])
          try connection.change(
            "UPDATE trips_chats SET last_position = $1, last_ms = $2 WHERE id = $3",
            [.integer(position), .integer(now), .id(chat)])
        }
      }
      try await lose(1)
      try await lose(2)
      await chats.look()
      try await #expect(listener.receive(chat, upTo: 2) == ["1", "2"])
      world.clock.advance(seconds: 100)
      try await lose(3)
      try await world.say("4", in: chat, as: anna)
      try await #expect(listener.receive(chat, upTo: 4) == ["1", "2", "3", "4"])
      try await lose(5)
      await chats.look()
      try await #expect(listener.receive(chat, upTo: 5).last == "5")
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `deletions are delivered, and show in what is delivered later`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let chats = world.chats
      let chat = try await chats.open(trip, as: anna).id
      let listener = ChatListener(try await chats.live(as: ben))
      try await world.say("1", in: chat, as: anna)
      try await listener.receive(chat, upTo: 1)
      try await chats.delete(1, of: chat, as: anna)
      try await listener.receive(chat) { $0.deleted(in: chat) == [1] }
      let late = ChatListener(try await chats.live(chat, after: 0, as: ben))
      try await #expect(late.receive(chat, upTo: 1) == ["-"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `those who may not read any more receive nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      var people: [UserID] = []
      for name in ["anna", "ben", "cleo", "dora"] { people.append(try await world.person(name)) }
      let (anna, ben, cleo, dora) = (people[0], people[1], people[2], people[3])
      let trip = try await world.trip(host: anna, ben, cleo, dora)
      let chats = world.chats
      let chat = try await chats.open(trip, as: anna).id
      let pair = try await chats.open(with: ben, as: anna).id
      let streams = [
        try await chats.live(chat, as: ben), try await chats.live(pair, as: anna),
        try await chats.live(chat, as: cleo),
      ]
      let all = ChatListener(try await chats.live(as: ben))
      let blocked = ChatListener(try await chats.live(as: dora))
      try await world.friends.block(cleo, as: dora)
      try await world.trips.leave(trip, as: ben)
      try await world.say("secret", in: chat, as: anna)
      try await world.say("hidden", in: chat, as: cleo)
      for stream in streams.prefix(2) {
        await expectError(.notFound) {
          for try await delivery in stream {
            Issue.record("\(delivery.messages.count) messages are delivered")
          }
        }
      }
      try await #expect(ChatListener(streams[2]).receive(chat, upTo: 2) == ["secret", "hidden"])
      try await #expect(blocked.receive(chat, upTo: 2) == ["secret", "-"])
      let other = try await world.trip(host: ben)
      let next = try await chats.open(other, as: ben).id
      try await world.say("mine", in: next, as: ben)
      try await #expect(all.receive(next, upTo: 1) == ["mine"])
      #expect(all.messages(of: chat).isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `what was missed is not delivered after a removal whose notice was lost`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let chats = world.chats
      let chat = try await chats.open(trip, as: anna).id
      try await world.say("secret", in: chat, as: anna)
      let single = try await chats.live(chat, after: 0, as: ben)
      let all = try await chats.live(after: [chat: 0], as: ben)
      try await world.driver.write { connection in
        _ = try connection.change(
          "DELETE FROM trips_members WHERE trip = $1 AND person = $2", [.id(trip), .id(ben)])
      }
      await expectError(.notFound) {
        for try await delivery in single {
          Issue.record("\(delivery.messages.count) messages are delivered")
          break
        }
      }
      let next = try await chats.open(try await world.trip(host: ben), as: ben).id
      try await world.say("mine", in: next, as: ben)
      let listener = ChatListener(all)
      try await #expect(listener.receive(next, upTo: 1) == ["mine"])
      #expect(listener.messages(of: chat).isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a removed chat ends its streams, a cancelled task ends its own`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let chats = world.chats
      let chat = try await chats.open(trip, as: anna).id
      let stream = try await chats.live(chat, as: anna)
      let cancelled = try await chats.live(chat, as: anna)
      let task = Task {
        var count = 0
        for try await delivery in cancelled { count += delivery.messages.count }
        return count
      }
      task.cancel()
      try await #expect(task.value == 0)
      try await world.trips.end(trip, as: anna)
      try await world.trips.leave(trip, as: anna)
      await expectError(.notFound) { for try await _ in stream {} }
    }
  }

  @Test func `notices of others are none of chats`() throws {
    for text in ["", "s", "t[\"a\"]", "chat", "chat 1", "chat x id", "chat-other 1 id", "chat 1 "] {
      #expect(ChatNotice(text) == nil, "\(text)")
    }
    let notices: [ChatNotice] = [
      .messages(try ChatID("a b"), upTo: 7), .deleted(try ChatID("a"), 3), .readers(try ChatID("a")),
      .people(try TripID("t")),
    ]
    for notice in notices { #expect(ChatNotice(notice.text) == notice) }
  }
}
