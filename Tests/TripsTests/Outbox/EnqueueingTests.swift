import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Notices are enqueued with what happened, once for each key, and end with what permits them.
@Suite struct EnqueueingTests {
  private struct Refusal: Error {}

  @Test(arguments: TripsBackend.usable)
  func `a recipient has one notice of a key, whatever is enqueued again`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      _ = try await world.worker(RecordingChannel())
      let draft = NoticeDraft(.liftClosed, key: "lift", payload: NoticePayload(lift: SourceID("l1")))
      try await #expect(world.enqueue(draft, to: anna, anna) == 1)
      try await #expect(world.enqueue(draft, to: anna, ben) == 1)
      try await #expect(world.enqueue(draft, to: anna, ben) == 0)
      try await #expect(world.waitingCount() == 2)
      try await #expect(world.keys(of: anna) == ["lift"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `nothing is enqueued when the transaction fails`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      _ = try await world.worker(RecordingChannel())
      await #expect(throws: Refusal.self) {
        try await world.store.write { transaction in
          try transaction.enqueue(NoticeDraft(.rsvp, key: "a"), to: [ben])
          throw Refusal()
        }
      }
      try await #expect(world.keys(of: ben).isEmpty)
      try await #expect(world.waitingCount() == 0)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the actor, strangers and blocked people receive nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      try await world.friends.block(anna, as: cleo)
      let draft = NoticeDraft(.message, key: "m", trip: trip, actor: anna)
      try await #expect(world.store.write { try $0.enqueueForMembers(draft) } == 1)
      try await #expect(world.keys(of: ben) == ["m"])
      let other = NoticeDraft(.arrived, key: "n", actor: cleo)
      try await #expect(world.enqueue(other, to: anna, ben, cleo, UserID("none")) == 1)
      try await #expect(world.enqueue(other) == 0)
      await expectError(.internalInconsistency) {
        try await world.store.write { _ = try $0.enqueueForMembers(other) }
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `keys, texts and recipients have limits`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let drafts = [
        NoticeDraft(.rsvp, key: ""), NoticeDraft(.rsvp, key: String(repeating: "k", count: 401)),
        NoticeDraft(.rsvp, key: "a", payload: NoticePayload(answer: "a\u{7}")),
      ]
      for draft in drafts {
        await expectError(.invalidArgument) { try await world.enqueue(draft, to: ben) }
      }
      await expectError(.limitExceeded) {
        let payload = NoticePayload(answer: String(repeating: "a", count: 41))
        try await world.enqueue(NoticeDraft(.rsvp, key: "a", payload: payload), to: ben)
      }
      await expectError(.limitExceeded) {
        let people = try (0...1000).map { try UserID("u\($0)") }
        try await world.store.write { try $0.enqueue(NoticeDraft(.rsvp, key: "a"), to: people) }
      }
      try await #expect(world.keys(of: ben).isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a notice for later is neither shown nor sent before`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let channel = RecordingChannel()
      let worker = try await world.worker(channel)
      let time = world.clock.now.advanced(bySeconds: 60)
      try await world.enqueue(NoticeDraft(.invitation, key: "later", notBefore: time), to: ben)
      try await world.drain(worker)
      try await #expect(world.keys(of: ben).isEmpty)
      try await #expect(world.notices.unreadCount(as: ben) == 0)
      #expect(channel.deliveries.isEmpty)
      world.clock.advance(seconds: 60)
      try await world.drain(worker)
      try await #expect(world.keys(of: ben) == ["later"])
      #expect(channel.keys == ["\(ben) later"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `what is taken back is not sent`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      _ = try await world.worker(RecordingChannel())
      try await world.enqueue(NoticeDraft(.message, key: "a"), to: anna, ben)
      try await world.enqueue(NoticeDraft(.message, key: "b"), to: anna, ben)
      try await world.store.write { try $0.withdrawNotices(key: "a") }
      try await #expect(world.keys(of: anna) == ["b"])
      try await #expect(world.waitingCount() == 2)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a request for friendship is noticed, and its notice ends with it`(backend: TripsBackend) async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      _ = try await world.worker(RecordingChannel())
      _ = try await world.trip(host: anna, ben)
      for _ in 0..<2 {
        try await world.friends.ask(ben, as: anna)
        let notices = try await world.notices.list(as: ben).notices
        #expect(notices.map(\.kind) == [.friendRequest] && notices.map(\.actor) == [anna])
        try await world.friends.refuse(anna, as: ben)
        try await #expect(world.keys(of: ben).isEmpty)
        try await #expect(world.waitingCount() == 0)
      }
      try await world.friends.ask(ben, as: anna)
      try await world.enqueue(NoticeDraft(.message, key: "m", actor: anna), to: ben)
      try await world.friends.block(anna, as: ben)
      try await #expect(world.keys(of: ben).isEmpty)
      try await #expect(world.waitingCount() == 0)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `who leaves a trip has none of its notices, and others none of theirs`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, cleo, hosts: [ben])
      _ = try await world.worker(RecordingChannel())
      try await world.notices.announce("Bus", id: MessageID("w"), to: trip, as: ben)
      try await world.enqueue(NoticeDraft(.message, key: "of ben", trip: trip, actor: ben), to: anna, cleo)
      try await world.enqueue(NoticeDraft(.message, key: "of anna", trip: trip, actor: anna), to: ben, cleo)
      try await world.enqueue(NoticeDraft(.rsvp, key: "elsewhere"), to: ben)
      try await world.trips.leave(trip, as: ben)
      try await #expect(world.keys(of: ben) == ["elsewhere"])
      try await #expect(Set(world.keys(of: cleo)) == ["word:\(trip):w", "of anna"])
      try await #expect(world.keys(of: anna) == ["word:\(trip):w"])
      try await #expect(world.waitingCount() == 4)
      try await world.trips.end(trip, as: anna)
      try await world.trips.leave(trip, as: anna)
      try await world.trips.leave(trip, as: cleo)
      try await #expect(world.keys(of: cleo).isEmpty)
      for (table, row) in try await world.allRows() where table != "trips" {
        #expect(!row.contains(trip.rawValue), "\(table)")
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a removed user is in no table of the outbox`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      _ = try await world.worker(RecordingChannel())
      try await world.notices.announce("Planted", id: MessageID("w"), to: trip, as: anna)
      try await world.enqueue(NoticeDraft(.message, key: "m", actor: ben), to: anna)
      try await world.notices.setPreferences(.standard, as: anna)
      let exported = String(decoding: try await world.users.export(as: ben), as: UTF8.self)
      #expect(exported.contains("\"notices\"") && exported.contains("Planted"))
      try await world.users.delete(as: anna)
      for (table, row) in try await world.allRows() {
        #expect(!row.contains(anna.rawValue) && !row.contains("Planted"), "\(table)")
      }
      try await #expect(world.keys(of: ben).isEmpty)
      try await #expect(world.waitingCount() == 0)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `old notices are forgotten, also those that a channel never took`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      try await world.enqueue(NoticeDraft(.rsvp, key: "old"), to: ben)
      let worker = try await world.worker(RecordingChannel())
      try await world.enqueue(NoticeDraft(.rsvp, key: "waits"), to: ben)
      world.clock.advance(seconds: 91 * 86_400)
      try await world.enqueue(NoticeDraft(.rsvp, key: "new"), to: ben)
      try await #expect(world.notices.forgetOld() == 2)
      try await #expect(world.keys(of: ben) == ["new"])
      let waiting = try await world.texts("SELECT COUNT(*) FROM trips_deliveries")
      #expect(waiting == ["1"])
      try await world.drain(worker)
      try await #expect(world.notices.forgetOld() == 0)
    }
  }
}
