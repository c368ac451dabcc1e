import SkiGeo
import SkiGraph
import SkiModel

/// The repair of the ways from the top of each lift to its bottom, for each ceiling of the region.
///
/// A skier with a ceiling uses a part of the graph, which may fall apart where the whole does not: by a few metres of a
/// harder run, or by a gap that only harder runs bridge. The way is searched for on that part with walks added: from
/// one site to another, and between the ends of runs or stations and any place on a run. Where walks of 150 m in all
/// open a way, they become connectors on foot in its direction, which obey no ceiling; see ``ConnectorStage/canWalk(_:)``.
struct CeilingRepair {
  let stage: ConnectorStage
  let grades: LinkGrades
  let lifts: [LocalLift]
  private let links: GradedLinks
  private var hops: WalkHops
  /// The walks added, as further links of the sites at their ends.
  private var added: [Int: [AddedLink]] = [:]
  private var addedIn: [Int: [AddedLink]] = [:]
  /// The walks that the terrain forbids.
  private var refused: Set<WalkHops.Key> = []

  /// A link that a walk has added, with the rank of the run that it leads to.
  private struct AddedLink {
    var site: Int
    var rank: UInt8
  }

  /// The greatest number of ways tried for one lift, since the terrain is examined when a way is found.
  private static let attempts = 12

  /// Adds walks to a network. Complexity: O(*c* · *l* (*n* + *m*)) in ceilings and lifts without a way.
  static func repair(
    _ network: inout Network, _ stage: ConnectorStage, _ grades: LinkGrades, _ lifts: [LocalLift]
  ) throws {
    guard var repair = try CeilingRepair(network, stage, grades, lifts) else { return }
    for rank in repair.ceilings(network) { try repair.repair(within: rank, &network) }
  }

  /// Collects the links and the places where walks begin and end; nil without lifts.
  private init?(
    _ network: Network, _ stage: ConnectorStage, _ grades: LinkGrades, _ lifts: [LocalLift]
  ) throws {
    guard !network.rides.isEmpty else { return nil }
    (self.stage, self.grades, self.lifts) = (stage, grades, lifts)
    links = GradedLinks(network, lifts: lifts, grades: grades)
    hops = try WalkHops(network, stage, grades, links)
  }

  /// Returns the ranks of the ceilings that signs of the region have, easiest first.
  private func ceilings(_ network: Network) -> [UInt8] {
    var conventions = Set(grades.runs.map(\.run.colourConvention))
    if let site = network.sites.first { conventions.insert(DifficultyConvention(at: site.place.coordinate)) }
    let colours: [DifficultyColour] = [.green, .blue, .red, .black]
    return Set(
      conventions.flatMap { convention in
        colours.map { DifficultyCeiling.colour($0).grade(in: convention).rank }
      }
    ).sorted()
  }

  /// Repairs the ways under one ceiling.
  private mutating func repair(within rank: UInt8, _ network: inout Network) throws {
    let component = links.components(within: rank)
    for lift in descents(network) {
      try stage.stop.check()
      guard component[lift.top] != component[lift.bottom] else { continue }
      try repair(from: lift.top, to: lift.bottom, within: rank, &network)
    }
  }

  /// Returns the top and the bottom of each lift that skiers ride up: the ends of its longest ride.
  private func descents(_ network: Network) -> [(top: Int, bottom: Int)] {
    var longest: [Int: Ride] = [:]
    func metres(_ ride: Ride) -> Int {
      let track = lifts[ride.lift].track
      return abs(Int(track.offset(ride.headPosition)) - Int(track.offset(ride.tailPosition)))
    }
    for ride in network.rides where ride.allowsForward && !ride.allowsBackward {
      guard lifts[ride.lift].lift.access.restriction() == nil else { continue }
      if let known = longest[ride.lift], metres(known) >= metres(ride) { continue }
      longest[ride.lift] = ride
    }
    return longest.sorted { $0.key < $1.key }.map {
      (network.root($0.value.head), network.root($0.value.tail))
    }
  }

  /// Adds the walks of the way with the least metres on foot, where the terrain permits them.
  private mutating func repair(
    from top: Int, to bottom: Int, within rank: UInt8, _ network: inout Network
  ) throws {
    let forward = reached(from: top, isForward: true, within: rank)
    if forward.contains(bottom) { return }
    let backward = reached(from: bottom, isForward: false, within: rank)
    for _ in 0..<Self.attempts {
      let isForward = forward.count <= backward.count
      guard
        let way = try shortest(
          isForward ? forward : backward, isForward ? backward : forward, isForward: isForward, rank, network)
      else { return }
      let bad = try way.first { try !stage.canWalk(hops.ground($0, network, stage)) }
      if let bad {
        refused.insert(bad.key)
        continue
      }
      for hop in way { try add(hop, &network) }
      return
    }
  }

  /// Returns the sites reached from a site under a ceiling, or that reach it when not forward.
  private func reached(from site: Int, isForward: Bool, within rank: UInt8) -> Set<Int> {
    var reached: Set<Int> = [site]
    var open = [site]
    while let at = open.popLast() {
      forEachLink(at, isForward: isForward, within: rank) { next in
        if reached.insert(next).inserted { open.append(next) }
      }
    }
    return reached
  }

  private func forEachLink(_ site: Int, isForward: Bool, within rank: UInt8, _ body: (Int) -> Void) {
    if site < links.siteCount {
      for link in links.links(at: site, isForward: isForward) where link.rank <= rank {
        body(Int(link.site))
      }
    }
    for link in (isForward ? added : addedIn)[site] ?? [] where link.rank <= rank { body(link.site) }
  }

  /// Returns the walks of the way with the least metres on foot between two sets of sites; nil when they exceed the
  /// limit in all.
  private func shortest(
    _ sources: Set<Int>, _ targets: Set<Int>, isForward: Bool, _ rank: UInt8, _ network: Network
  ) throws -> [WalkHops.Hop]? {
    let limit = Float(stage.options.connectorLimitMetres)
    var search = DistanceSearch([Int: Float]())
    var cameBy: [Int: (from: Int, hop: WalkHops.Hop?)] = [:]
    for source in sources.sorted() { search.relax(source, at: 0) }
    while let (at, metres) = search.settle() {
      if targets.contains(at) { return way(to: at, cameBy) }
      if metres > 0 {
        forEachLink(at, isForward: isForward, within: rank) { next in
          if search.relax(next, at: metres) { cameBy[next] = (at, nil) }
        }
      }
      for hop in try hops.hops(at: at, isForward: isForward, within: Double(limit - metres), network)
      where hop.rank <= rank && !refused.contains(hop.key) {
        let next = isForward ? hop.to : hop.from
        if search.relax(next, at: metres + hop.metres) { cameBy[next] = (at, hop) }
      }
    }
    return nil
  }

  private func way(to site: Int, _ cameBy: [Int: (from: Int, hop: WalkHops.Hop?)]) -> [WalkHops.Hop] {
    var way: [WalkHops.Hop] = []
    var at = site
    while let step = cameBy[at] {
      if let hop = step.hop { way.append(hop) }
      at = step.from
    }
    return way
  }

  private mutating func add(_ hop: WalkHops.Hop, _ network: inout Network) throws {
    let ground = try hops.ground(hop, network, stage)
    let (tail, head) = hops.sites(hop, &network)
    guard network.root(tail) != network.root(head) else { return }
    network.add(
      Connector(tail: tail, head: head, cause: .onFoot, profile: ground.walked, allowsBackward: false))
    added[hop.from, default: []].append(AddedLink(site: hop.to, rank: hop.rank))
    addedIn[hop.to, default: []].append(AddedLink(site: hop.from, rank: hop.rank))
  }
}

/// The possible walks between sites of a group, and between stations or ends of runs and any place on a run.
struct WalkHops {
  /// A walk from one site to another; to or from a place on a line it goes by the next site along the line.
  struct Hop {
    var from: Int
    var to: Int
    var metres: Float
    /// The rank of the part of the line between the place and the site; 0 without a place.
    var rank: UInt8
    /// The place on a line at one end of the walk; nil when both ends are sites.
    var place: LinePlace?

    var key: Key { Key(from: from, to: to, line: place?.line ?? -1) }
  }

  struct LinePlace {
    var line: Int
    var position: LinePosition
    /// Indicates whether the walk ends at the place, and does not begin there.
    var isEnd: Bool
  }

  /// A walk for comparison.
  struct Key: Hashable {
    var from: Int
    var to: Int
    var line: Int
  }

  private let stage: ConnectorStage
  /// The sites of the network that have links.
  private let sites: [Int]
  private let tree: BoxIndex
  /// The walks to and from places on lines, by the site where they begin and by the one where they end.
  private var byStart: [Int: [Hop]] = [:]
  private var byEnd: [Int: [Hop]] = [:]

  /// Collects the sites and the places on lines near stations and ends of runs.
  /// - Complexity: O(*n* log *n* + *e* (log *n* + *k* · *v*)) in sites, ends and lines near each.
  init(_ network: Network, _ stage: ConnectorStage, _ grades: LinkGrades, _ links: GradedLinks) throws {
    self.stage = stage
    sites = (0..<links.siteCount).filter { site in
      network.root(site) == site
        && (!links.links(at: site, isForward: true).isEmpty
          || !links.links(at: site, isForward: false).isEmpty)
    }
    tree = BoxIndex(sites.map { PlaneBox(network.sites[$0].plane) }, stop: stage.stop)
    let anchors = sites.filter { network.sites[$0].isStation || network.isEnd($0) }
    for anchor in anchors { try addPlaces(near: anchor, network, grades) }
  }

  /// Adds the walks between a site and places on lines around it.
  private mutating func addPlaces(near site: Int, _ network: Network, _ grades: LinkGrades) throws {
    let point = network.sites[site].plane
    let limit = stage.options.connectorLimitMetres
    for line in try stage.index.lines(near: point, within: limit) where !network.lines[line].isClimbed {
      guard !network.linesThrough[site].contains(line),
        grades.runs[network.lines[line].feature].isOpen,
        let (position, metres) = network.lines[line].nearest(to: point, within: limit)
      else { continue }
      let (before, after) = network.stopsAround(position, on: line)
      guard let before, let after, before != after else { continue }
      let stops = network.stops[line]
      let rank = GradedLinks.rank(
        grades.grade(ofLine: line, from: stops[before], to: stops[after], network).difficulty)
      let travel = network.lines[line].travel
      let (low, high) = (network.root(stops[before].site), network.root(stops[after].site))
      for (isOpen, start, end) in [(travel != .against, low, high), (travel != .along, high, low)]
      where isOpen {
        add(
          Hop(
            from: site, to: end, metres: Float(metres), rank: rank,
            place: LinePlace(line: line, position: position, isEnd: true)))
        add(
          Hop(
            from: start, to: site, metres: Float(metres), rank: rank,
            place: LinePlace(line: line, position: position, isEnd: false)))
      }
    }
  }

  private mutating func add(_ hop: Hop) {
    byStart[hop.from, default: []].append(hop)
    byEnd[hop.to, default: []].append(hop)
  }

  /// Returns the walks of at most some metres from a site, or to it when not forward.
  /// - Complexity: O(log *n* + *k*) in the sites around it.
  func hops(at site: Int, isForward: Bool, within metres: Double, _ network: Network) throws -> [Hop] {
    guard metres > 0, site < network.sites.count else { return [] }
    var found: [Hop] = []
    let from = network.sites[site]
    for number in try tree.query(PlaneBox(from.plane, grownBy: metres)) {
      let other = sites[number]
      let apart = network.sites[other].plane.distanceMetres(to: from.plane)
      guard other != site, apart <= metres, stage.mayWalk(from, network.sites[other], metres: apart) else {
        continue
      }
      found.append(
        isForward
          ? Hop(from: site, to: other, metres: Float(apart), rank: 0)
          : Hop(from: other, to: site, metres: Float(apart), rank: 0))
    }
    return found + ((isForward ? byStart : byEnd)[site] ?? []).filter { Double($0.metres) <= metres }
  }

  /// Returns the terrain along a walk.
  func ground(_ hop: Hop, _ network: Network, _ stage: ConnectorStage) throws -> ConnectorProfile {
    let place = hop.place.map { network.lines[$0.line].end(at: $0.position) }
    let isEnd = hop.place?.isEnd ?? false
    return try stage.profile(
      from: hop.place == nil || isEnd ? network.end(hop.from) : place ?? network.end(hop.from),
      to: hop.place == nil || !isEnd ? network.end(hop.to) : place ?? network.end(hop.to), network.lines)
  }

  /// Returns the sites at the ends of a walk, with one added at its place on a line.
  func sites(_ hop: Hop, _ network: inout Network) -> (tail: Int, head: Int) {
    guard let place = hop.place else { return (hop.from, hop.to) }
    let site = network.cut(place.line, at: place.position, within: ConnectorStage.stopReuseMetres)
    return place.isEnd ? (hop.from, site) : (site, hop.to)
  }
}

extension ConnectorStage {
  /// The metres by which lengths and elevations are inexact, so that those drawn at a limit are within it anywhere.
  static let roundingMetres = 0.1
  /// The length in metres up to which a walk to or from a run leads over unknown terrain, which could hide a cliff.
  static let unknownTerrainMetres = 60.0

  /// Returns whether a walk is possible over some terrain: no section is steeper than the limit of walks, and length,
  /// climb, ridges and gullies are within those of connectors. Unknown terrain permits short ones only.
  func canWalk(_ ground: ConnectorProfile) -> Bool {
    let limit = ground.metres == nil ? Self.unknownTerrainMetres : options.connectorLimitMetres
    let rounding = Self.roundingMetres
    return ground.mapLengthMetres <= limit + rounding && !hasCliff(ground)
      && (ground.reliefMetres ?? 0) <= options.connectorClimbLimitMetres + rounding
      && (ground.undulationMetres ?? 0) <= options.connectorUndulationLimitMetres + rounding
  }

  /// Returns whether a section of some terrain is too steep to walk.
  func hasCliff(_ ground: ConnectorProfile) -> Bool {
    (ground.steepestGradient ?? 0) > options.walkGradientLimit
  }

  /// Returns whether the elevations of two sites let a walk between them be possible.
  func mayWalk(_ a: Site, _ b: Site, metres: Double) -> Bool {
    guard !a.layers.isDisjoint(with: b.layers) else { return false }
    guard let low = a.elevation, let high = b.elevation else { return true }
    let rise = abs(Double(high - low)) / 100
    return rise <= options.connectorClimbLimitMetres && rise <= options.walkGradientLimit * max(metres, 25)
  }
}
