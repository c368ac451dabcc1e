import SkiBase
import SkiGraph

/// An end of a request on the network: one or more positions, each with the walk to it.
///
/// A coordinate has a position on each segment of a run or street within the snap limit, and each station there. A walk
/// takes the straight distance at walking speed, and the climb on top where the elevations of the positions tell it: the
/// elevation of the coordinate is the mean of the least and the greatest that they allow for a gradient of up to
/// ``greatestGradient``. So a coordinate a few metres away has a walk that differs by those metres and their climb, and
/// no position comes or goes but at the snap limit.
struct ResolvedEnd {
  /// A position on a link or at a node.
  struct Candidate {
    /// The position on the network.
    var snap: NetworkSnap
    /// The rise from the coordinate to the position, in metres; 0 where unknown.
    var riseMetres = 0.0

    /// Returns the milliseconds of the walk between the coordinate and the position; 0 when they coincide.
    /// - Parameter end: `.start` for the walk to the network, `.destination` for the one from it.
    @inline(__always)
    func walkMilliseconds(_ end: RouteEnd) -> UInt32 {
      guard snap.distanceMetres > ResolvedEnd.standingMetres else { return 0 }
      let climb = max(0, end == .start ? riseMetres : -riseMetres)
      return UInt32(
        min(
          snap.distanceMetres * 1000 / Pace.walkingSpeed + climb * Pace.climbingMillisecondsPerMetre,
          1_000_000_000))
    }
  }

  /// The positions, those of a link side by side in the order of its points.
  private(set) var candidates: [Candidate]
  /// The ranges of the positions on each link other than its ends, in the order of links.
  private(set) var links: [(link: LinkIndex, range: Range<Int>)] = []
  /// The coordinate of the request; nil for nodes and places.
  private(set) var origin: GraphPoint?
  /// The position nearest to the coordinate.
  private(set) var nearest: NetworkSnap

  /// The maximum distance without a walk, in metres.
  static let standingMetres = 0.5
  /// The gradient of the ground around a coordinate at most, as a ratio.
  static let greatestGradient = 1.0

  /// Creates an end at a node.
  init(node: NodeIndex, graph: RoutingGraph) {
    nearest = NetworkSnap(.atNode(node), point: graph.point(node), distanceMetres: 0)
    candidates = [Candidate(snap: nearest)]
  }

  /// Creates an end at a coordinate from its positions, at least one, those of a link side by side; one at the end of a
  /// link becomes one at its node.
  init(coordinate: Coordinate, snaps: [NetworkSnap], graph: RoutingGraph) {
    origin = GraphPoint(position: FixedCoordinate(coordinate), elevationCentimetres: nil)
    let ground = Self.elevationMetres(of: snaps)
    candidates = []
    candidates.reserveCapacity(snaps.count)
    var nearest = snaps[0]
    for snap in snaps {
      if snap.distanceMetres < nearest.distanceMetres { nearest = snap }
      var candidate = Candidate(snap: Self.atNode(snap, graph))
      if let ground, let elevation = snap.point.elevationCentimetres {
        candidate.riseMetres = Double(elevation) / 100 - ground
      }
      candidates.append(candidate)
    }
    self.nearest = Self.atNode(nearest, graph)
    findLinks()
  }

  /// Creates an end at a position on a link.
  init(standingAt snap: NetworkSnap, graph: RoutingGraph) {
    nearest = Self.atNode(snap, graph)
    candidates = [Candidate(snap: nearest)]
    findLinks()
  }

  /// Creates the end with those positions alone that a coordinate may be on.
  private init(near other: ResolvedEnd) {
    self = other
    candidates.removeAll { $0.snap.distanceMetres > EndResolver.onFeatureMetres }
    links = []
    findLinks()
  }

  private mutating func findLinks() {
    for (index, candidate) in candidates.enumerated() {
      guard let link = candidate.snap.link else { continue }
      if let last = links.last, last.link == link {
        links[links.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        links.append((link, index..<index + 1))
      }
    }
  }

  /// Returns the elevation of a coordinate in metres, given its positions; nil where none of these has an elevation.
  ///
  /// **Source:** McShane 1934, "Extension of range of functions": the mean of the least and the greatest extension of
  /// the elevations with a limit of the gradient, which obeys the limit too.
  private static func elevationMetres(of snaps: [NetworkSnap]) -> Double? {
    var (upper, lower) = (Double.infinity, -Double.infinity)
    for snap in snaps {
      guard let elevation = snap.point.elevationCentimetres else { continue }
      let (metres, room) = (Double(elevation) / 100, snap.distanceMetres * greatestGradient)
      (upper, lower) = (min(upper, metres + room), max(lower, metres - room))
    }
    return upper.isFinite && lower.isFinite ? (upper + lower) / 2 : nil
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
    let milliseconds = candidate.walkMilliseconds(end)
    guard milliseconds > 0, let origin else { return nil }
    return RoutePiece(
      edge: nil, startPoint: end == .start ? origin : candidate.snap.point,
      endPoint: end == .start ? candidate.snap.point : origin, walkMetres: candidate.snap.distanceMetres,
      milliseconds: milliseconds)
  }

  /// Returns the end without walks to other features where the coordinate is on a run that may not be used, within
  /// ``EndResolver/onFeatureMetres``, and on nothing else that may; else nil.
  ///
  /// Someone who stands on a run above their ceiling has to leave it on skis.
  /// - Complexity: O(*c*) in positions.
  func onRefusedRun(_ graph: RoutingGraph, isAllowed: (LinkIndex) -> Bool) -> ResolvedEnd? {
    guard origin != nil else { return nil }
    var isOnRefused = false
    for candidate in candidates where candidate.snap.distanceMetres <= EndResolver.onFeatureMetres {
      guard let link = candidate.snap.link, !isAllowed(link) else { return nil }
      if graph.storage.linkKind[link.position] == LinkKind.run.code { isOnRefused = true }
    }
    return isOnRefused ? ResolvedEnd(near: self) : nil
  }

  /// Returns whether the coordinate is on a run that may not be used, and on nothing else, so that it has neither
  /// entries nor exits.
  func isOnRefusedRun(_ costs: EdgeCosts, _ graph: RoutingGraph) -> Bool {
    onRefusedRun(graph) { link in
      [false, true].contains { graph.edge(of: link, reversed: $0).map { costs[$0] != nil } ?? false }
    } != nil
  }
}

/// The entries to the network or exits from it for one profile: the nodes for the search, and the part of an edge that
/// leads to each.
struct EndAccess {
  /// The nodes with the cost between the end and each.
  private(set) var ends: [SearchEnd] = []
  /// The candidate of each node.
  private(set) var candidates: [Int] = []
  /// The part of an edge to each node; nil for a candidate at the node.
  private(set) var pieces: [RoutePiece?] = []

  /// Computes the entries from an end to the network (`.start`) or its exits (`.destination`).
  ///
  /// A position on a link has one for each direction that the link and the profile allow, unless another position from
  /// which less of the link remains is as near. There is none where the end is on a run that may not be used, see
  /// ``ResolvedEnd/onRefusedRun(_:isAllowed:)``.
  /// - Parameters:
  ///   - resolved: The end.
  ///   - end: The end that it is.
  ///   - model: The cost model.
  ///   - costs: The costs of the edges by the model.
  ///   - isLeast: `true` to keep the one of least cost for each node, for searches by this cost alone.
  /// - Complexity: O(*c* · *p*) in candidates and the points of a link.
  init(_ resolved: ResolvedEnd, end: RouteEnd, model: CostModel, costs: EdgeCosts, isLeast: Bool = true) {
    if resolved.isOnRefusedRun(costs, model.graph) { return }
    for (index, candidate) in resolved.candidates.enumerated() {
      guard let node = candidate.snap.node else { continue }
      addNode(node, model.walkCost(candidate.walkMilliseconds(end)), index)
    }
    for (link, range) in resolved.links {
      for reversed in [false, true] {
        guard let edge = model.graph.edge(of: link, reversed: reversed), let whole = costs[edge] else {
          continue
        }
        addEdge(edge, whole, resolved, range, end, model, isLeast)
      }
    }
  }

  /// Adds a candidate at a node unless there is one already that is as near: the links that meet there have one each.
  private mutating func addNode(_ node: NodeIndex, _ milliseconds: UInt32, _ candidate: Int) {
    guard let known = ends.firstIndex(where: { $0.node == node }) else {
      ends.append(SearchEnd(node: node, milliseconds: milliseconds))
      candidates.append(candidate)
      pieces.append(nil)
      return
    }
    if ends[known].milliseconds <= milliseconds { return }
    (ends[known].milliseconds, candidates[known]) = (milliseconds, candidate)
  }

  /// Adds the positions on an edge that are nearer than those after them, at a start, or before them.
  private mutating func addEdge(
    _ edge: EdgeIndex, _ whole: UInt32, _ resolved: ResolvedEnd, _ range: Range<Int>, _ end: RouteEnd,
    _ model: CostModel, _ isLeast: Bool
  ) {
    let isReversed = model.graph.isReversed(edge)
    // From where least of the edge remains.
    let isFromLast = (end == .start) != isReversed
    var (nearest, nearestMetres, best) = (UInt32.max, Double.infinity, UInt32.max)
    var bestPiece: (index: Int, piece: RoutePiece)?
    for step in 0..<range.count {
      let index = isFromLast ? range.upperBound - 1 - step : range.lowerBound + step
      let candidate = resolved.candidates[index]
      let walk = candidate.walkMilliseconds(end)
      guard walk < nearest || candidate.snap.distanceMetres < nearestMetres else { continue }
      (nearest, nearestMetres) = (min(nearest, walk), min(nearestMetres, candidate.snap.distanceMetres))
      let onFoot = model.walkCost(walk)
      guard !isLeast || onFoot < best, let piece = Self.piece(edge, whole, candidate.snap, end, model) else {
        continue
      }
      let cost = onFoot + piece.milliseconds
      if !isLeast { add(edge, cost, index, piece, end, model) }
      if cost < best { (best, bestPiece) = (cost, (index, piece)) }
    }
    guard isLeast, let (index, piece) = bestPiece else { return }
    add(edge, best, index, piece, end, model, isLeast: true)
  }

  /// Returns the part of an edge from a position on it, at a start, or up to it.
  private static func piece(
    _ edge: EdgeIndex, _ whole: UInt32, _ snap: NetworkSnap, _ end: RouteEnd, _ model: CostModel
  ) -> RoutePiece? {
    guard case .onLink(let link, let offset) = snap.position else { return nil }
    let length = model.lengthCentimetres(link.position)
    let along = min(offset, length)
    let place = model.graph.isReversed(edge) ? length - along : along
    guard let before = model.cumulativeMilliseconds(edge, toCentimetres: place, whole: whole) else {
      return nil
    }
    return end == .start
      ? RoutePiece(
        edge: edge, startCentimetres: place, startPoint: snap.point, milliseconds: whole - before)
      : RoutePiece(edge: edge, endCentimetres: place, endPoint: snap.point, milliseconds: before)
  }

  /// Adds the end of a piece; the least of a node replaces another there.
  private mutating func add(
    _ edge: EdgeIndex, _ cost: UInt32, _ candidate: Int, _ piece: RoutePiece, _ end: RouteEnd,
    _ model: CostModel, isLeast: Bool = false
  ) {
    let node = end == .start ? model.graph.head(edge) : model.graph.tail(edge)
    if isLeast, let known = ends.firstIndex(where: { $0.node == node }) {
      if ends[known].milliseconds <= cost { return }
      (ends[known].milliseconds, candidates[known], pieces[known]) = (cost, candidate, piece)
      return
    }
    ends.append(SearchEnd(node: node, milliseconds: cost))
    candidates.append(candidate)
    pieces.append(piece)
  }
}
