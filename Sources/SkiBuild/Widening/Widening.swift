import SkiGraph

extension Locality {
  /// The most connectors made at once for what leads nowhere.
  private static let wideningLimit = 3
  /// A piece at the end of a run that is no longer than this is not worth a connector of its own, metres.
  private static let stubMetres = 30.0

  /// Looks farther and farther around what leads nowhere: stations first, then the ends of runs.
  ///
  /// A station lacks a way in when nothing but its own lift leads there; the lower end of a run leads nowhere when no
  /// lift can be reached from it, its upper end when it can't be reached from any.
  /// - Complexity: O(*r* (*n* + *m*)) in rounds, sites and ways.
  mutating func widen(_ index: LineIndex) throws {
    for metres in options.wideningMetres {
      try widenStations(within: metres, index)
      try widenRunEnds(within: metres, index)
      try widenToAreas(within: metres)
    }
  }

  private mutating func widenStations(within metres: Double, _ index: LineIndex) throws {
    let places = stationPlaces()
    let tree = stationIndex(places)
    for place in places {
      let lacking = lack(place)
      guard !lacking.isEmpty else { continue }
      var made = 0
      for target in try targets(from: place.site, within: metres, need: lacking, index)
      where made < Self.wideningLimit && !lack(place).isDisjoint(with: target.need) {
        made += try connect(place.site, target, cause: cause(place, target.need)) ? 1 : 0
      }
      for other in try stations(near: place.site, within: metres, places, tree)
      where places[other].lift != place.lift && made < Self.wideningLimit {
        let serves =
          lacking.contains(.leave) && places[other].boards
          || lacking.contains(.arrive) && places[other].alights
        if serves {
          made += try connect(place.site, with: places[other].site, cause: .liftToLift, need: lacking) ? 1 : 0
        }
      }
    }
  }

  /// What a station still needs: nothing but its own lift leads there, or away.
  func lack(_ place: StationPlace) -> ConnectorNeed {
    var lack = place.need
    let site = network.root(place.site)
    if !network.stepsOut(of: site).isEmpty { lack.remove(.leave) }
    if !network.stepsIn(to: site).isEmpty { lack.remove(.arrive) }
    guard !lack.isEmpty else { return lack }
    for ride in network.ridesAt[site].map({ network.rides[$0] }) where ride.lift != place.lift {
      let (tail, head) = (network.root(ride.tail), network.root(ride.head))
      if tail == site && ride.allowsForward || head == site && ride.allowsBackward { lack.remove(.leave) }
      if head == site && ride.allowsForward || tail == site && ride.allowsBackward { lack.remove(.arrive) }
    }
    for crossing in network.crossingsAt[site].map({ network.crossings[$0] }) {
      let (tail, head) = (network.root(crossing.tail), network.root(crossing.head))
      if tail == site || head == site && crossing.allowsBackward { lack.remove(.leave) }
      if head == site || tail == site && crossing.allowsBackward { lack.remove(.arrive) }
    }
    return lack
  }

  private mutating func widenRunEnds(within metres: Double, _ index: LineIndex) throws {
    let places = stationPlaces()
    let tree = stationIndex(places)
    let reach = network.liftReach { !network.lines[$0].isClimbed }
    for line in network.lines.indices where !network.lines[line].isClimbed {
      let lower = endSite(line, isLower: true)
      if !reach.leadsToLift[lower] {
        try widenRunEnd(line, lower, .leave, metres, reach.leadsToLift, places, tree, index)
      }
      let upper = endSite(line, isLower: false)
      if !reach.comesFromLift[upper] {
        try widenRunEnd(line, upper, .arrive, metres, reach.comesFromLift, places, tree, index)
      }
    }
  }

  /// Whether only the last few metres of a run lead nowhere: the place where it meets others is close by, and good.
  ///
  /// Stations are looked for all the same: a run often begins or ends a few metres beyond the path to one.
  private func isStub(_ line: Int, isLower: Bool, _ isGood: [Bool]) -> Bool {
    let stops = network.stops[line]
    guard stops.count > 2 else { return false }
    let isLast = isLower == (network.lines[line].travel != .against)
    let (end, next) = isLast ? (stops[stops.count - 1], stops[stops.count - 2]) : (stops[0], stops[1])
    let offsets = (network.lines[line].offset(end.position), network.lines[line].offset(next.position))
    let metres = Double(max(offsets.0, offsets.1) - min(offsets.0, offsets.1)) / 100
    let site = network.root(next.site)
    return metres <= Self.stubMetres && site < isGood.count && isGood[site]
  }

  // swift-format-ignore
  private mutating func widenRunEnd(
    _ line: Int, _ site: Int, _ need: ConnectorNeed, _ metres: Double, _ isGood: [Bool],
    _ places: [StationPlace], _ tree: BoxIndex, _ index: LineIndex
  ) throws {
    for other in try stations(near: site, within: metres, places, tree)
    where need == .leave ? places[other].boards : places[other].alights {
      let isDown = need == .leave
      if try connect(site, with: places[other].site, cause: isDown ? .runToLift : .liftToRun, need: need) { return }
    }
    if isStub(line, isLower: need == .leave, isGood) { return }
    for target in try targets(from: site, within: metres, need: need, index)
    where target.line != line && leads(target, need, { $0 < isGood.count && isGood[$0] }) {
      if try connect(site, target, cause: .nearMiss) { return }
    }
  }

  /// Whether going on from a place on a line leads to a good site, or coming to it does from one.
  func leads(_ target: ConnectorTarget, _ need: ConnectorNeed, _ isGood: (Int) -> Bool) -> Bool {
    let line = network.lines[target.line]
    if runs[line.feature].run.isClimbed { return false }
    let goesUpIndex = line.travel == .both || (line.travel == .along) == (need == .leave)
    let goesDownIndex = line.travel == .both || (line.travel == .against) == (need == .leave)
    let (before, after) = network.stopsAround(target.position, on: target.line)
    return [goesUpIndex ? after : nil, goesDownIndex ? before : nil].contains { stop in
      stop.map { stop in
        isGood(network.root(network.stops[target.line][stop].site))
      } ?? false
    }
  }
}
