import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTracks
import SkiTripsTestSupport
import Testing

@testable import SkiClient

/// The client against the built server: what the protocols promise holds over HTTP.
@Suite struct RunningServerTests {
  @Test func `a server does what the protocols promise`() async throws {
    let server = try await RunningServer()
    let (world, _, _) = server.world()
    for check in ConformanceCheck.all {
      do { try await check.run(world) } catch { Issue.record("\(check): \(error)") }
    }
    withExtendedLifetime(server) {}
  }

  @Test func `the map of a server answers each question without a user`() async throws {
    let server = try await RunningServer()
    let map = MapClient(at: ServerConnection(to: server.address))
    let found = try await map.places(PlacesQuestion(query: "Berghaus"))
    #expect(found.map(\.name) == ["Berghaus"] && found.first?.kind == .hut)
    try await #expect(map.places(PlacesQuestion(query: "nothing of this name")).isEmpty)
    var question = RouteQuestion(from: "Gipfelbahn", to: "Berghaus")
    question.skier.maxDifficulty = "blue"
    guard case .route(let route) = try await map.route(question) else {
      Issue.record("no route")
      return
    }
    #expect(route.route.missing == nil && route.steps.contains { $0.name == "Talabfahrt" })
    question.skier.maxDifficulty = "green"
    guard case .route(let refused) = try await map.route(question) else {
      Issue.record("no reason")
      return
    }
    #expect(refused.route.missing?.reason == .overCeiling && refused.steps.isEmpty)
    question.choices.via = ["Berghaus"]
    question.skier.maxDifficulty = nil
    question.to = "Gipfelbahn"
    guard case .journey(let journey) = try await map.route(question) else {
      Issue.record("no journey")
      return
    }
    #expect(journey.places == ["Gipfelbahn", "Berghaus", "Gipfelbahn"] && journey.legs.count == 2)
    (question.choices.via, question.choices.alternatives) = ([], 2)
    guard case .choices(let choices) = try await map.route(question) else {
      Issue.record("no alternatives")
      return
    }
    #expect(!choices.routes.isEmpty)
    await expectError(.unknownPlace) {
      _ = try await map.route(RouteQuestion(from: "Nowhere", to: "Berghaus"))
    }
    guard case .route(let outside) = try await map.route(RouteQuestion(from: "0,0", to: "Berghaus")) else {
      Issue.record("no answer from the ocean")
      return
    }
    #expect(outside.route.missing?.end == .start)
    var away = HomeQuestion()
    (away.from, away.home, away.hours.closing) = ("0,0", "Berghaus", "16:30")
    guard case .missing(let reason) = try await map.home(away) else {
      Issue.record("a way home from the ocean")
      return
    }
    #expect(reason.missing.reason == .notNearAnything)
    var home = HomeQuestion()
    (home.home, home.hours.closing) = ("Berghaus", "16:30")
    guard case .answer(let outlook) = try await map.home(home) else {
      Issue.record("no way home")
      return
    }
    #expect(!outlook.places.isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test func `a login begins a session, whose refresh token has one successor`() async throws {
    let server = try await RunningServer()
    let connection = ServerConnection(to: server.address)
    let login = ServerLogin(at: connection)
    try await #expect(login.offer().development)
    let tokens = try await login.logIn(development: "anna")
    await expectError(.notFound) { _ = try await login.logIn(telegram: ["id": "7"]) }
    let session = ClientSession(tokens, at: connection)
    let sessions = ClientSessions(session)
    let start = ContinuousClock.now
    let turned = try await sessions.refresh(tokens.refresh)
    #expect(turned.user == tokens.user)
    // The answer was lost; a busy machine may take more than the minute.
    let repeated = try? await sessions.refresh(tokens.refresh)
    #expect(repeated?.refresh == turned.refresh || ContinuousClock.now - start > .seconds(60))
    try await sessions.end(turned.refresh)
    await expectError(.notPermitted) { _ = try await sessions.refresh(tokens.refresh) }
    withExtendedLifetime(server) {}
  }

  @Test func `the user is changed, exported and removed, and has no session afterwards`() async throws {
    let server = try await RunningServer()
    let (world, _, client) = server.world()
    let anna = try await world.logIn("anna")
    let patch = UserPatch(
      name: "Anna <b>", links: [UserLink(label: "Page", address: "https://anna.example", audience: .trip)])
    let changed = try await client.users.patch(patch, as: anna)
    #expect(changed.name == "Anna <b>")
    try await #expect(client.users.get(as: anna) == changed)
    await expectError(.limitExceeded) {
      _ = try await client.users.patch(UserPatch(name: String(repeating: "x", count: 81)), as: anna)
    }
    try await #expect(!client.users.export(as: anna).isEmpty)
    try await client.users.delete(as: anna)
    do {
      _ = try await client.users.get(as: anna)
      Issue.record("a removed user is found")
    } catch let error as SkiError {
      #expect([.notFound, .notPermitted].contains(error.code))
    }
    withExtendedLifetime(server) {}
  }

  @Test func `favourites, preferences and notices are stored`() async throws {
    let server = try await RunningServer()
    let (world, _, client) = server.world()
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    try await client.favourites.add(SourceID("way/1"), kind: .lift, as: anna)
    try await #expect(client.favourites.list(as: anna).map(\.kind) == [.lift])
    try await client.favourites.remove(SourceID("way/1"), as: anna)
    await expectError(.notFound) { try await client.favourites.remove(SourceID("way/1"), as: anna) }
    try await client.favourites.setNearby(.minutes(20), as: anna)
    try await #expect(client.favourites.nearby(as: anna) == .minutes(20))
    await expectError(.invalidArgument) { try await client.favourites.setNearby(.metres(1), as: anna) }
    try await #expect(client.notices.announce("Dinner at 7", id: MessageID("w1"), to: trip, as: anna) == 1)
    try await #expect(client.notices.announce("Dinner at 7", id: MessageID("w1"), to: trip, as: anna) == 0)
    await expectError(.notPermitted) {
      _ = try await client.notices.announce("Hello", id: MessageID("w2"), to: trip, as: ben)
    }
    let page = try await client.notices.list(as: ben)
    let word = try #require(page.notices.first { $0.kind == .hostWord })
    #expect(word.payload.word == "Dinner at 7")
    let unread = try await client.notices.unreadCount(as: ben)
    try await client.notices.markRead([word.id], as: ben)
    try await #expect(client.notices.unreadCount(as: ben) == unread - 1)
    await expectError(.notFound) { try await client.notices.markRead([NoticeID("unknown")], as: ben) }
    withExtendedLifetime(server) {}
  }

  @Test func `a grant is listed and ends, and strangers see no position`() async throws {
    let server = try await RunningServer()
    let (world, _, client) = server.world()
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna, ben)
    let grant = ShareGrant(
      owner: anna, trip: trip, audience: .trip, precision: .exact, from: world.now(), until: world.hours(2),
      onlyInsideSkiArea: false)
    let made = try await client.locations.grant(grant, as: anna)
    try await #expect(client.locations.grants(as: anna) == [made])
    let fix = LocationFix(
      Coordinate(latitude: 46.9, longitude: 10.5), time: TimeSource.system.now(),
      horizontalAccuracyMetres: 5)
    let outcomes = try await client.locations.report([fix], in: trip, as: anna)
    #expect(outcomes.count == 1)
    let updates = try client.locations.updates(in: trip, showing: .all, as: anna)
    var iterator = updates.makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.isSnapshot == true)
    await expectError(.notFound) {
      _ = try await client.locations.people(in: trip, showing: .near(metres: 1000, most: 10), as: cleo)
    }
    try await client.locations.removePosition(in: trip, as: anna)
    try await client.locations.revoke(made.id, as: anna)
    try await #expect(client.locations.grants(as: anna).isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test func `no server is unavailable, and another address gives an error of one code`() async throws {
    let nowhere = ServerConnection(to: try ServerAddress("http://127.0.0.1:1"))
    await expectError(.unavailable) { _ = try await ServerLogin(at: nowhere).offer() }
    let server = try await RunningServer()
    let below = ServerConnection(to: try ServerAddress(server.address.text + "/below"))
    await expectError(.notFound) { _ = try await ServerLogin(at: below).offer() }
    withExtendedLifetime(server) {}
  }
}
