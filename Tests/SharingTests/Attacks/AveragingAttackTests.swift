import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Locates people who stay about a place by the mean of many readings.
@Suite struct AveragingAttackTests {
  private static let readings = 60

  /// The distance to which a victim moves about the place, in metres.
  enum Motion: Double, CaseIterable {
    case still = 0
    case moving = 100
  }

  /// Returns a position about the victim's, within the cell.
  private func place(_ victim: Victim, _ motion: Motion, _ random: inout SeededGenerator) -> Coordinate {
    let half = Double(Victim.finestSide) / 2 - 8
    func inside(_ value: Double) -> Double {
      min(half, max(-half, value + .random(in: -1...1, using: &random) * motion.rawValue))
    }
    guard motion != .still else { return victim.place }
    return victim.plane.coordinate(
      Spot(east: inside(victim.spot.east), north: inside(victim.spot.north)))
  }

  /// Returns what viewers receive minute by minute, by way of the publisher and the redaction.
  private func readings(
    _ victim: Victim, _ attackers: Attackers, _ motion: Motion, _ random: inout SeededGenerator
  ) -> [Coordinate] {
    var (feed, publisher) = (TripFeed(trip: week), CoarsePublisher())
    feed.roster = Victim.roster([victim])
    feed.grants[victim.user] = victim.grants
    var seen: [Coordinate] = []
    for number in 0..<400 * 10 where seen.count < Self.readings * attackers.viewers.count {
      let now = time(Double(number) * 10)
      publisher.observe(
        CoarsePublisher.Place(
          cell: GridCell(at: place(victim, motion, &random)), area: nil, isInSkiArea: true,
          fixMilliseconds: now.milliseconds), now: now.milliseconds, random: &random)
      guard publisher.performBeat(now: now.milliseconds) else { continue }
      feed.rows[victim.user] = row(
        victim.user, at: victim.place, seconds: Double(number) * 10, coarse: publisher)
      feed.grants[victim.user] = victim.grants.map {
        var grant = $0
        grant.until = time(80_000)
        return grant
      }
      for viewer in attackers.viewers {
        let location = feed.location(of: victim.user, for: .member(viewer), now: now)?.location
        location?.coordinate.map { seen.append($0) }
      }
    }
    return seen
  }

  private func estimate(_ readings: [Coordinate], _ victim: Victim) -> Spot {
    .mean(readings.map(victim.plane.spot))
  }

  @Test(arguments: Attackers.allCases, Motion.allCases)
  func `the mean of many readings is no nearer than the cell`(_ attackers: Attackers, _ motion: Motion) {
    let seed: UInt64 = 235
    var random = SeededGenerator(seed: seed)
    var (meter, queries) = (ErrorMeter(), 0)
    for victim in Victim.random(250, using: &random) {
      let seen = readings(victim, attackers, motion, &random)
      queries += seen.count
      meter.add(estimate(seen, victim), for: victim.spot)
    }
    let share = meter.share(of: Victim.finestSide)
    print("averaging, \(attackers), \(motion): \(share) of the side, \(queries) queries, seed \(seed)")
    #expect(queries >= 10_000)
    #expect(share >= leastShare, "seed \(seed)")
  }

  @Test func `the same mean finds people whose grid is drawn anew for each reading`() {
    let seed: UInt64 = 236
    var random = SeededGenerator(seed: seed)
    let side = Double(Victim.finestSide)
    var meter = ErrorMeter()
    for victim in Victim.random(250, using: &random) {
      let readings = (0..<Self.readings).map { _ in
        victim.plane.coordinate(
          Spot(
            east: victim.spot.east + .random(in: -0.5...0.5, using: &random) * side,
            north: victim.spot.north + .random(in: -0.5...0.5, using: &random) * side))
      }
      meter.add(estimate(readings, victim), for: victim.spot)
    }
    let share = meter.share(of: Victim.finestSide)
    print("averaging, control: \(share) of the side, seed \(seed)")
    #expect(share < 0.1, "seed \(seed)")
  }
}
