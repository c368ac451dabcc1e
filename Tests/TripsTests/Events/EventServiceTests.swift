import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Events are created, listed by day and by page, changed and cancelled by those who may.
@Suite struct EventServiceTests {
  @Test(arguments: TripsBackend.usable)
  func `an event comes back as it was sent`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      var draft = world.draft("Lunch <b>", seats: 4, place: .hut)
      draft.note = "first line\nsecond\tline"
      let event = try await world.events.create(draft, in: trip, as: anna)
      #expect((event.name, event.note, event.place) == ("Lunch <b>", "first line\nsecond\tline", .hut))
      #expect((event.start, event.end) == (world.hours(1), world.hours(2)))
      #expect((event.seats, event.taken, event.audience) == (4, 0, .trip))
      #expect((event.author, event.mayChange, event.cancelled) == (anna, true, nil))
      let seen = try await world.events.get(event.id, as: ben)
      #expect((seen.author, seen.mayChange, seen.audience, seen.answer) == (anna, false, nil, nil))
      try await #expect(world.events.get(event.id, as: anna) == event)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `values that are not allowed make no event`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      func refuse(_ code: SkiError.Code, as user: UserID, _ change: (inout EventDraft) -> Void) async {
        var draft = world.draft()
        change(&draft)
        let sent = draft
        await expectError(code) { _ = try await world.events.create(sent, in: trip, as: user) }
      }
      await refuse(.invalidArgument, as: anna) { $0.name = " " }
      await refuse(.limitExceeded, as: anna) { $0.name = String(repeating: "é", count: 81) }
      await refuse(.limitExceeded, as: anna) { $0.note = String(repeating: "x", count: 2001) }
      await refuse(.invalidArgument, as: anna) { $0.end = $0.start }
      await refuse(.invalidArgument, as: anna) { $0.start = world.hours(-0.001) }
      await refuse(.invalidArgument, as: anna) { $0.start = UniversalTime(secondsSince1970: .nan) }
      await refuse(.invalidArgument, as: anna) { $0.end = world.hours(7 * 24 + 1) }
      await refuse(.limitExceeded, as: anna) { $0.end = world.hours(15 * 24) }
      await refuse(.invalidArgument, as: anna) { $0.seats = 0 }
      await refuse(.invalidArgument, as: anna) { $0.seats = 1001 }
      await refuse(.invalidArgument, as: anna) { $0.audience = .people([]) }
      await refuse(.invalidArgument, as: anna) {
        $0.place = MeetingPoint.hut
        $0.place?.coordinate.latitude = 91
      }
      await refuse(.invalidArgument, as: anna) {
        $0.place = MeetingPoint.hut
        $0.place?.name = ""
      }
      await refuse(.limitExceeded, as: anna) {
        $0.place = MeetingPoint.hut
        $0.place?.source = SourceID(String(repeating: "1", count: 129))
      }
      await refuse(.notPermitted, as: ben) { $0.audience = .trip }
      await refuse(.conflict, as: ben) { $0.audience = .near }
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_events") == ["0"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `strangers and members of other trips know of no event`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna)
      _ = try await world.trip(host: ben)
      let event = try await world.events.create(world.draft(), in: trip, as: anna).id
      for user in [ben, try UserID("stranger")] {
        await expectError(.notFound) { _ = try await world.events.create(world.draft(), in: trip, as: user) }
        await expectError(.notFound) { _ = try await world.events.get(event, as: user) }
        await expectError(.notFound) { _ = try await world.events.guests(of: event, as: user) }
        await expectError(.notFound) { _ = try await world.events.change(EventPatch(), of: event, as: user) }
        await expectError(.notFound) { try await world.events.cancel(event, as: user) }
        await expectError(.notFound) { try await world.events.answer(.yes, to: event, as: user) }
        await expectError(.notFound) { _ = try await world.events.link(to: event, as: user) }
        await expectError(.notFound) { _ = try await world.events.leaveBy(for: event, as: user) }
        await expectError(.notFound) { _ = try await world.events.suggest(for: event, as: user) }
        await expectError(.notFound) { _ = try await world.events.page(of: trip, as: user) }
        await expectError(.notFound) {
          _ = try await world.events.list(of: trip, on: CalendarDay("2023-11-14"), as: user)
        }
        await expectError(.notFound) {
          _ = try await world.events.create(world.draft(for: .near), in: trip, as: user)
        }
      }
      await expectError(.notFound) { _ = try await world.events.get(EventID("unknown"), as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `days begin and end by the clocks of the trip`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      // The clock stands at 2023-11-14 22:13:20 UTC, 23:13:20 in Zurich.
      let trip = try await world.trip(host: anna)
      let today = try await world.events.create(world.draft("today", in: 0), in: trip, as: anna)
      let tomorrow = try await world.events.create(world.draft("tomorrow", in: 1), in: trip, as: anna)
      #expect((today.day.description, tomorrow.day.description) == ("2023-11-14", "2023-11-15"))
      func names(on day: String) async throws -> [String] {
        try await world.events.list(of: trip, on: CalendarDay(day), as: anna).map(\.name)
      }
      try await #expect(names(on: "2023-11-13") == [])
      try await #expect(names(on: "2023-11-14") == ["today"])
      try await #expect(names(on: "2023-11-15") == ["today", "tomorrow"])
      try await #expect(names(on: "2023-11-16") == [])
    }
  }

  @Test func `days are 23, 24 and 25 hours long where clocks are changed`() throws {
    let zone = try TimeZoneName("Europe/Zurich")
    func hours(_ day: String) throws -> Double {
      let window = zone.window(of: try CalendarDay(day))
      return (window.until.secondsSince1970 - window.from.secondsSince1970) / 3600
    }
    #expect(try hours("2026-03-29") == 23)
    #expect(try hours("2026-03-30") == 24)
    #expect(try hours("2026-10-25") == 25)
    // Midnight does not exist where clocks are advanced then.
    let beirut = try TimeZoneName("Asia/Beirut")
    let window = beirut.window(of: try CalendarDay("2024-03-31"))
    #expect(window.until.secondsSince1970 - window.from.secondsSince1970 == 23 * 3600)
    #expect(beirut.day(of: window.from).description == "2024-03-31")
  }

  @Test(arguments: TripsBackend.usable)
  func `pages of any size make up the whole itinerary`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      // Several begin at the same time.
      for number in 0..<37 {
        _ = try await world.events.create(
          world.draft("\(number)", in: Double(number % 7)), in: trip, as: anna)
      }
      let all = try await world.events.page(of: trip, count: 100, as: anna)
      #expect(all.events.count == 37 && all.next == nil)
      #expect(all.events == all.events.sorted { ($0.start, $0.id) < ($1.start, $1.id) })
      for count in [1, 7, 36, 37] {
        var (events, position): ([TripEvent], EventPosition?) = ([], nil)
        repeat {
          let page = try await world.events.page(
            of: trip, after: try position.map { try EventPosition($0.text) }, count: count, as: anna)
          events += page.events
          position = page.next
        } while position != nil
        #expect(events == all.events)
      }
      for count in [0, 101, -1] {
        await expectError(.invalidArgument) {
          _ = try await world.events.page(of: trip, count: count, as: anna)
        }
      }
    }
  }

  @Test(arguments: ["", "1", "x.y", ".", "1.", "1e3.event", String(repeating: "1", count: 200)])
  func `a position of another form is refused`(text: String) async throws {
    await expectError(.invalidArgument) { _ = try EventPosition(text) }
  }

  @Test(arguments: TripsBackend.usable)
  func `a change keeps what it does not name`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let event = try await world.events.create(world.draft(seats: 3, place: .hut), in: trip, as: anna)
      var expected = event
      try await #expect(world.events.change(EventPatch(), of: event.id, as: anna) == expected)
      (expected.name, expected.note) = ("Dinner", "inside")
      try await #expect(
        world.events.change(EventPatch(name: "Dinner", note: "inside"), of: event.id, as: anna) == expected)
      (expected.start, expected.end) = (world.hours(5), world.hours(6))
      expected.day = try CalendarDay("2023-11-15")
      let times = EventPatch(start: world.hours(5), end: world.hours(6))
      try await #expect(world.events.change(times, of: event.id, as: anna) == expected)
      expected.seats = nil
      try await #expect(
        world.events.change(EventPatch(allowsAnyNumber: true), of: event.id, as: anna) == expected)
      expected.seats = 9
      expected.place?.name = "Other hut"
      let others = EventPatch(place: expected.place, seats: 9)
      try await #expect(world.events.change(others, of: event.id, as: anna) == expected)
      try await #expect(world.events.get(event.id, as: anna) == expected)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a change that is not allowed changes nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(seats: 3), in: trip, as: anna)
      try await world.events.answer(.yes, to: event.id, as: anna)
      try await world.events.answer(.yes, to: event.id, as: ben)
      let before = try await world.events.get(event.id, as: anna)
      func refuse(_ code: SkiError.Code, _ patch: EventPatch, as user: UserID) async {
        await expectError(code) { _ = try await world.events.change(patch, of: event.id, as: user) }
      }
      await refuse(.invalidArgument, EventPatch(name: ""), as: anna)
      await refuse(.invalidArgument, EventPatch(start: world.hours(-1)), as: anna)
      await refuse(.invalidArgument, EventPatch(end: world.hours(0.5)), as: anna)
      await refuse(.invalidArgument, EventPatch(end: world.hours(8 * 24)), as: anna)
      await refuse(.invalidArgument, EventPatch(seats: 5, allowsAnyNumber: true), as: anna)
      await refuse(.conflict, EventPatch(seats: 1), as: anna)
      await refuse(.notPermitted, EventPatch(name: "Mine"), as: ben)
      await expectError(.notPermitted) { try await world.events.cancel(event.id, as: ben) }
      try await #expect(world.events.get(event.id, as: anna) == before)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `another host changes what is for the whole trip, and nothing else`(backend: TripsBackend) async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, hosts: [ben])
      let all = try await world.events.create(world.draft(), in: trip, as: anna)
      try await world.events.change(EventPatch(name: "Dinner"), of: all.id, as: ben)
      try await world.events.cancel(all.id, as: ben)
      let some = try await world.events.create(world.draft(for: .people([ben])), in: trip, as: anna)
      await expectError(.notPermitted) { try await world.events.cancel(some.id, as: ben) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `what is cancelled, over or of a trip that is over does not change`(backend: TripsBackend) async throws
  {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let (first, second) = (
        try await world.events.create(world.draft(), in: trip, as: anna),
        try await world.events.create(world.draft(), in: trip, as: anna)
      )
      try await world.events.cancel(first.id, as: anna)
      try await #expect(world.events.get(first.id, as: anna).cancelled == world.clock.now)
      func refuse(_ event: EventID) async {
        await expectError(.conflict) { try await world.events.cancel(event, as: anna) }
        await expectError(.conflict) {
          try await world.events.change(EventPatch(name: "x"), of: event, as: anna)
        }
        await expectError(.conflict) { try await world.events.answer(.no, to: event, as: anna) }
        await expectError(.conflict) { _ = try await world.events.link(to: event, as: anna) }
        await expectError(.conflict) { _ = try await world.events.suggest(for: event, as: anna) }
        await expectError(.conflict) { _ = try await world.events.leaveBy(for: event, as: anna) }
      }
      await refuse(first.id)
      world.clock.advance(seconds: 7200)
      await refuse(second.id)
      try await world.trips.end(trip, as: anna)
      await expectError(.conflict) { _ = try await world.events.create(world.draft(), in: trip, as: anna) }
      try await #expect(world.events.page(of: trip, as: anna).events.count == 2)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a failing follower undoes the change it follows`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let log = HappeningLog<EventChange>()
      let events = EventService(
        world.store, EventEnvironment(follower: EventFollower { happening, _ in try log.add(happening) }))
      let event = try await events.create(world.draft(), in: trip, as: anna).id
      try await events.change(EventPatch(name: "Dinner"), of: event, as: anna)
      try await events.answer(.yes, to: event, as: ben)
      try await events.answer(.yes, to: event, as: ben)
      log.setFailing(true)
      await expectError(.conflict) { try await events.cancel(event, as: anna) }
      try await #expect(events.get(event, as: anna).cancelled == nil)
      log.setFailing(false)
      try await events.cancel(event, as: anna)
      func happening(_ kind: EventChange.Kind, by actor: UserID, to people: [UserID]) -> EventChange {
        EventChange(kind: kind, event: event, trip: trip, actor: actor, people: people)
      }
      #expect(
        log.all == [
          happening(.created, by: anna, to: [ben]), happening(.changed, by: anna, to: [ben]),
          happening(.answered(.yes), by: ben, to: [anna]), happening(.cancelled, by: anna, to: [ben]),
        ])
    }
  }
}
