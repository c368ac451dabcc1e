import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// An event is known to its audience alone.
@Suite struct EventAudienceTests {
  /// Returns those of some people who see an event, in a page and by its identifier.
  private func viewers(of event: EventID, in trip: TripID, among people: [UserID], _ world: TripsWorld)
    async throws -> [UserID]
  {
    var viewers: [UserID] = []
    for person in people {
      let found = try? await world.events.get(event, as: person)
      let listed = try? await world.events.page(of: trip, as: person).events.contains { $0.id == event }
      #expect((found != nil) == (listed ?? false))
      if found != nil { viewers.append(person) }
    }
    return viewers
  }

  @Test(arguments: TripsBackend.usable)
  func `each audience sees its events`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      var people: [UserID] = []
      for name in ["anna", "ben", "cleo", "dora"] { people.append(try await world.person(name)) }
      let (anna, ben, cleo, dora) = (people[0], people[1], people[2], people[3])
      let trip = try await world.trip(host: anna, ben, cleo, dora)
      try await world.befriend(ben, cleo)
      let all = try await world.events.create(world.draft(), in: trip, as: anna).id
      let friends = try await world.events.create(world.draft(for: .friends), in: trip, as: ben).id
      let some = try await world.events.create(
        world.draft(for: .people([dora, ben, dora])), in: trip, as: ben
      )
      .id
      let near = EventService(
        world.store, EventEnvironment(near: { user, _ in user == ben ? [dora, try UserID("far")] : [] }))
      let close = try await near.create(world.draft(for: .near), in: trip, as: ben).id
      try await #expect(viewers(of: all, in: trip, among: people, world) == people)
      try await #expect(viewers(of: friends, in: trip, among: people, world) == [ben, cleo])
      try await #expect(viewers(of: some, in: trip, among: people, world) == [ben, dora])
      try await #expect(viewers(of: close, in: trip, among: people, world) == [ben, dora])
      await expectError(.conflict) { _ = try await near.create(world.draft(for: .near), in: trip, as: dora) }
      // Those who join or become friends later.
      let emil = try await world.person("emil")
      try await world.add([emil], to: trip, by: anna)
      try await world.befriend(dora, ben)
      people.append(emil)
      try await #expect(viewers(of: all, in: trip, among: people, world) == people)
      try await #expect(viewers(of: friends, in: trip, among: people, world) == [ben, cleo, dora])
      try await #expect(viewers(of: some, in: trip, among: people, world) == [ben, dora])
      try await world.friends.remove(cleo, as: ben)
      try await #expect(viewers(of: friends, in: trip, among: people, world) == [ben, dora])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `no place of those near is stored, and guests learn nothing of the audience`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let events = EventService(world.store, EventEnvironment(near: { _, _ in [anna, cleo] }))
      let event = try await events.create(world.draft(for: .near), in: trip, as: ben).id
      try await #expect(events.get(event, as: ben).audience == .near)
      try await #expect(events.get(event, as: cleo).audience == nil)
      try await #expect(events.guests(of: event, as: ben).map(\.user) == [anna, cleo])
      try await #expect(events.guests(of: event, as: cleo).isEmpty)
      try await events.answer(.yes, to: event, as: anna)
      try await #expect(
        events.guests(of: event, as: cleo) == [EventGuest(user: anna, name: "anna", answer: .yes)])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `people whom the author may not know of are not invited`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      await expectError(.notFound) {
        _ = try await world.events.create(world.draft(for: .people([cleo])), in: trip, as: anna)
      }
      try await world.friends.block(anna, as: ben)
      await expectError(.notFound) {
        _ = try await world.events.create(world.draft(for: .people([ben])), in: trip, as: anna)
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a block hides events, and guests from each other`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let all = try await world.events.create(world.draft(seats: 2), in: trip, as: anna).id
      let some = try await world.events.create(world.draft(for: .people([cleo])), in: trip, as: ben).id
      for person in [ben, cleo] { try await world.events.answer(.yes, to: all, as: person) }
      try await world.events.answer(.yes, to: some, as: cleo)
      try await world.friends.block(ben, as: cleo)
      await expectError(.notFound) { _ = try await world.events.get(some, as: cleo) }
      await expectError(.notFound) { try await world.events.answer(.yes, to: some, as: cleo) }
      try await #expect(world.events.get(some, as: ben).taken == 0)
      // Both keep their seats at the host's event.
      try await #expect(world.events.guests(of: all, as: ben).map(\.user) == [ben])
      try await #expect(world.events.guests(of: all, as: anna).map(\.user) == [ben, cleo])
      try await #expect(world.events.get(all, as: ben).taken == 2)
      try await world.friends.block(anna, as: ben)
      await expectError(.notFound) { _ = try await world.events.get(all, as: ben) }
      try await #expect(world.events.get(all, as: anna).taken == 1)
      try await world.friends.unblock(anna, as: ben)
      try await #expect(world.events.get(all, as: ben).answer == nil)
    }
  }
}
