/// The reachability of lifts from each site, and of each site from lifts.
struct LiftReach: Sendable {
  /// The reachability of a lift's boarding from each root site.
  var leadsToLift: [Bool]
  /// The reachability of each root site from a lift.
  var comesFromLift: [Bool]
}

extension Network {
  /// Returns the reachability of lifts and from lifts, without runs that need opting in.
  /// - Complexity: O(*n* + *m*) in sites and edges.
  func liftReach() -> LiftReach {
    let out = edges()
    var back = [[Int]](repeating: [], count: sites.count)
    for (tail, heads) in out.enumerated() { for head in heads { back[head].append(tail) } }
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
      leadsToLift: Self.flood(back, from: boarding), comesFromLift: Self.flood(out, from: alighting))
  }

  /// Returns the heads of the edges out of each root site, including rides, without runs that need opting in.
  func edges() -> [[Int]] {
    var out = [[Int]](repeating: [], count: sites.count)
    func add(_ tail: Int, _ head: Int, _ forward: Bool, _ backward: Bool) {
      let (tail, head) = (root(tail), root(head))
      if forward { out[tail].append(head) }
      if backward { out[head].append(tail) }
    }
    for (line, stops) in stops.enumerated() where !lines[line].isClimbed {
      let travel = lines[line].travel
      for (a, b) in zip(stops, stops.dropFirst()) {
        add(a.site, b.site, travel != .against, travel != .along)
      }
    }
    for connector in connectors {
      add(connector.tail, connector.head, connector.allowsForward, connector.allowsBackward)
    }
    for crossing in crossings { add(crossing.tail, crossing.head, true, crossing.allowsBackward) }
    for ride in rides { add(ride.tail, ride.head, ride.allowsForward, ride.allowsBackward) }
    return out
  }

  private static func flood(_ edges: [[Int]], from starts: [Int]) -> [Bool] {
    var reached = [Bool](repeating: false, count: edges.count)
    var open = starts
    for start in starts { reached[start] = true }
    while let site = open.popLast() {
      for next in edges[site] where !reached[next] {
        reached[next] = true
        open.append(next)
      }
    }
    return reached
  }
}
