import SkiGraph

/// The walks between lift stations, and the unmapped walks from stations to runs and other stations.
///
/// Stations within 150 m of each other, or within 200 m over level ground, are joined on foot. Beyond that, within 200 m,
/// a station has an unmapped walk to every station, and to the nearest place of every run, that skiing or walking along
/// what is mapped does not reach sooner. None leads over a cliff, across a surface lift, or steeply up to where
/// passengers only alight; see ``ConnectorStage/hasCliff(_:)`` and ``ConnectorProfile/climbsSteeply(reversed:)``.
struct StationWalks {
  private let stage: ConnectorStage
  private let grades: LinkGrades
  /// The sites where passengers board a lift.
  private var boards: Set<Int> = []
  /// The ground around the station that is being joined, from it and to it.
  private var around: (out: GroundSearch, into: GroundSearch)

  private var options: GraphBuildOptions { stage.options }
  /// The detour over what is mapped, as a multiple of the straight distance, up to which stations count as joined.
  private static let joinedFactor = 2.0
  /// The detour in metres beyond which an unmapped walk may save the minutes that finding the way takes: 5 min at the
  /// slowest speed on level snow.
  static let unmappedDetourMetres = 240.0
  /// The distance in metres along a run within which an existing site replaces a new one.
  private static let siteReuseMetres = 25.0

  /// The climb in metres from which a walk does not lead up to a station where passengers only alight.
  private static let alightingClimbMetres = 10.0

  /// Adds the walks to a network.
  /// - Complexity: O(*s* (*k* log *k* + *l* · *v*)) in stations, sites around each, and lines near it.
  static func add(
    to network: inout Network, _ stage: ConnectorStage, _ grades: LinkGrades, _ lifts: [LocalLift]
  ) throws {
    var walks = StationWalks(stage, grades, GradedLinks(network, lifts: lifts, grades: grades))
    var joined: Set<Pair> = []
    var done: Set<Int> = []
    walks.boards = Set(stage.stations.places.filter(\.boards).map { network.root($0.site) })
    for index in stage.stations.places.indices {
      try stage.stop.check()
      let site = network.root(stage.stations.places[index].site)
      walks.look(around: site)
      try walks.joinStations(index, &joined, &network)
      if done.insert(site).inserted { try walks.joinRuns(site, &network) }
    }
  }

  private init(_ stage: ConnectorStage, _ grades: LinkGrades, _ links: GradedLinks) {
    (self.stage, self.grades) = (stage, grades)
    around = (GroundSearch(links, isForward: true), GroundSearch(links, isForward: false))
  }

  private struct Pair: Hashable {
    var low: Int
    var high: Int

    init(_ a: Int, _ b: Int) { (low, high) = (min(a, b), max(a, b)) }
  }

  private mutating func look(around site: Int) {
    let reach = GraphBuildOptions.unmappedWalkMetres * Self.joinedFactor + Self.unmappedDetourMetres
    around.out.reach(from: site, within: reach)
    around.into.reach(from: site, within: reach)
  }

  /// Returns whether a path that any skier may use leads to a site, and back, within some metres.
  private func isJoined(_ site: Int, within metres: Double, rank: UInt8 = Difficulty.novice.rank) -> Bool {
    [around.out, around.into].allSatisfy {
      Double($0.metres(to: site, within: rank)) <= metres + ConnectorProfile.roundingMetres
    }
  }

  /// Joins a station with the others around it, each pair once.
  private func joinStations(_ index: Int, _ joined: inout Set<Pair>, _ network: inout Network) throws {
    let places = stage.stations.places
    let site = network.root(places[index].site)
    let reach = max(GraphBuildOptions.levelStationWalkMetres, GraphBuildOptions.unmappedWalkMetres)
    for other in try stage.stations.near(network.sites[site].plane, within: reach)
    where places[other].lift != places[index].lift {
      let there = network.root(places[other].site)
      guard there != site, joined.insert(Pair(site, there)).inserted else { continue }
      let metres = network.sites[site].plane.distanceMetres(to: network.sites[there].plane)
      guard !isJoined(there, within: Self.joinedFactor * metres) else { continue }
      let ground = try stage.profile(from: network.end(site), to: network.end(there), network.lines)
      guard !stage.hasCliff(ground), !isBarred(from: site, to: network.end(there).plane, network) else {
        continue
      }
      let isLevel =
        ground.reliefMetres.map {
          $0 <= GraphBuildOptions.levelReliefMetres + ConnectorProfile.roundingMetres
        } ?? false
      let limit =
        ConnectorProfile.roundingMetres
        + (isLevel ? GraphBuildOptions.levelStationWalkMetres : GraphBuildOptions.stationWalkMetres)
      let allowed = allowedWalk(from: site, to: there, ground)
      if let known = network.walk(between: site, there) {
        network.open(known, from: site, allowed)
      } else if metres <= limit, allowed != .none {
        network.add(
          Connector(
            tail: site, head: there, cause: .onFoot, profile: ground.walked, allowsForward: allowed.forward,
            allowsBackward: allowed.backward))
      } else if metres <= GraphBuildOptions.unmappedWalkMetres,
        !isJoined(there, within: metres + Self.unmappedDetourMetres)
      {
        addUnmapped(from: site, to: there, ground, allowed, &network)
      }
    }
  }

  /// Returns whether a straight walk from a site crosses a surface lift.
  private func isBarred(from site: Int, to place: PlanePoint, _ network: Network) -> Bool {
    stage.surfaceLifts.areCrossed(from: network.end(site).plane, to: place)
  }

  /// Returns the directions of a walk between two stations: not steeply up to one where passengers only alight, from
  /// which skiers come down.
  private func allowedWalk(from site: Int, to other: Int, _ ground: ConnectorProfile) -> AllowedDirections {
    let isUp: Bool
    let isDown: Bool
    if ground.metres == nil {
      // Runs tell which one is above where elevations are unknown.
      let (out, into) = (around.out.metres(to: other), around.into.metres(to: other))
      (isUp, isDown) = (out == .infinity && into < .infinity, out < .infinity && into == .infinity)
    } else {
      isUp = ground.climbsSteeply(from: Self.alightingClimbMetres)
      isDown = ground.climbsSteeply(reversed: true, from: Self.alightingClimbMetres)
    }
    return AllowedDirections(
      forward: !isUp || boards.contains(other), backward: !isDown || boards.contains(site))
  }

  /// Adds an unmapped walk in the directions allowed in which it does not climb steeply, nor more than connectors may;
  /// none over a steep slope.
  private func addUnmapped(
    from site: Int, to other: Int, _ ground: ConnectorProfile, _ allowed: AllowedDirections,
    _ network: inout Network
  ) {
    guard !ground.isSteepSlope else { return }
    let limit = options.connectorClimbLimitMetres + ConnectorProfile.roundingMetres
    func climbs(reversed: Bool) -> Bool {
      ground.climbsSteeply(reversed: reversed) || (ground.climbMetres(reversed: reversed) ?? 0) > limit
    }
    let walk = Connector(
      tail: site, head: other, cause: .unmapped, profile: ground.walked,
      allowsForward: allowed.forward && !climbs(reversed: false),
      allowsBackward: allowed.backward && !climbs(reversed: true))
    if walk.allowsForward || walk.allowsBackward { network.add(walk) }
  }

  /// Adds an unmapped walk from a station to the nearest place of each run around it that nothing mapped leads to, and
  /// back where passengers board; over unknown terrain a short one only, and none to the middle of a bridge or tunnel.
  private func joinRuns(_ site: Int, _ network: inout Network) throws {
    let (end, boards) = (network.end(site), boards.contains(site))
    let layers = network.sites[network.root(site)].layers
    for line in try stage.index.lines(near: end.plane, within: GraphBuildOptions.unmappedWalkMetres)
    where isSkied(line, network) && !network.linesThrough[site].contains(line) {
      let track = network.lines[line]
      guard
        let (position, metres) = track.nearest(to: end.plane, within: GraphBuildOptions.unmappedWalkMetres),
        network.isOn(layers, line, at: position, within: GraphBuildOptions.samePlaceMetres),
        !isReached(line, position, boards: boards, within: metres + Self.unmappedDetourMetres, network)
      else { continue }
      let place = track.end(at: position)
      guard !isBarred(from: site, to: place.plane, network) else { continue }
      let ground = try stage.profile(from: end, to: place, network.lines)
      let isKnown = ground.metres != nil || metres <= ConnectorStage.unknownTerrainMetres
      guard isKnown, !stage.hasCliff(ground) else { continue }
      let isFar = metres + Self.siteReuseMetres > GraphBuildOptions.unmappedWalkMetres
      let cut = network.cut(line, at: position, within: isFar ? 0 : Self.siteReuseMetres)
      let there = network.root(cut)
      guard there != site, network.walk(between: site, there) == nil else { continue }
      let other = network.end(there)
      let isThere = other.plane == place.plane && other.elevation == place.elevation
      // A walk from a run up to the top of a lift would lead around the lift.
      addUnmapped(
        from: site, to: there, isThere ? ground : try stage.profile(from: end, to: other, network.lines),
        AllowedDirections(forward: true, backward: boards), &network)
    }
  }

  private func isSkied(_ line: Int, _ network: Network) -> Bool {
    !network.lines[line].isClimbed && grades.runs[network.lines[line].feature].isOpen
  }

  /// Returns whether what is mapped leads from a station to a place on a run, and back where passengers board, for skiers
  /// of that run.
  private func isReached(
    _ line: Int, _ position: LinePosition, boards: Bool, within metres: Double, _ network: Network
  ) -> Bool {
    let track = network.lines[line]
    let run = grades.runs[track.feature]
    let rank = (run.grade ?? run.estimatedGrade)?.rank ?? GradedLinks.refused
    let (before, after) = network.stopsAround(position, on: line)
    func isNear(_ known: GroundSearch, isForward: Bool) -> Bool {
      let along = track.travel == .both || (track.travel == .along) == isForward
      let against = track.travel == .both || (track.travel == .against) == isForward
      // A site farther along the run does as well: what lies between is not worth a walk of its own.
      return [before, after].contains { stop in
        guard let stop else { return false }
        let part = Double(track.offset(network.stops[line][stop].position)) - Double(track.offset(position))
        let isOnTheWay = part == 0 || (part < 0 ? along : against)
        let reached = known.metres(to: network.root(network.stops[line][stop].site), within: rank)
        return Double(reached) + (isOnTheWay ? abs(part) / 100 : 0) <= metres
          + ConnectorProfile.roundingMetres
      }
    }
    return (!track.canLeave(position) || isNear(around.out, isForward: true))
      && (!boards || !track.canArrive(position) || isNear(around.into, isForward: false))
  }
}

extension Network {
  /// Opens a connector in further directions, seen from one of its ends.
  fileprivate mutating func open(_ connector: Int, from site: Int, _ allowed: AllowedDirections) {
    let isForward = root(connectors[connector].tail) == root(site)
    if isForward ? allowed.forward : allowed.backward { connectors[connector].allowsForward = true }
    if isForward ? allowed.backward : allowed.forward { connectors[connector].allowsBackward = true }
  }

  /// Returns the connector on foot between two root sites; nil when there is none.
  fileprivate func walk(between site: Int, _ other: Int) -> Int? {
    connectorsAt[site].first { number in
      let connector = connectors[number]
      return connector.cause.isOnFoot && (root(connector.tail) == other || root(connector.head) == other)
    }
  }

  /// The detour along streets, as a multiple of a walk's length, up to which they replace it.
  private static let streetFactor = 1.5

  /// Removes walks between sites that streets join about as shortly.
  /// - Complexity: O(*w* (*k* log *k*) + *m*) in walks, street nodes around each, and sections of streets.
  mutating func preferStreets(_ streets: LocalStreets) {
    guard !streets.segments.isEmpty else { return }
    var near: [Int: [(site: Int, metres: Double)]] = [:]
    let root = { [siteSets] (site: Int) in siteSets.root(of: site) }
    func add(_ a: Int, _ b: Int, _ metres: Double) {
      near[root(a), default: []].append((root(b), metres))
      near[root(b), default: []].append((root(a), metres))
    }
    for segment in streets.segments {
      add(segment.tail, segment.head, Double(segment.distances.last ?? 0) / 100)
    }
    for connector in streets.connectors {
      add(connector.tail, connector.head, connector.ground.mapLengthMetres)
    }
    func isJoined(_ a: Int, _ b: Int, within metres: Double) -> Bool {
      guard near[a] != nil, near[b] != nil else { return false }
      var search = DistanceSearch([Int: Double]())
      search.relax(a, at: 0)
      while let (at, cost) = search.settle() {
        if at == b { return true }
        for next in near[at] ?? [] where cost + next.metres <= metres {
          search.relax(next.site, at: cost + next.metres)
        }
      }
      return false
    }
    removeConnectors { network, connector in
      guard connector.cause.isOnFoot else { return false }
      let metres = connector.mapLengthMetres
      let limit =
        connector.cause == .unmapped ? metres + StationWalks.unmappedDetourMetres : Self.streetFactor * metres
      return isJoined(network.root(connector.tail), network.root(connector.head), within: limit)
    }
  }
}
