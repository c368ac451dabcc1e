import HTTPTypes
import SkiAPI
import SkiBase
import SkiPeople
import SkiTestSupport
import Testing

@testable import SkiServer

/// Bodies of any form, for the routes of logins, users, trips, members, invitations, friends and favourites.
@Suite struct HostileBodyTests {
  private static let names = [
    "name", "links", "skier", "zone", "areas", "from", "until", "trip", "role", "uses", "expires", "secret",
    "kind", "metres", "minutes", "token", "refresh", "hash", "id", "auth_date", "label", "address", "board",
  ]
  private static let values = [
    "null", "true", "0", "-1", "1e308", "1e999", "9007199254740993", "0.5", "\"\"", "\" \"", "\"x\"",
    "\"\\u0000\"", "\"\\ud800\"", "\"2023-11-15T22:13:20Z\"", "\"9999-12-31T23:59:60Z\"", "\"Europe/Zurich\"",
    "\"host\"", "\"run\"", "\"'; DROP TABLE trips_users; --\"", "\"<script>\"", "{", "]", "",
    "\"\(String(repeating: "x", count: 2000))\"", "\"0123456789abcdef0123456789abcdef\"",
  ]

  /// Returns a text that is an object of JSON, or nearly.
  private func body(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      let name = Self.names.randomElement(using: &random) ?? ""
      return "\"\(name)\": \(value(&random, depth: depth))"
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private func value(_ random: inout SeededGenerator, depth: Int) -> String {
    guard depth < 3 else { return "1" }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return body(&random, depth: depth + 1)
    case 1:
      let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        value(&random, depth: depth + 1)
      }
      return "[" + elements.joined(separator: ", ") + "]"
    default: return Self.values.randomElement(using: &random) ?? "1"
    }
  }

  private func routes(_ core: ServerCore) -> [HTTPRoute] {
    let all =
      LoginRoutes(core: core).routes + UserRoutes(core: core).routes + TripRoutes(core: core).routes
      + MemberRoutes(core: core).routes + InvitationRoutes(core: core).routes
      + FriendRoutes(core: core).routes + FavouriteRoutes(core: core).routes
    return all.filter { $0.body != nil }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a body of any form is answered, or refused with a reason`(seed: UInt64) async throws {
    try await TripsFixture.with { server in
      var random = SeededGenerator(seed: seed)
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      for route in routes(server.core) {
        let path = route.path.text.replacing("{trip}", with: trip.rawValue)
          .replacing("{user}", with: ben.rawValue).replacing("{source}", with: "a")
        for _ in 0..<40 {
          let body = body(&random)
          let found = try await server.send(route.method, path, body: body, as: anna)
          #expect((200..<500).contains(found.status), "seed \(seed), \(route.name): \(body)")
          let hasReason = found.status < 400 || found.body.text("detail")?.isEmpty == false
          #expect(hasReason, "seed \(seed), \(route.name): \(body)")
        }
      }
    }
  }

  @Test func `no changed field of the widget logs in`() async throws {
    try await TripsFixture.with { server in
      let seed: UInt64 = 42
      var random = SeededGenerator(seed: seed)
      let fields = [
        ("id", "42"), ("first_name", "Anna"), ("auth_date", "1700000000"), ("username", "anna_k"),
        ("hash", "f0484f8683af246ef2d4560b02ba5cbb266dadfbfd200678f6c14c88c75c5cd8"),
      ]
      for _ in 0..<300 {
        var changed = fields
        let field = Int.random(in: 0..<changed.count, using: &random)
        var text = Array(changed[field].1)
        let place = Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text.remove(at: place)
        case 1: text.insert("0", at: place)
        case 2: changed.append(("extra", "x"))
        default: text[place] = text[place] == "1" ? "2" : "1"
        }
        changed[field].1 = String(text)
        let body = "{" + changed.map { "\"\($0.0)\": \"\($0.1)\"" }.joined(separator: ", ") + "}"
        let found = try await server.send(.post, "/v1/login/telegram", body: body)
        #expect(found.status == 403, "seed \(seed): \(body)")
      }
    }
  }
}
