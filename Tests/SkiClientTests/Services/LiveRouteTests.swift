import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTracks
import Testing

@testable import SkiClient

/// Methods on live positions send the requests of the server's description, and read its results.
@Suite struct LiveRouteTests {
  private static let person =
    #"{"user":"ben","place":[10.5,46.9],"precision":"cell","sideMetres":250,"observedAt":"2026-01-17T09:30:00Z","#
    + #""expiresAt":"2026-01-18T09:30:00Z","freshness":"stale"}"#

  private static let grantText =
    #"{"id":"g1","trip":"t1","audience":"people","people":["ben"],"precision":"grid:250","from":"2026-01-17T09:30:00Z","#
    + #""until":"2026-01-18T09:30:00Z","onlyInsideSkiArea":true,"keepSeconds":300}"#

  private static func ownGrant() throws -> OwnGrant {
    OwnGrant(
      id: try GrantID("g1"), trip: try TripID("t1"), audience: .people([try UserID("ben")]),
      precision: .grid(metres: 250), from: Samples.time, until: Samples.later, onlyInsideSkiArea: true,
      keepSeconds: 300)
  }

  private static func fix() -> LocationFix {
    var fix = LocationFix(
      Coordinate(latitude: 46.9, longitude: 10.5), time: Samples.time, horizontalAccuracyMetres: 5)
    fix.sequence = 18_446_744_073_709_551_615
    return fix
  }

  private static let positions: [RouteCase] = [
    RouteCase(
      "POST /v1/trips/t1/me/location",
      sends: """
        {"fixes":[{"latitude":46.9,"longitude":10.5,"time":"2026-01-17T09:30:00Z","accuracyMetres":5,
        "sequence":18446744073709551615}]}
        """,
      .json(
        #"{"outcomes":[{"outcome":"stored","cursor":"7.t1"},{"outcome":"unchanged","cursor":"7.t1"},{"outcome":"older"},"#
          + #"{"outcome":"refused","reason":"invalid-coordinate"},{"outcome":"outsideArea"},{"outcome":"notSharing"}]}"#
      )
    ) { client, user in
      let outcomes = try await client.locations.report([fix()], in: TripID("t1"), as: user)
      let cursor = try #require(LocationCursor("7.t1"))
      return outcomes == [
        .stored(cursor), .unchanged(cursor), .older, .refused(.invalidCoordinate), .outsideArea, .notSharing,
      ]
    },
    .act("DELETE /v1/trips/t1/me/location") { client, user in
      try await client.locations.removePosition(in: TripID("t1"), as: user)
    },
    RouteCase("GET /v1/trips/t1/people?metres=500&most=20", .json("{\"people\":[\(person)]}")) {
      client, user in
      let people = try await client.locations.people(
        in: TripID("t1"), showing: .near(metres: 500, most: 20), as: user)
      let expected = SeenPerson(
        user: try UserID("ben"), coordinate: Coordinate(latitude: 46.9, longitude: 10.5),
        detail: .cell(sideMetres: 250), observedAt: Samples.time, expiresAt: Samples.later, isLive: false)
      return people == [expected]
    },
    RouteCase(
      "GET /v1/trips/t1/people?place=46.9%2C10.5&metres=500&most=20", .json(#"{"people":[]}"#)
    ) { client, user in
      let around = LocationsShown.around(Coordinate(latitude: 46.9, longitude: 10.5), metres: 500, most: 20)
      return try await client.locations.people(in: TripID("t1"), showing: around, as: user).isEmpty
    },
    RouteCase("GET /v1/trips/t1/people?all=true", .json(#"{"people":[]}"#)) { client, user in
      try await client.locations.people(in: TripID("t1"), showing: .all, as: user).isEmpty
    },
  ]

  private static let grants: [RouteCase] = [
    RouteCase("GET /v1/grants", .json("{\"grants\":[\(grantText)]}")) { client, user in
      try await client.locations.grants(as: user) == [ownGrant()]
    },
    RouteCase(
      "POST /v1/grants",
      sends: """
        {"trip":"t1","audience":"people","people":["ben"],"precision":"grid:250","from":"2026-01-17T09:30:00Z",
        "until":"2026-01-18T09:30:00Z","onlyInsideSkiArea":true,"keepSeconds":300}
        """, .json(grantText, status: 201)
    ) { client, user in
      let grant = ShareGrant(
        owner: user, trip: try TripID("t1"), audience: .people([try UserID("ben")]),
        precision: .grid(metres: 250),
        from: Samples.time, until: Samples.later)
      return try await client.locations.grant(grant, as: user) == ownGrant()
    },
    .act("DELETE /v1/grants/g1") { client, user in try await client.locations.revoke(GrantID("g1"), as: user)
    },
    RouteCase(
      "GET /v1/audit",
      .json(
        #"{"records":[{"viewer":"ben","trip":"t1","grant":null,"hour":"2026-01-17T09:30:00Z","count":12}]}"#)
    ) { client, user in
      let expected = OwnAuditRecord(
        viewer: "ben", trip: try TripID("t1"), grant: nil, hour: Samples.time, count: 12)
      return try await client.locations.audit(as: user) == [expected]
    },
  ]

  @Test(arguments: positions + grants)
  func `a method sends its request and reads its result`(route: RouteCase) async throws {
    try await route.check()
  }

  @Test func `a link and distances that are not possible are refused before anything is sent`() async throws {
    let world = try World(ScriptedTransport { _ in .done })
    let link = ShareGrant(
      owner: world.user, trip: try TripID("t1"), audience: .link(LinkSecret().hash), precision: .exact,
      from: Samples.time, until: Samples.later)
    await expectError(.invalidArgument) { _ = try await world.client.locations.grant(link, as: world.user) }
    for metres in [0, -1, Double.nan, 1e9] {
      await expectError(.invalidArgument) {
        _ = try await world.client.locations.people(
          in: TripID("t1"), showing: .near(metres: metres, most: 5), as: world.user)
      }
    }
    #expect(world.transport.requests.isEmpty)
  }

  @Test func `a precision, an audience and an outcome that are unknown are malformed`() async throws {
    let texts = [
      Self.person.replacing("cell", with: "dust"), Self.person.replacing("10.5,46.9", with: "10.5"),
      Self.person.replacing("\"user\":\"ben\",", with: ""),
    ]
    for text in texts {
      let world = try World(ScriptedTransport { _ in .json("{\"people\":[\(text)]}") })
      await expectError(.malformedData) {
        _ = try await world.client.locations.people(in: TripID("t1"), showing: .all, as: world.user)
      }
    }
    let grant = Self.grantText.replacing("\"people\",\"people\"", with: "\"world\",\"people\"")
    let world = try World(ScriptedTransport { _ in .json("{\"grants\":[\(grant)]}") })
    await expectError(.malformedData) { _ = try await world.client.locations.grants(as: world.user) }
    let odd = try World(ScriptedTransport { _ in .json(#"{"outcomes":[{"outcome":"lost"}]}"#) })
    await expectError(.malformedData) {
      _ = try await odd.client.locations.report([Self.fix()], in: TripID("t1"), as: odd.user)
    }
  }
}
