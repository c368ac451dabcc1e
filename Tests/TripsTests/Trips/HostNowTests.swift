import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Hosts speak for a trip from its first moment to its end.
@Suite struct HostNowTests {
  @Test(arguments: TripsBackend.usable)
  func `a host is one between the first moment and the end`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let (now, trips) = (world.clock.now, world.trips)
      let trip = try await trips.create(
        name: "Day", zone: "UTC", areas: [], from: now.advanced(bySeconds: 10),
        until: now.advanced(bySeconds: 20), as: anna
      ).id
      world.clock.advance(seconds: 9.999)
      await expectError(.conflict) { try await trips.requireHostNow(of: trip, as: anna) }
      world.clock.advance(seconds: 0.001)
      try await trips.requireHostNow(of: trip, as: anna)
      world.clock.advance(seconds: 9.999)
      try await trips.requireHostNow(of: trip, as: anna)
      world.clock.advance(seconds: 0.001)
      await expectError(.conflict) { try await trips.requireHostNow(of: trip, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `travellers, strangers and hosts of ended trips are none`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      _ = try await world.trip(host: cleo)
      await expectError(.notPermitted) { try await world.trips.requireHostNow(of: trip, as: ben) }
      await expectError(.notFound) { try await world.trips.requireHostNow(of: trip, as: cleo) }
      await expectError(.notFound) { try await world.trips.requireHostNow(of: TripID("none"), as: anna) }
      try await world.trips.end(trip, as: anna)
      await expectError(.conflict) { try await world.trips.requireHostNow(of: trip, as: anna) }
    }
  }
}
