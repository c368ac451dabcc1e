import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTracks

/// Measures updates of positions and questions for those within a distance, in process, without a store.
enum NearbyMeasure {
  private struct Figures: Encodable {
    var updatesPerSecond = 0.0
    /// Updates in portions of 100 ms at 1 Hz, each followed by what the next questions need.
    var updatesWithViewPerSecond = 0.0
    var queriesPerSecond = 0.0
    var queriesWithValuesPerSecond = 0.0
    var foundPerQuery = 0.0
    var checksum = 0
  }

  static func run(_ settings: Settings) throws {
    let lines = try WalkedLines(SkiMap.open(path: try settings.text("map")))
    let count = try settings.count("travellers")
    let reach = try settings.number("metres", 200)
    var (figures, walkers) = (Figures(), (0..<count).map { Walker(lines, number: $0) })
    let rounds = try (0..<20).map { _ in
      try walkers.indices.map { try row(walkers[$0].move(seconds: 1), number: $0) }
    }
    let origins = rounds[19].compactMap { $0.position?.exact.coordinate }
    try write(origins, to: try settings.text("positions"))

    var permissions = try self.permissions(count)
    figures.updatesPerSecond = rate(rounds.count * count) {
      for (number, round) in rounds.enumerated() {
        for var row in round {
          row.order.revision += Int64(number)
          permissions.take([row])
        }
      }
    }
    let (now, viewer) = (nowTime(), Viewer.member(try LoadTrips.traveller(0, of: 0)))
    let portion = max(1, count / 10)
    figures.updatesWithViewPerSecond = rate(10 * portion) {
      for number in 0..<10 {
        for var row in rounds[19].prefix(portion) {
          row.order.revision = Int64(100 + number)
          permissions.take([row])
        }
        var view = TripView(permissions, now: now)
        figures.checksum += view.near(origins[0], withinMetres: reach, most: count, for: viewer).count
      }
    }
    var view = TripView(permissions, now: now)
    figures.checksum += view.near(origins[0], withinMetres: reach, most: count, for: viewer).count
    var found = 0
    figures.queriesPerSecond = rate(origins.count) {
      for origin in origins {
        found += view.near(origin, withinMetres: reach, most: count, for: viewer).count
      }
    }
    figures.foundPerQuery = Double(found) / Double(origins.count)
    figures.queriesWithValuesPerSecond = rate(origins.count) {
      for origin in origins {
        let showing = LocationsShown.around(origin, metres: reach, most: count)
        figures.checksum += view.seen(by: viewer, showing: showing).count
      }
    }
    say(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
  }

  /// Returns how often per second something is done that a function does some number of times.
  private static func rate(_ count: Int, _ body: () -> Void) -> Double {
    let began = ContinuousClock.now
    body()
    let took = ContinuousClock.now - began
    return Double(count) / (Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18)
  }

  private static func row(_ place: Coordinate, number: Int) throws -> LiveRow {
    let now = nowTime().milliseconds
    return LiveRow(
      trip: try LoadTrips.trip(0), user: try LoadTrips.traveller(number, of: 0),
      order: LiveRow.Order(observedMilliseconds: now), expiresMilliseconds: now + 300_000,
      position: LiveRow.Position(
        exact: ExactLocation(coordinate: place, place: nil, state: .onRun, speedMetresPerSecond: 8),
        coarse: CoarsePublisher(), isInSkiArea: true))
  }

  private static func permissions(_ count: Int) throws -> TripPermissions {
    let trip = try LoadTrips.trip(0)
    let users = try (0..<count).map { try LoadTrips.traveller($0, of: 0) }
    var permissions = TripPermissions(trip: trip)
    permissions.roster = TripRoster(
      members: Set(users), until: UniversalTime(secondsSince1970: nowTime().secondsSince1970 + 86_400 * 7))
    for user in users { permissions.grants[user] = [LoadTrips.grant(user, in: trip)] }
    return permissions
  }

  /// Writes longitudes and latitudes, one traveller a line.
  private static func write(_ places: [Coordinate], to path: String) throws {
    let text = places.map { "\($0.longitude) \($0.latitude)\n" }.joined()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
