import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// A member with the name of a host is marked, and messages have the role of their author.
@Suite struct NamedAsHostTests {
  @Test(arguments: [
    ("Anna Berg", "anna  berg", true), ("Anna Berg", " ANNA\u{A0}BERG ", true), ("Straße", "STRASSE", true),
    ("Ａｎｎａ", "Anna", true), ("ﬁona", "Fiona", true), ("Ⅳ", "iv", true), ("e\u{301}va", "ÉVA", true),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ", true), ("①Anna", "1anna", true), ("👩\u{200D}👧", "👩👧", true),
    ("ﷺ", "صلى الله عليه وسلم", true),
    ("Anna", "Ana", false), ("Anna", "Anná", false), ("Anna Berg", "AnnaBerg", false),
    ("Anna", "Anna.", false), ("Berg Anna", "Anna Berg", false),
  ])
  func `names are compared as they are read`(name: String, other: String, isEqual: Bool) {
    #expect((ComparableName(name) == ComparableName(other)) == isEqual)
    #expect(ComparableName(name) == ComparableName(name.lowercased()))
  }

  private func rename(_ user: UserID, _ name: String, _ world: TripsWorld) async throws {
    try await world.users.patch(UserPatch(name: name), as: user)
  }

  @Test(arguments: TripsBackend.usable)
  func `a member with the name of a host who is another person is marked for all`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo, dora) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo"),
        try await world.person("dora")
      )
      let trip = try await world.trip(host: anna, ben, cleo, hosts: [dora])
      func marked(_ user: UserID) async throws -> Set<UserID> {
        Set(try await world.trips.members(of: trip, as: user).filter(\.isNamedAsHost).map(\.user))
      }
      try await rename(anna, "Anna Berg", world)
      try await #expect(marked(ben) == [])
      try await rename(ben, "ＡＮＮＡ  berg", world)
      for user in [anna, ben, cleo, dora] { try await #expect(marked(user) == [ben]) }
      // The name of a traveller is no one's mark.
      try await rename(cleo, "ben", world)
      try await rename(ben, "Ben", world)
      try await #expect(marked(anna) == [])
      // Of two hosts with one name, each is another person than the other.
      try await rename(dora, "Anna Berg", world)
      try await #expect(marked(cleo) == [anna, dora])
      try await world.trips.setRole(.traveller, of: dora, in: trip, as: anna)
      try await #expect(marked(cleo) == [dora])
      // Also for one who does not see the host.
      try await world.friends.block(anna, as: cleo)
      try await #expect(marked(cleo) == [dora])
      try await #expect(world.trips.members(of: trip, as: cleo).map(\.user).contains(anna) == false)
      try await world.trips.setRole(.host, of: dora, in: trip, as: anna)
      try await world.trips.leave(trip, as: anna)
      try await #expect(marked(cleo) == [])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a message has the role that its author has in the trip`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let chats = ChatService(world.store)
      let chat = try await chats.open(trip, as: anna).id
      let stream = try await chats.live(chat, as: cleo)
      for (number, user) in [anna, ben].enumerated() {
        let sent = try await chats.send(.text("Hello"), id: MessageID("\(number)"), to: chat, as: user)
        #expect(sent.role == (user == anna ? .host : .traveller))
      }
      func roles(_ user: UserID) async throws -> [TripRole?] {
        try await chats.page(of: chat, as: user).messages.map(\.role)
      }
      try await #expect(roles(cleo) == [.host, .traveller])
      try await #expect(chats.list(as: cleo).first?.preview?.role == .traveller)
      var heard: [TripRole?] = []
      for try await delivery in stream {
        heard += delivery.messages.map(\.role)
        if heard.count == 2 { break }
      }
      #expect(heard == [.host, .traveller])
      try await world.trips.setRole(.host, of: ben, in: trip, as: anna)
      try await world.trips.setRole(.traveller, of: anna, in: trip, as: ben)
      try await #expect(roles(cleo) == [.traveller, .host])
      try await world.friends.block(ben, as: cleo)
      try await #expect(roles(cleo) == [.traveller, nil])
      let hidden = try await chats.live(chat, as: cleo)
      try await chats.send(.text("Psst"), id: MessageID("hidden"), to: chat, as: ben)
      for try await delivery in hidden {
        #expect(delivery.messages.map(\.role) == [nil] && delivery.messages.map(\.author) == [nil])
        break
      }
      let pair = try await chats.open(with: cleo, as: anna).id
      try await #expect(chats.send(.text("Hi"), id: MessageID("p"), to: pair, as: anna).role == nil)
      try await world.trips.leave(trip, as: anna)
      try await #expect(roles(ben) == [nil, .host, .host])
    }
  }
}
