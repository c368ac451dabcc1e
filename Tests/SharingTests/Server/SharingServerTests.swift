import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Servers on one store, whose steps a test performs one by one.
struct SharedWorld {
  let clock = TestClock()
  let membership = TestMembership.oneTrip
  let store: MemoryStore
  let servers: [SharingServer]

  init(servers count: Int = 1, store make: ((TestClock) -> MemoryStore)? = nil) {
    let clock = self.clock
    clock.advance(10_000)
    let store = make?(clock) ?? MemoryStore { clock.now }
    self.store = store
    let membership = self.membership
    servers = (0..<count).map { number in
      SharingServer(
        id: try! ServerID("server-\(number)"), store: store, membership: membership,
        clock: clock.sharingClock(wrongBy: Int64(number) * 60_000))
    }
  }

  /// Starts to listen on a server, and performs a step.
  func listen(
    _ viewer: Viewer, on number: Int = 0, showing: LocationsShown = .near(metres: 100_000, most: 50)
  ) async throws -> LocationStream {
    try await servers[number].open(week)
    try await servers[number].read(week)
    return try await servers[number].listen(week, as: viewer, showing: showing)
  }

  func step() async { for server in servers { await server.step() } }

  /// Stores a row now.
  func write(_ row: LiveRow) async throws { _ = try await store.write([row]) }
}

extension LocationStream {
  /// Takes the next batch; nil when there is nothing, when the lease has run out, and at the end.
  func takeNow() -> LocationBatch? {
    guard case .batch(let batch)? = try? take() else { return nil }
    return batch
  }

  /// Returns the users present and gone in all batches that are ready.
  func ready() -> (present: [UserID], gone: [UserID]) {
    var (present, gone): ([UserID], [UserID]) = ([], [])
    while let batch = takeNow() {
      for change in batch.changes {
        if case .present(let location) = change {
          present.append(location.user)
        } else {
          gone.append(change.user)
        }
      }
      guard !batch.changes.isEmpty || batch.isSnapshot else { break }
    }
    return (present, gone)
  }
}

@Suite struct SharingServerTests {
  @Test func `a listener receives a snapshot, then changes`() async throws {
    let world = SharedWorld()
    _ = try await world.store.insert(grant())
    try await world.write(row())
    let stream = try await world.listen(.member(dora), showing: .all)
    await world.step()
    let first = try #require(stream.takeNow())
    #expect(first.isSnapshot)
    #expect(first.changes.map(\.user) == [anna])
    #expect(stream.takeNow() == nil)
    try await world.write(row(seconds: 11))
    await world.servers[0].note(.trips([week]))
    await world.step()
    let second = try #require(stream.takeNow())
    #expect(!second.isSnapshot)
    #expect(second.changes.count == 1)
  }

  @Test func `nothing is delivered before its audit record is durable`() async throws {
    let world = SharedWorld()
    _ = try await world.store.insert(grant())
    try await world.write(row())
    let stream = try await world.listen(.member(dora), showing: .all)
    #expect(stream.takeNow()?.changes.isEmpty == true)
    #expect(try await world.store.audit(of: anna).isEmpty)
    await world.step()
    #expect(try await world.store.audit(of: anna).map(\.key.viewer) == ["dora"])
    #expect(stream.ready().present == [anna])
  }

  @Test func `a traveller sees those within the distance, a host may see all`() async throws {
    let world = SharedWorld()
    for owner in [anna, ben, cleo] { _ = try await world.store.insert(grant(owner)) }
    let north = Coordinate(latitude: 46.6, longitude: 7.5)
    try await world.write(row(anna))
    try await world.write(row(ben))
    try await world.write(row(cleo, at: north))
    let near = try await world.listen(.member(anna), showing: .near(metres: 5000, most: 50))
    let all = try await world.listen(.member(dora), showing: .all)
    await #expect(throws: SkiError.self) { try await world.listen(.member(ben), showing: .all) }
    await world.step()
    #expect(near.ready().present == [ben])
    #expect(Set(all.ready().present) == [anna, ben, cleo])
  }

  @Test func `strangers and unknown trips are not found`() async throws {
    let world = SharedWorld()
    for viewer in [Viewer.member(user("stranger")), .link(LinkSecret().hash)] {
      let error = await #expect(throws: SkiError.self) { try await world.listen(viewer) }
      #expect(error?.code == .notFound)
    }
    let error = await #expect(throws: SkiError.self) { try await world.servers[0].open(trip("other")) }
    #expect(error?.code == .notFound)
  }

  @Test func `a revoked grant withdraws what was not delivered, and tells what was`() async throws {
    let world = SharedWorld()
    let given = grant()
    _ = try await world.store.insert(given)
    try await world.write(row())
    let told = try await world.listen(.member(dora), showing: .all)
    let untold = try await world.listen(.member(dora), showing: .all)
    await world.step()
    #expect(told.ready().present == [anna])
    let version = try await world.store.end(.grant(given.id, owner: anna))
    try await world.servers[0].waitUntilApplied(version)
    #expect(told.ready() == ([], [anna]))
    #expect(untold.ready() == ([], []))
  }

  @Test func `a batch on its way delays the confirmation until the next is asked for`() async throws {
    let world = SharedWorld()
    let given = grant()
    _ = try await world.store.insert(given)
    try await world.write(row())
    let stream = try await world.listen(.member(dora), showing: .all)
    await world.step()
    let batch = try #require(stream.takeNow())
    #expect(batch.changes.map(\.user) == [anna])
    let version = try await world.store.end(.grant(given.id, owner: anna))
    try await expectConfirmation(of: version, in: world, after: stream)
  }

  @Test
  func
    `a batch on its way delays the confirmation also when the removed position is read before the version`()
    async throws
  {
    let world = SharedWorld()
    _ = try await world.store.insert(grant())
    try await world.write(row())
    let stream = try await world.listen(.member(dora), showing: .all)
    await world.step()
    #expect(try #require(stream.takeNow()).changes.map(\.user) == [anna])
    let version = try await world.store.end(.sharing(anna, week))
    try await world.servers[0].read(week)
    try await expectConfirmation(of: version, in: world, after: stream)
  }

  /// Checks that a version is confirmed only after a listener has asked for the next batch.
  private func expectConfirmation(
    of version: Int64, in world: SharedWorld, after stream: LocationStream
  ) async throws {
    try await world.servers[0].renew()
    try await world.servers[0].renew()
    #expect(try await world.store.leases().servers(behind: version).count == 1)
    _ = stream.takeNow()
    try await world.servers[0].renew()
    #expect(try await world.store.leases().servers(behind: version).isEmpty)
  }

  /// A world in which anna shares exactly with hosts, and in cells with all; returns the grant of the exact position.
  private func worldOfTwoGrants() async throws -> (world: SharedWorld, exact: ShareGrant) {
    let world = SharedWorld()
    let exact = grant(to: .hosts)
    _ = try await world.store.insert(exact)
    _ = try await world.store.insert(grant(to: .trip, .grid(metres: 500)))
    let place = row().position!.exact.coordinate
    try await world.write(row(coarse: shownPublisher(at: place)))
    return (world, exact)
  }

  @Test func `an exact position on its way delays the end of its grant though a cell is still shown`()
    async throws
  {
    let (world, exact) = try await worldOfTwoGrants()
    let stream = try await world.listen(.member(dora), showing: .all)
    await world.step()
    let batch = try #require(stream.takeNow())
    #expect(batch.changes.map(\.user) == [anna])
    let version = try await world.store.end(.grant(exact.id, owner: anna))
    try await expectConfirmation(of: version, in: world, after: stream)
  }

  @Test func `an exact position not yet taken is withdrawn with its grant though a cell is still shown`()
    async throws
  {
    let (world, exact) = try await worldOfTwoGrants()
    let stream = try await world.listen(.member(dora), showing: .all)
    await world.step()
    let version = try await world.store.end(.grant(exact.id, owner: anna))
    try await world.servers[0].waitUntilApplied(version)
    while let batch = stream.takeNow() {
      for case .present(let location) in batch.changes {
        if case .exact = location.detail { Issue.record("an exact position came after the end of its grant") }
      }
      if batch.changes.isEmpty { break }
    }
  }

  @Test func `a batch whose deadline has passed does not delay the confirmation`() async throws {
    let world = SharedWorld()
    let given = grant()
    _ = try await world.store.insert(given)
    try await world.write(row())
    let stream = try await world.listen(.member(dora), showing: .all)
    await world.step()
    let batch = try #require(stream.takeNow())
    let version = try await world.store.end(.grant(given.id, owner: anna))
    let began = world.clock.sharingClock().monotonicMilliseconds()
    try await world.servers[0].waitUntilApplied(version)
    let ended = world.clock.sharingClock().monotonicMilliseconds()
    #expect(ended >= batch.deadlineMilliseconds)
    #expect(ended - began <= 2500)
  }

  @Test func `a server that does not read the store falls silent, and an end waits for that`() async throws {
    let world = SharedWorld(servers: 2)
    let given = grant()
    _ = try await world.store.insert(given)
    try await world.write(row())
    let far = try await world.listen(.member(dora), on: 1, showing: .all)
    await world.step()
    #expect(far.ready().present == [anna])
    try await world.write(row(seconds: 11))
    await world.servers[1].note(.trips([week]))
    await world.servers[1].step()
    // The second server stands still with an undelivered position.
    let version = try await world.store.end(.grant(given.id, owner: anna))
    let began = world.clock.now
    try await world.servers[0].waitUntilApplied(version)
    #expect(world.clock.now.secondsSince1970 - began.secondsSince1970 < 2.5)
    #expect(far.takeNow() == nil)
    await world.servers[1].step()
    #expect(far.ready() == ([], [anna]))
  }

  @Test func `a block, a member who left and the end of the trip end the view`() async throws {
    let world = SharedWorld()
    _ = try await world.store.insert(grant())
    try await world.write(row())
    let stream = try await world.listen(
      .member(ben), showing: .around(row().position!.exact.coordinate, metres: 100, most: 9))
    await world.step()
    #expect(stream.ready().present == [anna])
    let block = grant(to: .people([ben]), .hidden)
    try await world.servers[0].waitUntilApplied(try await world.store.insert(block))
    #expect(stream.ready() == ([], [anna]))
    try await world.servers[0].waitUntilApplied(try await world.store.end(.grant(block.id, owner: anna)))
    await world.step()
    #expect(stream.ready().present == [anna])
    world.membership.set(TripRoster(members: [anna, cleo], until: time(86_400)), of: week)
    try await world.servers[0].waitUntilApplied(try await world.store.touch(week))
    var iterator = stream.makeAsyncIterator()
    let error = await #expect(throws: SkiError.self) { try await iterator.next() }
    #expect(error?.code == .notFound)
  }

  @Test func `a position that expires is reported as gone, by the time of the store`() async throws {
    let world = SharedWorld(servers: 2)
    _ = try await world.store.insert(grant())
    try await world.write(row())
    let stream = try await world.listen(.member(dora), on: 1, showing: .all)
    await world.step()
    #expect(stream.ready().present == [anna])
    world.clock.advance(299_000)
    await world.step()
    _ = stream.ready()
    world.clock.advance(2000)
    await world.step()
    #expect(stream.ready() == ([], [anna]))
  }

  @Test func `memberships that can't be read leave the lease to run out`() async throws {
    let world = SharedWorld()
    _ = try await world.store.insert(grant())
    try await world.write(row())
    let stream = try await world.listen(.member(dora), showing: .all)
    await world.step()
    world.membership.setAway(true)
    _ = try await world.store.touch(week)
    await #expect(throws: SkiError.self) { try await world.servers[0].renew() }
    world.clock.advance(2001)
    #expect(stream.takeNow() == nil)
    world.membership.setAway(false)
    await world.step()
    #expect(stream.ready().present == [anna])
  }

  @Test func `a stalled listener costs one value a person`() async throws {
    let world = SharedWorld()
    for owner in [anna, ben] { _ = try await world.store.insert(grant(owner)) }
    let stream = try await world.listen(.member(dora), showing: .all)
    for second in 11..<200 {
      world.clock.advance(1000)
      try await world.write(row(anna, seconds: Double(second)))
      try await world.write(row(ben, seconds: Double(second)))
      await world.servers[0].note(.trips([week]))
      await world.step()
    }
    #expect(stream.mailbox.pendingCount == 2)
  }

  @Test func `the question for one person is refused like that for an absent one, and audited`() async throws
  {
    let world = SharedWorld()
    _ = try await world.store.insert(grant(to: .people([cleo])))
    try await world.write(row())
    let server = world.servers[0]
    try await server.open(week)
    try await server.read(week)
    #expect(try await server.location(of: anna, in: week, as: .member(cleo)).user == anna)
    let refused = await #expect(throws: SkiError.self) {
      try await server.location(of: anna, in: week, as: .member(ben))
    }
    let absent = await #expect(throws: SkiError.self) {
      try await server.location(of: user("anne"), in: week, as: .member(ben))
    }
    #expect(refused?.code == .notFound && absent?.code == .notFound)
    #expect(refused?.message.replacing("anna", with: "anne") == absent?.message)
    world.clock.advance(6000)
    await world.step()
    let audit = try await world.store.audit(of: anna)
    #expect(audit.contains { $0.key.viewer == "ben" && $0.key.grant == nil && $0.count == 1 })
    #expect(audit.contains { $0.key.viewer == "cleo" && $0.key.grant != nil })
  }

  @Test func `a released stream is not a listener any more`() async throws {
    let world = SharedWorld()
    do {
      let stream = try await world.listen(.member(dora), showing: .all)
      #expect(await world.servers[0].counts == (1, 1))
      _ = stream
    }
    for _ in 0..<1000 where await world.servers[0].counts.listeners > 0 { await Task.yield() }
    #expect(await world.servers[0].counts.listeners == 0)
  }
}
