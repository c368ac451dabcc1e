import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// A suggester that answers with one place, and logs the questions.
private final class OnePlace: MeetingSuggester {
  private let requests = Locked<[MeetingRequest]>([])
  private let answer: MeetingSuggestion?

  init(_ answer: MeetingSuggestion?) { self.answer = answer }

  var all: [MeetingRequest] { requests.withLock { $0 } }

  func suggest(_ request: MeetingRequest) async throws -> MeetingSuggestion? {
    requests.withLock { $0.append(request) }
    return answer
  }
}

/// Meeting points are suggested among those who may know of each other, and found again on renewed maps.
@Suite struct MeetingPointTests {
  @Test(arguments: TripsBackend.usable)
  func `a place is suggested to those who come, as far as the asker may know of them`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      var people: [UserID] = []
      for name in ["anna", "ben", "cleo", "dora"] { people.append(try await world.person(name)) }
      let (anna, ben, cleo, dora) = (people[0], people[1], people[2], people[3])
      let trip = try await world.trip(host: anna, ben, cleo, dora)
      let suggester = OnePlace(MeetingSuggestion(place: .hut, missing: [ben, ben, try UserID("other")]))
      let events = EventService(world.store, EventEnvironment(suggester: suggester))
      let event = try await events.create(world.draft(), in: trip, as: anna)
      try await events.answer(.yes, to: event.id, as: ben)
      try await events.answer(.no, to: event.id, as: cleo)
      try await events.answer(.maybe, to: event.id, as: dora)
      try await #expect(
        events.suggest(for: event.id, as: anna) == MeetingSuggestion(place: .hut, missing: [ben]))
      try await world.friends.block(ben, as: dora)
      _ = try await events.suggest(for: event.id, as: dora)
      let all = [anna, ben, dora].sorted()
      #expect(
        suggester.all == [
          MeetingRequest(trip: trip, asker: anna, people: all, time: event.start),
          MeetingRequest(trip: trip, asker: dora, people: [dora], time: event.start),
        ])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a place is suggested to members of a trip before there is an event`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      let suggester = OnePlace(MeetingSuggestion(place: .hut, missing: []))
      let events = EventService(world.store, EventEnvironment(suggester: suggester))
      try await #expect(events.suggest(with: [ben, anna, ben], in: trip, as: anna).place == .hut)
      #expect(suggester.all.map(\.people) == [[anna, ben].sorted()])
      await expectError(.invalidArgument) { _ = try await events.suggest(with: [anna], in: trip, as: anna) }
      await expectError(.notFound) { _ = try await events.suggest(with: [cleo], in: trip, as: anna) }
      await expectError(.notFound) { _ = try await events.suggest(with: [anna], in: trip, as: cleo) }
      await expectError(.invalidArgument) {
        _ = try await events.suggest(with: [ben], in: trip, at: world.hours(-1), as: anna)
      }
      let many = try (0...100).map { try UserID("user \($0)") }
      await expectError(.limitExceeded) { _ = try await events.suggest(with: many, in: trip, as: anna) }
      await expectError(.unavailable) { _ = try await world.events.suggest(with: [ben], in: trip, as: anna) }
      let nothing = EventService(world.store, EventEnvironment(suggester: OnePlace(nil)))
      await expectError(.notFound) { _ = try await nothing.suggest(with: [ben], in: trip, as: anna) }
      try await world.trips.end(trip, as: anna)
      await expectError(.conflict) { _ = try await events.suggest(with: [ben], in: trip, as: anna) }
      #expect(suggester.all.count == 1)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `each guest learns their own time to leave`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let events = EventService(
        world.store,
        EventEnvironment(leaveBy: { request in
          request.person == ben && request.place == .hut ? request.arrival.advanced(bySeconds: -600) : nil
        }))
      let event = try await events.create(world.draft(place: .hut), in: trip, as: anna)
      try await #expect(events.leaveBy(for: event.id, as: anna) == nil)
      try await #expect(events.leaveBy(for: event.id, as: ben) == event.start.advanced(bySeconds: -600))
      let placeless = try await events.create(world.draft(), in: trip, as: anna)
      await expectError(.conflict) { _ = try await events.leaveBy(for: placeless.id, as: ben) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a renewed map moves points, or marks them as gone once`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let log = HappeningLog<EventChange>()
      let events = EventService(
        world.store, EventEnvironment(follower: EventFollower { happening, _ in try log.add(happening) }))
      func create(_ source: String, in start: Double = 1) async throws -> EventID {
        let place = MeetingPoint(
          source: SourceID(source), name: source, coordinate: Coordinate(latitude: 47, longitude: 10))
        // Returned from the call itself, it keeps Swift 6.3 from emitting the module without optimisation.
        let event = try await events.create(world.draft(in: start, place: place), in: trip, as: anna)
        return event.id
      }
      let past = try await create("gone", in: 0)
      world.clock.advance(seconds: 3600)
      let (kept, moved, gone) = (
        try await create("kept"), try await create("moved"), try await create("gone")
      )
      // More than one part of 100.
      for _ in 0..<210 { _ = try await create("kept") }
      let cancelled = try await create("gone")
      try await events.cancel(cancelled, as: anna)
      _ = try await events.create(world.draft(), in: trip, as: anna)
      let before = log.all.count
      func renew() async throws -> MeetingPointRenewal {
        try await events.renewMeetingPoints { point in
          switch point.source.rawValue {
          case "gone": return .gone
          case "moved":
            var found = point
            (found.source, found.name) = (SourceID("moved 2"), "New name")
            return .found(found)
          default: return .found(point)
          }
        }
      }
      var expected = MeetingPointRenewal()
      (expected.kept, expected.changed, expected.gone) = (211, 1, 1)
      try await #expect(renew() == expected)
      try await #expect(events.get(kept, as: ben).place?.isGone == false)
      try await #expect(events.get(moved, as: ben).place?.name == "New name")
      try await #expect(events.get(gone, as: ben).place?.isGone == true)
      for event in [past, cancelled] { try await #expect(events.get(event, as: ben).place?.isGone == false) }
      #expect(
        log.all.dropFirst(before) == [
          EventChange(kind: .placeGone, event: gone, trip: trip, actor: nil, people: [anna])
        ])
      await expectError(.conflict) { _ = try await events.leaveBy(for: gone, as: ben) }
      (expected.kept, expected.changed) = (212, 0)
      try await #expect(renew() == expected)
      #expect(log.all.count == before + 1)
      // A host gives another.
      try await events.change(EventPatch(place: .hut), of: gone, as: anna)
      try await #expect(events.get(gone, as: ben).place == .hut)
    }
  }
}
