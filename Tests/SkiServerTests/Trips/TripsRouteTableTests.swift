import HTTPTypes
import Hummingbird
import NIOCore
import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiServer

/// The rules that hold for all routes of the trip services.
@Suite struct TripsRouteTableTests {
  /// Returns the path of a route with a text for each parameter.
  private func path(of route: HTTPRoute) -> String {
    route.path.parameters.reduce(route.path.text) { $0.replacing("{\($1)}", with: "x") }
  }

  /// The routes of logins, users, trips, members, invitations, friends and favourites.
  private func routes(_ core: ServerCore) -> [HTTPRoute] {
    LoginRoutes(core: core).routes + UserRoutes(core: core).routes + TripRoutes(core: core).routes
      + MemberRoutes(core: core).routes + InvitationRoutes(core: core).routes
      + FriendRoutes(core: core).routes + FavouriteRoutes(core: core).routes
  }

  @Test func `each method of a path has one name, and each name one method and path`() async throws {
    try await TripsFixture.with { server in
      let all =
        SkiServer.routes(core: server.core, page: PageFiles(), address: try PublicAddress())
        + TripsRoutes(core: server.core).routes
      // A table may have the routes of the trip services already.
      let names = Set(all.map { "\($0.method.rawValue) \($0.path.text) \($0.name)" })
      #expect(Set(all.map(\.name)).count == names.count)
      #expect(Set(all.map { "\($0.method.rawValue) \($0.path.text)" }).count == names.count)
    }
  }

  @Test func `only logins and signed links need no token`() async throws {
    try await TripsFixture.with { server in
      for route in TripsRoutes(core: server.core).routes {
        let isBySecret = ["/v1/login", "/v1/rsvp", "/v1/uploads/", "/v1/files/"].contains {
          route.path.text.hasPrefix($0)
        }
        let access: HTTPRoute.Access =
          route.name == "logins" ? .open : isBySecret ? .secret : .user
        #expect(route.access == access, "\(route.name)")
        guard route.access.needsToken else { continue }
        let found = try await server.send(route.method, path(of: route))
        #expect(found.status == 401, "\(route.name)")
      }
    }
  }

  @Test func `an unknown name in the query is refused by every route`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      for route in TripsRoutes(core: server.core).routes {
        let detail = try await server.expect(
          route.method, path(of: route) + "?surprise=1", as: anna, fails: .invalidArgument)
        #expect(detail.hasPrefix("parameter surprise is unknown"), "\(route.name)")
      }
    }
  }

  @Test func `a body that is no object of JSON, or has unknown members, is refused`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      for route in routes(server.core) where route.body != nil {
        let path = path(of: route)
        for body in ["{", "[]", #"{"a": 1, "a": 2}"#] {
          try await server.expect(route.method, path, body: body, as: anna, fails: .malformedData)
        }
        try await server.expect(route.method, path, as: anna, fails: .unsupportedFormat)
        let text = try await server.response(
          route.method, path, bytes: Array("{}".utf8), type: "text/plain", as: anna)
        #expect(text.status == 415, "\(route.name)")
        let large = "{\"a\": \"\(String(repeating: "x", count: 64 << 10))\"}"
        try await server.expect(route.method, path, body: large, as: anna, fails: .limitExceeded)
        // The fields of the widget have any names.
        guard route.name != "logInByTelegram" else { continue }
        let detail = try await server.expect(
          route.method, path, body: #"{"surprise": 1}"#, as: anna, fails: .invalidArgument)
        #expect(detail.contains("member surprise of"), "\(route.name)")
      }
    }
  }

  @Test func `a server without trip services says so, and erases live sharing alone`() async throws {
    try await TripsFixture.with { server in
      let core = server.core
      let bare = ServerCore(
        limits: core.limits, keeper: core.keeper, sharing: nil, metrics: core.metrics, log: core.log)
      defer { bare.close() }
      func names(_ core: ServerCore) -> [String] {
        (LiveRoutes(core: core).routes + UserRoutes(core: core).routes)
          .filter { $0.method == .delete && $0.path.text == "/v1/me" }.map(\.name)
      }
      #expect(names(bare) == ["erase"])
      #expect(names(core) == ["removeMe"])
      let request = ServerRequest(
        parameters: PathValues(), query: [], headers: [:], host: nil, principal: nil,
        served: core.keeper.served,
        connection: nil,
        body: RequestBody(buffer: ByteBuffer()), isReading: true)
      for route in TripsRoutes(core: bare).routes {
        let error = await #expect(throws: SkiError.self) { _ = try await route.respond(request) }
        #expect(error?.code == .notFound, "\(route.name)")
      }
    }
  }
}
