import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// All that people may make has a bound: the last thing that is allowed is made, the next one is refused.
@Suite struct QuotaTests {
  /// The greatest numbers of these tests.
  private static let few = 3

  /// Two friends on a trip that anna hosts, with an event, a chat and a guest, under a bound of one quota.
  private struct Maker {
    let world: TripsWorld
    let days: DaysWorld
    let anna: UserID
    let ben: UserID
    let trip: TripID
    let event: EventID
    let chat: ChatID
    let others: [UserID]
    let session: Locked<SessionTokens>

    init(_ world: TripsWorld) async throws {
      self.world = world
      days = DaysWorld(world)
      let tokens = try await world.logins.logIn(development: "anna")
      (anna, session) = (tokens.user, Locked(tokens))
      ben = try await world.person("ben")
      var others: [UserID] = []
      for number in 0..<8 { others.append(try await world.person("other \(number)")) }
      self.others = others
      trip = try await world.trip(host: ben, hosts: [anna])
      try await world.add(others, to: trip, by: ben)
      event = try await world.events.create(world.draft(in: 40), in: trip, as: ben).id
      chat = try await world.chats.open(trip, as: anna).id
    }

    /// Makes one more thing of a quota as anna, or on the trip; each call with another number.
    func make(_ quota: Quota, _ number: Int) async throws {
      switch quota {
      case .grants, .grantsADay:
        let grant = world.grant(of: anna, in: trip)
        let store = try await SharingStorage.sql(world.driver).store
        _ = try await store.insert(grant, within: world.store.environment.quotas)
        if quota == .grantsADay { _ = try await store.end(.grant(grant.id, owner: anna)) }
      case .trips, .tripsADay:
        let made = try await world.trip(host: anna)
        guard quota == .tripsADay else { return }
        try await world.trips.end(made, as: anna)
        try await world.trips.leave(made, as: anna)
      case .sessions: _ = try await world.logins.logIn(development: "anna")
      case .friends, .friendRequestsADay:
        try await world.friends.ask(others[number], as: anna)
        if quota == .friendRequestsADay { try await world.friends.remove(others[number], as: anna) }
      case .blocks: try await world.friends.block(others[number], as: anna)
      case .favourites:
        try await world.favourites.add(SourceID("run-\(number)"), kind: .run, as: anna)
      case .recordedDays, .uploadsADay:
        let day = try await days.upload(DrawnRecording(name: "\(number)", laps: []), as: anna)
        if quota == .uploadsADay { try await days.days.delete(day, as: anna) }
      case .recordedBytes:
        let bytes = [UInt8](repeating: UInt8(number), count: 1)
        _ = try await days.days.receive(try await days.permit(bytes, as: anna).text, bytes)
      case .openUploads: _ = try await days.permit([UInt8(number)], as: anna)
      case .invitations:
        _ = try await world.trips.invite(
          to: trip, uses: 1, expires: world.clock.now.advanced(bySeconds: 60), by: anna)
      case .openEvents: _ = try await world.events.create(world.draft(), in: trip, as: anna)
      case .events:
        let made = try await world.events.create(world.draft(), in: trip, as: anna).id
        try await world.events.cancel(made, as: anna)
      case .eventChangesADay where number == 0:
        _ = try await world.events.create(world.draft(), in: trip, as: anna)
      case .eventChangesADay:
        try await world.events.change(EventPatch(name: "Tea \(number)"), of: event, as: anna)
      case .challenges:
        _ = try await days.challenges.create(
          name: "c", measure: .descent, in: trip, from: world.clock.now,
          until: world.clock.now.advanced(bySeconds: 60), as: anna)
      case .messagesADay:
        let sent = try await world.chats.send(
          .text("\(number)"), id: MessageID("m\(number)"), to: chat, as: anna)
        // Deleted ones count nevertheless.
        try await world.chats.delete(sent.position, of: chat, as: anna)
      case .answersADay:
        try await world.events.answer(number % 2 == 0 ? .yes : .no, to: event, as: anna)
      case .refreshesADay:
        let next = try await world.sessions.refresh(session.withLock { $0.refresh })
        session.withLock { $0 = next }
      case .hostWordsADay:
        try await world.notices.announce("Bus", id: MessageID("w\(number)"), to: trip, as: anna)
      case .liftWordsADay: Issue.record("words on lifts are those of SkiPeople")
      }
    }

    /// The number of things that there are before the first one is made.
    static func first(_ quota: Quota) -> Int { [.trips, .openEvents, .events].contains(quota) ? 1 : 0 }
  }

  @Test(arguments: TripsBackend.usable)
  func `the last thing within each quota is made, and the next one is refused`(backend: TripsBackend)
    async throws
  {
    for quota in Quota.allCases where ![.sessions, .liftWordsADay].contains(quota) {
      try await backend.withTrips(Self.few(quota)) { world in
        let maker = try await Maker(world)
        let room = Self.few - Maker.first(quota)
        for number in 0..<room {
          await #expect(throws: Never.self, "\(quota), number \(number)") {
            try await maker.make(quota, number)
          }
        }
        let code: SkiError.Code = quota.isOfADay || quota == .openUploads ? .rateLimited : .limitExceeded
        let error = await expectError(code) { try await maker.make(quota, room) }
        #expect(error != nil, "\(quota) is not refused")
        guard quota.isOfADay else { return }
        world.clock.advance(seconds: 86_400)
        await #expect(throws: Never.self, "\(quota) on the next day") {
          try await maker.make(quota, room + 1)
        }
      }
    }
  }

  private static func few(_ quota: Quota) -> Quotas {
    var quotas = Quotas()
    quotas[quota] = few
    return quotas
  }

  @Test(arguments: TripsBackend.usable)
  func `of messages at the same time no more are stored than the day allows`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips(Self.few(.messagesADay)) { world in
      let maker = try await Maker(world)
      let stored = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<12 {
          group.addTask {
            do { try await maker.make(.messagesADay, number) } catch { return false }
            return true
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(stored == Self.few)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `of grants at the same time no more are stored than one person may have`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips(Self.few(.grants)) { world in
      let maker = try await Maker(world)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<12 { group.addTask { try? await maker.make(.grants, number) } }
      }
      try await #expect(world.grants(of: maker.anna).count == Self.few)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `of too many sessions the one ends that was used longest ago, and a login is never refused`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips(Self.few(.sessions)) { world in
      var devices: [SessionTokens] = []
      for _ in 0..<Self.few {
        devices.append(try await world.logins.logIn(development: "anna"))
        world.clock.advance(seconds: 1)
      }
      devices[0] = try await world.sessions.refresh(devices[0].refresh)
      world.clock.advance(seconds: 1)
      _ = try await world.logins.logIn(development: "anna")
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(devices[1].refresh) }
      for device in [devices[0], devices[2]] { _ = try await world.sessions.refresh(device.refresh) }
      let ended = try await world.texts("SELECT COUNT(*) FROM trips_ended")
      #expect(ended == ["1"], "its access tokens end, too")
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a session near its longest time that is used does not end before one that is not used`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips(Self.few(.sessions)) { world in
      var old = try await world.logins.logIn(development: "anna")
      for days in [29.0, 29, 29, 29, 29, 10] {
        world.clock.advance(seconds: days * 86_400)
        old = try await world.sessions.refresh(old.refresh)
      }
      var young: [SessionTokens] = []
      for _ in 1..<Self.few {
        world.clock.advance(seconds: 86_400)
        young.append(try await world.logins.logIn(development: "anna"))
      }
      world.clock.advance(seconds: 86_400)
      old = try await world.sessions.refresh(old.refresh)
      #expect(old.refreshExpires < young[0].refreshExpires, "the oldest one ends first")
      _ = try await world.logins.logIn(development: "anna")
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(young[0].refresh) }
      _ = try await world.sessions.refresh(old.refresh)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the counts of a person leave with the person, and of days that are over with the second day`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips { world in
      let maker = try await Maker(world)
      try await maker.make(.messagesADay, 0)
      _ = try await world.users.delete(as: maker.anna)
      let subjects = try await world.texts("SELECT DISTINCT subject FROM quota_days")
      #expect(subjects == [maker.ben.rawValue])
      let store = try await SharingStorage.sql(world.driver).store
      for (seconds, left) in [(86_400.0, 1), (86_400, 0)] {
        world.clock.advance(seconds: seconds)
        try await store.sweep(keepingAuditDays: 400)
        let count = try await world.texts("SELECT COUNT(DISTINCT subject) FROM quota_days")
        #expect(count == ["\(left)"])
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `rows whose time is over are removed, of all parts, and no others`(backend: TripsBackend) async throws
  {
    try await backend.withTrips { world in
      let maker = try await Maker(world)
      for (seconds, name) in [(60.0, "a"), (61, "b")] {
        _ = try await world.trips.invite(
          to: maker.trip, uses: 1, expires: world.clock.now.advanced(bySeconds: seconds), by: maker.anna)
        try await world.store.write { transaction in
          let end = transaction.now.advanced(bySeconds: seconds)
          let values: [SQLValue] = [.text(name), .time(end)]
          for table in ["trips_used", "trips_nonces"] {
            try transaction.connection.change(
              "INSERT INTO \(table) (digest, expires_ms) VALUES ($1, $2)", values)
          }
          try transaction.connection.change(
            "INSERT INTO trips_ended (session, expires_ms) VALUES ($1, $2)", values)
          try transaction.connection.change(
            "INSERT INTO trips_uploads (id, person, expires_ms) VALUES ($1, 'p', $2)", values)
          try transaction.connection.change(
            "INSERT INTO trips_sessions (id, person, begun_ms, expires_ms) VALUES ($1, 'p', 0, $2)", values)
          try transaction.connection.change(
            "INSERT INTO trips_tokens (digest, session, person, expires_ms) VALUES ($1, $1, 'p', $2)", values)
        }
      }
      var queries: [String] = []
      for table in ["trips_used", "trips_nonces", "trips_ended", "trips_uploads", "trips_invitations"] {
        queries.append("SELECT COUNT(*) FROM \(table)")
      }
      for table in ["trips_sessions", "trips_tokens"] {
        queries.append("SELECT COUNT(*) FROM \(table) WHERE person = 'p'")
      }
      for (seconds, left) in [(0.0, 2), (60, 1), (1, 0)] {
        world.clock.advance(seconds: seconds)
        try await world.store.removeExpired()
        for query in queries {
          try await #expect(world.texts(query) == ["\(left)"], "\(query)")
        }
      }
      _ = try await world.sessions.refresh(maker.session.withLock { $0.refresh })
    }
  }

  @Test func `a clock that is behind counts on the day before it`() async throws {
    try await TripsBackend.sqliteInMemory.withTrips(Self.few(.messagesADay)) { world in
      let maker = try await Maker(world)
      for number in 0..<Self.few { try await maker.make(.messagesADay, number) }
      world.clock.advance(seconds: -86_400)
      await expectError(.rateLimited) { try await maker.make(.messagesADay, Self.few) }
    }
  }
}
