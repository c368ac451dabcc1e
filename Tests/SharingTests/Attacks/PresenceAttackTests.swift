import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Locates people by the radius at which they appear among those near, from several places of the viewer's own.
@Suite struct PresenceAttackTests {
  private static let origins = 5
  private static let steps = 10

  typealias IsNear = (_ viewer: UserID, _ origin: Coordinate, _ metres: Double) -> Bool

  /// Returns the least radius that shows the victim, by bisection.
  private func radius(_ viewer: UserID, _ origin: Coordinate, queries: inout Int, _ isNear: IsNear) -> Double
  {
    var (low, high) = (0.0, 3000.0)
    for _ in 0..<Self.steps {
      let middle = (low + high) / 2
      queries += 1
      if isNear(viewer, origin, middle) { high = middle } else { low = middle }
    }
    return (low + high) / 2
  }

  /// Returns the position with given distances from known ones, by least squares.
  private func solve(_ circles: [(centre: Spot, metres: Double)]) -> Spot {
    var here = Spot.zero
    for _ in 0..<20 {
      var (xx, xy, yy, x, y) = (1e-9, 0.0, 1e-9, 0.0, 0.0)
      for circle in circles {
        let metres = max(1, here.metres(to: circle.centre))
        let (a, b) = ((here.east - circle.centre.east) / metres, (here.north - circle.centre.north) / metres)
        let miss = circle.metres - metres
        (xx, xy, yy) = (xx + a * a, xy + a * b, yy + b * b)
        (x, y) = (x + a * miss, y + b * miss)
      }
      let determinant = xx * yy - xy * xy
      guard abs(determinant) > 1e-9 else { break }
      here.east += (yy * x - xy * y) / determinant
      here.north += (xx * y - xy * x) / determinant
    }
    let half = Double(Victim.finestSide) / 2
    return Spot(east: min(half, max(-half, here.east)), north: min(half, max(-half, here.north)))
  }

  private func attack(
    _ victims: [Victim], _ attackers: Attackers, random: inout SeededGenerator, _ isNear: (Victim) -> IsNear
  ) -> (share: Double, queries: Int) {
    // The two take the better of all circles together and of ben's alone, which come first.
    var (pooled, first, queries) = (ErrorMeter(), ErrorMeter(), 0)
    for victim in victims {
      let ask = isNear(victim)
      var circles: [(centre: Spot, metres: Double)] = []
      for viewer in attackers.viewers {
        for _ in 0..<Self.origins {
          let origin = Spot.zero.advanced(
            Double.random(in: 300...1500, using: &random), along: .random(in: 0...6.28, using: &random))
          circles.append(
            (origin, radius(viewer, victim.plane.coordinate(origin), queries: &queries, ask)))
        }
      }
      pooled.add(solve(circles), for: victim.spot)
      first.add(solve(Array(circles.prefix(Self.origins))), for: victim.spot)
    }
    return (min(pooled.metres, first.metres) / Double(Victim.finestSide), queries)
  }

  @Test(arguments: Attackers.allCases)
  func `the radius at which people appear tells no more than the cell`(_ attackers: Attackers) {
    let seed: UInt64 = 233
    var random = SeededGenerator(seed: seed)
    let victims = Victim.random(250, using: &random)
    let result = attack(victims, attackers, random: &random) { victim in
      var feed = TripFeed(trip: week)
      feed.roster = Victim.roster([victim])
      feed.grants[victim.user] = victim.grants
      feed.rows[victim.user] = row(victim.user, at: victim.place, coarse: shownPublisher(at: victim.place))
      return { viewer, origin, metres in
        feed.rows[viewer] = row(viewer, at: origin)
        return feed.seen(by: .member(viewer), showing: .near(metres: metres, most: 9), now: time(20))[
          victim.user] != nil
      }
    }
    print("presence, \(attackers): \(result.share) of the side, \(result.queries) queries, seed \(seed)")
    #expect(result.queries >= 10_000)
    #expect(result.share >= leastShare, "seed \(seed)")
  }

  @Test func `the same radii find people who are near by their true places`() {
    let seed: UInt64 = 234
    var random = SeededGenerator(seed: seed)
    let victims = Victim.random(250, using: &random)
    let result = attack(victims, .one, random: &random) { victim in
      { _, origin, metres in origin.distanceMetres(to: victim.place) <= metres }
    }
    print("presence, control: \(result.share) of the side, seed \(seed)")
    #expect(result.share < 0.1, "seed \(seed)")
  }
}
