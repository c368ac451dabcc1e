import HTTPTypes
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiPostgres
import SkiSQLite
import SkiStoreTestSupport
import SkiTestSupport
import Testing

@testable import SkiServer

/// Random histories of sessions and lift words on two servers over one store agree with ``RightsModel`` after each step.
@Suite struct RightsHistoryTests {
  @Test func `histories on two servers over SQLite`() async throws {
    let clock = FixtureClock()
    let driver = try SQLiteDriver.inMemory(options: SQLiteDriver.Options(clock: { clock.milliseconds }))
    do {
      try await Self.run(1...UInt64(TestScale.count(all: 500, sample: 100)), [driver, driver], clock)
    } catch {
      await driver.close()
      throw error
    }
    await driver.close()
  }

  @Test(.enabled(if: PostgresServer.isUsable))
  func `histories on two servers over PostgreSQL, each with its own connections`() async throws {
    try await PostgresServer.withDatabase { address in
      let clock = FixtureClock()
      var options = PostgresOptions()
      (options.idleMilliseconds, options.waitSeconds, options.connections) = (60_000, 60, 2)
      options.clock = { clock.milliseconds }
      let drivers = [
        try PostgresDriver(address, options: options), try PostgresDriver(address, options: options),
      ]
      let result: Result<Void, any Error>
      do {
        result = .success(
          try await Self.run(501...UInt64(TestScale.count(all: 560, sample: 520)), drivers, clock))
      } catch {
        result = .failure(error)
      }
      for driver in drivers { await driver.close() }
      try result.get()
    }
  }

  private static func run(_ seeds: ClosedRange<UInt64>, _ drivers: [any SQLDriver], _ clock: FixtureClock)
    async throws
  {
    let speaker = try await TripsFixture(drivers[0], clock, seed: 1).person("speaker")
    var servers: [TripsFixture] = []
    defer { for server in servers { server.core.close() } }
    for (number, driver) in drivers.enumerated() {
      servers.append(
        try await TripsFixture(
          driver, clock, seed: UInt64(2 + number), sources: [RightsHistory.source],
          signer: RightsHistory.Signer(),
          speakers: [LiftSpeaker(user: speaker, areas: [SourceID("area-1")], title: "Valley lifts")]))
    }
    for seed in seeds {
      var history = try await RightsHistory(seed: seed, servers, clock, speaker)
      for step in 1...24 {
        let words = try await history.step()
        let wrong = try await history.wrong()
        #expect(wrong.isEmpty, "seed \(seed), step \(step) (\(words)): \(wrong.joined(separator: "; "))")
        guard wrong.isEmpty else { return }
      }
    }
  }
}

/// One history: the people of two trips and an appointed person act on two servers, and a model follows.
private struct RightsHistory {
  /// A signer whose tokens name the user and the session.
  struct Signer: AccessTokenSigner {
    func sign(_ claims: AccessClaims) async throws -> String { "\(claims.user) \(claims.session)" }
    func successor(of token: String) async throws -> String {
      try await FixtureSigner().successor(of: token)
    }
  }

  /// A feed whose documents a history records.
  struct Source: LiftStatusDataSource {
    let feed: FeedName
    let format: any FeedFormat = StatusFeedFormat()
    let maximumAgeSeconds = 6 * 3600.0
    let policy = RefreshPolicy()
    let answerSeconds = 10.0

    func fetch(knowing known: FeedVersion?) async -> FeedAnswer {
      FeedAnswer(.failure(SkiError(.unavailable, "the feed is not asked; record a document")))
    }
  }

  static let source = Source(feed: try! FeedName("valley"))
  /// The lifts of ``TripsFixture``: two of the area of both trips and of the appointed person, and one elsewhere.
  private static let lifts = ["BT", "TMB", "far"]
  private static let speakerPlace = 4
  /// The time between two histories in seconds, in which all that is of the one before ends.
  private static let restSeconds = 13 * 3600.0

  private let servers: [TripsFixture]
  private let clock: FixtureClock
  private var random: SeededGenerator
  private var model = RightsModel(areaOfLift: ["area-1", "area-1", "area-2"])
  private var people: [UserID] = []
  private var trips: [TripID] = []
  private var erased: Set<Int> = []

  init(seed: UInt64, _ servers: [TripsFixture], _ clock: FixtureClock, _ speaker: UserID) async throws {
    (self.servers, self.clock, random) = (servers, clock, SeededGenerator(seed: seed))
    clock.advance(seconds: Self.restSeconds)
    for name in ["anna", "ben", "cleo", "dora"] {
      people.append(try await servers[0].person("\(name) of \(seed)"))
    }
    people.append(speaker)
    trips = [
      try await servers[0].trip(host: people[0], people[1], people[2]),
      try await servers[1].trip(host: people[3], people[1]),
    ]
    model.trips = [
      RightsModel.Trip(area: "area-1", roles: [0: .host, 1: .traveller, 2: .traveller]),
      RightsModel.Trip(area: "area-1", roles: [3: .host, 1: .traveller]),
    ]
    model.tripOrder = trips[0].rawValue < trips[1].rawValue ? [0, 1] : [1, 0]
    model.speakers = [Self.speakerPlace: "area-1"]
    try await record([])
    for (number, server) in servers.enumerated() {
      try await server.services.lifts.reload()
      try await server.services.sessions.readEnded()
      model.look(number)
    }
  }

  // MARK: Steps

  /// Does a random step on a random server, and returns what it was.
  mutating func step() async throws -> String {
    let server = Int.random(in: 0..<2, using: &random)
    let person = random.pick(people.indices.filter { !erased.contains($0) })
    switch Int.random(in: 0..<20, using: &random) {
    case 0...1: return try await logIn(person, server)
    case 2...5: return try await refresh(server)
    case 6: return try await logOut(server)
    case 7: return try await endAll(person, server)
    case 8...11: return try await say(person, server)
    case 12: return try await withdraw(person, server)
    case 13: return try await feed(server)
    case 14...15: return try await changeRole(server)
    case 16: return try await remove(person, server)
    case 17: return try await renew(server)
    default:
      let seconds = random.pick([1.0, 20, 61, 400, 1000])
      clock.advance(seconds: seconds)
      model.now += seconds
      return "\(seconds) s pass"
    }
  }

  private mutating func logIn(_ person: Int, _ server: Int) async throws -> String {
    let isSpeaker = person == Self.speakerPlace
    let name = try await servers[server].services.users.get(as: people[person]).name
    let tokens = try await servers[server].services.logins.logIn(development: name)
    guard tokens.user == people[person] else { return "\(isSpeaker ? "speaker" : name) is another person" }
    model.sessions.append(
      RightsModel.Session(
        person: person, id: try Self.session(tokens), chain: [tokens.refresh],
        accessUntil: model.now + RightsModel.access))
    return "person \(person) logs in on \(server)"
  }

  private static func session(_ tokens: SessionTokens) throws -> SessionID {
    try SessionID(String(tokens.access.split(separator: " ")[1]))
  }

  private mutating func refresh(_ server: Int) async throws -> String {
    guard !model.sessions.isEmpty else { return "nothing to refresh" }
    let session = Int.random(in: model.sessions.indices, using: &random)
    let last = model.sessions[session].chain.count - 1
    let place = random.pick([last, last, max(0, last - 1), 0])
    let words = "token \(place) of session \(session) is used on \(server)"
    let found = try? await servers[server].services.sessions.refresh(model.sessions[session].chain[place])
    let expected = model.use(place, of: session, on: server)
    switch (expected, found) {
    case (.refused, nil): return words + " and refused"
    case (.turned, let tokens?): model.turn(place, of: session, into: tokens.refresh)
    case (.repeated(let token), let tokens?) where tokens.refresh == token:
      model.sessions[session].accessUntil = model.now + RightsModel.access
    default:
      Issue.record("\(words): \(expected) is expected, \(found == nil ? "nothing" : "a token") came")
    }
    if let found, try Self.session(found) != model.sessions[session].id {
      Issue.record("\(words): another session")
    }
    if let found, found.accessExpires != clock.now.advanced(bySeconds: RightsModel.access) {
      Issue.record("\(words): another end")
    }
    return words
  }

  private mutating func logOut(_ server: Int) async throws -> String {
    guard !model.sessions.isEmpty else { return "nothing to end" }
    let session = Int.random(in: model.sessions.indices, using: &random)
    guard Int.random(in: 0..<2, using: &random) == 0 else {
      return try await end(session, by: random.pick([model.sessions[session].person, 0, 1]), server)
    }
    try await servers[server].services.sessions.end(random.pick(model.sessions[session].chain))
    model.end([session], on: server)
    return "session \(session) ends on \(server)"
  }

  /// Lets a person end a session by its identifier, which is their own or unknown.
  private mutating func end(_ session: Int, by person: Int, _ server: Int) async throws -> String {
    let (found, words) = (model.sessions[session], "person \(person) ends session \(session) on \(server)")
    let isOwn = found.person == person && !found.hasEnded
    try await servers[server].expect(
      .delete, "/v1/me/sessions/\(found.id)", as: people[person], gives: isOwn ? 204 : 404)
    guard isOwn else { return words + " and is refused" }
    model.end([session], on: server)
    return words
  }

  private mutating func endAll(_ person: Int, _ server: Int) async throws -> String {
    try await servers[server].expect(.delete, "/v1/me/sessions", as: people[person], gives: 204)
    model.end(model.sessions.indices.filter { model.sessions[$0].person == person }, on: server)
    return "all sessions of person \(person) end on \(server)"
  }

  private mutating func scope() -> (RightsModel.Scope, member: String, query: String) {
    guard Int.random(in: 0..<3, using: &random) > 0 else {
      return (.area("area-1"), #""area":"area-1""#, "area=area-1")
    }
    let trip = Int.random(in: 0..<2, using: &random)
    return (.trip(trip), #""trip":"\#(trips[trip])""#, "trip=\(trips[trip])")
  }

  private mutating func say(_ other: Int, _ server: Int) async throws -> String {
    let (scope, member, _) = scope()
    let lift = Int.random(in: 0..<8, using: &random) / 3
    let person = mouth(scope, other)
    let state = random.pick([OperatingState.open, .closed, .closed])
    let minutes = random.pick([5, 30, 60])
    let words = "person \(person) says \(state) of lift \(lift) for \(scope) on \(server)"
    let found = try await servers[server].send(
      .put, "/v1/lifts/\(Self.lifts[lift])/status",
      body: #"{\#(member),"state":"\#(state.rawValue)","holdsMinutes":\#(minutes)}"#, as: people[person])
    let expected = model.maySpeak(person, scope, of: lift)
    if found.status != expected { Issue.record("\(words): \(found.status) instead of \(expected)") }
    guard expected == 204 else { return words + " and is refused" }
    model.endWords { $0.lift == lift && $0.scope == scope }
    model.news.words.append(
      RightsModel.Word(
        lift: lift, scope: scope, author: person, state: state, saidAt: model.now,
        until: model.now + Double(minutes) * 60))
    model.read[server] = model.news
    return words
  }

  /// Returns, mostly, one who may speak in a scope.
  private mutating func mouth(_ scope: RightsModel.Scope, _ other: Int) -> Int {
    guard Int.random(in: 0..<4, using: &random) > 0 else { return other }
    switch scope {
    case .area: return Self.speakerPlace
    case .trip(let trip):
      let hosts = model.hosts(of: trip)
      return hosts.isEmpty ? other : random.pick(hosts)
    }
  }

  private mutating func withdraw(_ other: Int, _ server: Int) async throws -> String {
    let (scope, _, query) = scope()
    let lift = Int.random(in: 0..<2, using: &random)
    let person = mouth(scope, other)
    let words = "person \(person) withdraws what was said of lift \(lift) for \(scope) on \(server)"
    let found = try await servers[server].send(
      .delete, "/v1/lifts/\(Self.lifts[lift])/status?\(query)", as: people[person])
    var expected = model.maySpeak(person, scope, of: lift)
    func isIt(_ word: RightsModel.Word) -> Bool {
      word.lift == lift && word.scope == scope && model.now < word.until
    }
    if expected == 204, !model.news.words.contains(where: isIt) { expected = 404 }
    if found.status != expected { Issue.record("\(words): \(found.status) instead of \(expected)") }
    guard expected == 204 else { return words + " and is refused" }
    model.news.words.removeAll(where: isIt)
    model.read[server] = model.news
    return words
  }

  private mutating func feed(_ server: Int) async throws -> String {
    let states = Self.lifts.map { _ in random.pick([OperatingState.open, .closed]) }
    try await record(states, on: server)
    let before = model.news.feed
    let since = states.indices.map { lift in
      before.flatMap { $0.states[lift] == states[lift] ? $0.since[lift] : nil } ?? model.now
    }
    model.news.feed = RightsModel.Feed(states: states, since: since, at: model.now)
    model.read[server] = model.news
    return "the feed says \(states.map(\.rawValue)) on \(server)"
  }

  /// Records a document with the states of the first lifts.
  private func record(_ states: [OperatingState], on server: Int = 0) async throws {
    let time = clock.now.iso8601() ?? ""
    let features = zip(Self.lifts, states).map { lift, state in
      #"{"id":"\#(lift)","state":"\#(state.rawValue)","observedAt":"\#(time)"}"#
    }
    let bytes = Array(#"{"version":1,"features":[\#(features.joined(separator: ","))]}"#.utf8)
    let reading = try Self.source.format.read(bytes, from: Self.source.feed, now: clock.now)
    let document = FeedDocument(bytes: bytes, version: FeedVersion(), reading: reading)
    try await servers[server].services.lifts.record(
      FeedAnswer(.success(.document(document))), of: Self.source.feed)
  }

  private mutating func changeRole(_ server: Int) async throws -> String {
    let trip = Int.random(in: 0..<2, using: &random)
    let hosts = model.hosts(of: trip)
    guard !hosts.isEmpty, !model.trips[trip].hasEnded else { return "no one can change a role" }
    let (host, person) = (random.pick(hosts), random.pick(model.trips[trip].roles.keys.sorted()))
    let role: TripRole = model.isHost(person, of: trip) ? .traveller : .host
    guard role == .host || hosts.count > 1 else { return "the last host stays" }
    try await servers[server].services.trips.setRole(
      role, of: people[person], in: trips[trip], as: people[host])
    model.trips[trip].roles[person] = role
    if role == .traveller { model.endWords { $0.scope == .trip(trip) && $0.author == person } }
    model.read[server] = model.news
    return "person \(person) becomes \(role) of trip \(trip) on \(server)"
  }

  /// Takes a person from a trip: by a host, by themselves, with their account, or with the trip's end.
  private mutating func remove(_ person: Int, _ server: Int) async throws -> String {
    let trip = Int.random(in: 0..<2, using: &random)
    let services = servers[server].services
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where person != Self.speakerPlace && Int.random(in: 0..<2, using: &random) == 0:
      try await servers[server].expect(.delete, "/v1/me", as: people[person], gives: 204)
      erased.insert(person)
      for trip in trips.indices where model.trips[trip].roles[person] != nil { leave(person, trip) }
      model.endWords { $0.author == person }
      model.end(model.sessions.indices.filter { model.sessions[$0].person == person }, on: server)
      model.read[server] = model.news
      return "person \(person) is erased on \(server)"
    case 1 where !model.trips[trip].hasEnded && !model.hosts(of: trip).isEmpty:
      try await services.trips.end(trips[trip], as: people[model.hosts(of: trip)[0]])
      model.trips[trip].hasEnded = true
      model.endWords { $0.scope == .trip(trip) }
      model.read[server] = model.news
      return "trip \(trip) ends on \(server)"
    case 2...3
    where model.trips[trip].roles[person] != nil
      && (model.trips[trip].hasEnded || model.hosts(of: trip) != [person]):
      try await services.trips.leave(trips[trip], as: people[person])
      leave(person, trip)
      model.read[server] = model.news
      return "person \(person) leaves trip \(trip) on \(server)"
    default:
      guard let host = model.hosts(of: trip).first(where: { $0 != person }),
        model.trips[trip].roles[person] != nil
      else { return "no one is removed" }
      try await services.trips.remove(people[person], from: trips[trip], as: people[host])
      leave(person, trip)
      model.read[server] = model.news
      return "person \(person) is removed from trip \(trip) on \(server)"
    }
  }

  private mutating func leave(_ person: Int, _ trip: Int) {
    model.trips[trip].roles[person] = nil
    model.endWords { $0.scope == .trip(trip) && $0.author == person }
    let rest = model.trips[trip].roles.keys
    guard model.hosts(of: trip).isEmpty,
      let next = rest.min(by: { people[$0].rawValue < people[$1].rawValue })
    else { return }
    // All joined at one moment; but the host who made the trip, who is gone, first.
    model.trips[trip].roles[next] = .host
  }

  private mutating func renew(_ server: Int) async throws -> String {
    try await servers[server].services.lifts.reload()
    try await servers[server].services.sessions.readEnded()
    model.look(server)
    model.read[server] = model.news
    return "server \(server) reads the news"
  }

  // MARK: Answers

  /// Returns what the servers answer otherwise than the model.
  mutating func wrong() async throws -> [String] {
    var wrong: [String] = []
    for (number, server) in servers.enumerated() {
      for session in model.sessions.indices {
        let expected = model.isCurrent(session, on: number)
        let found = (try? await server.services.sessions.requireCurrent(model.sessions[session].id)) != nil
        if found != expected {
          wrong.append("server \(number) \(found ? "takes" : "refuses") session \(session)")
        }
      }
      for person in people.indices where !erased.contains(person) {
        for (place, lift) in Self.lifts.enumerated() {
          let found = try await server.send(.get, "/v1/lifts/\(lift)/status", as: people[person]).body
          let expected = document(of: model.answer(place, to: person, on: number))
          let members = ["state", "source"].map { found.text($0) ?? "-" }
          let by = found.member("by").flatMap { $0.text("user") ?? $0.text("title") } ?? "-"
          if members + [by] != expected {
            wrong.append(
              "server \(number) says \(members + [by]) of lift \(place) to person \(person), not \(expected)")
          }
        }
      }
    }
    return wrong
  }

  private func document(of answer: RightsModel.Answer) -> [String] {
    let by =
      switch answer.source {
      case "area": "Valley lifts"
      case "host": answer.author.map { people[$0].rawValue } ?? "-"
      default: "-"
      }
    return [answer.state.rawValue, answer.source, by]
  }
}
