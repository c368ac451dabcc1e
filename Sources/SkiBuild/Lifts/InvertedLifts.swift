import SkiGraph

/// The one-way lifts that lead down by what skiers can do on skis: from the boarding end to the alighting end, and not
/// back.
///
/// Runs lead from the top of a lift to its bottom. Where they lead from its bottom to its top alone, its direction is
/// wrong, or that of the runs. A lift without a tag and without known elevations is turned, and its group is built again;
/// others are reported.
enum InvertedLifts {
  /// The detours down and back, as multiples of the ride's length, that still count as ways beside the lift.
  private static let (downFactor, backFactor) = (3.0, 4.0)
  /// The length of a ride in metres below which noise decides, so that it is not examined.
  private static let leastMetres = 150.0

  /// Returns the inverted lifts of a connected group, in order.
  /// - Complexity: O(*l* · (*n* + *m*)) in one-way lifts, sites and links.
  static func find(in group: ConnectedGroup) -> [Int] {
    let network = group.network
    let rides = longestOneWayRides(group)
    guard !rides.isEmpty else { return [] }
    let links = GradedLinks(
      network, lifts: group.lifts, grades: LinkGrades(runs: group.runs, overlaps: group.overlaps))
    let ground = links.groundEdges()
    var search = GroundSearch(links, isForward: true)
    return rides.compactMap { lift, ride, metres in
      let (tail, head) = (network.root(ride.tail), network.root(ride.head))
      guard ground.reached(from: [tail])[head], !ground.reached(from: [head])[tail] else { return nil }
      search.reach(from: tail, within: downFactor * metres)
      guard search.metres(to: head) < .infinity else { return nil }
      search.reach(from: head, within: backFactor * metres)
      return search.metres(to: tail) < .infinity ? nil : lift
    }
  }

  /// Returns the longest ride of each lift that is ridden one way, with its length in metres.
  private static func longestOneWayRides(_ group: ConnectedGroup) -> [(lift: Int, ride: Ride, metres: Double)]
  {
    var longest: [Int: (lift: Int, ride: Ride, metres: Double)] = [:]
    for ride in group.network.rides where ride.allowsForward && !ride.allowsBackward {
      let track = group.lifts[ride.lift].track
      let metres = abs(track.metres(to: ride.headPosition) - track.metres(to: ride.tailPosition))
      guard metres >= leastMetres, metres > longest[ride.lift]?.metres ?? 0 else { continue }
      longest[ride.lift] = (ride.lift, ride, metres)
    }
    return longest.values.sorted { $0.lift < $1.lift }
  }

  /// Returns whether a lift may be turned: neither a tag nor known elevations tell its direction.
  static func mayBeTurned(_ lift: LocalLift) -> Bool {
    lift.lift.oneway == nil && lift.track.elevations == nil && !lift.isTurned
  }

  /// Counts the inverted lifts that remain.
  static func count(_ inverted: [Int], of lifts: [LocalLift], _ report: inout ImportReport) {
    for lift in inverted {
      let lift = lifts[lift].lift
      report.count("liftLeadsDown", .noted, id: lift.id.rawValue, detail: lift.name ?? "")
    }
  }
}
