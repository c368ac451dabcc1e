import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// `FavouritesServing`: favourites and what is near, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of favourites.
  static let favouriteChecks: [ConformanceCheck] = [
    ConformanceCheck("favourites are marked, listed and removed by their owner", markFavourites),
    ConformanceCheck("ids of favourites that are not allowed are refused", refuseFavourites),
    ConformanceCheck("a user has a limited number of favourites", limitFavourites),
    ConformanceCheck("preferences for what is near are kept, and refused out of range", keepNearby),
  ]

  private static func markFavourites(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let (lift, hut) = (SourceID("way/1"), SourceID("node/2 é&?"))
    try await world.favourites.add(lift, kind: .lift, as: anna)
    try await world.favourites.add(hut, kind: .place, as: anna)
    let first = try await world.favourites.list(as: anna)
    try expectEqual(Set(first.map(\.source)), [lift, hut])
    // A favourite that is marked already takes the other kind alone.
    try await world.favourites.add(lift, kind: .run, as: anna)
    let second = try await world.favourites.list(as: anna)
    try expectEqual(second.map(\.source), first.map(\.source))
    try expectEqual(second.map(\.added), first.map(\.added))
    try expectEqual(second.first { $0.source == lift }?.kind, .run)
    try expectEqual(try await world.favourites.list(as: ben), [])
    try await expectRefused(.notFound) { try await world.favourites.remove(lift, as: ben) }
    try await world.favourites.remove(lift, as: anna)
    try await expectRefused(.notFound) { try await world.favourites.remove(lift, as: anna) }
    try expectEqual(try await world.favourites.list(as: anna).map(\.source), [hut])
  }

  private static func refuseFavourites(_ world: ServedWorld) async throws {
    let anna = try await world.logIn("anna")
    func add(_ text: String) async throws {
      try await world.favourites.add(SourceID(text), kind: .lift, as: anna)
    }
    try await expectRefused(.invalidArgument) { try await add("") }
    try await expectRefused(.invalidArgument) { try await add(" ") }
    try await expectRefused(.invalidArgument) { try await add("way/1\n") }
    try await expectRefused(.limitExceeded) { try await add(String(repeating: "x", count: 129)) }
    for text in ["", "unknown", String(repeating: "x", count: 129)] {
      try await expectRefused(.notFound) { try await world.favourites.remove(SourceID(text), as: anna) }
    }
    try expectEqual(try await world.favourites.list(as: anna), [])
    try await add(String(repeating: "x", count: 128))
    try expectEqual(try await world.favourites.list(as: anna).count, 1)
  }

  private static func limitFavourites(_ world: ServedWorld) async throws {
    let anna = try await world.logIn("anna")
    func add(_ text: String) async throws {
      try await world.favourites.add(SourceID(text), kind: .run, as: anna)
    }
    for number in 0..<Quota.favourites.standard { try await add("way/\(number)") }
    try await expectRefused(.limitExceeded) { try await add("way/more") }
    try await add("way/0")
    let all = try await world.favourites.list(as: anna)
    try expectEqual(all.count, Quota.favourites.standard)
    try expectTrue(!all.contains { $0.source == SourceID("way/more") }, "what was refused is not there")
    try await world.favourites.remove(SourceID("way/0"), as: anna)
    try await add("way/more")
  }

  private static func keepNearby(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    try expectEqual(try await world.favourites.nearby(as: anna), .standard)
    for preferences in [NearbyPreferences.metres(250), .metres(5000), .minutes(1), .minutes(120)] {
      try await world.favourites.setNearby(preferences, as: anna)
      try expectEqual(try await world.favourites.nearby(as: anna), preferences)
    }
    for preferences in [NearbyPreferences.metres(249), .metres(5001), .minutes(0), .minutes(121)] {
      try await expectRefused(.invalidArgument) {
        try await world.favourites.setNearby(preferences, as: anna)
      }
    }
    try expectEqual(try await world.favourites.nearby(as: anna), .minutes(120))
    try expectEqual(try await world.favourites.nearby(as: ben), .standard)
  }
}
