import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// Shares, shows and erases one person among others; waits for a line before the erasure, and prints the receipt.
enum Erasing {
  static func run(_ settings: Settings) async throws {
    let map = try SkiMap.open(path: try settings.text("map"))
    let lines = try WalkedLines(map)
    let person = try UserID(try settings.text("person"))
    let driver = try await settings.driver()
    let (trip, others) = (try LoadTrips.trip(0), try (0..<20).map { try LoadTrips.traveller($0, of: 0) })
    let trips = ErasedTrips(
      roster: TripRoster(
        members: Set(others + [person]),
        until: UniversalTime(secondsSince1970: (nowMilliseconds() / 1000 + 86_400 * 7).rounded())))
    let environment = SkiEnvironment(
      map: map, storage: try await SharingStorage.sql(driver), membership: trips)
    let running = Task { await environment.run() }
    for user in others + [person] {
      try await environment.shares.grant(LoadTrips.grant(user, in: trip), as: user)
    }
    var named = LoadTrips.grant(others[0], in: trip)
    (named.id, named.audience) = (.random(), .people([person, others[1]]))
    try await environment.shares.grant(named, as: others[0])
    let watching = try await (others + [person]).asyncMap { user in
      let stream = try await environment.positions.listenForFriendsLocations(
        in: trip, as: .member(user), showing: .near(metres: 50_000, most: 50))
      return Task { for try await _ in stream {} }
    }
    var walkers = (0...others.count).map { Walker(lines, number: $0) }
    for _ in 0..<8 {
      for (index, user) in (others + [person]).enumerated() {
        _ = try await environment.positions.updateCurrentUserLocation(
          [walkers[index].fix(afterSeconds: 1)], of: user, in: trip)
      }
    }
    try await Task.sleep(for: .seconds(6))
    say("shared")
    _ = readLine()
    let receipt = try await environment.shares.erase(person)
    say(String(decoding: try JSONEncoder().encode(receipt), as: UTF8.self))
    _ = readLine()
    for task in watching { task.cancel() }
    running.cancel()
    await running.value
    await driver.close()
  }
}

/// One trip.
private struct ErasedTrips: TripMembership {
  let roster: TripRoster
  func roster(of trip: TripID) async throws -> TripRoster? { roster }
}

extension Array {
  /// Returns the results of a function, one after the other.
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async throws -> [T] {
    var results: [T] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
