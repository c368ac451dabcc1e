import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Refresh tokens are turned at each use; one used again after a minute ends its whole family.
@Suite struct SessionServiceTests {
  @Test(arguments: TripsBackend.usable)
  func `a refresh token gives access for 15 minutes and its successor`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let first = try await world.logins.logIn(development: "anna")
      world.clock.advance(seconds: 800)
      let second = try await world.sessions.refresh(first.refresh)
      #expect(second.user == first.user)
      #expect(second.refresh != first.refresh)
      #expect(second.refresh.text.utf8.count == 64)
      #expect(second.accessExpires == world.clock.now.advanced(bySeconds: 900))
      #expect(second.refreshExpires == world.clock.now.advanced(bySeconds: 30 * 86_400))
      let parts = second.access.split(separator: " ")
      #expect(parts.first.map(String.init) == first.user.rawValue)
      #expect(parts[1] == first.access.split(separator: " ")[1])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the store holds digests, never tokens`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let tokens = try await world.logins.logIn(development: "anna")
      for (table, row) in try await world.allRows() {
        #expect(!row.contains(tokens.refresh.text), "\(table) holds a refresh token")
        #expect(!row.contains(tokens.access), "\(table) holds an access token")
      }
      #expect("\(tokens.refresh)" == "refresh token")
      #expect(String(reflecting: tokens.refresh) == "refresh token")
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a stolen token ends the family of thief and owner, and no other`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let other = try await world.logins.logIn(development: "anna")
      let first = try await world.logins.logIn(development: "anna")
      let thief = try await world.sessions.refresh(first.refresh)
      let later = try await world.sessions.refresh(thief.refresh)
      world.clock.advance(seconds: 60.001)
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(first.refresh) }
      for token in [first, thief, later] {
        await expectError(.notPermitted) { _ = try await world.sessions.refresh(token.refresh) }
      }
      _ = try await world.sessions.refresh(other.refresh)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a token expires after 30 days`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let first = try await world.logins.logIn(development: "anna")
      world.clock.advance(seconds: 30 * 86_400 - 1)
      let second = try await world.sessions.refresh(first.refresh)
      world.clock.advance(seconds: 30 * 86_400)
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(second.refresh) }
      _ = try await world.logins.logIn(development: "anna")
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_tokens") == ["1"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an unknown token is refused`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      for text in ["", "x", String(repeating: "0", count: 64), String(repeating: "é", count: 10_000)] {
        let error = await expectError(.notPermitted) {
          _ = try await world.sessions.refresh(RefreshToken(text))
        }
        #expect(error?.message == "the session is unknown or has ended; log in again")
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a session ends by any of its tokens, and all sessions of a user at once`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let first = try await world.logins.logIn(development: "anna")
      let second = try await world.sessions.refresh(first.refresh)
      try await world.sessions.end(first.refresh)
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(second.refresh) }
      try await world.sessions.end(RefreshToken("unknown"))

      let tokens = [
        try await world.logins.logIn(development: "anna"), try await world.logins.logIn(development: "anna"),
      ]
      let ben = try await world.logins.logIn(development: "ben")
      try await world.sessions.endAll(as: first.user)
      for token in tokens {
        await expectError(.notPermitted) { _ = try await world.sessions.refresh(token.refresh) }
      }
      _ = try await world.sessions.refresh(ben.refresh)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `uses of one token within a minute give the same successor`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let first = try await world.logins.logIn(development: "anna")
      let turned = await withTaskGroup(of: SessionTokens?.self) { group in
        for _ in 0..<8 { group.addTask { try? await world.sessions.refresh(first.refresh) } }
        return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
      }
      #expect(turned.count == 8 && Set(turned.map(\.refresh)).count == 1)
      world.clock.advance(seconds: 60)
      #expect(try await world.sessions.refresh(first.refresh).refresh == turned.first?.refresh)
      let next = try await world.sessions.refresh(try #require(turned.first).refresh)
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_tokens") == ["3"])
      world.clock.advance(seconds: 0.001)
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(first.refresh) }
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(next.refresh) }
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_tokens") == ["0"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an ended session is known to all servers, until its access tokens have ended`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let other = SessionService(world.store, signer: PlainSigner())
      func session(_ tokens: SessionTokens) throws -> SessionID {
        try SessionID(String(tokens.access.split(separator: " ")[1]))
      }
      let ends: [(SessionTokens) async throws -> Void] = [
        { try await world.sessions.end($0.refresh) }, { try await world.sessions.endAll(as: $0.user) },
        { _ = try await world.users.delete(as: $0.user) },
        { tokens in
          _ = try await world.sessions.refresh(tokens.refresh)
          world.clock.advance(seconds: 61)
          _ = try? await world.sessions.refresh(tokens.refresh)
        },
      ]
      for (number, end) in ends.enumerated() {
        let kept = try await world.logins.logIn(development: "ben")
        let tokens = try await world.logins.logIn(development: "anna")
        let ended = try session(tokens)
        for service in [world.sessions, other] { try await service.requireCurrent(ended) }
        let version = other.endedVersion
        try await end(tokens)
        world.clock.advance(seconds: 1)
        for service in [world.sessions, other] {
          await expectError(.notPermitted) { try await service.requireCurrent(ended) }
          try await service.requireCurrent(try session(kept))
        }
        #expect(other.endedVersion == version + 1 && other.isEnded(ended), "\(number)")
        world.clock.advance(seconds: 960)
        try await other.requireCurrent(try session(kept))
        #expect(!other.isEnded(ended), "what can't be valid any more is forgotten")
      }
    }
  }

  // MARK: The longest time

  @Test(arguments: TripsBackend.usable)
  func `a session ends 180 days after its login, however often it is used`(backend: TripsBackend) async throws
  {
    try await backend.withTrips { world in
      let first = try await world.logins.logIn(development: "anna")
      let end = world.clock.now.advanced(bySeconds: 180 * 86_400)
      var tokens = first
      for _ in 0..<6 {
        world.clock.advance(seconds: 29 * 86_400)
        tokens = try await world.sessions.refresh(tokens.refresh)
      }
      // 174 days have passed.
      #expect(tokens.refreshExpires == end)
      #expect(tokens.accessExpires == world.clock.now.advanced(bySeconds: 900))
      world.clock.advance(seconds: 6 * 86_400 - 100)
      let last = try await world.sessions.refresh(tokens.refresh)
      #expect(last.refreshExpires == end && last.accessExpires == end, "its access token ends with it")
      #expect(try await world.sessions.refresh(tokens.refresh).refreshExpires == end)
      try await #expect(
        world.texts("SELECT expires_ms FROM trips_sessions")
          == ["\(Int64(end.secondsSince1970 * 1000))"])
      #expect(try await world.sessions.list(as: first.user).map(\.expires) == [end])
      world.clock.advance(seconds: 100)
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(last.refresh) }
      #expect(try await world.sessions.list(as: first.user).isEmpty)
      #expect(try await world.logins.logIn(development: "anna").user == first.user)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `sessions of an older program go on, until the next use after the longest time`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let now = world.clock.now
      for (name, days) in [("young", 100.0), ("old", 180)] {
        try await world.store.write { transaction in
          let values: [SQLValue] = [
            .text(name), .id(anna), .time(now.advanced(bySeconds: -days * 86_400)),
            .time(now.advanced(bySeconds: 10 * 86_400)),
          ]
          try transaction.connection.change(
            "INSERT INTO trips_sessions (id, person, begun_ms, expires_ms) VALUES ($1, $2, $3, $4)", values)
          try transaction.connection.change(
            "INSERT INTO trips_tokens (digest, session, person, expires_ms) VALUES ($1, $2, $3, $4)",
            [.text(RefreshToken(name).digest.text), values[0], values[1], values[3]])
        }
      }
      let (young, old) = (try SessionID("young"), try SessionID("old"))
      let found = try await world.sessions.list(as: anna)
      #expect(!found.map(\.id).contains(old) && found.count == 2)
      let listed = try #require(found.first { $0.id == young })
      #expect(listed.used == now.advanced(bySeconds: -20 * 86_400), "30 days before its end")
      let turned = try await world.sessions.refresh(RefreshToken("young"))
      #expect(turned.refreshExpires == now.advanced(bySeconds: 30 * 86_400))
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(RefreshToken("old")) }
      #expect(world.sessions.isEnded(old) && !world.sessions.isEnded(young))
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_sessions WHERE id = 'old'") == ["0"])
    }
  }

  // MARK: Sessions of a user

  @Test(arguments: TripsBackend.usable)
  func `people see their sessions, those used last first, and end any of them`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let start = world.clock.now
      let phone = try await world.logins.logIn(development: "anna")
      world.clock.advance(seconds: 60)
      let desk = try await world.logins.logIn(development: "anna")
      let ben = try await world.logins.logIn(development: "ben")
      world.clock.advance(seconds: 60)
      _ = try await world.sessions.refresh(phone.refresh)
      let ids = try [phone, desk].map { try Self.session($0) }
      let month = 30 * 86_400.0
      let found = try await world.sessions.list(as: phone.user, asking: ids[1])
      #expect(
        found == [
          OwnSession(
            id: ids[0], begun: start, used: start.advanced(bySeconds: 120),
            expires: start.advanced(bySeconds: 120 + month), isAsking: false),
          OwnSession(
            id: ids[1], begun: start.advanced(bySeconds: 60), used: start.advanced(bySeconds: 60),
            expires: start.advanced(bySeconds: 60 + month), isAsking: true),
        ])
      for unknown in [try Self.session(ben), try SessionID("unknown")] {
        let error = await expectError(.notFound) {
          try await world.sessions.end(unknown, as: phone.user)
        }
        #expect(error?.message == SkiError.unknown(unknown).message)
      }
      try await world.sessions.end(ids[0], as: phone.user)
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(phone.refresh) }
      await expectError(.notPermitted) { try await world.sessions.requireCurrent(ids[0]) }
      await expectError(.notFound) { try await world.sessions.end(ids[0], as: phone.user) }
      #expect(try await world.sessions.list(as: phone.user).map(\.id) == [ids[1]])
      for tokens in [desk, ben] { _ = try await world.sessions.refresh(tokens.refresh) }
    }
  }

  private static func session(_ tokens: SessionTokens) throws -> SessionID {
    try SessionID(String(tokens.access.split(separator: " ")[1]))
  }

  @Test(arguments: TripsBackend.usable)
  func `a login ends the session that it names, of the same user alone`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let first = try await world.logins.logIn(development: "anna")
      let turned = try await world.sessions.refresh(first.refresh)
      let other = try await world.logins.logIn(development: "anna")
      // A login that fails ends nothing.
      await expectError(.invalidArgument) {
        _ = try await world.logins.logIn(development: " ", inPlaceOf: first.refresh)
      }
      _ = try await world.sessions.refresh(turned.refresh)
      let next = try await world.logins.logIn(development: "anna", inPlaceOf: first.refresh)
      #expect(world.sessions.isEnded(try Self.session(first)), "its access tokens end at once")
      #expect(try await world.sessions.list(as: first.user).count == 2)
      for token in [first, turned] {
        await expectError(.notPermitted) { _ = try await world.sessions.refresh(token.refresh) }
      }
      // Another person's session goes on, and an unknown token is none.
      for token in [next.refresh, RefreshToken("unknown")] {
        _ = try await world.logins.logIn(development: "ben", inPlaceOf: token)
      }
      for token in [next, other] { _ = try await world.sessions.refresh(token.refresh) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an operator ends the sessions of one person or of all`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = [
        try await world.logins.logIn(development: "anna"), try await world.logins.logIn(development: "anna"),
      ]
      let ben = try await world.logins.logIn(development: "ben")
      try await world.sessions.requireCurrent(try Self.session(anna[0]))
      #expect(try await SessionService.end(of: anna[0].user, in: world.store) == 2)
      #expect(try await SessionService.end(of: anna[0].user, in: world.store) == 0)
      world.clock.advance(seconds: 1)
      for tokens in anna {
        await expectError(.notPermitted) {
          try await world.sessions.requireCurrent(try Self.session(tokens))
        }
        await expectError(.notPermitted) { _ = try await world.sessions.refresh(tokens.refresh) }
      }
      try await world.sessions.requireCurrent(try Self.session(ben))
      await expectError(.notFound) {
        _ = try await SessionService.end(of: UserID("unknown"), in: world.store)
      }
      _ = try await world.logins.logIn(development: "anna")
      #expect(try await SessionService.end(of: nil, in: world.store) == 2)
      world.clock.advance(seconds: 1)
      await expectError(.notPermitted) { try await world.sessions.requireCurrent(try Self.session(ben)) }
      for table in ["trips_sessions", "trips_tokens"] {
        try await #expect(world.texts("SELECT COUNT(*) FROM \(table)") == ["0"])
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `random uses of tokens agree with a model of families`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let seed = UInt64.random(in: .min ... .max)
      print("families: seed \(seed)")
      var random = SeededGenerator(seed: seed)
      var (tokens, family, live, used): ([RefreshToken], [Int], Set<Int>, [Int: Double]) = ([], [], [], [:])
      var seconds = 0.0
      for _ in 0..<120 {
        if tokens.isEmpty || Int.random(in: 0..<4, using: &random) == 0 {
          tokens.append(try await world.logins.logIn(development: "anna").refresh)
          family.append(tokens.count - 1)
          live.insert(tokens.count - 1)
          continue
        }
        let pause = random.pick([0.0, 20, 45, 61])
        world.clock.advance(seconds: pause)
        seconds += pause
        let chosen = Int.random(in: 0..<tokens.count, using: &random)
        let isRepeated = used[chosen].map { seconds - $0 <= 60 } ?? true
        let isExpected = live.contains(family[chosen]) && isRepeated
        let result = try? await world.sessions.refresh(tokens[chosen])
        #expect((result != nil) == isExpected, "seed \(seed)")
        if let result, used[chosen] != nil {
          #expect(tokens.contains(result.refresh), "seed \(seed)")
        } else if let result {
          used[chosen] = seconds
          tokens.append(result.refresh)
          family.append(family[chosen])
        } else {
          live.remove(family[chosen])
        }
      }
    }
  }
}
