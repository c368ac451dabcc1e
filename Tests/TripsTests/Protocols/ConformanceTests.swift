import SkiBase
import SkiTripsTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The services over each store are what their protocols promise.
@Suite struct ConformanceTests {
  @Test(arguments: TripsBackend.usable, ConformanceCheck.all)
  func `a service does what its protocol promises`(backend: TripsBackend, check: ConformanceCheck)
    async throws
  {
    try await backend.withTrips { world in
      try await check.run(ServedWorld(world))
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `default arguments of protocols are those of services`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let trips: any TripServing = world.trips
      let link = try await trips.invite(to: trip, uses: 1, expires: world.hours(1), by: anna)
      #expect(link.invitation.role == .traveller)
      let events: any EventServing = world.events
      try await #expect(events.page(of: trip, as: anna) == EventPage(events: [], next: nil))
      let notices: any NoticeServing = NoticeService(world.store)
      try await #expect(notices.list(as: anna).notices.isEmpty)
      let days: any DayServing = DayService(world.store)
      try await #expect(days.shared(with: trip, as: anna).isEmpty)
      let chats: any ChatServing = world.chats
      let chat = try await chats.open(trip, as: anna).id
      try await #expect(chats.page(of: chat, as: anna).messages.isEmpty)
      let deliveries = try await chats.deliveries(as: anna)
      try await chats.send(.text("hello"), id: MessageID("m1"), to: chat, as: anna)
      var iterator = deliveries.makeAsyncIterator()
      let first = try await iterator.next()
      #expect(first?.messages.map(\.position) == [1])
    }
  }
}
