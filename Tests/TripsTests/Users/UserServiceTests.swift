import Foundation
import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The acting user sees, changes and exports themselves.
@Suite struct UserServiceTests {
  private let link = UserLink(label: "Photos", address: "https://photos.test/anna", audience: .friends)

  @Test(arguments: TripsBackend.usable)
  func `a new user has the name of the login and an identifier of our own`(backend: TripsBackend) async throws
  {
    try await backend.withTrips { world in
      let tokens = try await world.logins.logIn(
        telegram: TelegramFields.signed(id: "4242", name: "Anna", at: world.clock.now))
      let user = try await world.users.get(as: tokens.user)
      #expect(user.name == "Anna")
      #expect(user.created == world.clock.now)
      #expect(user.skier == SkierSettings())
      #expect(user.links.isEmpty)
      #expect(!user.id.rawValue.contains("4242"))
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a change holds, and members that are nil stay`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let words = SkierSettings(
        ability: "Advanced", board: true, maxDifficulty: "RED", avoid: ["t-bar", "moguls", "t-bar"],
        allow: ["tour"])
      try await world.users.patch(UserPatch(links: [link], skier: words), as: anna)
      let user = try await world.users.patch(UserPatch(name: "<b>Anna</b>"), as: anna)
      try await #expect(user == (world.users.get(as: anna)))
      #expect(user.name == "<b>Anna</b>")
      #expect(user.links == [link])
      #expect(
        user.skier
          == SkierSettings(
            ability: "advanced", board: true, maxDifficulty: "red", avoid: ["moguls", "t-bar"],
            allow: ["tour"]))
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a value that is not allowed changes nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let before = try await world.users.get(as: anna)
      let long = String(repeating: "a", count: 301)
      let patches: [(SkiError.Code, UserPatch)] = [
        (.invalidArgument, UserPatch(name: " ")), (.limitExceeded, UserPatch(name: long)),
        (.invalidArgument, UserPatch(name: "a\u{1b}[31m")),
        (.limitExceeded, UserPatch(name: "Anna", links: Array(repeating: link, count: 11))),
        (.invalidArgument, UserPatch(links: [UserLink(label: "", address: link.address, audience: .trip)])),
        (
          .limitExceeded,
          UserPatch(links: [UserLink(label: "x", address: "https://" + long, audience: .trip)])
        ),
        (
          .invalidArgument,
          UserPatch(links: [UserLink(label: "x", address: "javascript:x()", audience: .trip)])
        ),
        (.invalidArgument, UserPatch(links: [UserLink(label: "x", address: "https://a b", audience: .trip)])),
        (.invalidArgument, UserPatch(links: [UserLink(label: "x", address: "https://", audience: .trip)])),
        (.invalidArgument, UserPatch(skier: SkierSettings(ability: "wizard"))),
        (.invalidArgument, UserPatch(skier: SkierSettings(maxDifficulty: "pink"))),
        (.invalidArgument, UserPatch(skier: SkierSettings(ungraded: "maybe"))),
        (.invalidArgument, UserPatch(skier: SkierSettings(avoid: ["spaceship"]))),
        (.invalidArgument, UserPatch(skier: SkierSettings(allow: ["novice"]))),
        (.limitExceeded, UserPatch(skier: SkierSettings(avoid: Array(repeating: "t-bar", count: 100)))),
      ]
      for (code, patch) in patches {
        let error = await expectError(code) { try await world.users.patch(patch, as: anna) }
        #expect(error?.message.contains(long) == false)
      }
      try await #expect(world.users.get(as: anna) == before)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an unknown user is not found`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let stranger = try UserID("stranger")
      await expectError(.notFound) { _ = try await world.users.get(as: stranger) }
      await expectError(.notFound) { try await world.users.patch(UserPatch(name: "x"), as: stranger) }
      await expectError(.notFound) { _ = try await world.users.export(as: stranger) }
      await expectError(.notFound) { try await world.users.delete(as: stranger) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an export holds all parts, and nothing of others`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben-planted"))
      let trip = try await world.trip(host: anna, ben)
      try await world.users.patch(UserPatch(links: [link]), as: anna)
      try await world.friends.ask(ben, as: anna)
      try await world.favourites.add(SourceID("lift-7"), kind: .lift, as: anna)
      try await world.favourites.setNearby(.minutes(15), as: anna)
      let bytes = try await world.users.export(as: anna)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
      #expect(
        Set(object.keys) == [
          "user", "blocks", "identities", "sessions", "trips", "friends", "favourites", "nearby", "events",
          "answers",
          "messages", "notices", "noticePreferences", "days", "laps", "challenges",
        ])
      let text = String(decoding: bytes, as: UTF8.self)
      for part in [anna.rawValue, trip.rawValue, "photos.test", "lift-7", "\"minutes\":15", ben.rawValue] {
        #expect(text.contains(part), "\(part) is missing")
      }
      #expect(!text.contains("ben-planted"))
    }
  }
}
