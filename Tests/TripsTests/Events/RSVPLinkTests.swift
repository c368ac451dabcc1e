import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// A signed link answers for its person, its event and its time, and for nothing else.
@Suite struct RSVPLinkTests {
  @Test(arguments: TripsBackend.usable)
  func `a link answers without a login, on any server of the store`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(seats: 1), in: trip, as: anna).id
      let link = try await world.events.link(to: event, as: ben)
      let sent = try RSVPLink(link.text)
      #expect(sent == link && "\(link)" == "RSVP link" && String(reflecting: link) == "RSVP link")
      let other = EventService(world.store)
      try await #expect(other.answer(.yes, by: sent).answer == .yes)
      try await #expect(world.events.get(event, as: ben).answer == .yes)
      try await other.answer(.no, by: sent)
      try await #expect(world.events.get(event, as: anna).taken == 0)
      try await world.events.answer(.yes, to: event, as: anna)
      await expectError(.conflict) { try await other.answer(.yes, by: sent) }
      for (table, row) in try await world.allRows() { #expect(!row.contains(link.signature), "\(table)") }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a link ends with the event, membership, blocks and cancellation`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let event = try await world.events.create(world.draft(), in: trip, as: anna).id
      let links = [
        try await world.events.link(to: event, as: ben), try await world.events.link(to: event, as: cleo),
        try await world.events.link(to: event, as: anna),
      ]
      try await world.trips.leave(trip, as: ben)
      await expectError(.notFound) { try await world.events.answer(.yes, by: links[0]) }
      try await world.friends.block(anna, as: cleo)
      await expectError(.notFound) { try await world.events.answer(.yes, by: links[1]) }
      world.clock.advance(seconds: 7199)
      try await world.events.answer(.yes, by: links[2])
      world.clock.advance(seconds: 1)
      await expectError(.notPermitted) { try await world.events.answer(.yes, by: links[2]) }
      let next = try await world.events.create(world.draft(), in: trip, as: anna).id
      let last = try await world.events.link(to: next, as: anna)
      try await world.events.cancel(next, as: anna)
      await expectError(.conflict) { try await world.events.answer(.yes, by: last) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `10,000 forged links are refused`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(), in: trip, as: anna).id
      let link = try await world.events.link(to: event, as: ben)
      let seed: UInt64 = 25
      var generator = SeededGenerator(seed: seed)
      var refused = 0
      for _ in 0..<10_000 {
        let text = Self.forged(link, for: anna, &generator)
        do {
          try await world.events.answer(.yes, by: try RSVPLink(text))
          Issue.record("a forged link is taken, seed \(seed): \(text)")
        } catch let error as SkiError where error.code == .notPermitted {
          refused += 1
        }
      }
      #expect(refused == 10_000)
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_event_people") == ["0"])
      try await world.events.answer(.yes, by: link)
    }
  }

  /// Returns a link that differs from a valid one: in one part, in some bytes, in its length, or signed by another key.
  private static func forged(_ link: RSVPLink, for other: UserID, _ generator: inout SeededGenerator)
    -> String
  {
    let later = link.expires.advanced(bySeconds: Double(Int.random(in: 1...1_000_000, using: &generator)))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      return RSVPLink(event: link.event, person: other, expires: link.expires, signature: link.signature).text
    case 1:
      return RSVPLink(event: link.event, person: link.person, expires: later, signature: link.signature).text
    case 2:
      let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      return RSVPSigner(secret: secret).link(event: link.event, person: link.person, expires: later).text
    case 3:
      var bytes = Array(link.text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        let old = bytes[place]
        repeat { bytes[place] = UInt8.random(in: 33...126, using: &generator) } while bytes[place] == old
      }
      // Two changes of one byte may restore it.
      let text = String(decoding: bytes, as: UTF8.self)
      return text == link.text ? text + "0" : text
    case 4: return String(link.text.prefix(Int.random(in: 0..<link.text.count, using: &generator)))
    default: return String(repeating: "0", count: Int.random(in: 1...500, using: &generator))
    }
  }

  @Test func `values with other bounds have other signatures`() throws {
    let signer = RSVPSigner(secret: Array(repeating: 7, count: 32))
    let time = UniversalTime(milliseconds: 5)
    let first = signer.link(event: try EventID("a"), person: try UserID("b c"), expires: time)
    let second = signer.link(event: try EventID("a b"), person: try UserID("c"), expires: time)
    #expect(first.signature != second.signature && first.signature.utf8.count == 64)
    try signer.check(first, now: UniversalTime(milliseconds: 4))
    #expect(throws: SkiError.self) { try signer.check(first, now: time) }
  }
}
