import SkiGraph

/// A search for all ways between two places that fit a duration.
///
/// Two searches for shortest times, from the start and to the goal, find each edge on a way that is fast enough. There
/// is one way when those edges are a path, apart from pieces that lead nowhere else and those of no lift or run.
///
/// **Source:** Dijkstra 1959 in both directions; an edge is on a way within a bound when the time to it, along it and
/// from it is.
struct GapWaySearch {
  var network: GapNetwork
  let options: SkiDayOptions
  /// The times from the start and to the goal by node.
  var ahead: [Int: Double] = [:]
  var behind: [Int: Double] = [:]
  /// The edge by which each node was reached from the start; missing for nodes next to the start.
  var lastEdge: [Int: EdgeIndex] = [:]

  /// The greatest number of nodes settled in each direction; wider gaps stay open.
  static let nodeLimit = 20_000
  /// The longest gap that is searched, in seconds.
  static let longestSeconds = 3600.0
  /// The distance from a station in metres within which a traveller may be on any feature there.
  static let stationMetres = 50.0
  /// The distance from a junction in metres within which a traveller may be on any run there.
  static let junctionMetres = 15.0
  /// The longest stop on runs in seconds, that of a gap on the spot.
  private static let restSeconds = 180.0
  /// The longest wait before a lift, in seconds.
  private static let waitSeconds = 180.0

  init(_ graph: RoutingGraph, options: SkiDayOptions) {
    network = GapNetwork(graph)
    self.options = options
  }

  /// Returns the way between two places within a time.
  /// - Complexity: O(*m* log *n*) in the nodes and edges within the time of both places, *n* ≤ 20,000.
  mutating func answer(from start: EdgePlace, to goal: EdgePlace, seconds: Double) -> GapAnswer {
    guard seconds <= Self.longestSeconds else { return .open }
    let exits = exits(start)
    let entries = entries(goal)
    guard run(exits, entries, seconds) else { return .open }
    let direct = direct(start, goal)
    let around = entries.compactMap { end in ahead[end.node].map { (seconds: end.seconds + $0, end: end) } }
      .min { $0.seconds < $1.seconds }
    let way: GapWay
    if let direct, direct.fastest <= min(seconds, around?.seconds ?? .infinity) {
      way = GapWay(elements: [direct.element])
    } else if let around, around.seconds <= seconds {
      let found = self.way(exits, around.end)
      way = found.elements.isEmpty ? standing(start, goal) : found
    } else {
      return .none
    }
    guard seconds <= slowestSeconds(way), !hasOther(than: way, exits, entries, seconds) else { return .open }
    return .one(way)
  }

  /// Returns the way without length between two features of one junction, on the one that is no lift.
  private mutating func standing(_ start: EdgePlace, _ goal: EdgePlace) -> GapWay {
    let place = network.facts(start.edge).kind == .lift ? goal : start
    return GapWay(elements: [piece(place.edge, place.metresAlong, place.metresAlong).1])
  }

  /// Returns whether a place may be reached from another within a time; true when the search is too large.
  /// - Complexity: As ``answer(from:to:seconds:)``.
  mutating func mayReach(from start: EdgePlace, to goal: EdgePlace, seconds: Double) -> Bool {
    let entries = entries(goal)
    guard run(exits(start), entries, seconds) else { return true }
    return direct(start, goal) != nil
      || entries.contains { $0.seconds + (ahead[$0.node] ?? .infinity) <= seconds }
  }

  /// Returns the longest plausible time of a way, in seconds: twice the usual time with a rest, a wait for each lift
  /// boarded, and for rides at least `rideGapSeconds`.
  private func slowestSeconds(_ way: GapWay) -> Double {
    let rides = way.elements.filter { network.facts($0.edge).kind == .lift }
    let boardings = rides.count { $0.enteredMetres <= Self.stationMetres }
    let slowest = 2 * way.usualSeconds + Self.restSeconds + Double(boardings) * Self.waitSeconds
    return rides.isEmpty ? slowest : max(SkiDayOptions.rideGapSeconds, slowest)
  }
}

extension GapWaySearch {
  /// An edge, or a piece of one, on some way that is fast enough.
  private struct UsableEdge {
    var edge: EdgeIndex
    var tail: Int
    var head: Int
    var metres: Double
  }

  /// Returns whether another way than the given one fits: one with a lift or run besides, or with a second round.
  mutating func hasOther(than way: GapWay, _ exits: [End], _ entries: [End], _ seconds: Double)
    -> Bool
  {
    let links = Set(way.elements.map { network.graph.link(of: $0.edge) })
    let features = Set(way.elements.compactMap { network.facts($0.edge).feature })
    // Branches of one run are one way; those of a run left for another feature are not.
    let isOneRun = features.count == 1 && way.elements.allSatisfy { network.facts($0.edge).kind != .lift }
    var nodes = Set(
      way.elements.flatMap { [network.graph.tail($0.edge).position, network.graph.head($0.edge).position] })
    nodes.formUnion(exits.map(\.node))
    nodes.formUnion(entries.map(\.node))
    let others = usable(exits, entries, seconds).filter { !links.contains(network.graph.link(of: $0.edge)) }
    var metres: [FeatureIndex: Double] = [:]
    for edge in Self.pruned(others, keeping: nodes, network.graph) {
      let (kind, feature) = network.facts(edge.edge)
      guard let feature, kind == .lift || kind == .run else { continue }
      if kind == .lift, edge.metres > Self.stationMetres { return true }
      if isOneRun, features.contains(feature) { continue }
      metres[feature, default: 0] += edge.metres
    }
    return metres.values.contains { $0 >= options.leastRunMetres }
  }

  /// Returns the edges on ways that are fast enough, with the pieces next to the start and the goal.
  private mutating func usable(_ exits: [End], _ entries: [End], _ seconds: Double) -> [UsableEdge] {
    var result: [UsableEdge] = []
    for (node, cost) in ahead {
      for edge in network.edges(from: NodeIndex(node)) {
        let head = network.graph.head(edge).position
        guard let rest = behind[head], cost + network.time(edge).fastestSeconds + rest <= seconds else {
          continue
        }
        result.append(UsableEdge(edge: edge, tail: node, head: head, metres: network.metres(edge)))
      }
    }
    for (end, other) in exits.map({ ($0, behind[$0.node]) }) + entries.map({ ($0, ahead[$0.node]) }) {
      guard let element = end.element, let other, end.seconds + other <= seconds else { continue }
      result.append(
        UsableEdge(
          edge: element.edge, tail: network.graph.tail(element.edge).position,
          head: network.graph.head(element.edge).position,
          metres: element.leftMetres - element.enteredMetres))
    }
    return result
  }

  /// Returns the edges without those that lead there and back only: repeatedly, links with an end no other link has.
  private static func pruned(
    _ edges: [UsableEdge], keeping kept: Set<Int>, _ graph: RoutingGraph
  ) -> [UsableEdge] {
    var links: [Int: Set<LinkIndex>] = [:]
    var ends: [LinkIndex: (Int, Int)] = [:]
    for edge in edges {
      let link = graph.link(of: edge.edge)
      ends[link] = (edge.tail, edge.head)
      links[edge.tail, default: []].insert(link)
      links[edge.head, default: []].insert(link)
    }
    var dead = links.filter { $0.value.count == 1 && !kept.contains($0.key) }.map(\.key)
    while let node = dead.popLast() {
      guard let link = links[node]?.first, let (tail, head) = ends.removeValue(forKey: link) else { continue }
      for end in [tail, head] {
        links[end]?.remove(link)
        if links[end]?.count == 1, !kept.contains(end) { dead.append(end) }
      }
    }
    return edges.filter { ends[graph.link(of: $0.edge)] != nil }
  }

  /// A node next to a place, with the time between them and the piece of an edge.
  struct End {
    var node: Int
    var seconds: Double
    var element: GapWay.Element?
  }

  mutating func piece(_ edge: EdgeIndex, _ from: Double, _ to: Double) -> (
    seconds: Double, GapWay.Element
  ) {
    let time = network.time(edge)
    let length = max(0.01, network.metres(edge))
    let (from, to) = (min(max(0, from), length), min(max(0, to), length))
    let share = max(0, to - from) / length
    return (
      share * time.fastestSeconds,
      GapWay.Element(
        edge: edge, enteredMetres: from, leftMetres: max(from, to), usualSeconds: share * time.usualSeconds)
    )
  }

  private func reach(_ edge: EdgeIndex) -> Double {
    let isLift = network.facts(edge).kind == .lift
    return isLift ? min(Self.stationMetres, network.metres(edge) / 3) : Self.junctionMetres
  }

  /// Returns the nodes a place leads to: ahead, and the one behind when it is near or one may turn round.
  mutating func exits(_ place: EdgePlace) -> [End] {
    let length = network.metres(place.edge)
    let (seconds, element) = piece(place.edge, place.metresAlong, length)
    var ends = [End(node: network.graph.head(place.edge).position, seconds: seconds, element: element)]
    let tail = network.graph.tail(place.edge).position
    if place.metresAlong <= reach(place.edge) {
      ends.append(End(node: tail, seconds: 0))
    } else if network.facts(place.edge).kind != .lift, let twin = network.twin(place.edge) {
      let (seconds, element) = piece(twin, length - place.metresAlong, length)
      ends.append(End(node: tail, seconds: seconds, element: element))
    }
    return ends
  }

  /// Returns the nodes that lead to a place: the one behind, and the one ahead when it is near or one may turn round.
  mutating func entries(_ place: EdgePlace) -> [End] {
    let length = network.metres(place.edge)
    let (seconds, element) = piece(place.edge, 0, place.metresAlong)
    var ends = [End(node: network.graph.tail(place.edge).position, seconds: seconds, element: element)]
    let head = network.graph.head(place.edge).position
    if length - place.metresAlong <= reach(place.edge) {
      ends.append(End(node: head, seconds: 0))
    } else if network.facts(place.edge).kind != .lift, let twin = network.twin(place.edge) {
      let (seconds, element) = piece(twin, 0, length - place.metresAlong)
      ends.append(End(node: head, seconds: seconds, element: element))
    }
    return ends
  }

  /// Returns the way along the one edge of both places; nil when there is none.
  mutating func direct(
    _ start: EdgePlace, _ goal: EdgePlace
  ) -> (fastest: Double, element: GapWay.Element)? {
    if start.edge == goal.edge, goal.metresAlong >= start.metresAlong - Self.junctionMetres {
      let (seconds, element) = piece(start.edge, start.metresAlong, max(start.metresAlong, goal.metresAlong))
      return (seconds, element)
    }
    guard let twin = network.twin(start.edge), twin == goal.edge, network.facts(twin).kind != .lift else {
      return nil
    }
    let from = network.metres(twin) - start.metresAlong
    guard goal.metresAlong >= from else { return nil }
    let (seconds, element) = piece(twin, from, goal.metresAlong)
    return (seconds, element)
  }

  /// Searches from the start and to the goal; returns whether all nodes within the time were settled.
  mutating func run(_ exits: [End], _ entries: [End], _ seconds: Double) -> Bool {
    lastEdge = [:]
    var forward = DistanceSearch<[Int: Double]>([:])
    for end in exits where end.seconds <= seconds { forward.relax(end.node, at: end.seconds) }
    var settled = 0
    while settled < Self.nodeLimit, let (node, cost) = forward.settle() {
      settled += 1
      for edge in network.edges(from: NodeIndex(node)) {
        let reached = cost + network.time(edge).fastestSeconds
        let head = network.graph.head(edge).position
        if reached <= seconds, forward.relax(head, at: reached) { lastEdge[head] = edge }
      }
    }
    guard settled < Self.nodeLimit else { return false }
    var backward = DistanceSearch<[Int: Double]>([:])
    for end in entries where end.seconds <= seconds { backward.relax(end.node, at: end.seconds) }
    settled = 0
    while settled < Self.nodeLimit, let (node, cost) = backward.settle() {
      settled += 1
      for edge in network.edges(to: NodeIndex(node)) {
        let reached = cost + network.time(edge).fastestSeconds
        if reached <= seconds { backward.relax(network.graph.tail(edge).position, at: reached) }
      }
    }
    (ahead, behind) = (forward.costs, backward.costs)
    return settled < Self.nodeLimit
  }

  /// Returns the fastest way to an entry.
  mutating func way(_ exits: [End], _ entry: End) -> GapWay {
    var elements: [GapWay.Element] = entry.element.map { [$0] } ?? []
    var node = entry.node
    while let edge = lastEdge[node] {
      let (_, element) = piece(edge, 0, network.metres(edge))
      elements.append(element)
      node = network.graph.tail(edge).position
    }
    let exit = exits.filter { $0.node == node }.min { $0.seconds < $1.seconds }
    if let element = exit?.element { elements.append(element) }
    return GapWay(elements: elements.reversed())
  }
}

/// A way through the network over a gap in the fixes.
struct GapWay: Hashable {
  /// A directed edge of the way, with the part of it that is travelled.
  struct Element: Hashable {
    var edge: EdgeIndex
    /// The distance along the edge at entry, in metres.
    var enteredMetres: Double
    /// The distance along the edge at exit, in metres.
    var leftMetres: Double
    /// The usual time of travel, in seconds.
    var usualSeconds: Double
  }

  var elements: [Element]
  /// The usual time of travel in seconds, waits and stops not included.
  var usualSeconds: Double { elements.reduce(0) { $0 + $1.usualSeconds } }
}

/// The ways over a gap that fit its duration.
enum GapAnswer: Hashable {
  /// The result that the traveller left the network: no way is fast enough.
  case none
  /// The result that the gap stays open: several ways fit, the only one is much too short, or the search is too large.
  case open
  /// The result that one way fits.
  case one(GapWay)
}
