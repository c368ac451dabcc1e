import SkiGraph

/// The stage that searches farther for connections of dead ends.
struct DeadEndStage: BuildStage {
  let connecting: ConnectorStage
  var context: BuildContext { connecting.context }
  private var stations: StationPlaces { connecting.stations }

  /// The greatest number of connectors added to a station per round.
  private static let wideningLimit = 3
  /// Connects dead ends within increasing distances: stations first, then the ends of runs.
  ///
  /// A station lacks an access when only its own lift leads there; the lower end of a run is a dead end when no lift is
  /// reachable from it, its upper end when it is not reachable from any.
  /// - Complexity: O(*r* (*n* + *m*)) in rounds, sites and edges.
  func widen(
    _ network: inout Network, crossing: AreaCrosser, _ areas: inout [CrossableArea]
  ) throws {
    for metres in options.wideningMetres {
      try widenStations(within: metres, &network)
      try widenRunEnds(within: metres, &network)
      try widenToAreas(within: metres, &network, crossing, &areas)
    }
  }

  private func widenStations(within metres: Double, _ network: inout Network) throws {
    let places = stations.places
    for place in places {
      let lacking = network.missingDirections(place)
      guard !lacking.isEmpty else { continue }
      var made = 0
      var near = try ConnectorTargets(connecting, from: place.site, within: metres, need: lacking, network)
      while made < Self.wideningLimit, let target = try near.next() {
        guard !network.missingDirections(place).isDisjoint(with: target.need) else { continue }
        made += try connecting.connect(place.site, target, cause: place.cause(target.need), &network) ? 1 : 0
      }
      for other in try stations.near(network.end(place.site).plane, within: metres)
      where places[other].lift != place.lift && made < Self.wideningLimit {
        let serves =
          lacking.contains(.leave) && places[other].boards
          || lacking.contains(.arrive) && places[other].alights
        if serves {
          made +=
            try connecting.connect(
              place.site, with: places[other].site, cause: .liftToLift, need: lacking, &network) ? 1 : 0
        }
      }
    }
  }

  private func widenRunEnds(within metres: Double, _ network: inout Network) throws {
    let reach = network.liftReach()
    for line in network.lines.indices where !network.lines[line].isClimbed {
      let lower = network.endSite(line, isLower: true)
      if !reach.leadsToLift[lower] {
        try widenRunEnd(line, lower, .leave, metres, reach.leadsToLift, &network)
      }
      let upper = network.endSite(line, isLower: false)
      if !reach.comesFromLift[upper] {
        try widenRunEnd(line, upper, .arrive, metres, reach.comesFromLift, &network)
      }
    }
  }

  private func widenRunEnd(
    _ line: Int, _ site: Int, _ need: ConnectorNeed, _ metres: Double, _ isGood: [Bool],
    _ network: inout Network
  ) throws {
    let isDown = need == .leave
    for other in try stations.near(network.sites[site].plane, within: metres).map({ stations.places[$0] })
    where isDown ? other.boards : other.alights {
      let cause: LinkCause = isDown ? .runToLift : .liftToRun
      if try connecting.connect(site, with: other.site, cause: cause, need: need, &network) { return }
    }
    if network.isStub(line, isLower: need == .leave, isGood) { return }
    func leads(_ site: Int) -> Bool { site < isGood.count && isGood[site] }
    var near = try ConnectorTargets(
      connecting, from: site, within: metres, need: need, network,
      where: { $0 != line && network.passes($0, leads) })
    while let target = try near.next(where: { network.leads($0, need, leads) }) {
      if try connecting.connect(site, target, cause: .nearMiss, &network) { return }
    }
  }
}

extension Network {
  /// The length in metres up to which the end part of a run needs no connector of its own.
  private static let stubMetres = 30.0

  /// Returns the need of a station that only its own lift serves.
  func missingDirections(_ place: StationPlace) -> ConnectorNeed {
    var missing = place.need
    let site = root(place.site)
    if !stepsOut(of: site).isEmpty { missing.remove(.leave) }
    if !stepsIn(to: site).isEmpty { missing.remove(.arrive) }
    guard !missing.isEmpty else { return missing }
    for ride in ridesAt[site].map({ rides[$0] }) where ride.lift != place.lift {
      let (tail, head) = (root(ride.tail), root(ride.head))
      if tail == site && ride.allowsForward || head == site && ride.allowsBackward { missing.remove(.leave) }
      if head == site && ride.allowsForward || tail == site && ride.allowsBackward { missing.remove(.arrive) }
    }
    for crossing in crossingsAt[site].map({ crossings[$0] }) {
      let (tail, head) = (root(crossing.tail), root(crossing.head))
      if tail == site || head == site && crossing.allowsBackward { missing.remove(.leave) }
      if head == site || tail == site && crossing.allowsBackward { missing.remove(.arrive) }
    }
    return missing
  }

  /// Returns whether only the last few metres of a run are a dead end: a well-connected junction with others is close
  /// by.
  ///
  /// Stations are searched for nevertheless, since a run often begins or ends a few metres beyond the path to one.
  fileprivate func isStub(_ line: Int, isLower: Bool, _ isGood: [Bool]) -> Bool {
    let stops = stops[line]
    guard stops.count > 2 else { return false }
    let isLast = isLower == (lines[line].travel != .against)
    let (end, next) = isLast ? (stops[stops.count - 1], stops[stops.count - 2]) : (stops[0], stops[1])
    let offsets = (lines[line].offset(end.position), lines[line].offset(next.position))
    let metres = Double(max(offsets.0, offsets.1) - min(offsets.0, offsets.1)) / 100
    let site = root(next.site)
    return metres <= Self.stubMetres && site < isGood.count && isGood[site]
  }

  /// Returns whether a line passes a site of some kind. Complexity: O(*s*) in its stops.
  func passes(_ line: Int, _ isGood: (Int) -> Bool) -> Bool {
    stops[line].contains { isGood(root($0.site)) }
  }

  /// Returns whether continuing from a position on a line leads to a good site, or coming to it leads from one.
  func leads(_ target: ConnectorTarget, _ need: ConnectorNeed, _ isGood: (Int) -> Bool) -> Bool {
    let line = lines[target.line]
    if line.isClimbed { return false }
    let goesUpIndex = line.travel == .both || (line.travel == .along) == (need == .leave)
    let goesDownIndex = line.travel == .both || (line.travel == .against) == (need == .leave)
    let (before, after) = stopsAround(target.position, on: target.line)
    return [goesUpIndex ? after : nil, goesDownIndex ? before : nil].contains { stop in
      stop.map { stop in
        isGood(root(stops[target.line][stop].site))
      } ?? false
    }
  }
}
