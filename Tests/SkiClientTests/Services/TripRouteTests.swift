import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import Testing

@testable import SkiClient

/// Methods on users, trips, friends and favourites send the requests of the contract, and read its results.
@Suite struct TripRouteTests {
  private static let users: [RouteCase] = [
    RouteCase("GET /v1/me", try .value(Samples.user())) { client, user in
      try await client.users.get(as: user) == Samples.user()
    },
    RouteCase("PATCH /v1/me", sends: #"{"name":"Anna"}"#, try .value(Samples.user())) { client, user in
      try await client.users.patch(UserPatch(name: "Anna"), as: user) == Samples.user()
    },
    RouteCase("GET /v1/me/export", .json(#"{"user":{}}"#)) { client, user in
      try await client.users.export(as: user) == Array(#"{"user":{}}"#.utf8)
    },
    .act("DELETE /v1/me") { client, user in try await client.users.delete(as: user) },
    RouteCase(
      "GET /v1/me/sessions", try .list("sessions", [Samples.session()])
    ) { client, user in
      try await client.sessions.list(as: user) == [Samples.session()]
    },
    .act("DELETE /v1/me/sessions/s1") { client, user in
      try await client.sessions.end(SessionID("s1"), as: user)
    },
    .act("DELETE /v1/me/sessions") { client, user in
      try await client.sessions.endAll(as: user)
    },
  ]

  private static let trips: [RouteCase] = [
    RouteCase("GET /v1/trips", try .list("trips", [Samples.ownTrip()])) { client, user in
      try await client.trips.list(as: user) == [Samples.ownTrip()]
    },
    RouteCase(
      "POST /v1/trips",
      sends:
        #"{"name":"Ski week","zone":"Europe/Zurich","areas":["a1"],"from":"2026-01-17T09:30:00Z","until":"2026-01-18T09:30:00Z"}"#,
      try .value(Samples.trip(), status: 201)
    ) { client, user in
      try await client.trips.create(
        name: "Ski week", zone: "Europe/Zurich", areas: [SourceID("a1")], from: Samples.time,
        until: Samples.later,
        as: user) == Samples.trip()
    },
    .act("PUT /v1/trips/chosen", #"{"trip":"t1"}"#) { client, user in
      try await client.trips.choose(TripID("t1"), as: user)
    },
    .act("PUT /v1/trips/chosen", #"{"trip":null}"#) { client, user in
      try await client.trips.choose(nil, as: user)
    },
    RouteCase("GET /v1/trips/t1", try .value(Samples.trip())) { client, user in
      try await client.trips.get(TripID("t1"), as: user) == Samples.trip()
    },
    RouteCase("PATCH /v1/trips/t1", sends: #"{"name":"Ski week"}"#, try .value(Samples.trip())) {
      client, user in
      try await client.trips.patch(TripPatch(name: "Ski week"), of: TripID("t1"), as: user) == Samples.trip()
    },
    .act("POST /v1/trips/t1/end", "{}") { client, user in try await client.trips.end(TripID("t1"), as: user)
    },
    RouteCase("GET /v1/trips/t1/members", try .list("members", [Samples.member()])) { client, user in
      try await client.trips.members(of: TripID("t1"), as: user) == [Samples.member()]
    },
    .act("DELETE /v1/trips/t1/members/me") { client, user in
      try await client.trips.leave(TripID("t1"), as: user)
    },
    .act("PATCH /v1/trips/t1/members/ben", #"{"role":"host"}"#) { client, user in
      try await client.trips.setRole(.host, of: UserID("ben"), in: TripID("t1"), as: user)
    },
    .act("DELETE /v1/trips/t1/members/ben") { client, user in
      try await client.trips.remove(UserID("ben"), from: TripID("t1"), as: user)
    },
  ]

  private static let secret = "0123456789abcdef0123456789abcdef"

  private static let invitations: [RouteCase] = [
    RouteCase("GET /v1/trips/t1/invitations", try .list("invitations", [Samples.invitation()])) {
      client, user in
      try await client.trips.invitations(to: TripID("t1"), as: user) == [Samples.invitation()]
    },
    RouteCase(
      "POST /v1/trips/t1/invitations",
      sends: #"{"role":"traveller","uses":3,"expires":"2026-01-18T09:30:00Z"}"#,
      try .value(MadeInvitation(Samples.invitation(), secret: LinkSecret(secret)), status: 201)
    ) { client, user in
      let made = try await client.trips.invite(to: TripID("t1"), uses: 3, expires: Samples.later, by: user)
      return try made.invitation == Samples.invitation() && made.secret.text == secret
    },
    .act("DELETE /v1/invitations/i1") { client, user in
      try await client.trips.revoke(InvitationID("i1"), as: user)
    },
    RouteCase(
      "POST /v1/invitations/preview", sends: #"{"secret":"\#(secret)"}"#,
      try .value(InvitationPreview(trip: Samples.trip(), role: .traveller, isMember: false))
    ) { client, user in
      try await client.trips.preview(LinkSecret(secret), as: user)
        == InvitationPreview(trip: Samples.trip(), role: .traveller, isMember: false)
    },
    RouteCase("POST /v1/invitations/join", sends: #"{"secret":"\#(secret)"}"#, try .value(Samples.trip())) {
      client, user in
      try await client.trips.join(LinkSecret(secret), as: user) == Samples.trip()
    },
  ]

  private static let friends: [RouteCase] = [
    RouteCase("GET /v1/trips/t1/companions", try .list("people", [Samples.companion()])) { client, user in
      try await client.friends.companions(in: TripID("t1"), as: user) == [Samples.companion()]
    },
    RouteCase("GET /v1/friends", try .list("people", [Samples.companion()])) { client, user in
      try await client.friends.friends(as: user) == [Samples.companion()]
    },
    RouteCase("POST /v1/friends/ben", sends: "{}", .json(#"{"state":"asked"}"#)) { client, user in
      try await client.friends.ask(UserID("ben"), as: user) == .asked
    },
    .act("PUT /v1/friends/ben", "{}") { client, user in
      try await client.friends.consent(to: UserID("ben"), as: user)
    },
    RouteCase("DELETE /v1/friends/ben", try .list("people", [Samples.companion()])) { client, user in
      try await client.friends.refuse(UserID("ben"), as: user)
      return true
    },
    RouteCase(
      "GET /v1/blocks",
      .list(
        "people",
        [BlockedPerson(user: try UserID("ben"), name: "Ben", since: Samples.time)])
    ) { client, user in
      try await client.friends.blocked(as: user)
        == [BlockedPerson(user: UserID("ben"), name: "Ben", since: Samples.time)]
    },
    .act("PUT /v1/blocks/ben", "{}") { client, user in try await client.friends.block(UserID("ben"), as: user)
    },
    .act("DELETE /v1/blocks/ben") { client, user in
      try await client.friends.unblock(UserID("ben"), as: user)
    },
  ]

  private static let favourites: [RouteCase] = [
    RouteCase(
      "GET /v1/favourites",
      .list("favourites", [Favourite(source: SourceID("way/1"), kind: .lift, added: Samples.time)])
    ) { client, user in
      try await client.favourites.list(as: user)
        == [Favourite(source: SourceID("way/1"), kind: .lift, added: Samples.time)]
    },
    .act("PUT /v1/favourites/way%2F1", #"{"kind":"lift"}"#) { client, user in
      try await client.favourites.add(SourceID("way/1"), kind: .lift, as: user)
    },
    .act("DELETE /v1/favourites/way%2F1") { client, user in
      try await client.favourites.remove(SourceID("way/1"), as: user)
    },
    RouteCase("GET /v1/me/nearby", .json(#"{"minutes":15}"#)) { client, user in
      try await client.favourites.nearby(as: user) == .minutes(15)
    },
    .act("PUT /v1/me/nearby", #"{"metres":800}"#) { client, user in
      try await client.favourites.setNearby(.metres(800), as: user)
    },
  ]

  @Test(arguments: users + trips + invitations + friends + favourites)
  func `a method sends its request and reads its result`(route: RouteCase) async throws {
    try await route.check()
  }

  @Test func `a friend is not refused, and one who asks is not removed`() async throws {
    let world = try World(ScriptedTransport { _ in try .list("people", [Samples.companion()]) })
    await expectError(.notFound) { try await world.client.friends.remove(UserID("ben"), as: world.user) }
    await expectError(.notFound) { try await world.client.friends.refuse(UserID("cleo"), as: world.user) }
    #expect(world.transport.requests.allSatisfy { $0.method == "GET" })
  }
}

/// Logins begin sessions.
@Suite struct LoginRouteTests {
  @Test func `each login sends its members and returns tokens`() async throws {
    let transport = ScriptedTransport { request in
      switch request.line {
      case "GET /v1/login": .json(#"{"telegram":true,"openID":false,"development":true}"#)
      case "POST /v1/login/openid/begin": .json(#"{"nonce":"n"}"#)
      default: .json(try World.tokensText(1))
      }
    }
    let world = try World(transport)
    let login = ServerLogin(at: world.server)
    try await #expect(login.offer() == ServerLogin.Offer(telegram: true, openID: false, development: true))
    try await #expect(login.logIn(telegram: ["id": "7", "hash": "ff"]) == World.tokens(1))
    try await #expect(login.beginOpenID() == "n")
    try await #expect(login.logIn(openID: "a.b.c") == World.tokens(1))
    try await #expect(login.logIn(development: "anna") == World.tokens(1))
    let before = RefreshToken("r")
    try await #expect(login.logIn(telegram: ["id": "7"], inPlaceOf: before) == World.tokens(1))
    try await #expect(login.logIn(openID: "a.b.c", inPlaceOf: before) == World.tokens(1))
    try await #expect(login.logIn(development: "anna", inPlaceOf: before) == World.tokens(1))
    #expect(
      transport.requests.map { "\($0.line) \($0.text)" } == [
        "GET /v1/login ", #"POST /v1/login/telegram {"hash":"ff","id":"7"}"#,
        "POST /v1/login/openid/begin {}",
        #"POST /v1/login/openid {"token":"a.b.c"}"#, #"POST /v1/login/development {"name":"anna"}"#,
        #"POST /v1/login/telegram {"id":"7","refresh":"r"}"#,
        #"POST /v1/login/openid {"token":"a.b.c","refresh":"r"}"#,
        #"POST /v1/login/development {"name":"anna","refresh":"r"}"#,
      ])
    #expect(transport.requests.allSatisfy { $0.fields["authorization"] == nil })
  }

  @Test(
    arguments: [
      (#"{"bot":42}"#, true, 42), (#"{"bot":42,"later":1}"#, true, 42), ("{}", true, nil),
      ("true", true, nil),
      ("false", false, nil), ("null", false, nil),
    ] as [(String, Bool, Int?)])
  func `the offer of Telegram names its bot`(offered: String, isOffered: Bool, bot: Int?) async throws {
    let world = try World(ScriptedTransport { _ in .json(#"{"telegram":\#(offered),"openID":true}"#) })
    let expected = ServerLogin.Offer(
      telegram: isOffered, telegramBot: bot, openID: true, development: false)
    try await #expect(ServerLogin(at: world.server).offer() == expected)
  }

  @Test(arguments: [#"{"bot":"42"}"#, #"{"bot":4.2}"#, "42", #""42""#])
  func `an offer of another form is refused`(offered: String) async throws {
    let world = try World(ScriptedTransport { _ in .json(#"{"telegram":\#(offered)}"#) })
    await expectError(.malformedData) { _ = try await ServerLogin(at: world.server).offer() }
  }
}
