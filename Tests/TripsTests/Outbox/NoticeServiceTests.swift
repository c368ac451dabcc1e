import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// A host's word reaches the trip; lists, marks and preferences are the acting user's own.
@Suite struct NoticeServiceTests {
  @Test(arguments: TripsBackend.usable)
  func `a host's word reaches all other members, without the host's name`(backend: TripsBackend) async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      try await world.friends.block(anna, as: cleo)
      try await #expect(
        world.notices.announce("Bus at 8\nSharp", id: MessageID("w1"), to: trip, as: anna) == 2)
      for user in [ben, cleo] {
        let notice = try #require(try await world.notices.list(as: user).notices.first)
        #expect((notice.kind, notice.trip, notice.actor) == (.hostWord, trip, nil))
        #expect((notice.payload.word, notice.isRead) == ("Bus at 8\nSharp", false))
        #expect(!notice.json.text().contains(anna.rawValue))
      }
      try await #expect(world.keys(of: anna).isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a word to 600 people takes as many statements as one to three`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let (small, large) = (try await world.trip(host: anna), try await world.trip(host: anna))
      try await world.insertMembers(3, of: small)
      try await world.insertMembers(600, of: large)
      _ = try await world.worker(RecordingChannel())
      let few = try await world.driver.statements {
        try await #expect(world.notices.announce("Bus", id: MessageID("w1"), to: small, as: anna) == 3)
      }
      let many = try await world.driver.statements {
        try await #expect(world.notices.announce("Bus", id: MessageID("w1"), to: large, as: anna) == 600)
      }
      #expect(few == many)
      try await #expect(world.waitingCount() == 603)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `only hosts of a trip that is not over send a word, within its limits`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let (trip, id) = (try await world.trip(host: anna, ben), try MessageID("w1"))
      await expectError(.notPermitted) { try await world.notices.announce("Bus", id: id, to: trip, as: ben) }
      await expectError(.notFound) { try await world.notices.announce("Bus", id: id, to: trip, as: cleo) }
      await expectError(.notFound) {
        try await world.notices.announce("Bus", id: id, to: TripID("none"), as: anna)
      }
      await expectError(.invalidArgument) {
        try await world.notices.announce(" ", id: id, to: trip, as: anna)
      }
      let error = await expectError(.limitExceeded) {
        try await world.notices.announce(String(repeating: "a", count: 501), id: id, to: trip, as: anna)
      }
      #expect(error?.message.contains("501") == true && error?.message.contains("500") == true)
      try await #expect(world.keys(of: ben).isEmpty)
      try await world.trips.end(trip, as: anna)
      await expectError(.conflict) { try await world.notices.announce("Bus", id: id, to: trip, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a word sent again has no effect, and too many in a day are refused`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      for number in 0..<Quota.hostWordsADay.standard {
        for expected in [1, 0] {
          let count = try await world.notices.announce("Bus", id: MessageID("w\(number)"), to: trip, as: anna)
          #expect(count == expected)
        }
      }
      await expectError(.rateLimited) {
        try await world.notices.announce("Bus", id: MessageID("more"), to: trip, as: anna)
      }
      try await #expect(world.keys(of: ben).count == Quota.hostWordsADay.standard)
      world.clock.advance(seconds: 86_400)
      try await #expect(world.notices.announce("Bus", id: MessageID("more"), to: trip, as: anna) == 1)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `pages follow each other though new notices come`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      for number in 0..<25 {
        // Some have the same time.
        if number % 3 == 0 { world.clock.advance(seconds: 1) }
        try await world.enqueue(NoticeDraft(.rsvp, key: "n\(number)"), to: ben)
      }
      var (seen, position): ([Notice], NoticePosition?) = ([], nil)
      repeat {
        let page = try await world.notices.list(before: position, count: 10, as: ben)
        seen += page.notices
        position = try page.next.map { try NoticePosition($0.description) }
        world.clock.advance(seconds: 1)
        try await world.enqueue(NoticeDraft(.rsvp, key: "later\(seen.count)"), to: ben)
      } while position != nil
      #expect(Set(seen.map(\.key)) == Set((0..<25).map { "n\($0)" }) && seen.count == 25)
      #expect(seen.map(\.since) == seen.map(\.since).sorted(by: >))
      for count in [0, 101] {
        await expectError(.invalidArgument) { _ = try await world.notices.list(count: count, as: ben) }
      }
      for text in ["", "1", "a-b", "-1-b", "1-", String(repeating: "1-", count: 200)] {
        await expectError(.invalidArgument) { _ = try NoticePosition(text) }
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `marks are the recipient's own, and all or none`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      for key in ["a", "b", "c"] {
        world.clock.advance(seconds: 1)
        try await world.enqueue(NoticeDraft(.rsvp, key: key), to: anna, ben)
      }
      let notices = try await world.notices.list(as: ben).notices
      try await #expect(world.notices.unreadCount(as: ben) == 3)
      await expectError(.notFound) {
        try await world.notices.markRead([notices[0].id, NoticeID("none")], as: ben)
      }
      try await #expect(world.notices.unreadCount(as: ben) == 3)
      let own = NoticeDraft(.rsvp, key: "own")
      try await world.enqueue(own, to: anna)
      let foreign = try #require(try await world.notices.list(as: anna).notices.first { $0.key == "own" })
      await expectError(.notFound) { try await world.notices.markRead([foreign.id], as: ben) }
      await expectError(.limitExceeded) {
        try await world.notices.markRead(Array(repeating: notices[0].id, count: 501), as: ben)
      }
      for _ in 0..<2 { try await world.notices.markRead([notices[0].id], as: ben) }
      try await #expect(world.notices.list(as: ben).notices.map(\.isRead) == [true, false, false])
      try await world.notices.markAllRead(upTo: notices[2].position, as: ben)
      try await #expect(world.notices.list(as: ben).notices.map(\.isRead) == [true, false, true])
      try await #expect(world.notices.unreadCount(as: anna) == 4)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `preferences are stored when they have a meaning`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      try await #expect(world.notices.preferences(as: ben) == .standard)
      let zone = try TimeZoneName("Europe/Zurich")
      let whole = NoticePreferences(
        muted: [.rsvp, .message], quiet: QuietHours(fromMinute: 1320, untilMinute: 420), zone: zone,
        digestMinutes: 60)
      for preferences in [whole, NoticePreferences(zone: zone), whole] {
        try await world.notices.setPreferences(preferences, as: ben)
        try await #expect(world.notices.preferences(as: ben) == preferences)
      }
      let wrong = [
        NoticePreferences(quiet: QuietHours(fromMinute: 60, untilMinute: 60), zone: zone),
        NoticePreferences(quiet: QuietHours(fromMinute: -1, untilMinute: 60), zone: zone),
        NoticePreferences(quiet: QuietHours(fromMinute: 0, untilMinute: 1440), zone: zone),
        NoticePreferences(zone: zone, digestMinutes: 4), NoticePreferences(zone: zone, digestMinutes: 1441),
      ]
      for preferences in wrong {
        await expectError(.invalidArgument) {
          try await world.notices.setPreferences(preferences, as: ben)
        }
      }
      try await #expect(world.notices.preferences(as: ben) == whole)
      try await world.users.delete(as: ben)
      await expectError(.notFound) { try await world.notices.setPreferences(whole, as: ben) }
    }
  }
}
