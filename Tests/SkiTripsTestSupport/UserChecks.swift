import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// `UserServing`: the acting user, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of users.
  static let userChecks: [ConformanceCheck] = [
    ConformanceCheck("a user sees and changes themselves", changeUser),
    ConformanceCheck("values of a user that are not allowed change nothing", refuseUserValues),
    ConformanceCheck("an export has what is the user's own, and nothing of others", exportUser),
    ConformanceCheck("a removed user is not found, and their trips go on", removeUser),
    ConformanceCheck("nothing is stored of a removed user", refuseRemovedUser),
  ]

  private static var link: UserLink {
    UserLink(label: "Photos", address: "https://photos.test/anna", audience: .friends)
  }

  private static func changeUser(_ world: ServedWorld) async throws {
    let anna = try await world.logIn("anna")
    let first = try await world.users.get(as: anna)
    try expectEqual(first.id, anna)
    try expectEqual(first.links, [])
    try expectEqual(first.skier, SkierSettings())
    let words = SkierSettings(
      ability: "Advanced", board: true, maxDifficulty: "RED", avoid: ["t-bar", "moguls", "t-bar"],
      allow: ["tour"])
    try await world.users.patch(UserPatch(links: [link], skier: words), as: anna)
    let changed = try await world.users.patch(UserPatch(name: "<b>Anna</b>"), as: anna)
    try expectEqual(try await world.users.get(as: anna), changed)
    try expectEqual(changed.name, "<b>Anna</b>")
    try expectEqual(changed.links, [link])
    try expectEqual(changed.created, first.created)
    let checked = SkierSettings(
      ability: "advanced", board: true, maxDifficulty: "red", avoid: ["moguls", "t-bar"], allow: ["tour"])
    try expectEqual(changed.skier, checked)
    try await world.users.patch(UserPatch(links: []), as: anna)
    try expectEqual(try await world.users.get(as: anna).links, [])
  }

  private static func refuseUserValues(_ world: ServedWorld) async throws {
    let anna = try await world.logIn("anna")
    let before = try await world.users.get(as: anna)
    let long = String(repeating: "a", count: 301)
    func linked(_ label: String, _ address: String) -> UserPatch {
      UserPatch(links: [UserLink(label: label, address: address, audience: .trip)])
    }
    let patches: [(SkiError.Code, UserPatch)] = [
      (.invalidArgument, UserPatch(name: "")), (.invalidArgument, UserPatch(name: " ")),
      (.invalidArgument, UserPatch(name: "a\u{1b}[31m")), (.limitExceeded, UserPatch(name: long)),
      (.limitExceeded, UserPatch(name: "Anna", links: Array(repeating: link, count: 11))),
      (.invalidArgument, linked("", link.address)), (.limitExceeded, linked(long, link.address)),
      (.limitExceeded, linked("x", "https://" + long)), (.invalidArgument, linked("x", "javascript:x()")),
      (.invalidArgument, linked("x", "https://a b")), (.invalidArgument, linked("x", "https://")),
      (.invalidArgument, UserPatch(skier: SkierSettings(ability: "wizard"))),
      (.invalidArgument, UserPatch(skier: SkierSettings(maxDifficulty: "pink"))),
      (.invalidArgument, UserPatch(skier: SkierSettings(ungraded: "maybe"))),
      (.invalidArgument, UserPatch(skier: SkierSettings(avoid: ["spaceship"]))),
      (.invalidArgument, UserPatch(skier: SkierSettings(allow: ["novice"]))),
      (.limitExceeded, UserPatch(skier: SkierSettings(avoid: Array(repeating: "t-bar", count: 100)))),
    ]
    for (code, patch) in patches {
      try await expectRefused(code) { try await world.users.patch(patch, as: anna) }
    }
    try expectEqual(try await world.users.get(as: anna), before)
  }

  private static func exportUser(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    try await world.users.patch(UserPatch(name: "Anna of exports", links: [link]), as: anna)
    try await world.favourites.add(SourceID("lift-of-anna"), kind: .lift, as: anna)
    try await world.favourites.add(SourceID("lift-of-ben"), kind: .lift, as: ben)
    let text = String(decoding: try await world.users.export(as: anna), as: UTF8.self)
    try expectTrue(text.hasPrefix("{"), "an export is an object of JSON")
    for own in [anna.rawValue, trip.rawValue, "Anna of exports", "Photos", "lift-of-anna"] {
      try expectTrue(text.contains(own), "the export has \(own)")
    }
    try expectTrue(!text.contains("lift-of-ben"), "the export has nothing of others")
  }

  private static func removeUser(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    try await world.friends.ask(ben, as: anna)
    try await world.users.delete(as: anna)
    try await expectGone { _ = try await world.users.get(as: anna) }
    try await expectGone { try await world.users.patch(UserPatch(name: "x"), as: anna) }
    try await expectGone { _ = try await world.users.export(as: anna) }
    try await expectGone { try await world.users.delete(as: anna) }
    let members = try await world.trips.members(of: trip, as: ben)
    try expectEqual(members.map(\.user), [ben])
    try expectEqual(members.map(\.role), [.host])
    try expectEqual(try await world.friends.friends(as: ben), [])
    try expectEqual(try await world.users.get(as: ben).id, ben)
  }

  private static func refuseRemovedUser(_ world: ServedWorld) async throws {
    let anna = try await world.logIn("anna")
    let lift = SourceID("lift-1")
    try await world.favourites.add(lift, kind: .lift, as: anna)
    let bytes = world.newJunk()
    let permission = try await world.permit(bytes, as: anna)
    try await world.users.delete(as: anna)
    try await expectRefused(.notPermitted) { _ = try await world.days.receive(permission.text, bytes) }
    try await expectGone { try await world.favourites.add(lift, kind: .lift, as: anna) }
    try await expectGone { try await world.favourites.setNearby(.metres(300), as: anna) }
    try await expectGone { try await world.notices.setPreferences(.standard, as: anna) }
    try await expectGone { _ = try await world.permit(bytes, as: anna) }
    try await expectGone { _ = try await world.trip(host: anna) }
    try expectTrue((try? await world.favourites.list(as: anna))?.isEmpty ?? true, "no favourite is left")
    try expectTrue((try? await world.days.list(as: anna))?.isEmpty ?? true, "no day is left")
    try expectTrue((try? await world.trips.list(as: anna))?.isEmpty ?? true, "no trip is left")
  }
}
