import SkiGeo
import SkiSharing
import Testing

@testable import SkiTrips

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
        ["iat": "\(now + 31)"], ["name": String(repeating: "x", count: 17_000)], ["exp": ""],
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
      let several = token(world.clock.now, nonce: nonce, ["aud": "client-1,client-2", "azp": "client-1"])
      _ = try await world.logins.logIn(openID: several)
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
