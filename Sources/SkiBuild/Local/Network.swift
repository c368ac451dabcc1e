import SkiGeo
import SkiGraph

/// A place where ways meet, before it becomes a node.
struct Site: Sendable {
  var place: FixedCoordinate
  var plane: PlanePoint
  /// Centimetres above mean sea level; nil when unknown.
  var height: Int32?
  /// Centimetres of height inferred from all around, above an arbitrary zero; nil before that, or where nothing is near.
  var inferredHeight: Int32?
  /// The levels of all that comes through: the end of a bridge is on the ground too.
  var layers: Set<Int>
  /// Whether a lift stops here.
  var isStation = false
  /// How ways come to meet here: in the least sure way of all.
  var junction = ConnectionConfidence.sharedVertex

  /// The level it stands on: what is joined to the ground stands on it.
  var layer: Int { layers.min { (abs($0), $0) < (abs($1), $1) } ?? 0 }
}

/// A place on a level: what passes above or below is elsewhere.
struct LeveledPlace: Hashable, Sendable {
  var place: FixedCoordinate
  var layer: Int
}

/// Where a line comes through a site.
struct Stop: Sendable {
  var position: LinePosition
  var site: Int
}

/// Where one of the lines comes through a site.
struct LineStop: Comparable, Sendable {
  var line: Int
  var position: LinePosition

  static func < (a: Self, b: Self) -> Bool { (a.line, a.position) < (b.line, b.position) }
}

/// A made way between two sites, straight.
struct Connector: Sendable {
  var tail: Int
  var head: Int
  var cause: LinkCause
  var ground: ConnectorGround
  var allowsForward = true
  var allowsBackward = true

  var lengthMetres: Double { ground.lengthMetres }
}

/// A ride between two stations of a lift.
struct Ride: Sendable {
  /// The lift, as a position in the group.
  var lift: Int
  var tail: Int
  var head: Int
  var tailPosition: LinePosition
  var headPosition: LinePosition
  var allowsForward: Bool
  var allowsBackward: Bool
  var isEstimated = false
  /// How sure it is that both ends are stations.
  var confidencePercent: UInt8 = 100
}

/// A way across a mapped area between two sites at its edge or inside.
struct AreaCrossing: Sendable {
  /// The run mapped as an area, as a position in the group.
  var run: Int
  var tail: Int
  var head: Int
  /// The bends in between on the flat map, ends included.
  var points: [PlanePoint]
  /// Centimetres above mean sea level at each point; nil when unknown.
  var heights: [Int32]?
  var allowsBackward: Bool
  /// Where these are unknown: centimetres inferred at each point.
  var inferredHeights: [Int32]?
  var lengthMetres: Double
  /// Whether the direction was guessed, for want of heights.
  var isEstimated = false
}

/// Lines, the sites where they meet, and what was made to connect them: the graph while it grows.
///
/// A mutable value that stages take `inout`: it is by far the largest of a group, and nearly every stage adds to it, so that
/// returning it would copy all of it each time. Sites are joined by union, so a site's number stays good; ``root(_:)`` gives the one that counts.
struct Network: Sendable {
  var lines: [TrackLine] = []
  /// The stops of each line, in line order.
  var stops: [[Stop]] = []
  var sites: [Site] = []
  /// The lines that come through each site, by its own number.
  var linesThrough: [[Int]] = []
  /// Where they do.
  var stopsThrough: [[LineStop]] = []
  var siteSets = UnionFind()
  /// How many sites were joined into others.
  private(set) var joinCount = 0
  var connectors: [Connector] = []
  var connectorsAt: [[Int]] = []
  private(set) var rides: [Ride] = []
  private(set) var ridesAt: [[Int]] = []
  private(set) var crossings: [AreaCrossing] = []
  private(set) var crossingsAt: [[Int]] = []
  /// The crossings of each run.
  private(set) var crossingsOf: [Int: [Int]] = [:]
  /// The stretches of each line on the same snow as a harder run.
  var overlaps: [[Overlap]] = []
  private var siteAt: [LeveledPlace: Int] = [:]

  /// Makes the network of some lines, of which each has a site at either end. Complexity: O(*n*) expected.
  init(_ lines: [TrackLine]) {
    for line in lines { add(line) }
  }

  /// The site a site was joined into.
  func root(_ site: Int) -> Int { siteSets.root(of: site) }

  /// Adds a line and makes sites of its two ends.
  private mutating func add(_ line: TrackLine) {
    lines.append(line)
    stops.append([])
    let index = lines.count - 1
    _ = cut(index, at: line.start, within: 0)
    _ = cut(index, at: line.end, within: 0)
  }

  /// Returns the site at exactly a place on a level, making it when there is none.
  mutating func site(at place: FixedCoordinate, plane: PlanePoint, height: Int32?, layer: Int) -> Int {
    let key = LeveledPlace(place: place, layer: layer)
    if let known = siteAt[key] {
      if sites[known].height == nil { sites[known].height = height }
      return known
    }
    let number = newSite(at: place, plane: plane, height: height, layer: layer)
    siteAt[key] = number
    return number
  }

  /// Makes a site that nothing shares, whatever else is at its place: a street may pass above or below.
  mutating func newSite(at place: FixedCoordinate, plane: PlanePoint, height: Int32?, layer: Int = 0) -> Int {
    let number = siteSets.add()
    sites.append(Site(place: place, plane: plane, height: height, layers: [layer]))
    linesThrough.append([])
    stopsThrough.append([])
    connectorsAt.append([])
    ridesAt.append([])
    crossingsAt.append([])
    return number
  }

  /// The site made at exactly a place on a level; nil when there is none.
  func knownSite(at place: FixedCoordinate, layer: Int) -> Int? {
    siteAt[LeveledPlace(place: place, layer: layer)]
  }

  /// Returns a site on a line: one it already comes through within some metres, else a new one.
  /// - Complexity: O(log *s*) in the stops of the line, but for moving those behind a new one.
  mutating func cut(_ index: Int, at position: LinePosition, within metres: Double) -> Int {
    if let near = nearestStop(index, position, within: metres) { return near }
    let line = lines[index]
    let number = site(
      at: line.place(position), plane: line.point(position), height: line.height(position), layer: line.layer)
    let inferred = line.inferredHeight(position) ?? line.height(position)
    if sites[root(number)].inferredHeight == nil { sites[root(number)].inferredHeight = inferred }
    addStop(index, position, number)
    return number
  }

  /// Notes that a line comes through a site at a position.
  mutating func addStop(_ index: Int, _ position: LinePosition, _ site: Int) {
    let at = stops[index].partitioningIndex { position < $0.position }
    stops[index].insert(Stop(position: position, site: site), at: at)
    linesThrough[site].append(index)
    stopsThrough[site].append(LineStop(line: index, position: position))
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

  /// Makes two sites one; the lower number stays and keeps its place.
  ///
  /// - Parameter junction: Why they are one.
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
    if sites[kept].height == nil { sites[kept].height = sites[gone].height }
    if sites[kept].inferredHeight == nil { sites[kept].inferredHeight = sites[gone].inferredHeight }
    sites[kept].junction = weakest ?? junction
    sites[kept].layers.formUnion(sites[gone].layers)
    sites[kept].isStation = sites[kept].isStation || sites[gone].isStation
  }

  /// Adds a ride.
  mutating func add(_ ride: Ride) {
    rides.append(ride)
    for end in Set([root(ride.tail), root(ride.head)]) { ridesAt[end].append(rides.count - 1) }
  }

  /// Adds a way across an area.
  mutating func add(_ crossing: AreaCrossing) {
    crossings.append(crossing)
    crossingsOf[crossing.run, default: []].append(crossings.count - 1)
    for end in Set([root(crossing.tail), root(crossing.head)]) {
      crossingsAt[end].append(crossings.count - 1)
    }
  }

  /// Adds a connector.
  mutating func add(_ connector: Connector) {
    connectors.append(connector)
    connectorsAt[root(connector.tail)].append(connectors.count - 1)
    connectorsAt[root(connector.head)].append(connectors.count - 1)
  }
}
