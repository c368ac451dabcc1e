import SkiAPI
import SkiBase
import SkiPeople

/// `SessionServing`: refresh tokens and sessions, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of sessions.
  static let sessionChecks: [ConformanceCheck] = [
    ConformanceCheck("a refresh token has one successor, which it gives again for a minute", turnSession),
    ConformanceCheck("a session ends by any of its tokens, others go on", endSession),
    ConformanceCheck("a session of the list ends by its identifier, by its user alone", endListedSession),
    ConformanceCheck("all sessions of a user end at once, and no other's", endSessions),
  ]

  private static func turnSession(_ world: ServedWorld) async throws {
    let tokens = try await world.begin(world.newName("anna"))
    let start = ContinuousClock.now
    let turned = try await world.sessions.refresh(tokens.refresh)
    try expectEqual(turned.user, tokens.user)
    try expectTrue(turned.refresh != tokens.refresh, "the refresh token is another one")
    try expectTrue(turned.accessExpires < turned.refreshExpires, "the access token ends first")
    let again = try await world.sessions.refresh(turned.refresh)
    // The answer was lost, or another tab asks, too; a busy machine may take more than the minute.
    let repeated = [
      try? await world.sessions.refresh(tokens.refresh).refresh,
      try? await world.sessions.refresh(turned.refresh).refresh,
    ]
    let isLate = ContinuousClock.now - start > .seconds(60)
    try expectTrue(isLate || repeated == [turned.refresh, again.refresh], "the successors are the same")
    for text in ["", "unknown", String(repeating: "0", count: 64)] {
      try await expectRefused(.notPermitted) { _ = try await world.sessions.refresh(RefreshToken(text)) }
    }
  }

  private static func endSession(_ world: ServedWorld) async throws {
    let name = world.newName("anna")
    let (first, second) = (try await world.begin(name), try await world.begin(name))
    try expectEqual(first.user, second.user)
    let turned = try await world.sessions.refresh(first.refresh)
    // A token that was used still names its session.
    try await world.sessions.end(first.refresh)
    try await expectRefused(.notPermitted) { _ = try await world.sessions.refresh(turned.refresh) }
    try await world.sessions.end(first.refresh)
    try await world.sessions.end(RefreshToken("unknown"))
    try expectEqual(try await world.sessions.refresh(second.refresh).user, second.user)
  }

  private static func endListedSession(_ world: ServedWorld) async throws {
    let name = world.newName("anna")
    let first = try await world.begin(name)
    let known = try await world.sessions.list(as: first.user)
    try expectEqual(known.count, 1)
    let session = known[0]
    try expectTrue(
      session.begun <= session.used && session.used < session.expires, "the times follow each other")
    let second = try await world.begin(name)
    let both = try await world.sessions.list(as: second.user)
    try expectEqual(both.count, 2)
    let other = try await world.logIn("ben")
    for id in [session.id, try SessionID("unknown")] {
      try await expectRefused(.notFound) { try await world.sessions.end(id, as: other) }
    }
    try expectEqual(try await world.sessions.list(as: other).count, 1)
    try await world.sessions.end(session.id, as: second.user)
    try await expectRefused(.notPermitted) { _ = try await world.sessions.refresh(first.refresh) }
    let turned = try await world.sessions.refresh(second.refresh)
    try expectEqual(turned.user, second.user)
  }

  private static func endSessions(_ world: ServedWorld) async throws {
    let name = world.newName("anna")
    let (first, second) = (try await world.begin(name), try await world.begin(name))
    let other = try await world.begin(world.newName("ben"))
    try await world.sessions.endAll(as: first.user)
    for tokens in [first, second] {
      try await expectRefused(.notPermitted) { _ = try await world.sessions.refresh(tokens.refresh) }
    }
    try expectEqual(try await world.sessions.refresh(other.refresh).user, other.user)
    try expectEqual(try await world.begin(name).user, first.user)
  }
}
