import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Each change of an event and each message is noticed once, by those who may know of it, without a text or a place.
@Suite struct NoticeProducersTests {
  private func kinds(_ world: TripsWorld, _ user: UserID) async throws -> [NoticeKind] {
    try await NoticeService(world.store).list(as: user).notices.reversed().map(\.kind)
  }

  private func expectKinds(_ expected: [NoticeKind], _ world: TripsWorld, _ user: UserID) async throws {
    let found = try await kinds(world, user)
    #expect(found == expected)
  }

  private func draft(_ world: TripsWorld, _ audience: EventAudience = .trip) -> EventDraft {
    EventDraft(
      name: "Secret lunch", note: "at the hut",
      place: MeetingPoint(
        source: SourceID("node/77"), name: "Hidden hut", coordinate: Coordinate(latitude: 45, longitude: 6)),
      start: world.clock.now.advanced(bySeconds: 3600), end: world.clock.now.advanced(bySeconds: 7200),
      audience: audience)
  }

  @Test(arguments: TripsBackend.usable)
  func `guests hear of an event, its change and its end`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let events = EventService(world.store, EventEnvironment(follower: NoticeProducers.events))
      let event = try await events.create(draft(world, .people([ben])), in: trip, as: anna).id
      try await expectKinds([.invitation], world, ben)
      try await expectKinds([], world, cleo)
      try await expectKinds([], world, anna)
      world.clock.advance(seconds: 1)
      _ = try await events.answer(.yes, to: event, as: ben)
      try await expectKinds([.rsvp], world, anna)
      _ = try await events.answer(.yes, to: event, as: ben)
      try await expectKinds([.rsvp], world, anna)
      world.clock.advance(seconds: 1)
      _ = try await events.change(EventPatch(name: "Dinner"), of: event, as: anna)
      try await expectKinds([.invitation, .eventChanged], world, ben)
      world.clock.advance(seconds: 1)
      try await events.cancel(event, as: anna)
      try await expectKinds([.eventChanged, .eventCancelled], world, ben)
      let stored = try await world.texts("SELECT payload FROM trips_notices")
      #expect(!stored.isEmpty)
      for text in stored {
        for word in ["Secret", "Hidden", "hut", "node/77"] { #expect(!text.contains(word), "\(text)") }
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `guests hear of an event that ends with the leaving of its author`(backend: TripsBackend) async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let events = EventService(world.store, EventEnvironment(follower: NoticeProducers.events))
      _ = try await events.create(draft(world, .people([cleo])), in: trip, as: ben)
      try await world.trips.leave(trip, as: ben)
      let told = try await kinds(world, cleo)
      #expect(told.contains(.eventCancelled))
      try await expectKinds([], world, anna)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a chat is noticed by its readers once until they read it`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      try await world.friends.block(cleo, as: anna)
      let chats = ChatService(world.store, follower: NoticeProducers.chats)
      let chat = try await chats.open(trip, as: anna).id
      for number in 1...3 {
        _ = try await chats.send(.text("a secret"), id: MessageID("\(number)"), to: chat, as: anna)
      }
      try await expectKinds([.message], world, ben)
      try await expectKinds([], world, anna)
      try await expectKinds([], world, cleo)
      try await chats.markRead(upTo: 3, of: chat, as: ben)
      world.clock.advance(seconds: 1)
      for number in 4...5 {
        _ = try await chats.send(.text("a secret"), id: MessageID("\(number)"), to: chat, as: anna)
      }
      try await expectKinds([.message, .message], world, ben)
      let stored = try await world.texts("SELECT payload FROM trips_notices")
      #expect(!stored.contains { $0.contains("secret") })
    }
  }
}
