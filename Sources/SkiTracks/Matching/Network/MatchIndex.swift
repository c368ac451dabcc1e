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
