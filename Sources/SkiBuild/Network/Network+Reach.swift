import SkiGraph

/// The reachability of lifts from each site, and of each site from lifts.
struct LiftReach: Sendable {
  /// The reachability of a lift's boarding from each root site.
  var leadsToLift: [Bool]
  /// The reachability of each root site from a lift.
  var comesFromLift: [Bool]
}

extension Network {
  /// Returns the reachability of lifts and from lifts, without runs that need opting in.
  /// - Parameter isOnSkis: `true` to follow runs and connectors that are slid along only, neither rides nor walks.
  /// - Complexity: O(*n* + *m*) in sites and edges.
  func liftReach(isOnSkis: Bool = false) -> LiftReach {
    let out = edges(isOnSkis: isOnSkis)
    var boarding: [Int] = []
    var alighting: [Int] = []
    for ride in rides {
      if ride.allowsForward {
        boarding.append(root(ride.tail))
        alighting.append(root(ride.head))
      }
      if ride.allowsBackward {
        boarding.append(root(ride.head))
        alighting.append(root(ride.tail))
      }
    }
    return LiftReach(
      leadsToLift: out.reversed().reached(from: boarding), comesFromLift: out.reached(from: alighting))
  }

  /// Returns the edges out of each root site, including rides, without runs that need opting in.
  /// - Parameter isOnSkis: `true` for neither rides nor walks.
  /// - Complexity: O(*n* + *m*) in sites and edges.
  func edges(isOnSkis: Bool = false) -> SiteEdges {
    var ends: [(tail: Int, head: Int)] = []
    func add(_ tail: Int, _ head: Int, _ forward: Bool, _ backward: Bool) {
      let (tail, head) = (root(tail), root(head))
      if forward { ends.append((tail, head)) }
      if backward { ends.append((head, tail)) }
    }
    for (line, stops) in stops.enumerated() where !lines[line].isClimbed {
      let travel = lines[line].travel
      for (a, b) in zip(stops, stops.dropFirst()) {
        add(a.site, b.site, travel != .against, travel != .along)
      }
    }
    for connector in connectors where !isOnSkis || !connector.cause.isOnFoot && connector.cause != .street {
      add(connector.tail, connector.head, connector.allowsForward, connector.allowsBackward)
    }
    for crossing in crossings { add(crossing.tail, crossing.head, true, crossing.allowsBackward) }
    for ride in rides where !isOnSkis {
      add(ride.tail, ride.head, ride.allowsForward, ride.allowsBackward)
    }
    return SiteEdges(siteCount: sites.count, ends)
  }
}
