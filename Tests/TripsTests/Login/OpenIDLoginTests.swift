import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The login by OpenID Connect accepts a verified token for us, in time, with a nonce of ours, once.
@Suite struct OpenIDLoginTests {
  /// A token of valid claims but for changes; an empty value leaves a claim out.
  private func token(_ now: UniversalTime, nonce: String, _ changes: [String: String] = [:]) -> String {
    let seconds = now.secondsSince1970
    var claims = [
      "signature": "good", "iss": "https://issuer.test", "aud": "client-1", "sub": "42", "nonce": nonce,
      "exp": "\(seconds + 300)", "iat": "\(seconds)", "name": "Anna",
    ]
    claims.merge(changes) { $1 }
    return claims.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
  }

  @Test(arguments: TripsBackend.usable)
  func `a token meets the user of the widget with the same subject`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let widget = try await world.logins.logIn(
        telegram: TelegramFields.signed(id: "42", at: world.clock.now))
      let nonce = try await world.logins.beginOpenID()
      #expect(nonce.utf8.count == 64)
      let tokens = try await world.logins.logIn(openID: token(world.clock.now, nonce: nonce))
      #expect(tokens.user == widget.user)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a subject of another issuer is another user`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let widget = try await world.logins.logIn(
        telegram: TelegramFields.signed(id: "42", at: world.clock.now))
      var users = [widget.user]
      for provider in ["club", "club2"] {
        let login = OpenIDLogin(
          provider: provider, issuer: "https://issuer.test", client: "client-1", verifier: ClaimsVerifier())
        let logins = LoginService(
          world.store, sessions: world.sessions, methods: LoginMethods(openID: login))
        for _ in 0..<2 {
          let nonce = try await logins.beginOpenID()
          users.append(try await logins.logIn(openID: token(world.clock.now, nonce: nonce)).user)
        }
      }
      #expect(users[1] == users[2] && users[3] == users[4])
      #expect(Set(users).count == 3)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a nonce is used once, within 10 minutes, and must be ours`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let nonce = try await world.logins.beginOpenID()
      _ = try await world.logins.logIn(openID: token(world.clock.now, nonce: nonce))
      await expectError(.notPermitted) {
        _ = try await world.logins.logIn(openID: token(world.clock.now, nonce: nonce))
      }
      await expectError(.notPermitted) {
        _ = try await world.logins.logIn(openID: token(world.clock.now, nonce: "made-up"))
      }
      let late = try await world.logins.beginOpenID()
      world.clock.advance(seconds: 600)
      await expectError(.notPermitted) {
        _ = try await world.logins.logIn(openID: token(world.clock.now, nonce: late))
      }
      _ = try await world.logins.beginOpenID()
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_nonces") == ["1"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a token with any other claim is refused, and the nonce stays`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let now = world.clock.now.secondsSince1970
      let nonce = try await world.logins.beginOpenID()
      let changes: [[String: String]] = [
        ["signature": "bad"], ["iss": "https://issuer.test.evil"], ["iss": ""], ["aud": "client-2"],
        ["aud": ""], ["aud": "client-1,client-2"], ["aud": "client-1,client-2", "azp": "client-2"],
        ["azp": "client-2"], ["sub": ""], ["nonce": ""], ["exp": "\(now - 30)"], ["exp": "\(now - 86_400)"],
        ["iat": "\(now + 31)"], ["nbf": "\(now + 31)"],
        ["name": String(repeating: "x", count: 17_000)], ["exp": ""],
        ["sub": String(repeating: "x", count: 301)],
      ]
      for change in changes {
        do {
          _ = try await world.logins.logIn(openID: token(world.clock.now, nonce: nonce, change))
          Issue.record("accepted \(change.keys)")
        } catch let error as SkiError {
          #expect([.notPermitted, .limitExceeded].contains(error.code))
          #expect(!error.message.contains(nonce))
        }
      }
      await expectError(.notPermitted) { _ = try await world.logins.logIn(openID: "junk") }
      let several = token(
        world.clock.now, nonce: nonce,
        ["aud": "client-1,client-2", "azp": "client-1", "nbf": "\(now + 29)"])
      _ = try await world.logins.logIn(openID: several)
    }
  }

  /// Returns the logins of an issuer whose tokens carry no nonce, over the store of a world, as another server has them.
  private func withoutNonce(_ world: TripsWorld) -> LoginService {
    let login = OpenIDLogin(
      provider: "telegram", issuer: "https://issuer.test", client: "client-1", requiresNonce: false,
      verifier: ClaimsVerifier())
    return LoginService(world.store, sessions: world.sessions, methods: LoginMethods(openID: login))
  }

  @Test(arguments: TripsBackend.usable)
  func `a token without a nonce holds once on all servers, whatever its signature`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (one, other) = (withoutNonce(world), withoutNonce(world))
      let first = token(world.clock.now, nonce: "") + ";signed=.a"
      let tokens = try await one.logIn(openID: first)
      for used in [first, String(first.dropLast()) + "b"] {
        await expectError(.notPermitted) { _ = try await other.logIn(openID: used) }
      }
      // The same person a second later.
      world.clock.advance(seconds: 1)
      let second = token(world.clock.now, nonce: "") + ";signed=.a"
      let outcomes = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            let tokens = try? await (number % 2 == 0 ? one : other).logIn(openID: second)
            return tokens != nil
          }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(outcomes == 1)
      let widget = try await world.logins.logIn(
        telegram: TelegramFields.signed(id: "42", at: world.clock.now))
      #expect(widget.user == tokens.user)
      // Forgotten when no server takes it any more.
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_used") == ["3"])
      world.clock.advance(seconds: 359)
      _ = try await world.person("anna")
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_used") == ["2"])
      world.clock.advance(seconds: 1000)
      _ = try await world.person("anna")
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_used") == ["0"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a token without a nonce is used before its end by no skew of clocks twice`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let logins = withoutNonce(world)
      let now = world.clock.now
      let text = token(now, nonce: "", ["exp": "\(now.secondsSince1970 + 10)"]) + ";signed=.a"
      _ = try await logins.logIn(openID: text)
      world.clock.advance(seconds: 39)
      _ = try await world.person("anna")
      await expectError(.notPermitted) { _ = try await logins.logIn(openID: text) }
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_used") == ["1"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a token without a nonce is fresh for five minutes`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let logins = withoutNonce(world)
      let now = world.clock.now
      func log(iat seconds: Double?, _ changes: [String: String] = [:]) async throws {
        let issued = seconds.map { "\(now.secondsSince1970 + $0)" } ?? ""
        let claims = ["iat": issued, "exp": "\(now.secondsSince1970 + 86_400)"].merging(changes) { $1 }
        _ = try await logins.logIn(openID: token(now, nonce: "", claims) + ";signed=.a")
      }
      for age in [-300.0, -1, 0, 30] { try await log(iat: age) }
      for age in [-301.0, -3600, 31, 3600, nil] {
        await expectError(.notPermitted) { try await log(iat: age) }
      }
      for change in [
        ["signature": "bad"], ["iss": "https://issuer.test.evil"], ["aud": "client-2"], ["sub": ""],
        ["exp": "\(now.secondsSince1970 - 30)"], ["nonce": "made-up"],
      ] { await expectError(.notPermitted) { try await log(iat: 2, change) } }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a token that carries a nonce is held to it where none is required`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let logins = withoutNonce(world)
      let nonce = try await logins.beginOpenID()
      _ = try await logins.logIn(openID: token(world.clock.now, nonce: nonce) + ";signed=.a")
      for used in [nonce, "made-up"] {
        await expectError(.notPermitted) {
          _ = try await logins.logIn(openID: token(world.clock.now, nonce: used) + ";signed=.b")
        }
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a login that is not offered is not found`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let logins = LoginService(world.store, sessions: world.sessions, methods: LoginMethods())
      await expectError(.notFound) { _ = try await logins.logIn(development: "anna") }
      await expectError(.notFound) { _ = try await logins.logIn(telegram: [:]) }
      await expectError(.notFound) { _ = try await logins.logIn(openID: "") }
      await expectError(.notFound) { _ = try await logins.beginOpenID() }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a development login is the person of its name`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      try await #expect(world.person("anna") == anna)
      try await #expect(world.person("ben") != anna)
      try await #expect(world.users.get(as: anna).name == "anna")
      await expectError(.invalidArgument) { _ = try await world.person("") }
      await expectError(.limitExceeded) { _ = try await world.person(String(repeating: "a", count: 41)) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `eight first logins of one person at the same time make one user`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let users = try await withThrowingTaskGroup(of: UserID.self) { group in
        for _ in 0..<8 { group.addTask { try await world.person("anna") } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(users.count == 1)
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_users") == ["1"])
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_sessions") == ["8"])
    }
  }
}
