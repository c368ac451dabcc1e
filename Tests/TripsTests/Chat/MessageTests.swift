import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Messages are kept as sent, once each, and leave gaps when they go.
@Suite struct MessageTests {
  @Test(arguments: TripsBackend.usable)
  func `a message comes back as it was sent`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let chats = world.chats
      let chat = try await chats.open(trip, as: anna).id
      let contents: [ChatContent] = [
        .text("<b>⛷\n\tÅ</b> 'x' \"y\" \\"), .text(String(repeating: "🎿", count: 4000)),
        .route(#"{"from":"node/1","steps":[1,2.50,null,true,{"a":"\u0000"}]}"#), .place("{ }"),
      ]
      for (number, content) in contents.enumerated() {
        let sent = try await chats.send(content, id: MessageID("\(number)"), to: chat, as: anna)
        let expected = ChatMessage(
          position: Int64(number + 1), author: anna, role: .host, id: try MessageID("\(number)"),
          content: content,
          sent: world.clock.now)
        #expect(sent == expected)
        var seen = expected
        seen.id = nil
        try await #expect(chats.page(of: chat, as: ben).messages.last == seen)
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a content that is not allowed is not stored`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let chat = try await world.chats.open(trip, as: anna).id
      let long = #"{"a":""# + String(repeating: "x", count: 8185) + #""}"#
      #expect(long.utf8.count == 8193)
      let deep = String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40)
      let refused: [(ChatContent, SkiError.Code)] = [
        (.text(""), .invalidArgument), (.text(" \n"), .invalidArgument), (.text("a\u{7}"), .invalidArgument),
        (.text(String(repeating: "x", count: 4001)), .limitExceeded), (.route(long), .limitExceeded),
        (.route(""), .invalidArgument), (.route("[]"), .invalidArgument), (.place("1"), .invalidArgument),
        (.place(#"{"secret-a":1,"secret-a":2}"#), .invalidArgument), (.place("{} {}"), .invalidArgument),
        (.place(#"{"secret":1,}"#), .invalidArgument), (.place("{\"a\":\"\u{0}\"}"), .invalidArgument),
        (.place(deep), .invalidArgument), (.place("{a:1}"), .invalidArgument),
        (.place(#"{"a":01}"#), .invalidArgument),
      ]
      for (content, code) in refused {
        let error = await expectError(code) {
          _ = try await world.chats.send(content, id: MessageID("1"), to: chat, as: anna)
        }
        #expect(error.map { !"\($0)".contains("secret") } == true)
      }
      try await #expect(world.chats.get(chat, as: anna).lastPosition == 0)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `sending again gives the same message, for each author`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let (first, second) = (world.chats, world.chats)
      let chat = try await first.open(trip, as: anna).id
      let id = try MessageID("same")
      let sent = try await first.send(.text("1"), id: id, to: chat, as: anna)
      world.clock.advance(seconds: 5)
      try await #expect(second.send(.text("1"), id: id, to: chat, as: anna) == sent)
      try await #expect(second.send(.text("other"), id: id, to: chat, as: anna) == sent)
      try await #expect(first.send(.text("2"), id: id, to: chat, as: ben).position == 2)
      let pair = try await first.open(with: ben, as: anna).id
      try await #expect(first.send(.text("3"), id: id, to: pair, as: anna).position == 1)
      // Ten at the same time, of which one is stored.
      let positions = try await withThrowingTaskGroup(of: Int64.self) { group in
        for number in 0..<10 {
          group.addTask {
            try await (number % 2 == 0 ? first : second)
              .send(.text("4"), id: MessageID("four"), to: chat, as: anna).position
          }
        }
        return try await group.reduce(into: [Int64]()) { $0.append($1) }
      }
      #expect(positions == Array(repeating: 3, count: 10))
      try await #expect(world.texts(of: chat, as: ben) == ["1", "2", "4"])
      // One that was deleted does not come back.
      try await first.delete(1, of: chat, as: anna)
      let gap = try await second.send(.text("1"), id: id, to: chat, as: anna)
      #expect((gap.position, gap.content, gap.author) == (1, nil, nil))
      try await #expect(world.texts(of: chat, as: ben) == ["-", "2", "4"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `authors delete their messages and hosts all, leaving nameless gaps`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let chats = world.chats
      let chat = try await chats.open(trip, as: anna).id
      try await world.say("planted 1", "planted 2", "three", in: chat, as: ben)
      try await world.say("four", in: chat, as: anna)
      await expectError(.notPermitted) { try await chats.delete(1, of: chat, as: cleo) }
      await expectError(.notPermitted) { try await chats.delete(4, of: chat, as: ben) }
      try await chats.delete(1, of: chat, as: ben)
      try await chats.delete(2, of: chat, as: anna)
      for position: Int64 in [1, 2, 0, -1, 5, .max, .min] {
        await expectError(.notFound) { try await chats.delete(position, of: chat, as: anna) }
      }
      try await #expect(world.texts(of: chat, as: cleo) == ["-", "-", "three", "four"])
      let gap = try await chats.page(of: chat, as: ben).messages[0]
      #expect(gap == ChatMessage(position: 1, author: nil, id: nil, content: nil, sent: gap.sent))
      for (_, row) in try await world.allRows() { #expect(!row.contains("planted")) }
      // In the chat of two, each deletes their own alone.
      let pair = try await chats.open(with: ben, as: anna).id
      try await world.say("mine", in: pair, as: ben)
      await expectError(.notPermitted) { try await chats.delete(1, of: pair, as: anna) }
      try await chats.delete(1, of: pair, as: ben)
      // A host does not delete what is hidden from the host.
      try await world.friends.block(ben, as: anna)
      await expectError(.notFound) { try await chats.delete(3, of: chat, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `blocked people see gaps where the other wrote, and no one else does`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let chat = try await world.chats.open(trip, as: anna).id
      try await world.say("a", in: chat, as: anna)
      try await world.say("b", in: chat, as: ben)
      try await world.say("c", in: chat, as: cleo)
      try await world.friends.block(cleo, as: ben)
      try await #expect(world.texts(of: chat, as: anna) == ["a", "b", "c"])
      try await #expect(world.texts(of: chat, as: ben) == ["a", "b", "-"])
      try await #expect(world.texts(of: chat, as: cleo) == ["a", "-", "c"])
      let gap = try await world.chats.page(of: chat, as: cleo).messages[1]
      #expect((gap.author, gap.id, gap.content) == (nil, nil, nil))
      try await world.friends.unblock(cleo, as: ben)
      try await #expect(world.texts(of: chat, as: cleo) == ["a", "b", "c"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `messages of ex-members stay without a name, those of removed users become gaps`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(for: .people([anna])), in: trip, as: ben).id
      let chat = try await world.chats.open(trip, as: anna).id
      let pair = try await world.chats.open(with: ben, as: anna).id
      let ofEvent = try await world.chats.open(event, as: ben).id
      for chat in [chat, pair, ofEvent] { try await world.say("planted", in: chat, as: ben) }
      try await world.say("answer", in: chat, as: anna)
      try await world.chats.markRead(upTo: 1, of: chat, as: ben)
      try await world.trips.leave(trip, as: ben)
      let left = try await world.chats.page(of: chat, as: anna).messages[0]
      #expect((left.author, left.content) == (nil, .text("planted")))
      try await world.users.delete(as: ben)
      try await #expect(world.texts(of: chat, as: anna) == ["-", "answer"])
      try await #expect(world.chats.list(as: anna).map(\.id) == [chat])
      for (table, row) in try await world.allRows() {
        #expect(!row.contains("planted") && !row.contains(ben.rawValue), "\(table)")
      }
      await expectError(.notFound) { try await world.say("again", in: chat, as: ben) }
      try await world.trips.end(trip, as: anna)
      try await world.trips.leave(trip, as: anna)
      for table in ["trips_chats", "trips_messages", "trips_chat_reads"] {
        try await #expect(world.texts("SELECT COUNT(*) FROM \(table)") == ["0"])
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a removal while messages are sent leaves none of the user`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let chat = try await world.chats.open(trip, as: anna).id
      let pair = try await world.chats.open(with: ben, as: anna).id
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask {
            _ = try? await world.say(
              "planted", in: number % 2 == 0 ? chat : pair, as: number % 3 == 0 ? anna : ben)
          }
          if number == 8 { group.addTask { try? await world.users.delete(as: ben) } }
        }
      }
      await expectError(.notFound) { _ = try await world.users.get(as: ben) }
      for (table, row) in try await world.allRows() { #expect(!row.contains(ben.rawValue), "\(table)") }
      let messages = try await world.chats.page(of: chat, count: 100, as: anna).messages
      let positions = messages.indices.map { Int64($0) + 1 }
      #expect(messages.map(\.position) == positions)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `each new message is followed once, with its readers, in its transaction`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let log = HappeningLog<ChatChange>()
      let chats = ChatService(world.store, follower: ChatFollower { happening, _ in try log.add(happening) })
      let event = try await world.events.create(world.draft(for: .people([cleo])), in: trip, as: anna).id
      let chat = try await chats.open(trip, as: anna).id
      let ofEvent = try await chats.open(event, as: anna).id
      let pair = try await chats.open(with: ben, as: anna).id
      try await world.friends.block(cleo, as: ben)
      for chat in [chat, ofEvent, pair] {
        for _ in 0..<2 { try await chats.send(.text("1"), id: MessageID("1"), to: chat, as: anna) }
      }
      try await chats.send(.text("2"), id: MessageID("2"), to: chat, as: ben)
      func happening(
        _ chat: ChatID, _ event: EventID?, _ position: Int64, _ author: UserID, _ readers: [UserID]
      )
        -> ChatChange
      {
        ChatChange(
          chat: chat, trip: chat == pair ? nil : trip, event: event, position: position, author: author,
          readers: readers)
      }
      #expect(
        log.all == [
          happening(chat, nil, 1, anna, [ben, cleo].sorted()), happening(ofEvent, event, 1, anna, [cleo]),
          happening(pair, nil, 1, anna, [ben]), happening(chat, nil, 2, ben, [anna]),
        ])
      log.setFailing(true)
      await expectError(.conflict) { try await chats.send(.text("3"), id: MessageID("3"), to: chat, as: ben) }
      try await #expect(chats.get(chat, as: anna).lastPosition == 2)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an export tells one's own messages`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let chat = try await world.chats.open(trip, as: anna).id
      try await world.say("mine", in: chat, as: anna)
      try await world.say("other", in: chat, as: ben)
      let text = String(decoding: try await world.users.export(as: anna), as: UTF8.self)
      #expect(text.contains(#""position":1,"kind":"text","body":"mine""#) && !text.contains("other"))
    }
  }
}
