import SkiGeo
import SkiGraph

/// An end of a request on the network: one or more positions, each with the walk to it.
struct ResolvedEnd {
  /// A position on a link or at a node.
  struct Candidate {
    /// The position on the network.
    var snap: NetworkSnap
    /// The milliseconds of the walk between the coordinate and the position; 0 when they coincide.
    var walkMilliseconds: UInt32 = 0
  }

  /// The positions, nearest first.
  var candidates: [Candidate]
  /// The coordinate of the request; nil for nodes and places.
  var origin: GraphPoint?

  /// The maximum distance without a walk, in metres.
  static let standingMetres = 0.5

  /// Creates an end at nodes.
  init(nodes: [NodeIndex], graph: RoutingGraph) {
    candidates = nodes.map {
      Candidate(snap: NetworkSnap(.atNode($0), point: graph.point($0), distanceMetres: 0))
    }
  }

  /// Creates an end at a coordinate from its snaps, nearest first; a snap to the end of a link becomes one to its node.
  init(coordinate: Coordinate, snaps: [NetworkSnap], graph: RoutingGraph) {
    origin = GraphPoint(position: FixedCoordinate(coordinate), elevationCentimetres: nil)
    candidates = snaps.map { snap in
      Candidate(
        snap: Self.atNode(snap, graph),
        walkMilliseconds: snap.distanceMetres > Self.standingMetres
          ? UInt32(min(snap.distanceMetres * 1000 / Pace.walkingSpeed, 1_000_000_000)) : 0)
    }
  }

  /// Creates an end at a position on a link.
  init(standingAt snap: NetworkSnap, graph: RoutingGraph) {
    candidates = [Candidate(snap: Self.atNode(snap, graph))]
  }

  private static func atNode(_ snap: NetworkSnap, _ graph: RoutingGraph) -> NetworkSnap {
    let node: NodeIndex
    switch snap.position {
    case .atNode(let station): node = station
    case .onLink(let link, let offset):
      let length = graph.storage.pointDistance[graph.pointRange(link).upperBound - 1]
      guard offset == 0 || offset >= length else { return snap }
      node = NodeIndex((offset == 0 ? graph.storage.linkTail : graph.storage.linkHead)[link.position])
    }
    return NetworkSnap(.atNode(node), point: graph.point(node), distanceMetres: snap.distanceMetres)
  }

  /// Returns the walk at this end as a piece, or nil when there is none.
  func walk(_ candidate: Candidate, to end: RouteEnd) -> RoutePiece? {
    guard candidate.walkMilliseconds > 0, let origin else { return nil }
    return RoutePiece(
      edge: nil, startPoint: end == .start ? origin : candidate.snap.point,
      endPoint: end == .start ? candidate.snap.point : origin, walkMetres: candidate.snap.distanceMetres,
      milliseconds: candidate.walkMilliseconds)
  }
}

/// The entries to the network or exits from it for one profile: the nodes for the search, and the part of an edge that
/// leads to each.
struct EndAccess {
  /// The nodes with the cost between the end and each.
  var ends: [SearchEnd] = []
  /// The candidate of each node.
  var candidates: [Int] = []
  /// The part of an edge to each node; nil for a candidate at the node.
  var pieces: [RoutePiece?] = []

  private mutating func reserveCapacity(_ count: Int) {
    ends.reserveCapacity(count)
    candidates.reserveCapacity(count)
    pieces.reserveCapacity(count)
  }

  /// Adds a candidate at a node unless there is one already that is as near: the links that meet there have one each.
  private mutating func addNode(_ node: NodeIndex, _ milliseconds: UInt32, _ candidate: Int) {
    let isKnown = ends.indices.contains {
      ends[$0].node == node && ends[$0].milliseconds <= milliseconds && pieces[$0] == nil
    }
    if !isKnown { add(node, milliseconds, candidate, nil) }
  }

  private mutating func add(_ node: NodeIndex, _ milliseconds: UInt32, _ candidate: Int, _ piece: RoutePiece?)
  {
    ends.append(SearchEnd(node: node, milliseconds: milliseconds))
    candidates.append(candidate)
    pieces.append(piece)
  }

  /// Computes the entries from an end to the network (`.start`) or its exits (`.destination`).
  ///
  /// A position on a link has one for each direction that the link and the profile allow.
  /// - Complexity: O(*c* · *p*) in candidates and the points of a link.
  init(_ resolved: ResolvedEnd, end: RouteEnd, model: CostModel, costs: EdgeCosts) {
    let graph = model.graph
    reserveCapacity(2 * resolved.candidates.count)
    for (index, candidate) in resolved.candidates.enumerated() {
      let walk = model.walkCost(candidate.walkMilliseconds)
      guard case .onLink(let link, let offset) = candidate.snap.position else {
        if let node = candidate.snap.node { addNode(node, walk, index) }
        continue
      }
      let length = model.lengthCentimetres(link.position)
      for reversed in [false, true] {
        let place = reversed ? length - min(offset, length) : min(offset, length)
        guard let edge = graph.edge(of: link, reversed: reversed), let whole = costs[edge],
          let before = model.cumulativeMilliseconds(edge, toCentimetres: place, whole: whole)
        else { continue }
        if end == .start {
          let piece = RoutePiece(
            edge: edge, startCentimetres: place, startPoint: candidate.snap.point,
            milliseconds: whole - before)
          add(graph.head(edge), walk + whole - before, index, piece)
        } else {
          let piece = RoutePiece(
            edge: edge, endCentimetres: place, endPoint: candidate.snap.point, milliseconds: before)
          add(graph.tail(edge), walk + before, index, piece)
        }
      }
    }
  }
}
