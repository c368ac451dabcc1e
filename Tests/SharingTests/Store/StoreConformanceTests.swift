import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The promises of a store, for every implementation.
@Suite struct StoreConformanceTests {
  private let one = try! ServerID("one")

  @Test(arguments: SharingBackend.usable) func `a grant is returned by owner, trip and changes until it ends`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, _ in
      let given = grant(to: .people([ben, cleo]), .grid(metres: 250))
      let version = try await store.insert(given)
      #expect(try await store.grants(of: anna) == [given])
      #expect(try await store.grants(in: week) == [given])
      let changes = try await store.renew(one, applied: 0)
      #expect(changes.version == version)
      #expect(changes.trips == [week: [given]])
      #expect(try await store.renew(one, applied: version).trips.isEmpty)
      let ended = try await store.end(.grant(given.id, owner: anna))
      #expect(ended > version)
      #expect(try await store.grants(of: anna).isEmpty)
      #expect(try await store.renew(one, applied: version).trips == [week: []])
    }
  }

  @Test(arguments: SharingBackend.usable) func `a grant identifier that exists is refused`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, _ in
      let given = grant()
      _ = try await store.insert(given)
      let error = await #expect(throws: SkiError.self) { try await store.insert(given) }
      #expect(error?.code == .conflict)
    }
  }

  @Test(arguments: SharingBackend.usable) func `a grant of another owner is not ended`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, _ in
      let given = grant()
      _ = try await store.insert(given)
      _ = try await store.end(.grant(given.id, owner: ben))
      #expect(try await store.grants(of: anna) == [given])
    }
  }

  @Test(arguments: SharingBackend.usable) func `a grant is found by its link until it ends`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, clock in
      let hash = LinkSecret().hash
      let given = grant(to: .link(hash), until: 100)
      _ = try await store.insert(given)
      #expect(try await store.grant(ofLink: hash) == given)
      #expect(try await store.grant(ofLink: LinkSecret().hash) == nil)
      clock.advance(100_000)
      #expect(try await store.grant(ofLink: hash) == nil)
    }
  }

  @Test(arguments: SharingBackend.usable) func `a row is stored only with a grant that may show it`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, _ in
      #expect(try await store.write([row()]) == [.notSharing])
      _ = try await store.insert(grant(to: .people([ben]), .hidden))
      #expect(try await store.write([row()]) == [.notSharing])
      _ = try await store.insert(grant(from: 100, until: 200))
      #expect(try await store.write([row()]) == [.notSharing])
      _ = try await store.insert(grant())
      let outcome = try await store.write([row()])
      #expect(outcome == [.stored(cursor: try await store.rows(of: week, after: 0).cursor)])
    }
  }

  @Test(arguments: SharingBackend.usable) func `only later rows replace a row, by time, number and revision`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, _ in
      _ = try await store.insert(grant())
      func write(_ seconds: Double, _ sequence: Int64, _ revision: Int64) async throws -> Bool {
        var next = row(seconds: seconds, revision: revision)
        next.order.sequence = sequence
        let outcome = try await store.write([next])
        if case .stored = outcome[0] { return true }
        #expect(outcome == [.older])
        return false
      }
      #expect(try await write(5, 7, 1))
      #expect(try await !write(5, 7, 1))
      #expect(try await !write(4, 9, 9))
      #expect(try await !write(5, 6, 9))
      #expect(try await write(5, 7, 2))
      #expect(try await write(5, 8, 1))
      #expect(try await write(6, 0, 0))
      #expect(
        try await store.rows(of: week, after: 0).rows.map(\.order.observedMilliseconds) == [
          time(6).milliseconds
        ])
    }
  }

  @Test(arguments: SharingBackend.usable)
  func `rows of a batch share a cursor, and a reader at a cursor receives what came after`(
    _ backend: SharingBackend
  )
    async throws
  {
    try await backend.withStore { store, _ in
      for owner in [anna, ben, cleo] { _ = try await store.insert(grant(owner)) }
      let first = try await store.write([row(anna), row(ben)])
      #expect(first == [.stored(cursor: 1), .stored(cursor: 1)])
      let all = try await store.rows(of: week, after: 0)
      #expect(all.rows == [row(anna), row(ben)])
      #expect(all.cursor == 1)
      _ = try await store.write([row(cleo), row(ben, seconds: 11)])
      let rest = try await store.rows(of: week, after: all.cursor)
      #expect(rest.rows == [row(ben, seconds: 11), row(cleo)])
      #expect(rest.cursor == 2)
      #expect(try await store.rows(of: week, after: rest.cursor).rows.isEmpty)
      #expect(try await store.rows(of: trip("other"), after: 0).rows.isEmpty)
    }
  }

  @Test(arguments: SharingBackend.usable)
  func `the rows of several trips, read and written at once, are those of each`(_ backend: SharingBackend)
    async throws
  {
    try await backend.withStore { store, _ in
      let trips = (0..<11).map { trip("trip-\($0)") }
      for id in trips.dropLast() {
        for owner in [anna, ben] {
          var given = grant(owner)
          (given.id, given.trip) = (.random(), id)
          _ = try await store.insert(given)
        }
      }
      func rows(of owners: [UserID], seconds: Double) -> [LiveRow] {
        owners.flatMap { owner in
          trips.map { id in
            var row = row(owner, seconds: seconds)
            row.trip = id
            return row
          }
        }
      }
      let first = try await store.write(rows(of: [anna, ben], seconds: 10))
      #expect(first.count { $0 == .stored(cursor: 1) } == 20)
      #expect(first.count { $0 == .notSharing } == 2)
      _ = try await store.write(rows(of: [ben], seconds: 11))
      let cursors = Dictionary(uniqueKeysWithValues: trips.enumerated().map { ($1, Int64($0 % 3)) })
      let read = try await store.rows(after: cursors)
      #expect(Set(read.keys) == Set(trips))
      for (id, cursor) in cursors {
        #expect(read[id] == (try await store.rows(of: id, after: cursor)))
      }
      #expect(read[trips[1]]?.rows.map(\.user) == [ben])
    }
  }

  @Test(arguments: SharingBackend.usable)
  func `a removed position is reported as gone, and earlier fixes do not bring it back`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, clock in
      _ = try await store.insert(grant())
      _ = try await store.write([row()])
      let before = try await store.rows(of: week, after: 0).cursor
      let version = try await store.end(.position(anna, week))
      #expect(try await store.renew(one, applied: version - 1).trips.keys.contains(week))
      let rows = try await store.rows(of: week, after: before).rows
      #expect(rows.map(\.user) == [anna])
      #expect(rows.map(\.position) == [nil])
      #expect(try await store.write([row(seconds: 9.5, revision: 99)]) == [.older])
      clock.advance(1000)
      let later = try await store.write([row(seconds: 10.5)])
      #expect(later != [.older])
      #expect(try await store.grants(of: anna).count == 1)
    }
  }

  @Test(arguments: SharingBackend.usable)
  func `the end of sharing ends grants and positions of one trip, or of all`(_ backend: SharingBackend)
    async throws
  {
    try await backend.withStore { store, _ in
      let other = trip("other")
      for (owner, holiday) in [(anna, week), (anna, other), (ben, week)] {
        var given = grant(owner)
        given.trip = holiday
        _ = try await store.insert(given)
        var next = row(owner)
        next.trip = holiday
        _ = try await store.write([next])
      }
      _ = try await store.end(.sharing(anna, week))
      #expect(try await store.grants(of: anna).map(\.trip) == [other])
      #expect(try await store.write([row(seconds: 20)]) == [.notSharing])
      _ = try await store.end(.sharing(anna, nil))
      #expect(try await store.grants(of: anna).isEmpty)
      #expect(try await store.rows(of: other, after: 0).rows.map(\.position) == [nil])
      #expect(try await store.rows(of: week, after: 0).rows.contains { $0.user == ben && $0.position != nil })
      _ = try await store.end(.trip(week))
      #expect(try await store.grants(in: week).isEmpty)
      #expect(try await store.rows(of: week, after: 0).rows.allSatisfy { $0.position == nil })
    }
  }

  @Test(arguments: SharingBackend.usable) func `expired rows are not returned, and are removed by a sweep`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, clock in
      _ = try await store.insert(grant())
      _ = try await store.write([row()])
      clock.advance(301_000)
      #expect(try await store.rows(of: week, after: 0).rows.isEmpty)
      try await store.sweep(keepingAuditDays: SkiEnvironment.standardAuditDays)
      #expect(try await store.erase(anna).positions == 0)
    }
  }

  @Test(arguments: SharingBackend.usable)
  func `records of the audit are removed when they are older than stated`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, clock in
      clock.advance(500 * 86_400_000)
      let hour = clock.now.milliseconds / 3_600_000
      let counts = [hour - 24, hour - 25, hour].map { hour in
        AuditCount(
          key: AuditCount.Key(owner: ben, viewer: "anna", trip: week, grant: .random(), hour: hour), count: 2)
      }
      #expect(try await store.record(counts, applied: 0))
      try await store.sweep(keepingAuditDays: 2)
      #expect(try await store.audit(of: ben).count == 3)
      try await store.sweep(keepingAuditDays: 1)
      #expect(try await store.audit(of: ben).map(\.key.hour) == [hour - 24, hour])
      clock.advance(86_400_000 + 3_600_000)
      try await store.sweep(keepingAuditDays: 1)
      #expect(try await store.audit(of: ben).isEmpty)
    }
  }

  @Test(arguments: SharingBackend.usable)
  func `a person has no more grants than allowed, and makes no more in a day`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, clock in
      var quotas = Quotas()
      quotas[.grants] = 2
      quotas[.grantsADay] = 4
      func make(_ owner: UserID = anna, until: Double = 3600) async throws -> ShareGrant {
        let made = grant(owner, until: until)
        _ = try await store.insert(made, within: quotas)
        return made
      }
      func refusal() async -> SkiError.Code? {
        await #expect(throws: SkiError.self) { _ = try await make() }?.code
      }
      let first = try await make(until: 100)
      let second = try await make()
      #expect(await refusal() == .limitExceeded)
      _ = try await make(ben)
      // Ended grants count for nothing, by their time or revoked.
      clock.advance(100_000)
      _ = try await make()
      #expect(await refusal() == .limitExceeded)
      _ = try await store.end(.grant(second.id, owner: anna))
      _ = try await make()
      _ = try await store.end(.sharing(anna, nil))
      #expect(await refusal() == .rateLimited)
      #expect(try await store.grants(of: anna).isEmpty && first.owner == anna)
      clock.advance(86_400_000)
      _ = try await store.insert(grant(until: 200_000), within: quotas)
    }
  }

  @Test(arguments: SharingBackend.usable) func `leases tell the applied version and the time of each server`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, clock in
      _ = try await store.renew(one, applied: 3)
      clock.advance(500)
      _ = try await store.renew(try ServerID("two"), applied: 4)
      let leases = try await store.leases()
      #expect(Set(leases.leases.map(\.applied)) == [3, 4])
      #expect(leases.nowMilliseconds - (leases.leases.map(\.renewedMilliseconds).min() ?? 0) == 500)
      #expect(leases.servers(behind: 4) == [one])
      try await store.retire(one)
      #expect(try await store.leases().leases.count == 1)
    }
  }

  @Test(arguments: SharingBackend.usable) func `audit counts of a key add up, and are ordered`(
    _ backend: SharingBackend
  ) async throws {
    try await backend.withStore { store, _ in
      let given = GrantID.random()
      func key(_ viewer: UserID, _ hour: Int64, _ grant: GrantID?) -> AuditCount.Key {
        AuditCount.Key(owner: anna, viewer: viewer.rawValue, trip: week, grant: grant, hour: hour)
      }
      let counts = [
        AuditCount(key: key(cleo, 2, given), count: 1), AuditCount(key: key(ben, 1, given), count: 0),
        AuditCount(key: key(ben, 2, nil), count: 4),
      ]
      #expect(try await store.record(counts, applied: 0))
      #expect(try await store.record([AuditCount(key: key(ben, 1, given), count: 5)], applied: 0))
      let all = try await store.audit(of: anna)
      #expect(all.map(\.count) == [5, 4, 1])
      #expect(all.map(\.key.viewer) == ["ben", "ben", "cleo"])
      #expect(try await store.audit(of: ben).isEmpty)
    }
  }

  @Test(arguments: SharingBackend.usable)
  func `an erasure removes grants, mentions, positions and audit records`(_ backend: SharingBackend)
    async throws
  {
    try await backend.withStore { store, _ in
      _ = try await store.insert(grant(anna))
      _ = try await store.insert(grant(ben, to: .people([anna])))
      _ = try await store.insert(grant(cleo, to: .people([anna, ben])))
      _ = try await store.write([row(anna), row(ben)])
      let hour = AuditCount.Key(owner: ben, viewer: "anna", trip: week, grant: .random(), hour: 1)
      #expect(try await store.record([AuditCount(key: hour, count: 2)], applied: 0))
      var receipt = try await store.erase(anna)
      #expect(receipt.remainders.isEmpty == (backend != .postgres))
      receipt.remainders = []
      #expect(receipt == EraseReceipt(grants: 1, mentions: 2, positions: 1, auditRecords: 1))
      #expect(try await store.grants(of: anna).isEmpty)
      #expect(try await store.grants(of: ben).isEmpty)
      #expect(try await store.grants(of: cleo).map(\.audience) == [.people([ben])])
      #expect(try await store.rows(of: week, after: 0).rows.map(\.user) == [ben])
      #expect(try await store.audit(of: ben).isEmpty)
    }
  }

  @Test(arguments: SharingBackend.usable)
  func `counts of a server that has not applied an erasure are not stored`(_ backend: SharingBackend)
    async throws
  {
    try await backend.withStore { store, clock in
      let counts = [
        AuditCount(
          key: AuditCount.Key(owner: ben, viewer: "anna", trip: week, grant: .random(), hour: 1), count: 2)
      ]
      let before = try await store.renew(one, applied: 0).version
      let version = try await store.end(.erasure(anna))
      #expect(version > before)
      #expect(try await !store.record(counts, applied: before))
      #expect(try await store.audit(of: ben).isEmpty)
      let changes = try await store.renew(one, applied: before)
      #expect(changes.erased == [UserDigest(of: anna)])
      #expect(try await store.record([], applied: version))
      #expect(try await store.renew(one, applied: version).erased.isEmpty)
      clock.advance(ServerLeases.forgottenMilliseconds)
      try await store.sweep(keepingAuditDays: SkiEnvironment.standardAuditDays)
      #expect(try await store.renew(one, applied: before).erased.isEmpty)
    }
  }
}
