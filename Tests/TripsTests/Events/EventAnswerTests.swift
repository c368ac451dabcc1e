import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Answers count seats exactly, and are shown to those who may know of the guests.
@Suite struct EventAnswerTests {
  @Test(arguments: TripsBackend.usable)
  func `an answer replaces the one before, and only a yes takes a seat`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(seats: 1), in: trip, as: anna).id
      for (answer, taken) in [(EventAnswer.maybe, 0), (.yes, 1), (.yes, 1), (.no, 0), (.yes, 1)] {
        let answered = try await world.events.answer(answer, to: event, as: ben)
        #expect((answered.answer, answered.taken) == (answer, taken))
        try await #expect(
          world.events.guests(of: event, as: anna) == [EventGuest(user: ben, name: "ben", answer: answer)])
      }
      let error = await expectError(.conflict) { try await world.events.answer(.yes, to: event, as: anna) }
      #expect(error?.message.contains("all 1 seats") == true)
      try await world.events.answer(.maybe, to: event, as: anna)
      try await world.events.change(EventPatch(seats: 2), of: event, as: anna)
      try await world.events.answer(.yes, to: event, as: anna)
      try await #expect(world.events.get(event, as: ben).taken == 2)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `thirty people at the same time take the last seats of seven, of which two are taken`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      var people: [UserID] = []
      for number in 0..<32 { people.append(try await world.person("person \(number)")) }
      try await world.add(people, to: trip, by: anna)
      let event = try await world.events.create(world.draft(seats: 7), in: trip, as: anna).id
      for person in people.prefix(2) { try await world.events.answer(.yes, to: event, as: person) }
      // Two instances, as two servers of one store have.
      let services = [EventService(world.store), EventService(world.store)]
      let outcomes = await withTaskGroup(of: SkiError.Code?.self) { group in
        for (number, person) in people.dropFirst(2).enumerated() {
          group.addTask {
            do {
              try await services[number % 2].answer(.yes, to: event, as: person)
              return nil
            } catch {
              return (error as? SkiError)?.code ?? .internalInconsistency
            }
          }
        }
        return await group.reduce(into: [SkiError.Code?]()) { $0.append($1) }
      }
      #expect(outcomes.count { $0 == nil } == 5)
      #expect(outcomes.count { $0 == .conflict } == 25)
      try await #expect(world.events.get(event, as: anna).taken == 7)
      let coming = try await world.events.guests(of: event, as: anna)
      #expect(coming.count { $0.answer == .yes } == 7)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `two people at the same time take one last seat, each time exactly one`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      for _ in 0..<20 {
        let event = try await world.events.create(world.draft(seats: 1), in: trip, as: anna).id
        async let first = try? world.events.answer(.yes, to: event, as: anna)
        async let second = try? world.events.answer(.yes, to: event, as: ben)
        let winners = await [first, second].compactMap(\.self)
        #expect(winners.count == 1)
        try await #expect(world.events.get(event, as: anna).taken == 1)
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `guests see who answered, the author also who was invited`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let event = try await world.events.create(world.draft(for: .people([ben, cleo])), in: trip, as: anna).id
      try await world.events.answer(.no, to: event, as: ben)
      let answered = EventGuest(user: ben, name: "ben", answer: .no)
      let invited = EventGuest(user: cleo, name: "cleo", answer: nil)
      try await #expect(world.events.guests(of: event, as: anna) == [answered, invited])
      try await #expect(world.events.guests(of: event, as: cleo) == [answered])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `leaving, removal and the end free seats`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      var people: [UserID] = []
      for name in ["anna", "ben", "cleo", "dora"] { people.append(try await world.person(name)) }
      let (anna, ben, cleo, dora) = (people[0], people[1], people[2], people[3])
      let trip = try await world.trip(host: anna, ben, cleo, dora)
      let event = try await world.events.create(world.draft(seats: 4), in: trip, as: anna).id
      let past = try await world.events.create(world.draft(in: 0, seats: 4), in: trip, as: anna).id
      for person in people {
        try await world.events.answer(.yes, to: event, as: person)
        try await world.events.answer(.yes, to: past, as: person)
      }
      func taken() async throws -> Int { try await world.events.get(event, as: anna).taken }
      try await world.trips.leave(trip, as: ben)
      try await #expect(taken() == 3)
      await expectError(.notFound) { try await world.events.answer(.yes, to: event, as: ben) }
      try await world.trips.remove(cleo, from: trip, as: anna)
      try await #expect(taken() == 2)
      try await world.users.delete(as: dora)
      try await #expect(taken() == 1)
      await expectError(.notFound) { try await world.events.answer(.yes, to: event, as: dora) }
      world.clock.advance(seconds: 3600)
      try await world.trips.end(trip, as: anna)
      try await #expect(taken() == 0)
      let ended = try await world.events.get(event, as: anna)
      #expect((ended.cancelled, ended.answer) == (world.clock.now, nil))
      // The one that was over stays.
      let kept = try await world.events.get(past, as: anna)
      #expect((kept.cancelled, kept.answer) == (nil, .yes))
      try await world.trips.leave(trip, as: anna)
      for table in ["trips_events", "trips_event_people"] {
        try await #expect(world.texts("SELECT COUNT(*) FROM \(table)") == ["0"])
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the plans of one who leaves are cancelled and reported, those for the whole trip stay`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, cleo, hosts: [ben])
      let all = try await world.events.create(world.draft(), in: trip, as: ben).id
      let some = try await world.events.create(world.draft(for: .people([cleo])), in: trip, as: ben).id
      let now = world.clock.now
      let expected = EventChange(kind: .cancelled, event: some, trip: trip, actor: nil, people: [cleo])
      try await #expect(
        world.store.read { try $0.cancellations(byLeaving: trip, ben, at: now) } == [expected])
      try await world.trips.leave(trip, as: ben)
      try await #expect(world.events.get(some, as: cleo).cancelled == now)
      let kept = try await world.events.get(all, as: anna)
      #expect((kept.cancelled, kept.author, kept.mayChange) == (nil, nil, true))
      try await world.add([ben], to: trip, by: anna)
      try await #expect(world.events.get(all, as: anna).author == ben)
      // Removal takes them all.
      try await world.users.delete(as: ben)
      await expectError(.notFound) { _ = try await world.events.get(all, as: anna) }
      for (table, row) in try await world.allRows() { #expect(!row.contains(ben.rawValue), "\(table)") }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an export tells events and answers`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let event = try await world.events.create(world.draft("Raclette", place: .hut), in: trip, as: anna).id
      try await world.events.answer(.maybe, to: event, as: anna)
      let text = String(decoding: try await world.users.export(as: anna), as: UTF8.self)
      #expect(text.contains(#""name":"Raclette""#) && text.contains(#""source":"node/1""#))
      #expect(text.contains(#""answers":[{"event":"\#(event)","invited":false,"answer":"maybe""#))
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a trip has so many events before it and no more`(backend: TripsBackend) async throws {
    var quotas = Quotas()
    quotas[.openEvents] = 3
    try await backend.withTrips(quotas) { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      for _ in 0..<3 {
        _ = try await world.events.create(world.draft(), in: trip, as: anna)
      }
      await expectError(.limitExceeded) {
        _ = try await world.events.create(world.draft(), in: trip, as: anna)
      }
      world.clock.advance(seconds: 7200)
      _ = try await world.events.create(world.draft(), in: trip, as: anna)
    }
  }
}
