import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Chats are opened, listed and read by those who may.
@Suite struct ChatServiceTests {
  @Test(arguments: TripsBackend.usable)
  func `a chat is made once, and is the same for all`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(), in: trip, as: anna).id
      let chats = world.chats
      let first = try await chats.open(trip, as: anna)
      #expect((first.subject, first.lastPosition, first.unread) == (.trip(trip), 0, 0))
      #expect(first.preview == nil)
      try await #expect(chats.open(trip, as: ben).id == first.id)
      let ofEvent = try await chats.open(event, as: ben)
      #expect(ofEvent.subject == .event(event, trip))
      try await #expect(chats.open(event, as: anna).id == ofEvent.id)
      let pair = try await chats.open(with: anna, as: ben)
      #expect(pair.subject == .person(anna))
      let other = try await chats.open(with: ben, as: anna)
      #expect((other.id, other.subject) == (pair.id, .person(ben)))
      try await #expect(Set(chats.list(as: anna).map(\.id)) == [first.id, ofEvent.id, pair.id])
      try await #expect(chats.get(pair.id, as: anna) == other)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `ten people at the same time open one chat`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let ids = try await withThrowingTaskGroup(of: ChatID.self) { group in
        for _ in 0..<10 { group.addTask { try await world.chats.open(trip, as: anna).id } }
        return try await group.reduce(into: Set<ChatID>()) { $0.insert($1) }
      }
      #expect(ids.count == 1)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `strangers, ex-members, blocked people and members of other trips find no chat`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      var people: [UserID] = []
      for name in ["anna", "ben", "cleo", "dora"] { people.append(try await world.person(name)) }
      let (anna, ben, cleo, dora) = (people[0], people[1], people[2], people[3])
      let trip = try await world.trip(host: anna, ben, cleo)
      _ = try await world.trip(host: dora)
      let event = try await world.events.create(world.draft(for: .people([cleo])), in: trip, as: anna).id
      let chats = world.chats
      let ofTrip = try await chats.open(trip, as: anna).id
      let ofEvent = try await chats.open(event, as: anna).id
      let pair = try await chats.open(with: ben, as: anna).id
      for chat in [ofTrip, ofEvent, pair] { try await world.say("secret", in: chat, as: anna) }
      func refuse(_ chat: ChatID, as user: UserID) async {
        await expectError(.notFound) { _ = try await chats.get(chat, as: user) }
        await expectError(.notFound) { _ = try await chats.page(of: chat, as: user) }
        await expectError(.notFound) { try await world.say("no", in: chat, as: user) }
        await expectError(.notFound) { try await chats.delete(1, of: chat, as: user) }
        await expectError(.notFound) { try await chats.markRead(upTo: 1, of: chat, as: user) }
        await expectError(.notFound) { _ = try await chats.live(chat, as: user) }
        let listed = try? await chats.list(as: user).map(\.id)
        #expect(listed?.contains(chat) != true)
      }
      for user in [dora, try UserID("stranger")] {
        for chat in [ofTrip, ofEvent, pair, try ChatID("unknown")] { await refuse(chat, as: user) }
        await expectError(.notFound) { _ = try await chats.open(trip, as: user) }
        await expectError(.notFound) { _ = try await chats.open(event, as: user) }
        await expectError(.notFound) { _ = try await chats.open(with: anna, as: user) }
      }
      await refuse(pair, as: cleo)
      await refuse(ofEvent, as: ben)
      await expectError(.notFound) { _ = try await chats.open(event, as: ben) }
      await expectError(.notFound) { _ = try await chats.open(with: try UserID("stranger"), as: anna) }
      await expectError(.invalidArgument) { _ = try await chats.open(with: anna, as: anna) }
      // A block ends the chat of two and that of the other's event, until it ends.
      try await world.friends.block(ben, as: anna)
      await refuse(pair, as: anna)
      await refuse(pair, as: ben)
      await expectError(.notFound) { _ = try await chats.open(with: anna, as: ben) }
      try await world.friends.unblock(ben, as: anna)
      try await #expect(world.texts(of: pair, as: ben) == ["secret"])
      try await world.friends.block(anna, as: cleo)
      await refuse(ofEvent, as: cleo)
      // Ex-members.
      try await world.trips.leave(trip, as: ben)
      await refuse(ofTrip, as: ben)
      await refuse(pair, as: ben)
      await refuse(pair, as: anna)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `friends have a chat without a common trip, a request alone gives none`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      try await world.friends.ask(ben, as: anna)
      try await world.trips.leave(trip, as: ben)
      await expectError(.notFound) { _ = try await world.chats.open(with: ben, as: anna) }
      try await world.friends.consent(to: anna, as: ben)
      let chat = try await world.chats.open(with: ben, as: anna).id
      try await world.say("hi", in: chat, as: ben)
      try await #expect(world.chats.list(as: anna).map(\.unread) == [1])
      try await world.friends.remove(ben, as: anna)
      await expectError(.notFound) { _ = try await world.chats.page(of: chat, as: ben) }
      try await #expect(world.chats.list(as: anna).isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the list has unread messages and previews of all chats in one query`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      var people: [UserID] = []
      for name in ["anna", "ben", "cleo", "dora"] { people.append(try await world.person(name)) }
      let (anna, ben, cleo, dora) = (people[0], people[1], people[2], people[3])
      let trip = try await world.trip(host: anna, ben, cleo, dora)
      let chats = world.chats
      let ofTrip = try await chats.open(trip, as: anna).id
      let pair = try await chats.open(with: ben, as: anna).id
      try await world.say("1", "2", in: ofTrip, as: ben)
      try await world.say("3", in: ofTrip, as: anna)
      try await world.say("4", in: ofTrip, as: cleo)
      world.clock.advance(seconds: 1)
      let last = try await world.say("5", in: pair, as: ben)[0]
      var list = try await chats.list(as: anna)
      #expect(list.map(\.id) == [pair, ofTrip])
      #expect(list.map(\.unread) == [1, 3])
      #expect(list.map { $0.preview?.shortText } == ["5", "4"])
      #expect(list[0].preview?.position == last.position && list[0].preview?.author == ben)
      try await chats.markRead(upTo: 2, of: ofTrip, as: anna)
      try await #expect(chats.get(ofTrip, as: anna).unread == 1)
      try await chats.markRead(upTo: 1, of: ofTrip, as: anna)
      try await #expect(chats.get(ofTrip, as: anna).readPosition == 2)
      // Messages that are hidden or deleted are neither counted nor shown.
      try await world.friends.block(cleo, as: anna)
      list = try await chats.list(as: anna)
      #expect(list.map(\.unread) == [1, 0] && list[1].preview?.shortText == "3")
      try await world.friends.unblock(cleo, as: anna)
      try await chats.delete(4, of: ofTrip, as: cleo)
      list = try await chats.list(as: anna)
      #expect(list.map(\.unread) == [1, 0] && list[1].preview?.shortText == "3")
      #expect(list[1].lastPosition == 4)
      let statements = try await world.driver.statements { _ = try await chats.list(as: dora) }
      #expect(statements == 1)
      await expectError(.invalidArgument) { try await chats.markRead(upTo: 5, of: ofTrip, as: anna) }
      await expectError(.invalidArgument) { try await chats.markRead(upTo: -1, of: ofTrip, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `those who join later read the past, without counting it as unread`(backend: TripsBackend) async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna)
      let chat = try await world.chats.open(trip, as: anna).id
      try await world.say("1", "2", in: chat, as: anna)
      try await world.add([ben], to: trip, by: anna)
      try await world.say("3", in: chat, as: anna)
      let seen = try await world.chats.get(chat, as: ben)
      #expect((seen.unread, seen.readPosition, seen.lastPosition) == (1, 2, 3))
      try await #expect(world.texts(of: chat, as: ben) == ["1", "2", "3"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the chat of a trip that is over is read, and not written`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(), in: trip, as: anna).id
      let chat = try await world.chats.open(trip, as: anna).id
      let pair = try await world.chats.open(with: ben, as: anna).id
      let sent = try await world.chats.send(.text("1"), id: MessageID("1"), to: chat, as: anna)
      try await world.trips.end(trip, as: anna)
      await expectError(.conflict) { try await world.say("2", in: chat, as: anna) }
      await expectError(.conflict) { _ = try await world.chats.open(event, as: anna) }
      // One sent before is acknowledged still.
      try await #expect(world.chats.send(.text("1"), id: MessageID("1"), to: chat, as: anna) == sent)
      try await #expect(world.chats.open(trip, as: ben).id == chat)
      try await #expect(world.texts(of: chat, as: ben) == ["1"])
      try await world.say("2", in: pair, as: anna)
    }
  }
}
