import SkiBase
package import SkiGraph
import SkiRouting

/// The index of a region for map matching: segments in a plane, a grid over them, and distances between near nodes.
///
/// A class because travellers share it; immutable. Contains runs, lifts with their spans, connectors, walks and area
/// crossings.
package final class MatchIndex: Sendable {
  /// The graph of the index.
  package let graph: RoutingGraph
  let plane: LocalPlane

  /// The bound of the distances between near nodes, in metres.
  static let reachMetres: Float = 700
  let network: MatchNetwork
  let segments: FixedMemory<MatchSegment>
  /// The first segment of each link: those of link l are `firstSegments[l]..<firstSegments[l + 1]`.
  let firstSegments: FixedMemory<UInt32>
  /// The forward and the backward edge of each link; `.max` where there is none.
  let linkEdges: FixedMemory<SIMD2<UInt32>>
  let grid: SegmentGrid
  let reach: ReachTable
  /// The boarding places of lifts, in the plane.
  let boardingPlaces: [SIMD2<Float>]

  /// Creates the index of a region.
  ///
  /// - Complexity: O(*n* log *n*) in points and nodes; memory about 60 bytes per point and 8 per pair of near nodes.
  package init(graph: RoutingGraph) {
    self.graph = graph
    let plane = LocalPlane(at: Self.middle(of: graph))
    self.plane = plane
    let (segments, firsts) = Self.segments(of: graph, plane)
    self.segments = FixedMemory(segments)
    firstSegments = FixedMemory(firsts)
    grid = SegmentGrid(segments)
    let edges = Self.edges(of: graph)
    linkEdges = FixedMemory(
      (0..<graph.linkCount).map {
        SIMD2(
          graph.edge(of: LinkIndex($0), reversed: false)?.rawValue ?? .max,
          graph.edge(of: LinkIndex($0), reversed: true)?.rawValue ?? .max)
      })
    var firstOut: [UInt32] = [0]
    for node in 0..<graph.nodeCount { firstOut.append(UInt32(graph.edges(from: NodeIndex(node)).upperBound)) }
    network = MatchNetwork(
      nodeCount: graph.nodeCount, firstOut: FixedMemory(firstOut), edges: FixedMemory(edges))
    reach = ReachTable(network: network, withinMetres: Self.reachMetres, atMost: 96)
    boardingPlaces = Set(edges.lazy.filter(\.isLift).map(\.tail)).sorted().map {
      SIMD2<Float>(plane.metres(graph.point(NodeIndex($0)).coordinate))
    }
  }

  /// Returns the centre of the nodes' extent, across the antimeridian too.
  private static func middle(of graph: RoutingGraph) -> Coordinate {
    let nodes = (0..<graph.nodeCount).lazy.map { graph.point(NodeIndex($0)).coordinate }
    return CoordinateExtent(nodes)?.centre ?? Coordinate(latitude: 0, longitude: 0)
  }

  private static func segments(of graph: RoutingGraph, _ plane: LocalPlane) -> ([MatchSegment], [UInt32]) {
    var segments: [MatchSegment] = []
    var firsts: [UInt32] = [0]
    for position in 0..<graph.linkCount {
      let link = graph.link(LinkIndex(position))
      var start = SIMD2<Float>(plane.metres(link.points[0].coordinate))
      for index in link.points.indices.dropFirst() {
        let end = SIMD2<Float>(plane.metres(link.points[index].coordinate))
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        let (from, to) = (link.distancesCentimetres[index - 1], link.distancesCentimetres[index])
        segments.append(
          MatchSegment(
            x: start.x, y: start.y, dx: dx, dy: dy, inverseSquare: square > 1e-6 ? 1 / square : 0,
            along: Float(from) / 100, alongLength: Float(to - from) / 100,
            startElevation: link.points[index - 1].elevationMetres.map(Float.init) ?? .nan,
            endElevation: link.points[index].elevationMetres.map(Float.init) ?? .nan, link: UInt32(position)))
        start = end
      }
      firsts.append(UInt32(segments.count))
    }
    return (segments, firsts)
  }

  private static func edges(of graph: RoutingGraph) -> [MatchEdge] {
    (0..<graph.edgeCount).map { position in
      let edge = EdgeIndex(position)
      let index = graph.link(of: edge)
      let link = graph.link(index)
      let isReversed = graph.isReversed(edge)
      let isWalked = link.kind == .walk || link.cause.isOnFoot
      let kind: MatchClass = link.kind == .lift ? .lift : isWalked ? .walk : .run
      let lift = link.kind == .lift ? link.feature.map(graph.feature) : nil
      let speed =
        lift.map { TypicalSpeed.lift(Float(liftSpeed($0, link))) }
        ?? (kind == .walk ? .walking : TypicalSpeed.run(gradient: gradient(link, isReversed).map(Float.init)))
      return MatchEdge(
        tail: graph.tail(edge).rawValue, head: graph.head(edge).rawValue, link: index.rawValue,
        twin: graph.edge(of: index, reversed: !isReversed)?.rawValue ?? .max,
        length: Float(link.distancesCentimetres[link.distancesCentimetres.count - 1]) / 100,
        typicalSpeed: speed.metresPerSecond, speedVariance: speed.variance,
        greatestSpeed: greatestSpeed(kind, lift, usual: speed.metresPerSecond), kind: kind.rawValue,
        isReversed: isReversed,
        isDescent: kind == .lift && isDescent(link, isReversed),
        isCrossing: link.flags.contains(.areaCrossing), isConnector: link.kind == .connector)
    }
  }

  /// Returns whether a lift ends lower than it starts; lifts without elevations are taken as drawn upwards.
  private static func isDescent(_ link: GraphLink, _ isReversed: Bool) -> Bool {
    guard let low = link.points[0].elevationMetres,
      let high = link.points[link.points.count - 1].elevationMetres,
      low != high
    else { return isReversed }
    return (high < low) != isReversed
  }

  /// Returns rise over length between the ends in the direction of travel; nil without elevations.
  static func gradient(_ link: GraphLink, _ isReversed: Bool) -> Double? {
    guard let first = link.points[0].elevationMetres,
      let last = link.points[link.points.count - 1].elevationMetres
    else { return nil }
    let metres = Double(link.distancesCentimetres[link.distancesCentimetres.count - 1]) / 100
    return (isReversed ? first - last : last - first) / max(1, metres)
  }

  /// Returns the greatest speed in metres per second: 32 for skiers, 3.5 for walkers, for lifts by their kind.
  private static func greatestSpeed(_ kind: MatchClass, _ lift: GraphFeature?, usual: Float) -> Float {
    switch kind {
    case .run: 32
    case .walk: 3.5
    case .lift: lift?.liftKind == .unknown ? 13 : usual * 1.6 + 1
    }
  }

  /// Returns the speed of a lift in metres per second on the map, from the source's duration or the kind of lift.
  static func liftSpeed(_ lift: GraphFeature, _ link: GraphLink) -> Double {
    let length = Double(link.distancesCentimetres[link.distancesCentimetres.count - 1]) / 100
    guard length > 0 else { return 1 }
    var rise = 0.0
    if let low = link.points[0].elevationMetres, let high = link.points[link.points.count - 1].elevationMetres
    {
      rise = high - low
    }
    let slope = (length * length + rise * rise).squareRoot()
    // A source's duration is for the whole lift; it does not apply to the sections between its stations.
    var facts = lift
    let whole = LocalScale(latitude: lift.start.coordinate.latitude)
      .distanceMetres(lift.start.coordinate, lift.end.coordinate)
    if abs(whole - length) > 0.1 * whole { facts.durationMilliseconds = nil }
    return length * 1000 / max(1, LiftTimes.rideMilliseconds(of: facts, slopeMetres: slope))
  }
}

extension MatchIndex {
  /// Returns the position at a distance along an edge in metres, in the plane. Complexity: O(log *p*) in the points of
  /// its link.
  func place(edge: UInt32, along: Float) -> SIMD2<Float> {
    let facts = network.edges[Int(edge)]
    let metres = facts.isReversed ? facts.length - along : along
    let all = Int(firstSegments[Int(facts.link)]) + 1..<Int(firstSegments[Int(facts.link) + 1])
    let segment = segments[all.partitioningIndex { !(segments[$0].along <= metres) } - 1]
    let share = segment.alongLength > 0 ? max(0, min(1, (metres - segment.along) / segment.alongLength)) : 0
    return SIMD2(segment.x + share * segment.dx, segment.y + share * segment.dy)
  }
}

/// The usual speed of people on an edge, and its variance.
struct TypicalSpeed {
  /// The speed in metres per second.
  var metresPerSecond: Float
  /// The variance in m²/s².
  var variance: Float

  /// The speed of walkers.
  static let walking = TypicalSpeed(metresPerSecond: 1, variance: 1)

  /// Returns the speed of a lift, which runs at its nominal speed or stands.
  static func lift(_ metresPerSecond: Float) -> TypicalSpeed {
    TypicalSpeed(metresPerSecond: metresPerSecond, variance: 2.25)
  }

  /// Returns the speed of skiers on a run: gliding with a large variance where it descends steeper than the friction of
  /// snow, slow on the level and uphill, interpolated between.
  ///
  /// **Source:** the friction coefficient of skis on snow, about 0.05, as in ``Pace``.
  /// - Parameter gradient: Rise over length; nil where elevations are unknown, taken as gliding.
  static func run(gradient: Float?) -> TypicalSpeed {
    let glide = gradient.map { max(0, min(1, -$0 / 0.05)) } ?? 1
    let deviation = 2 + 3 * glide
    return TypicalSpeed(metresPerSecond: 1.2 + 2.8 * glide, variance: deviation * deviation)
  }
}

/// The distances along the network between each node and the nodes near it.
///
/// Rows are sorted by node for binary search; nodes and distances are separate arrays, because a search reads many
/// nodes and one distance.
///
/// **Source:** upper-bounded origin-destination table (Yang and Gidófalvi 2018), with an additional bound on the number
/// of nodes.
struct ReachTable: Sendable {
  /// The first item of each node's row: that of node v is `firsts[v]..<firsts[v + 1]`.
  private let firsts: FixedMemory<UInt32>
  private let nodes: FixedMemory<UInt32>
  private let metres: FixedMemory<Float>

  /// Searches from each node. Complexity: O(*n* · *b* log *b*) for *b* nodes within the bounds.
  init(network: MatchNetwork, withinMetres bound: Float, atMost limit: Int) {
    var firsts: [UInt32] = [0]
    var (nodes, metres): ([UInt32], [Float]) = ([], [])
    var search = NetworkSearch(network: network)
    for node in 0..<network.nodeCount {
      search.run(from: UInt32(node), withinMetres: bound, atMost: limit)
      for reached in search.settled.sorted() {
        nodes.append(reached)
        metres.append(search.metres[Int(reached)])
      }
      firsts.append(UInt32(nodes.count))
    }
    self.firsts = FixedMemory(firsts)
    self.nodes = FixedMemory(nodes)
    self.metres = FixedMemory(metres)
  }

  /// Returns the length of the shortest path in metres; nil when it is beyond the bounds. Complexity: O(log *b*).
  @inline(__always)
  func metres(from: UInt32, to: UInt32) -> Float? {
    let all = Int(firsts[Int(from)])..<Int(firsts[Int(from) + 1])
    let found = all.partitioningIndex { nodes[$0] >= to }
    return found < all.upperBound && nodes[found] == to ? metres[found] : nil
  }
}
