import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// `EventServing`: the itinerary, answers and meeting points, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of events.
  static let eventChecks: [ConformanceCheck] = [
    ConformanceCheck("an event is created, listed, changed and cancelled by its author") { world in
      let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(), in: trip, as: anna)
      try expectEqual(event.author, anna)
      try expectEqual(event.mayChange, true)
      try expectEqual(try await world.events.get(event.id, as: anna), event)
      try expectEqual(try await world.events.list(of: trip, on: event.day, as: ben).map(\.id), [event.id])
      let place = MeetingPoint(
        source: SourceID("node/1"), name: "Hut", coordinate: Coordinate(latitude: 46.9, longitude: 10.5))
      let changed = try await world.events.change(
        EventPatch(name: "Dinner", place: place), of: event.id, as: anna)
      try expectEqual(changed.name, "Dinner")
      try expectEqual(changed.place, place)
      try await expectRefused(.notPermitted) {
        _ = try await world.events.change(EventPatch(name: "x"), of: event.id, as: ben)
      }
      try await expectRefused(.notPermitted) { try await world.events.cancel(event.id, as: ben) }
      try await world.events.cancel(event.id, as: anna)
      try expectEqual(try await world.events.get(event.id, as: ben).cancelled != nil, true)
      try await expectRefused(.conflict) { try await world.events.cancel(event.id, as: anna) }
      try await expectRefused(.conflict) { _ = try await world.events.answer(.yes, to: event.id, as: ben) }
      try await expectRefused(.conflict) { _ = try await world.events.link(to: event.id, as: ben) }
    },
    ConformanceCheck("pages go on where the last one ended") { world in
      let anna = try await world.logIn("anna")
      let trip = try await world.trip(host: anna)
      var made: [EventID] = []
      for hour in 1...5 {
        made.append(try await world.events.create(world.draft(in: Double(hour)), in: trip, as: anna).id)
      }
      var (found, position): ([EventID], EventPosition?) = ([], nil)
      repeat {
        let page = try await world.events.page(of: trip, after: position, count: 2, as: anna)
        found += page.events.map(\.id)
        position = page.next
      } while position != nil
      try expectEqual(found, made)
      for count in [0, 101] {
        try await expectRefused(.invalidArgument) {
          _ = try await world.events.page(of: trip, after: nil, count: count, as: anna)
        }
      }
    },
    ConformanceCheck("values of an event that are not allowed are refused") { world in
      let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
      let trip = try await world.trip(host: anna, ben)
      func create(_ draft: EventDraft, as user: UserID) async throws {
        _ = try await world.events.create(draft, in: trip, as: user)
      }
      try await expectRefused(.invalidArgument) { try await create(world.draft(""), as: anna) }
      try await expectRefused(.limitExceeded) {
        try await create(world.draft(String(repeating: "x", count: 81)), as: anna)
      }
      try await expectRefused(.invalidArgument) { try await create(world.draft(in: -0.5), as: anna) }
      try await expectRefused(.invalidArgument) { try await create(world.draft(in: 2000), as: anna) }
      try await expectRefused(.invalidArgument) { try await create(world.draft(seats: 0), as: anna) }
      try await expectRefused(.invalidArgument) { try await create(world.draft(for: .people([])), as: anna) }
      try await expectRefused(.notFound) {
        try await create(world.draft(for: .people([UserID("unknown")])), as: anna)
      }
      try await expectRefused(.notPermitted) { try await create(world.draft(for: .trip), as: ben) }
    },
    ConformanceCheck("guests answer while there are seats, in the app or by their link") { world in
      let (anna, ben, cleo) = (
        try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let event = try await world.events.create(world.draft(seats: 1), in: trip, as: anna).id
      try expectEqual(try await world.events.answer(.yes, to: event, as: ben).taken, 1)
      try await expectRefused(.conflict) { _ = try await world.events.answer(.yes, to: event, as: cleo) }
      try expectEqual(try await world.events.answer(.maybe, to: event, as: cleo).answer, .maybe)
      let guests = try await world.events.guests(of: event, as: anna)
      try expectEqual(Set(guests.compactMap(\.answer)), [.yes, .maybe])
      try await expectRefused(.invalidArgument) {
        _ = try await world.events.change(EventPatch(seats: 0), of: event, as: anna)
      }
      let link = try await world.events.link(to: event, as: ben)
      try expectEqual(link.event, event)
      try expectEqual(link.person, ben)
      try expectEqual(try await world.events.answer(.no, to: event, as: ben).taken, 0)
    },
    ConformanceCheck("those who come tell of their way, from two hours before the start on") { world in
      let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
      let trip = try await world.trip(host: anna, ben)
      let soon = try await world.events.create(world.draft(in: 1), in: trip, as: anna).id
      let late = try await world.events.create(world.draft(in: 3), in: trip, as: anna).id
      try await expectRefused(.notPermitted) { try await world.events.tell(.arrived, of: soon, as: ben) }
      for event in [soon, late] { try await world.events.answer(.maybe, to: event, as: ben) }
      try await expectRefused(.notPermitted) { try await world.events.tell(.offRoute, of: soon, as: ben) }
      for event in [soon, late] { try await world.events.answer(.yes, to: event, as: ben) }
      for progress in EventProgress.allCases {
        for person in [anna, ben, ben] { try await world.events.tell(progress, of: soon, as: person) }
        try await expectRefused(.conflict) { try await world.events.tell(progress, of: late, as: ben) }
      }
      try await world.events.cancel(soon, as: anna)
      for person in [anna, ben] {
        try await expectRefused(.conflict) { try await world.events.tell(.arrived, of: soon, as: person) }
      }
    },
    ConformanceCheck("strangers and those outside of the audience find no event") { world in
      let (anna, ben, cleo) = (
        try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      let own = try await world.events.create(world.draft(for: .people([ben])), in: trip, as: anna).id
      for id in [own, try EventID("unknown")] {
        try await expectRefused(.notFound) { _ = try await world.events.get(id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.events.guests(of: id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.events.answer(.yes, to: id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.events.link(to: id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.events.suggest(for: id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.events.leaveBy(for: id, as: cleo) }
        try await expectRefused(.notFound) { try await world.events.tell(.arrived, of: id, as: cleo) }
        try await expectRefused(.notFound) { try await world.events.cancel(id, as: cleo) }
        try await expectRefused(.notFound) {
          _ = try await world.events.change(EventPatch(name: "x"), of: id, as: cleo)
        }
      }
      try await expectRefused(.notFound) { _ = try await world.events.page(of: trip, as: cleo) }
      try await expectRefused(.notFound) {
        _ = try await world.events.list(of: trip, on: CalendarDay("2026-01-17"), as: cleo)
      }
      try await expectRefused(.notFound) {
        _ = try await world.events.create(world.draft(), in: trip, as: cleo)
      }
      try await expectRefused(.conflict) { _ = try await world.events.leaveBy(for: own, as: ben) }
      try await expectRefused(.invalidArgument) {
        _ = try await world.events.suggest(with: [], in: trip, as: ben)
      }
      try await expectRefused(.notFound) {
        _ = try await world.events.suggest(with: [cleo], in: trip, as: ben)
      }
    },
    ConformanceCheck("changes of an event that are not allowed change nothing", refuseEventChanges),
    ConformanceCheck("a trip that ends cancels its events, which take no changes then", endEvents),
  ]

  private static func refuseEventChanges(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna, ben, cleo)
    let event = try await world.events.create(world.draft(seats: 3), in: trip, as: anna).id
    for user in [ben, cleo] { try await world.events.answer(.yes, to: event, as: user) }
    let before = try await world.events.get(event, as: anna)
    for (code, patch) in [
      (.invalidArgument, EventPatch(name: "")),
      (.limitExceeded, EventPatch(name: String(repeating: "x", count: 81))),
      (.limitExceeded, EventPatch(note: String(repeating: "x", count: 2001))),
      (.invalidArgument, EventPatch(seats: 1001)), (.conflict, EventPatch(seats: 1)),
      (.invalidArgument, EventPatch(seats: 5, allowsAnyNumber: true)),
      (.invalidArgument, EventPatch(start: world.hours(-0.5))),
      (.invalidArgument, EventPatch(end: world.hours(0.5))),
      (.invalidArgument, EventPatch(start: world.hours(200), end: world.hours(201))),
      (.limitExceeded, EventPatch(end: world.hours(24 * 16))),
    ] as [(SkiError.Code, EventPatch)] {
      try await expectRefused(code) { try await world.events.change(patch, of: event, as: anna) }
    }
    try expectEqual(try await world.events.get(event, as: anna), before)
    let free = try await world.events.change(EventPatch(allowsAnyNumber: true), of: event, as: anna)
    try expectEqual(free.seats, nil)
    try expectEqual(free.taken, 2)
  }

  private static func endEvents(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    let event = try await world.events.create(world.draft(), in: trip, as: anna)
    try await world.trips.end(trip, as: anna)
    try await expectRefused(.conflict) {
      _ = try await world.events.create(world.draft(), in: trip, as: anna)
    }
    try await expectRefused(.conflict) {
      try await world.events.change(EventPatch(name: "x"), of: event.id, as: anna)
    }
    try await expectRefused(.conflict) { try await world.events.cancel(event.id, as: anna) }
    try await expectRefused(.conflict) { try await world.events.answer(.yes, to: event.id, as: ben) }
    try expectEqual(try await world.events.page(of: trip, as: ben).events.map(\.id), [event.id])
    try expectEqual(try await world.events.get(event.id, as: ben).cancelled != nil, true)
  }
}
