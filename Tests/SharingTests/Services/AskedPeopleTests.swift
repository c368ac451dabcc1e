import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The own position, and those of people who are asked for by name, for other services of the server.
@Suite struct AskedPeopleTests {
  private let world = SharedWorld()
  private let here = Coordinate(latitude: 46.5, longitude: 7.5)

  private func positions() async throws -> MapRepository {
    SkiEnvironment(
      map: try await SampleMap.open(), server: world.servers[0],
      storage: SharingStorage(world.store), membership: world.membership, clock: world.clock.sharingClock()
    ).positions
  }

  @Test func `the own position is its person's alone, until it expires`() async throws {
    let positions = try await positions()
    _ = try await world.store.insert(grant(anna, to: .people([cleo])))
    try await world.write(row(anna, at: here))
    #expect(try await positions.currentUserLocation(of: anna, in: week)?.coordinate == here)
    #expect(try await positions.currentUserLocation(of: ben, in: week) == nil)
    for (stranger, trip) in [(user("stranger"), week), (anna, trip("another"))] {
      let error = await #expect(throws: SkiError.self) {
        try await positions.currentUserLocation(of: stranger, in: trip)
      }
      #expect(error?.code == .notFound)
    }
    world.clock.advance(400_000)
    #expect(try await positions.currentUserLocation(of: anna, in: week) == nil)
  }

  @Test func `people asked for are shown as they allow, and those who hide are not told`() async throws {
    let positions = try await positions()
    _ = try await world.store.insert(grant(ben))
    _ = try await world.store.insert(grant(dora, to: .people([cleo])))
    for person in [anna, ben, cleo, dora] { try await world.write(row(person, at: here)) }
    let seen = try await positions.locations(of: [anna, ben, cleo, dora], in: week, as: .member(anna))
    #expect(seen.map(\.user) == [ben])
    #expect(try await positions.locations(of: [cleo], in: week, as: .member(anna)).isEmpty)
    await world.step()
    #expect(try await world.store.audit(of: ben).map(\.key.viewer) == [anna.rawValue])
    for hidden in [cleo, dora] { #expect(try await world.store.audit(of: hidden).isEmpty) }
    let error = await #expect(throws: SkiError.self) {
      try await positions.locations(of: [ben], in: week, as: .member(user("stranger")))
    }
    #expect(error?.code == .notFound)
  }
}
