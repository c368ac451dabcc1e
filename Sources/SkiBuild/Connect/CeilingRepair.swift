import SkiBase
import SkiGraph

/// The repair of the ways from the top of each lift to its bottom, for each ceiling of the region.
///
/// A skier with a ceiling uses a part of the graph, which may fall apart where the whole does not: by a few metres of a
/// harder run, or by a gap that only harder runs bridge. The way is searched for on that part with walks added: from
/// one site to another, and between the ends of runs or stations and any place on a run. Where walks of 150 m in all
/// open a way, they become connectors on foot in its direction, which obey no ceiling; see ``ConnectorStage/canWalk(_:)``.
/// Those added for other lifts count again, so that no way is a chain of them.
struct CeilingRepair {
  let stage: ConnectorStage
  let grades: LinkGrades
  let lifts: [LocalLift]
  private let links: GradedLinks
  private var hops: WalkHops
  /// The walks added, of any ceiling.
  private var added: Set<WalkHops.Key> = []

  /// The metres that each further walk counts more, so that one walk is preferred to several in line.
  private static let furtherWalkMetres: Float = 1

  /// Adds walks to a network. Complexity: O(*c* · *l* (*n* + *m*)) in ceilings and lifts without a way.
  static func repair(
    _ network: inout Network, _ stage: ConnectorStage, _ grades: LinkGrades, _ lifts: [LocalLift]
  ) throws {
    guard var repair = try CeilingRepair(network, stage, grades, lifts) else { return }
    for rank in repair.ceilings() { try repair.repair(within: rank, &network) }
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
  private func ceilings() -> [UInt8] {
    let conventions = Set(grades.runs.map(\.run.colourConvention))
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

  /// Adds the walks of the way with the least metres on foot among those that the terrain permits.
  private mutating func repair(
    from top: Int, to bottom: Int, within rank: UInt8, _ network: inout Network
  ) throws {
    let forward = reached(from: top, isForward: true, within: rank)
    if forward.contains(bottom) { return }
    let backward = reached(from: bottom, isForward: false, within: rank)
    let way =
      forward.sites.count <= backward.sites.count
      ? try shortest(from: backward, to: forward, isForward: false, rank, network)
      : try shortest(from: forward, to: backward, isForward: true, rank, network)
    for hop in way { try add(hop, &network) }
  }

  /// A set of sites.
  private struct SiteSet {
    private(set) var sites: [Int] = []
    private var isMember: [Bool]

    init(siteCount: Int) { isMember = Array(repeating: false, count: siteCount) }

    func contains(_ site: Int) -> Bool { isMember[site] }

    mutating func insert(_ site: Int) {
      guard !isMember[site] else { return }
      isMember[site] = true
      sites.append(site)
    }
  }

  /// Returns the sites reached from a site under a ceiling, or that reach it when not forward.
  private func reached(from site: Int, isForward: Bool, within rank: UInt8) -> SiteSet {
    var reached = SiteSet(siteCount: links.siteCount)
    reached.insert(site)
    var next = 0
    while next < reached.sites.count {
      forEachLink(reached.sites[next], isForward: isForward, within: rank) { reached.insert($0) }
      next += 1
    }
    return reached
  }

  private func forEachLink(_ site: Int, isForward: Bool, within rank: UInt8, _ body: (Int) -> Void) {
    for link in links.links(at: site, isForward: isForward) where link.rank <= rank { body(Int(link.site)) }
  }

  /// A step of a search: a site, and the walk that leads to it from the site of an earlier step, or the link when nil.
  private struct Step {
    var site: Int
    var metres: Float
    var earlier: Int?
    var hop: WalkHops.Hop?
  }

  /// Returns the walks of the way with the least metres on foot between two sets of sites; none when they exceed the
  /// limit in all. Forward, it leads from the sources to the targets.
  ///
  /// Terrain is examined only where a search from the targets, which leaves it aside, shows that a way within the limit
  /// may exist, in the order of the lengths of those ways (A*).
  private mutating func shortest(
    from sources: SiteSet, to targets: SiteSet, isForward: Bool, _ rank: UInt8, _ network: Network
  ) throws -> [WalkHops.Hop] {
    let limit =
      Float(stage.options.connectorLimitMetres + ConnectorProfile.roundingMetres) + Self.furtherWalkMetres
    let ahead = try leastMetres(from: targets, until: sources, isForward: !isForward, limit, rank, network)
    var steps: [Step] = []
    var open = MinHeap<CostedNumber<Float, UInt32>>()
    func visit(_ step: Step) {
      guard step.metres + ahead[step.site] <= limit else { return }
      open.push(CostedNumber(UInt32(steps.count), cost: step.metres + ahead[step.site]))
      steps.append(step)
    }
    for source in sources.sites { visit(Step(site: source, metres: 0)) }
    var isSettled = [Bool](repeating: false, count: links.siteCount)
    while let least = open.pop() {
      let number = Int(least.number)
      let step = steps[number]
      if isSettled[step.site] { continue }
      if let hop = step.hop, try !hops.isPossible(hop, network) { continue }
      if targets.contains(step.site) { return Self.way(to: step, steps) }
      isSettled[step.site] = true
      if step.metres > 0 {
        forEachLink(step.site, isForward: isForward, within: rank) { next in
          visit(Step(site: next, metres: step.metres, earlier: number))
        }
      }
      try hops.forEachHop(at: step.site, isForward: isForward, within: limit - step.metres, rank, network) {
        let metres = step.metres + $0.metres + Self.furtherWalkMetres
        visit(Step(site: isForward ? $0.to : $0.from, metres: metres, earlier: number, hop: $0))
      }
    }
    return []
  }

  private static func way(to last: Step, _ steps: [Step]) -> [WalkHops.Hop] {
    var way: [WalkHops.Hop] = []
    var step = last
    while let earlier = step.earlier {
      if let hop = step.hop { way.append(hop) }
      step = steps[earlier]
    }
    return way
  }

  /// Returns the least metres on foot from a set to each site, whatever the terrain; infinite beyond the limit, and
  /// where each way leads through a site of the other set.
  private mutating func leastMetres(
    from sources: SiteSet, until others: SiteSet, isForward: Bool, _ limit: Float, _ rank: UInt8,
    _ network: Network
  ) throws -> [Float] {
    var search = DistanceSearch([Float](repeating: .infinity, count: links.siteCount))
    for source in sources.sites { search.costs[source] = 0 }
    func walk(from site: Int, at metres: Float) throws {
      try hops.forEachHop(at: site, isForward: isForward, within: limit - metres, rank, network) {
        let next = metres + $0.metres + Self.furtherWalkMetres
        if next <= limit { search.relax(isForward ? $0.to : $0.from, at: next) }
      }
    }
    for source in sources.sites { try walk(from: source, at: 0) }
    while let (at, metres) = search.settle() {
      if others.contains(at) { continue }
      forEachLink(at, isForward: isForward, within: rank) { search.relax($0, at: metres) }
      try walk(from: at, at: metres)
    }
    return search.costs
  }

  private mutating func add(_ hop: WalkHops.Hop, _ network: inout Network) throws {
    guard added.insert(hop.key).inserted else { return }
    let ground = try hops.ground(hop, network)
    let (tail, head) = hops.sites(hop, &network)
    guard network.root(tail) != network.root(head) else { return }
    network.add(
      Connector(tail: tail, head: head, cause: .onFoot, profile: ground.walked, allowsBackward: false))
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

    fileprivate var key: Key { Key(from: from, to: to, line: place?.line ?? -1) }
  }

  struct LinePlace {
    var line: Int
    var position: LinePosition
    /// Indicates whether the walk ends at the place, and does not begin there.
    var isEnd: Bool
  }

  /// A walk for comparison.
  fileprivate struct Key: Hashable {
    var from: Int
    var to: Int
    var line: Int
  }

  private struct Neighbour {
    var site: Int32
    var metres: Float
  }

  private let stage: ConnectorStage
  /// The sites of the network that have links.
  private let sites: [Int]
  private let tree: BoxIndex
  /// The sites around each, nearest first, as far as they were asked for.
  private var neighbours: [[Neighbour]?]
  /// The walks to and from places on lines, by the site where they begin and by the one where they end.
  private var byStart: [[Hop]]
  private var byEnd: [[Hop]]
  /// The verdict of the terrain on the walks examined.
  private var possible: [Key: Bool] = [:]

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
    neighbours = Array(repeating: nil, count: links.siteCount)
    byStart = Array(repeating: [], count: links.siteCount)
    byEnd = byStart
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
    byStart[hop.from].append(hop)
    byEnd[hop.to].append(hop)
  }

  /// Visits the walks of at most some metres from a site that a ceiling admits, or those to it when not forward.
  /// - Complexity: O(*k*) in the sites around it, after O(log *n* + *k* log *k*) for the first time.
  mutating func forEachHop(
    at site: Int, isForward: Bool, within metres: Float, _ rank: UInt8, _ network: Network,
    _ body: (Hop) -> Void
  ) throws {
    for neighbour in try neighbours(of: site, network) {
      guard neighbour.metres <= metres else { break }
      let other = Int(neighbour.site)
      body(
        Hop(
          from: isForward ? site : other, to: isForward ? other : site, metres: neighbour.metres, rank: 0))
    }
    for hop in isForward ? byStart[site] : byEnd[site] where hop.metres <= metres && hop.rank <= rank {
      body(hop)
    }
  }

  /// Returns the sites around a site to which a walk may be possible, nearest first.
  private mutating func neighbours(of site: Int, _ network: Network) throws -> [Neighbour] {
    if let known = neighbours[site] { return known }
    let from = network.sites[site]
    let limit = stage.options.connectorLimitMetres + ConnectorProfile.roundingMetres
    var found: [Neighbour] = []
    for number in try tree.query(PlaneBox(from.plane, grownBy: limit)) where sites[number] != site {
      let other = network.sites[sites[number]]
      let apart = other.plane.distanceMetres(to: from.plane)
      guard apart <= limit, stage.mayWalk(from, other, metres: apart) else { continue }
      found.append(Neighbour(site: Int32(truncatingIfNeeded: sites[number]), metres: Float(apart)))
    }
    found.sort { ($0.metres, $0.site) < ($1.metres, $1.site) }
    neighbours[site] = found
    return found
  }

  /// Returns whether the terrain permits a walk.
  fileprivate mutating func isPossible(_ hop: Hop, _ network: Network) throws -> Bool {
    if let known = possible[hop.key] { return known }
    let isPossible = try stage.canWalk(ground(hop, network))
    possible[hop.key] = isPossible
    return isPossible
  }

  /// Returns the terrain along a walk.
  func ground(_ hop: Hop, _ network: Network) throws -> ConnectorProfile {
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
