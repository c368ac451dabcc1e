import SkiBase
import SkiGraph

/// A place where lines meet, before it becomes a node.
struct Site: Sendable {
  var place: FixedCoordinate
  var plane: PlanePoint
  /// The elevation in centimetres above mean sea level; nil when unknown.
  var elevation: Int32?
  /// The elevation in centimetres inferred from the surroundings, above an arbitrary zero; nil before inference and
  /// without neighbours.
  var inferredElevation: Int32?
  /// The layers of all lines through the site: the end of a bridge is on the ground too.
  var layers: Set<Int>
  /// Indicates whether the site is a station of a lift.
  var isStation = false
  /// The least confident junction of the lines that meet here.
  var junction = ConnectionConfidence.sharedVertex

  /// The layer nearest to the ground.
  var layer: Int { layers.min { (abs($0), $0) < (abs($1), $1) } ?? 0 }
}

/// A place on a layer, distinct from those above and below.
struct LayeredPlace: Hashable, Sendable {
  var place: FixedCoordinate
  var layer: Int
}

/// A position at which a line passes a site.
struct LineSite: Sendable {
  var position: LinePosition
  var site: Int
  /// The doubt about the direction in which the part from here to the next site falls; nil where it is known.
  var doubt: DirectionDoubt?
}

/// A doubt about the direction of a part of a line, which is priced as a climb therefore.
struct DirectionDoubt: Sendable, Hashable {
  /// The least gradient of the climb, as a ratio.
  var gradient: Double
  /// Indicates whether nothing speaks for the drawn direction, so that it is travelled both ways.
  var isTwoWay: Bool
}

/// A position at which a given line passes a site.
struct SiteReference: Comparable, Sendable {
  var line: Int
  var position: LinePosition

  static func < (a: Self, b: Self) -> Bool { (a.line, a.position) < (b.line, b.position) }
}

/// A straight connector between two sites.
struct Connector: Sendable {
  var tail: Int
  var head: Int
  var cause: LinkCause
  var profile: ConnectorProfile
  var allowsForward = true
  var allowsBackward = true

  var mapLengthMetres: Double { profile.mapLengthMetres }
}

/// A ride between two stations of a lift.
struct Ride: Sendable {
  /// The index of the lift in the group.
  var lift: Int
  var tail: Int
  var head: Int
  var tailPosition: LinePosition
  var headPosition: LinePosition
  var allowsForward: Bool
  var allowsBackward: Bool
  var isEstimated = false
  /// The confidence in per cent that both ends are stations.
  var confidencePercent: UInt8 = 100
}

/// A path across a mapped area between two sites at its edge or inside.
struct AreaCrossing: Sendable {
  /// The index of the run mapped as an area.
  var run: Int
  var tail: Int
  var head: Int
  /// The projected vertices, ends included.
  var points: [PlanePoint]
  /// The elevations in centimetres above mean sea level at each point; nil when unknown.
  var elevations: [Int32]?
  var allowsBackward: Bool
  /// The inferred elevations in centimetres at each point, where the elevations are unknown.
  var inferredElevations: [Int32]?
  var mapLengthMetres: Double
  /// Indicates whether the direction is estimated, for lack of elevations.
  var isEstimated = false
  /// Indicates whether nothing tells in which direction it falls.
  var isDirectionUnknown = false
}

/// The graph during the build: lines, the sites where they meet, and the connections between them.
///
/// A mutable value that stages take `inout`, to avoid copies of the largest value of a group. Sites are merged by
/// union-find, so numbers of sites stay valid; ``root(_:)`` returns the representative.
struct Network: Sendable {
  var lines: [ProjectedLine] = []
  /// The sites of each line, in line order.
  var stops: [[LineSite]] = []
  var sites: [Site] = []
  /// The lines through each site, by its own number.
  var linesThrough: [[Int]] = []
  /// The positions of these lines at each site.
  var stopsThrough: [[SiteReference]] = []
  var siteSets = UnionFind()
  /// The number of sites merged into others.
  private(set) var joinCount = 0
  var connectors: [Connector] = []
  var connectorsAt: [[Int]] = []
  /// The rides of lifts, here since joining sites joins what begins and ends at them.
  private(set) var rides: [Ride] = []
  private(set) var ridesAt: [[Int]] = []
  private(set) var crossings: [AreaCrossing] = []
  private(set) var crossingsAt: [[Int]] = []
  /// The crossings of each run.
  private(set) var crossingsOf: [Int: [Int]] = [:]
  private var siteAt: [LayeredPlace: Int] = [:]

  /// Creates the network of lines, with a site at each end. Complexity: O(*n*) expected.
  init(_ lines: [ProjectedLine]) {
    for line in lines { add(line) }
  }

  /// Returns the representative of a site.
  func root(_ site: Int) -> Int { siteSets.root(of: site) }

  /// Adds a line and the sites of its two ends.
  private mutating func add(_ line: ProjectedLine) {
    lines.append(line)
    stops.append([])
    let index = lines.count - 1
    _ = cut(index, at: line.start, within: 0)
    _ = cut(index, at: line.end, within: 0)
  }

  /// Returns the site at exactly a place on a layer, created when there is none.
  mutating func site(at place: FixedCoordinate, plane: PlanePoint, height: Int32?, layer: Int) -> Int {
    let key = LayeredPlace(place: place, layer: layer)
    if let known = siteAt[key] {
      if sites[known].elevation == nil { sites[known].elevation = height }
      return known
    }
    let number = newSite(at: place, plane: plane, height: height, layer: layer)
    siteAt[key] = number
    return number
  }

  /// Adds a site that is not shared with others at its place, such as that of a street above or below.
  mutating func newSite(at place: FixedCoordinate, plane: PlanePoint, height: Int32?, layer: Int = 0) -> Int {
    let number = siteSets.add()
    sites.append(Site(place: place, plane: plane, elevation: height, layers: [layer]))
    linesThrough.append([])
    stopsThrough.append([])
    connectorsAt.append([])
    ridesAt.append([])
    crossingsAt.append([])
    return number
  }

  /// Returns the site at exactly a place on a layer; nil when there is none.
  func knownSite(at place: FixedCoordinate, layer: Int) -> Int? {
    siteAt[LayeredPlace(place: place, layer: layer)]
  }

  /// Returns a site of a line within some metres along it, or adds one.
  /// - Complexity: O(log *s*) in the sites of the line, plus the shift of those behind a new one.
  mutating func cut(_ index: Int, at position: LinePosition, within metres: Double) -> Int {
    if let near = nearestStop(index, position, within: metres) { return near }
    let line = lines[index]
    let number = site(
      at: line.place(position), plane: line.point(position), height: line.elevation(position),
      layer: line.layer)
    let inferred = line.inferredElevation(position) ?? line.elevation(position)
    if sites[root(number)].inferredElevation == nil { sites[root(number)].inferredElevation = inferred }
    addStop(index, position, number)
    return number
  }

  /// Adds a site to a line at a position.
  mutating func addStop(_ index: Int, _ position: LinePosition, _ site: Int) {
    let at = stops[index].partitioningIndex { position < $0.position }
    stops[index].insert(LineSite(position: position, site: site), at: at)
    linesThrough[site].append(index)
    stopsThrough[site].append(SiteReference(line: index, position: position))
  }

  private func nearestStop(_ index: Int, _ position: LinePosition, within metres: Double) -> Int? {
    let offset = Double(lines[index].offset(position))
    var best: (distance: Double, site: Int)?
    let first = stops[index].partitioningIndex {
      (offset - Double(lines[index].offset($0.position))) / 100 <= metres
    }
    for stop in stops[index][first...] {
      let along = (Double(lines[index].offset(stop.position)) - offset) / 100
      guard along <= metres else { break }
      if abs(along) < best?.distance ?? .infinity { best = (abs(along), stop.site) }
    }
    return best?.site
  }

  /// Merges two sites; the lower number stays and keeps its place.
  ///
  /// - Parameter junction: The reason, with its confidence.
  mutating func join(_ a: Int, _ b: Int, as junction: Junction) {
    let (a, b) = (root(a), root(b))
    let weakest = [sites[a].junction, sites[b].junction, junction].min {
      $0.confidencePercent < $1.confidencePercent
    }
    sites[a].junction = weakest ?? junction
    guard a != b else { return }
    let kept = siteSets.union(a, b)
    let gone = kept == a ? b : a
    joinCount += 1
    linesThrough[kept].append(contentsOf: linesThrough[gone])
    stopsThrough[kept].append(contentsOf: stopsThrough[gone])
    connectorsAt[kept].append(contentsOf: connectorsAt[gone])
    ridesAt[kept].append(contentsOf: ridesAt[gone])
    crossingsAt[kept].append(contentsOf: crossingsAt[gone])
    if sites[kept].elevation == nil { sites[kept].elevation = sites[gone].elevation }
    if sites[kept].inferredElevation == nil { sites[kept].inferredElevation = sites[gone].inferredElevation }
    sites[kept].junction = weakest ?? junction
    sites[kept].layers.formUnion(sites[gone].layers)
    sites[kept].isStation = sites[kept].isStation || sites[gone].isStation
  }

  /// Adds a ride.
  mutating func add(_ ride: Ride) {
    rides.append(ride)
    for end in Set([root(ride.tail), root(ride.head)]) { ridesAt[end].append(rides.count - 1) }
  }

  /// Adds a path across an area.
  mutating func add(_ crossing: AreaCrossing) {
    crossings.append(crossing)
    crossingsOf[crossing.run, default: []].append(crossings.count - 1)
    for end in Set([root(crossing.tail), root(crossing.head)]) {
      crossingsAt[end].append(crossings.count - 1)
    }
  }

  /// Removes the connectors that a closure names.
  /// - Complexity: O(*n* + *c*) in sites and connectors, without the closure.
  mutating func removeConnectors(where isUnwanted: (Network, Connector) -> Bool) {
    let kept = connectors.filter { !isUnwanted(self, $0) }
    guard kept.count < connectors.count else { return }
    connectors = []
    connectorsAt = Array(repeating: [], count: sites.count)
    for connector in kept { add(connector) }
  }

  /// Adds a connector.
  mutating func add(_ connector: Connector) {
    connectors.append(connector)
    connectorsAt[root(connector.tail)].append(connectors.count - 1)
    connectorsAt[root(connector.head)].append(connectors.count - 1)
  }
}

/// A step to an adjacent site, for searches during the build.
struct NetworkStep: Sendable {
  var site: Int
  var metres: Double
}

extension Network {
  /// Returns the steps out of a site on runs and connectors, without lifts.
  /// - Complexity: O(*d* log *s*) in the lines through it and their sites.
  func stepsOut(of site: Int) -> [NetworkStep] { steps(of: site, isForward: true) { _ in true } }

  /// Returns the steps into a site on runs and connectors, without lifts.
  func stepsIn(to site: Int) -> [NetworkStep] { steps(of: site, isForward: false) { _ in true } }

  private func steps(of site: Int, isForward: Bool, where isUsed: (Int) -> Bool) -> [NetworkStep] {
    let site = root(site)
    var steps: [NetworkStep] = []
    for (line, at) in stopNumbers(at: site) where isUsed(line) {
      let travel = lines[line].travel
      if at + 1 < stops[line].count, travel == .both || (travel == .along) == isForward {
        steps.append(step(line, from: at, to: at + 1))
      }
      if at > 0, travel == .both || (travel == .against) == isForward {
        steps.append(step(line, from: at, to: at - 1))
      }
    }
    for index in connectorsAt[site] {
      let connector = connectors[index]
      let (tail, head) = (root(connector.tail), root(connector.head))
      if tail == site, isForward ? connector.allowsForward : connector.allowsBackward {
        steps.append(NetworkStep(site: head, metres: connector.mapLengthMetres))
      }
      if head == site, isForward ? connector.allowsBackward : connector.allowsForward {
        steps.append(NetworkStep(site: tail, metres: connector.mapLengthMetres))
      }
    }
    return steps
  }

  /// Returns the lines through a root site in order, each with the indices of the site among its sites.
  /// - Complexity: O(*d* log *s*) in the lines through it and their sites.
  func stopNumbers(at site: Int) -> [(line: Int, number: Int)] {
    let places = stopsThrough[site].count > 1 ? stopsThrough[site].sorted() : stopsThrough[site]
    return places.compactMap { place in
      let number = stops[place.line].partitioningIndex { $0.position >= place.position }
      guard number < stops[place.line].count, stops[place.line][number].position == place.position,
        root(stops[place.line][number].site) == site
      else { return nil }
      return (place.line, number)
    }
  }

  private func step(_ line: Int, from: Int, to: Int) -> NetworkStep {
    let (a, b) = (
      lines[line].offset(stops[line][from].position), lines[line].offset(stops[line][to].position)
    )
    return NetworkStep(site: root(stops[line][to].site), metres: Double(max(a, b) - min(a, b)) / 100)
  }

  /// Returns the distances in metres from a site to all within a limit on connectors and on the lines that a closure
  /// admits, or to it when not forward.
  /// - Complexity: O(*k* log *k*) in the steps to the sites reached.
  func distances(
    from site: Int, isForward: Bool, limitMetres: Double, where isUsed: (Int) -> Bool = { _ in true }
  ) -> [Int: Double] {
    var search = DistanceSearch([Int: Double]())
    search.relax(root(site), at: 0)
    while let (at, cost) = search.settle() {
      for step in steps(of: at, isForward: isForward, where: isUsed) where cost + step.metres <= limitMetres {
        search.relax(step.site, at: cost + step.metres)
      }
    }
    return search.costs
  }

  /// Returns the last site of a line at or before a position, and the first at or after it. Complexity: O(log *s*).
  func stopsAround(_ position: LinePosition, on line: Int) -> (before: Int?, after: Int?) {
    let after = stops[line].partitioningIndex { $0.position >= position }
    let behind = stops[line].partitioningIndex { $0.position > position }
    return (behind > 0 ? behind - 1 : nil, after < stops[line].count ? after : nil)
  }

  /// Returns the distance in metres to a position on a line from the distances of its sites, or from it when not
  /// forward; nil when it is not reachable.
  func metres(to position: LinePosition, on line: Int, given known: [Int: Double], isForward: Bool) -> Double?
  {
    let track = lines[line]
    let offset = Double(track.offset(position))
    var best: Double?
    let (before, after) = stopsAround(position, on: line)
    let fromBefore = track.travel == .both || (track.travel == .along) == isForward
    let fromAfter = track.travel == .both || (track.travel == .against) == isForward
    for (stop, isOpen) in [(before, fromBefore), (after, fromAfter)] {
      guard let stop, isOpen || stops[line][stop].position == position,
        let start = known[root(stops[line][stop].site)]
      else { continue }
      let metres = start + abs(Double(track.offset(stops[line][stop].position)) - offset) / 100
      best = min(best ?? .infinity, metres)
    }
    return best
  }
}
