import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The whole way from a fix to a viewer, on the sample's map.
@Suite struct PipelineTests {
  private let world: SharedWorld
  private let environment: SkiEnvironment
  private let map: SkiMap

  /// A coordinate on a run, one in the village's streets far from the mountain, found by the classification itself.
  private let mountain: Coordinate
  private let town: Coordinate

  init() async throws {
    world = SharedWorld()
    map = try await SampleMap.open()
    environment = SkiEnvironment(
      map: map, server: world.servers[0], storage: SharingStorage(world.store), membership: world.membership,
      clock: world.clock.sharingClock())
    mountain = try PlaceFinder(map: map).place("Crête").point.coordinate
    town = Coordinate(latitude: mountain.latitude + 0.4, longitude: mountain.longitude)
  }

  /// Reports fixes while the server works.
  private func report(_ fixes: [LocationFix], of owner: UserID = anna) async throws -> [UpdateOutcome] {
    try await world.servers[0].working {
      try await environment.positions.updateCurrentUserLocation(fixes, of: owner, in: week)
    }
  }

  private func fix(_ place: Coordinate, secondsAgo: Double = 0, sequence: UInt64? = nil) -> LocationFix {
    var fix = LocationFix(
      place, time: world.clock.now.advanced(bySeconds: -secondsAgo), horizontalAccuracyMetres: 5)
    fix.sequence = sequence
    return fix
  }

  private func isStored(_ outcome: UpdateOutcome?) -> Bool {
    if case .stored? = outcome { true } else { false }
  }

  @Test func `without a grant nothing is stored`() async throws {
    #expect(try await report([fix(mountain)]) == [.notSharing])
    #expect(try await world.store.rows(of: week, after: 0).rows.isEmpty)
  }

  @Test func `a fix is stored, matched to the map and shown with its place`() async throws {
    _ = try await world.store.insert(grant())
    let stream = try await world.listen(.member(dora), showing: .all)
    #expect(isStored(try await report([fix(mountain)]).last))
    await world.step()
    await world.step()
    var seen: [SharedLocation] = []
    while let batch = stream.takeNow(), !batch.changes.isEmpty || batch.isSnapshot {
      for case .present(let location) in batch.changes { seen.append(location) }
    }
    let location = try #require(seen.last)
    #expect(try #require(location.coordinate).distanceMetres(to: mountain) < 100)
    guard case .exact(let exact) = location.detail else { return #expect(Bool(false), "\(location)") }
    #expect(try #require(exact.place).map == map.id)
  }

  @Test func `late, repeated and future fixes are refused, and the newest stays`() async throws {
    _ = try await world.store.insert(grant())
    #expect(isStored(try await report([fix(mountain)]).last))
    let stored = try await world.store.rows(of: week, after: 0).rows
    #expect(try await report([fix(mountain)]) == [.older])
    #expect(try await report([fix(mountain, secondsAgo: 5)]) == [.older])
    #expect(try await report([fix(mountain, secondsAgo: -3600)]) == [.refused(.future)])
    #expect(try await report([fix(mountain, secondsAgo: 3600)]) == [.older])
    #expect(
      try await world.store.rows(of: week, after: 0).rows.map(\.position?.exact)
        == stored.map(\.position?.exact))
  }

  @Test func `outside of ski areas a grant for ski areas alone stores nothing`() async throws {
    _ = try await world.store.insert(grant(onlyInside: true))
    #expect(try await report([fix(town)]) == [.outsideArea])
    #expect(try await world.store.rows(of: week, after: 0).rows.isEmpty)
    _ = try await world.store.insert(grant())
    world.clock.advance(20_000)
    _ = try await world.store.touch(week)
    await world.step()
    #expect(isStored(try await report([fix(town)]).last))
  }

  @Test
  func `who leaves the ski area vanishes at once for exact viewers, and the place outside is not stored`()
    async throws
  {
    _ = try await world.store.insert(grant(onlyInside: true))
    let stream = try await world.listen(.member(dora), showing: .all)
    _ = try await report([fix(mountain)])
    await world.step()
    await world.step()
    #expect(stream.ready().present == [anna])
    // The filter refuses a jump until a silence has passed.
    for _ in 0..<8 {
      world.clock.advance(200_000)
      _ = try await report([fix(town)])
      world.clock.advance(15_000)
      _ = try await report([fix(town)])
    }
    await world.step()
    await world.step()
    #expect(stream.ready().gone == [anna])
    for row in try await world.store.rows(of: week, after: 0).rows {
      let place = try #require(row.position?.exact.coordinate)
      #expect(place.distanceMetres(to: town) > 10_000)
    }
  }

  @Test func `after the removal of a position a fix from before does not bring it back, a new one does`()
    async throws
  {
    _ = try await world.store.insert(grant())
    _ = try await report([fix(mountain)])
    try await environment.positions.removeCurrentUserLocation(of: anna, in: week)
    #expect(try await world.store.rows(of: week, after: 0).rows.map(\.position) == [nil])
    #expect(try await report([fix(mountain, secondsAgo: 1)]) == [.older])
    world.clock.advance(5000)
    #expect(isStored(try await report([fix(mountain)]).last))
  }

  @Test func `another server takes over the coarse position with its beats`() async throws {
    _ = try await world.store.insert(grant(anna, to: .trip, .grid(metres: 500)))
    for _ in 0..<40 {
      _ = try await report([fix(mountain)])
      world.clock.advance(10_000)
      try await world.servers[0].working { await environment.beat() }
    }
    let before = try #require(try await world.store.rows(of: week, after: 0).rows.first)
    let shown = try #require(before.position?.coarse.shown)
    let other = SharingServer(
      id: try ServerID("other"), store: world.store, membership: world.membership,
      clock: world.clock.sharingClock())
    let second = SkiEnvironment(
      map: map, server: other, storage: SharingStorage(world.store), membership: world.membership,
      clock: world.clock.sharingClock())
    let next = fix(mountain)
    let outcomes = try await other.working {
      try await second.positions.updateCurrentUserLocation([next], of: anna, in: week)
    }
    #expect(isStored(outcomes.last))
    let after = try #require(try await world.store.rows(of: week, after: 0).rows.first)
    #expect(after.position?.coarse.shown?.cell == shown.cell)
    #expect(after.order > before.order)
  }

  @Test func `a renewed map attaches all people anew`() async throws {
    _ = try await world.store.insert(grant())
    _ = try await report([fix(mountain)])
    let renewed = try await SampleMap.open()
    try await world.servers[0].working { try await environment.adopt(renewed) }
    let row = try #require(try await world.store.rows(of: week, after: 0).rows.first)
    #expect(row.position?.exact.place?.map == renewed.id)
  }
}
