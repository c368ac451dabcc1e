import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The positions made for all viewers of a role, against those made for each viewer alone.
struct TripViewTests {
  private let precisions: [SharePrecision] = [.exact, .grid(metres: 500), .areaOnly, .hidden]

  /// A trip of people with random grants and blocks, around a coordinate.
  private func permissions(
    _ count: Int, around centre: Coordinate, _ random: inout SeededGenerator
  ) -> TripPermissions {
    let users = (0..<count).map { user("person-\($0)") }
    var permissions = TripPermissions(trip: week)
    permissions.roster = TripRoster(
      members: Set(users.dropLast(3)), hosts: Set(users.prefix(4)), until: time(86_400))
    for _ in 0..<6 {
      let pair = (0..<2).map { _ in users[Int.random(in: 0..<count, using: &random)] }
      permissions.roster?.blocks[pair[0], default: []].insert(pair[1])
    }
    for owner in users where Int.random(in: 0..<8, using: &random) > 0 {
      let place = Coordinate(
        latitude: centre.latitude + Double.random(in: -0.02...0.02, using: &random),
        longitude: centre.longitude + Double.random(in: -0.04...0.04, using: &random))
      permissions.rows[owner] = row(
        owner, at: place, coarse: shownPublisher(at: place, area: SharedArea(id: "a", name: nil)))
      permissions.grants[owner] = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        let audiences: [ShareAudience] = [
          .trip, .hosts, .people([users[Int.random(in: 0..<count, using: &random)]]),
        ]
        return grant(
          owner, to: audiences[Int.random(in: 0..<3, using: &random)],
          precisions[Int.random(in: 0..<precisions.count, using: &random)],
          from: Double.random(in: -20...40, using: &random))
      }
    }
    return permissions
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `every viewer sees what is made for that viewer alone`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let permissions = permissions(40, around: Coordinate(latitude: 46.5, longitude: 7.5), &random)
    var view = TripView(permissions, now: time(20))
    for number in (0..<40).shuffled(using: &random) {
      let viewer = Viewer.member(user("person-\(number)"))
      let seen = view.seen(by: viewer, showing: .all).map { $0.shown.location }
      let alone = view.owners.compactMap {
        permissions.location(of: $0, for: viewer, now: time(20))?.location
      }
      #expect(seen == alone, "seed \(seed)")
    }
  }

  @Test(
    arguments: [(46.5, 7.5), (0, 0), (88.99, 10), (-16.9, 179.99), (60, -179.98)], [200.0, 2000, 100_000])
  func `those near are the nearest of all who are seen`(centre: (Double, Double), metres: Double) {
    var random = SeededGenerator(seed: 7)
    let origin = Coordinate(latitude: centre.0, longitude: centre.1)
    let places = (0..<500).map { _ in
      let longitude = centre.1 + Double.random(in: -0.04...0.04, using: &random)
      return Coordinate(
        latitude: centre.0 + Double.random(in: -0.01...0.01, using: &random),
        longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }
    let access = Access(
      precision: .exact, grant: .random(), trip: week, keepSeconds: 300, until: time(3600))
    let people = PlacedPeople(
      places.map { SharedLocation.redacted(row(at: $0), to: access, now: time(20)) })
    for most in [1, 50, 500] {
      let expected = places.indices.filter { $0 != 3 && origin.distanceMetres(to: places[$0]) <= metres }
        .sorted { origin.distanceMetres(to: places[$0]) < origin.distanceMetres(to: places[$1]) }
      let found = people.nearest(to: origin, withinMetres: metres, most: most, without: 3)
      #expect(found == Array(expected.prefix(most)))
    }
  }
}
