import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

@Suite struct NearbyTests {
  private let world = SharedWorld()
  private let here = Coordinate(latitude: 46.5, longitude: 7.5)

  private func environment() async throws -> SkiEnvironment {
    SkiEnvironment(
      map: try await SampleMap.open(), server: world.servers[0],
      storage: SharingStorage(world.store), membership: world.membership, clock: world.clock.sharingClock())
  }

  @Test func `people near are ordered by what the viewer may know of them`() async throws {
    let cell = GridCell(at: here).ancestor(sideMetres: 1000)
    // Ben is nearer than cleo, but the centre of his cell is not.
    let (ben1, cleo1) = (here, Coordinate(latitude: here.latitude, longitude: here.longitude + 0.000_5))
    _ = try await world.store.insert(grant(ben, to: .trip, .grid(metres: 1000)))
    _ = try await world.store.insert(grant(cleo))
    try await world.write(row(ben, at: ben1, coarse: shownPublisher(at: ben1)))
    try await world.write(row(cleo, at: cleo1))
    let near = try await environment().positions.nearby(here, withinMetres: 2000, in: week, as: .member(anna))
    #expect(near.map(\.location.user) == [cleo, ben])
    #expect(abs(near[1].metres - here.distanceMetres(to: cell.centre)) < 1e-6)
    let centreMetres = here.distanceMetres(to: cell.centre)
    let closer = try await environment().positions.nearby(
      here, withinMetres: centreMetres - 1, in: week, as: .member(anna))
    #expect(closer.map(\.location.user) == [cleo])
  }

  @Test(arguments: [0, -1, .nan, .infinity, 100_001.0]) func `invalid distances are refused`(_ metres: Double)
    async throws
  {
    let positions = try await environment().positions
    let error = await #expect(throws: SkiError.self) {
      try await positions.nearby(here, withinMetres: metres, in: week, as: .member(anna))
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `a cursor of another trip is refused`() async throws {
    let positions = try await environment().positions
    let error = await #expect(throws: SkiError.self) {
      try await positions.listenForFriendsLocations(
        in: week, as: .member(anna), after: LocationCursor("3.other"), showing: .near(metres: 10, most: 1))
    }
    #expect(error?.code == .invalidArgument)
  }
}
