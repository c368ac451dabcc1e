import SkiGraph

/// A connector that would open a closed part of a network.
private struct Opening {
  var site: Int
  var target: ConnectorTarget?
  var station: Int?
  var distanceMetres: Double
  var cause: LinkCause
  var need: ConnectorNeed
}

extension Locality {
  /// How often the whole is looked at again after connectors were added.
  private static let repairRounds = 6
  /// Opens the parts with lifts that can't be left, or not be come to, by the shortest connector that does.
  ///
  /// A part is a set of places that can all reach each other. Nothing is forced: where no allowed connector opens a
  /// part, it stays as it is, and the survey of the map names its lifts.
  /// - Complexity: O(*r* (*n* + *m* + *k*)) in rounds, and *k* lines near the ends in closed parts.
  mutating func openClosedParts(_ index: LineIndex) throws {
    for _ in 0..<Self.repairRounds {
      var made = 0
      for isForward in [true, false] { made += try openParts(isForward: isForward, index) }
      if made == 0 { return }
    }
  }

  private mutating func openParts(isForward: Bool, _ index: LineIndex) throws -> Int {
    let components = Components(network.ways { !network.lines[$0].isClimbed })
    let places = stationPlaces()
    let tree = stationIndex(places)
    let lifts = places.filter { isForward ? $0.boards : $0.alights }.map { network.root($0.site) }
    let isLed = components.leads(to: lifts, isForward: isForward)
    let isClosed = components.isClosed(isForward: isForward, isGood: isLed)
    let parts = Set(lifts.map { components.of[$0] }).filter { isClosed[$0] }
    var members: [Int: [Int]] = [:]
    for site in components.of.indices where network.root(site) == site && parts.contains(components.of[site])
    {
      members[components.of[site], default: []].append(site)
    }
    var made = 0
    var stops = stationRoots(places, isForward: isForward)
    var joinCount = network.joinCount
    for part in parts.sorted() {
      try stop.check()
      let isGood = { (site: Int) in
        site < components.of.count && components.of[site] != part && isLed[components.of[site]]
      }
      let opening = try bestOpening(
        members[part] ?? [], isForward: isForward, isGood: isGood, stops, places, tree, index)
      if let opening, try open(opening) {
        made += 1
        if network.joinCount > joinCount { stops = stationRoots(places, isForward: isForward) }
        joinCount = network.joinCount
      }
    }
    return made
  }

  // swift-format-ignore
  private func bestOpening(
    _ sites: [Int], isForward: Bool, isGood: (Int) -> Bool, _ stops: Set<Int>, _ places: [StationPlace],
    _ tree: BoxIndex, _ index: LineIndex
  ) throws -> Opening? {
    let need: ConnectorNeed = isForward ? .leave : .arrive
    let inside = Set(sites)
    var best: Opening?
    func offer(_ opening: Opening) { if opening.distanceMetres < best?.distanceMetres ?? .infinity { best = opening } }
    let starts = sites.filter { isEnd($0) || stops.contains($0) }
    for site in starts {
      for other in try stations(near: site, within: options.connectorLimitMetres, places, tree)
      where !inside.contains(network.root(places[other].site)) && isGood(network.root(places[other].site)) {
        let there = network.root(places[other].site)
        let ground = try ground(from: end(site), to: end(there))
        guard verdict(on: ground).serves(need) else { continue }
        offer(Opening(site: site, station: there, distanceMetres: ground.lengthMetres, cause: isForward ? .runToLift : .liftToRun, need: need))
      }
      for target in try targets(from: site, within: options.connectorLimitMetres, need: need, index)
      where leads(target, need, isGood) {
        offer(Opening(site: site, target: target, distanceMetres: target.distanceMetres, cause: .nearMiss, need: need))
      }
    }
    return best
  }

  private func isEnd(_ site: Int) -> Bool {
    network.linesThrough[site].contains { line in
      endSite(line, isLower: true) == site || endSite(line, isLower: false) == site
    }
  }

  /// The sites where people get off, or where they get on when not forward.
  private func stationRoots(_ places: [StationPlace], isForward: Bool) -> Set<Int> {
    Set(places.lazy.filter { isForward ? $0.alights : $0.boards }.map { network.root($0.site) })
  }

  private mutating func open(_ opening: Opening) throws -> Bool {
    if let target = opening.target { return try connect(opening.site, target, cause: opening.cause) }
    guard let station = opening.station else { return false }
    return try connect(opening.site, with: station, cause: opening.cause, need: opening.need)
  }
}
