import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

@Suite struct ShareRepositoryTests {
  private let world: SharedWorld
  private let shares: ShareRepository
  private let environment: SkiEnvironment

  init() async throws {
    world = SharedWorld()
    environment = SkiEnvironment(
      map: try await SampleMap.open(), server: world.servers[0],
      storage: SharingStorage(world.store), membership: world.membership, clock: world.clock.sharingClock())
    shares = environment.shares
  }

  private func refusal(of grant: ShareGrant, as user: UserID = anna) async -> SkiError? {
    do {
      try await shares.grant(grant, as: user)
      return nil
    } catch { return error as? SkiError }
  }

  @Test func `a grant past the trip, the wrong way round or with an unknown cell names the value`()
    async throws
  {
    let late = await refusal(of: grant(until: 90_000))
    #expect(late?.code == .invalidArgument)
    #expect(late?.message.contains("2023-11-15") == true, "\(String(describing: late))")
    #expect(await refusal(of: grant(from: 50, until: 50))?.code == .invalidArgument)
    let cells = await refusal(of: grant(anna, to: .trip, .grid(metres: 100)))
    #expect(cells?.message.contains("100 m") == true && cells?.message.contains("125") == true)
    var kept = grant()
    kept.keepSeconds = 5
    #expect(await refusal(of: kept)?.code == .invalidArgument)
    var endless = grant()
    endless.from = UniversalTime(secondsSince1970: .nan)
    #expect(await refusal(of: endless)?.code == .invalidArgument)
    #expect(try await shares.grants(of: anna).isEmpty)
  }

  @Test func `strangers, unknown trips and other owners are refused`() async throws {
    #expect(await refusal(of: grant(), as: ben)?.code == .notPermitted)
    #expect(await refusal(of: grant(user("stranger")), as: user("stranger"))?.code == .notFound)
    #expect(await refusal(of: grant(to: .people([user("stranger")])))?.code == .notFound)
    var elsewhere = grant()
    elsewhere.trip = trip("unknown")
    #expect(await refusal(of: elsewhere)?.code == .notFound)
    #expect(await refusal(of: grant(to: .people([])))?.code == .invalidArgument)
    #expect(await refusal(of: grant())?.code == nil)
  }

  @Test func `the end of one grant leaves the others`() async throws {
    let (exact, cells) = (grant(to: .people([ben])), grant(anna, to: .trip, .grid(metres: 1000)))
    try await shares.grant(exact, as: anna)
    try await shares.grant(cells, as: anna)
    #expect(
      try await shares.viewers(of: anna, in: week).map(\.precision) == [
        .exact, .grid(metres: 1000), .grid(metres: 1000),
      ])
    try await shares.revoke(exact.id, as: anna)
    #expect(
      try await shares.viewers(of: anna, in: week).map(\.precision)
        == Array(repeating: .grid(metres: 1000), count: 3))
    let error = await #expect(throws: SkiError.self) { try await shares.revoke(exact.id, as: anna) }
    #expect(error?.code == .notFound)
    let foreign = await #expect(throws: SkiError.self) { try await shares.revoke(cells.id, as: ben) }
    #expect(foreign?.code == .notFound)
  }

  @Test func `a link shows one person until it is revoked, and its secret is stored nowhere`() async throws {
    let (secret, given) = try await shares.makeLink(
      as: anna, in: week, precision: .exact, from: time(0), until: time(600))
    try await shares.grant(grant(ben), as: ben)
    _ = try await world.store.write([row(anna), row(ben)])
    let (opened, viewer) = try await shares.open(try LinkSecret(secret.text))
    #expect(opened == week)
    let stream = try await world.listen(viewer, showing: .all)
    await world.step()
    #expect(stream.ready().present == [anna])
    #expect(!String(describing: try await world.store.grants(of: anna)).contains(secret.text))
    try await shares.revoke(given.id, as: anna)
    var iterator = stream.makeAsyncIterator()
    await #expect(throws: SkiError.self) { try await iterator.next() }
    let error = await #expect(throws: SkiError.self) { try await shares.open(secret) }
    #expect(error?.code == .notFound)
  }

  @Test func `an erasure leaves nothing of the user, and no viewer sees them`() async throws {
    try await shares.grant(grant(), as: anna)
    try await shares.grant(grant(ben, to: .people([anna, cleo])), as: ben)
    _ = try await world.store.write([row(anna), row(ben)])
    let stream = try await world.listen(.member(dora), showing: .all)
    let hers = try await world.listen(.member(anna))
    await world.step()
    #expect(stream.ready().present == [anna])
    #expect(hers.ready().present == [ben])
    let receipt = try await shares.erase(anna)
    #expect(receipt.mentions == 1)
    #expect(stream.ready() == ([], [anna]))
    await world.step()
    var iterator = hers.makeAsyncIterator()
    await #expect(throws: SkiError.self) { try await iterator.next() }
    #expect(try await shares.export(of: anna) == SharingExport(user: anna, grants: [], audit: []))
    #expect(try await shares.audit(of: ben).allSatisfy { $0.viewer != "anna" })
  }

  @Test func `counts that another server holds do not bring an erased user back`() async throws {
    let world = SharedWorld(servers: 2)
    let shares = SkiEnvironment(
      map: try await SampleMap.open(), server: world.servers[0],
      storage: SharingStorage(world.store), membership: world.membership, clock: world.clock.sharingClock()
    ).shares
    try await shares.grant(grant(), as: anna)
    try await shares.grant(grant(ben), as: ben)
    _ = try await world.store.write([row(anna), row(ben)])
    let streams = [
      try await world.listen(.member(anna), on: 1), try await world.listen(.member(ben), on: 1),
    ]
    await world.step()
    #expect(streams.map { $0.ready().present } == [[ben], [anna]])
    _ = try await world.servers[1].working { try await shares.erase(anna) }
    for _ in 0..<40 {
      world.clock.advance(500)
      await world.step()
    }
    #expect(try await shares.audit(of: anna).isEmpty)
    #expect(try await shares.audit(of: ben).allSatisfy { $0.viewer != "anna" })
  }
}
