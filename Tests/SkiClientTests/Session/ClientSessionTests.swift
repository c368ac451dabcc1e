import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiClient

/// A session renews its tokens when it must, once for all who wait, and ends when the server refuses them.
@Suite struct ClientSessionTests {
  /// A server that knows the access token of one turn, and turns the refresh token of that turn.
  private static func server(at first: Int = 1) -> ScriptedTransport {
    let turn = Locked(first)
    return ScriptedTransport { request in
      if request.line == "POST /v1/login/refresh" {
        await Task.yield()
        let next: Int? = turn.withLock { turn in
          guard request.text == #"{"refresh":"refresh-\#(turn)"}"# else { return nil }
          turn += 1
          return turn
        }
        guard let next else { return .problem(403, "notPermitted") }
        return .json(try World.tokensText(next))
      }
      let current = turn.withLock { $0 }
      guard request.fields["authorization"] == "Bearer access-\(current)" else {
        return .problem(401, "notPermitted")
      }
      return .json(#"{"trips":[]}"#)
    }
  }

  private func refreshes(_ world: World) -> Int {
    world.transport.requests.filter { $0.line == "POST /v1/login/refresh" }.count
  }

  @Test func `a valid access token is sent as it is`() async throws {
    let world = try World(Self.server())
    _ = try await world.client.trips.list(as: world.user)
    #expect(world.transport.requests.map(\.line) == ["GET /v1/trips"])
    #expect(world.transport.requests[0].fields["authorization"] == "Bearer access-1")
    #expect(world.owned.isEmpty)
  }

  @Test func `a token is renewed a minute before its end, and the owner receives the new ones`() async throws
  {
    let now = Locked(World.start.advanced(bySeconds: 839))
    let world = try World(now: { now.withLock { $0 } }, Self.server())
    _ = try await world.client.trips.list(as: world.user)
    #expect(refreshes(world) == 0)
    now.withLock { $0 = World.start.advanced(bySeconds: 840) }
    _ = try await world.client.trips.list(as: world.user)
    #expect(refreshes(world) == 1)
    try #expect(world.owned == [World.tokens(2)])
    try await #expect(world.session.currentTokens() == World.tokens(2))
  }

  @Test func `one renewal is sent for a hundred requests that wait`() async throws {
    let world = try World(now: { World.start.advanced(bySeconds: 900) }, Self.server())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { _ = try await world.client.trips.list(as: world.user) } }
      try await group.waitForAll()
    }
    #expect(refreshes(world) == 1)
    #expect(world.owned.count == 1)
  }

  @Test func `a token that is refused is renewed once, and the request repeated`() async throws {
    // The server knows the second turn: it refuses the first access token, and turns the first refresh token no more.
    let turn = Locked(1)
    let transport = ScriptedTransport { request in
      if request.line == "POST /v1/login/refresh" {
        turn.withLock { $0 = 2 }
        return .json(try World.tokensText(2))
      }
      return request.fields["authorization"] == "Bearer access-2"
        ? .json(#"{"trips":[]}"#) : .problem(401, "notPermitted")
    }
    let world = try World(transport)
    _ = try await world.client.trips.list(as: world.user)
    #expect(
      world.transport.requests.map(\.line) == ["GET /v1/trips", "POST /v1/login/refresh", "GET /v1/trips"])
  }

  @Test func `a request that is refused with a new token, too, fails`() async throws {
    let transport = ScriptedTransport { request in
      request.line == "POST /v1/login/refresh"
        ? .json(try World.tokensText(2)) : .problem(401, "notPermitted")
    }
    let world = try World(transport)
    await expectError(.notPermitted) { _ = try await world.client.trips.list(as: world.user) }
    #expect(transport.requests.count == 3)
  }

  @Test func `a refresh token that is refused, as a stolen one, ends the session for good`() async throws {
    let world = try World(now: { World.start.advanced(bySeconds: 900) }, Self.server(at: 7))
    for _ in 0..<3 {
      let error = await expectError(.notPermitted) { _ = try await world.client.trips.list(as: world.user) }
      #expect(error?.message == "the session has ended; log in again")
    }
    #expect(world.transport.requests.count == 1)
    #expect(world.owned == [nil])
    await expectError(.notPermitted) { _ = try await world.session.currentTokens() }
  }

  @Test func `a renewal that can't be sent leaves the session, and the next request tries again`()
    async throws
  {
    let isAway = Locked(true)
    let server = Self.server()
    let transport = ScriptedTransport { request in
      if isAway.withLock({ $0 }) { throw SkiError(.unavailable, "the server can't be reached; try again") }
      return try await server.send(request)
    }
    let world = try World(now: { World.start.advanced(bySeconds: 900) }, transport)
    await expectError(.unavailable) { _ = try await world.client.trips.list(as: world.user) }
    isAway.withLock { $0 = false }
    _ = try await world.client.trips.list(as: world.user)
    #expect(world.owned.count == 1)
  }

  @Test func `tokens of another user end the session`() async throws {
    let transport = ScriptedTransport { _ in .json(try World.tokensText(2, user: "ben")) }
    let world = try World(now: { World.start.advanced(bySeconds: 900) }, transport)
    await expectError(.notPermitted) { _ = try await world.client.trips.list(as: world.user) }
    #expect(world.owned == [nil])
  }

  @Test func `a cancelled request does not lose the tokens of the others`() async throws {
    let world = try World(now: { World.start.advanced(bySeconds: 900) }, Self.server())
    let cancelled = Task { try await world.client.trips.list(as: world.user) }
    cancelled.cancel()
    _ = try? await cancelled.value
    _ = try await world.client.trips.list(as: world.user)
    #expect(refreshes(world) == 1)
  }

  @Test func `another user has no session, and nothing is sent`() async throws {
    let world = try World(Self.server())
    await expectError(.notPermitted) { _ = try await world.client.trips.list(as: try UserID("ben")) }
    let directory = SessionDirectory(at: world.server)
    let all = SkiClient(directory)
    await expectError(.notPermitted) { _ = try await all.trips.list(as: world.user) }
    #expect(world.transport.requests.isEmpty)
    directory.add(world.session)
    _ = try await all.trips.list(as: world.user)
    directory.remove(world.user)
    await expectError(.notPermitted) { _ = try await all.trips.list(as: world.user) }
  }

  @Test func `the end of a session is sent, and reported to its owner`() async throws {
    let transport = ScriptedTransport { _ in ClientReply(status: 204) }
    let world = try World(transport)
    try await world.session.end()
    #expect(transport.requests.map(\.line) == ["POST /v1/login/end"])
    #expect(transport.requests[0].text == #"{"refresh":"refresh-1"}"#)
    #expect(world.owned == [nil])
    await expectError(.notPermitted) { _ = try await world.client.trips.list(as: world.user) }
  }
}
