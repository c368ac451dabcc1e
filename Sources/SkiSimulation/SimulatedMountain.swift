import SkiBase
public import SkiGraph
public import SkiRouting

/// A region prepared for simulation: its circuits of lifts and runs, and the costs of its edges.
///
/// It is immutable, so that any number of skiers share it.
public final class SimulatedMountain: Sendable {
  /// The graph of the region.
  package let graph: RoutingGraph
  /// The profile of the skiers, for which the costs are computed.
  public let profile: SkierProfile
  /// The strongly connected parts with lifts, the one with most lifts first.
  let circuits: [SkiCircuit]
  let flat: FlatGraph
  /// The cost of each edge in milliseconds; only edges inside a circuit are allowed.
  let costs: [UInt32]
  let pace: Pace
  private let model: CostModel
  private let nodeElevations: [Double]

  /// Creates the preparation of a map's largest region with a circuit, for skiers of a profile.
  /// - Throws: ``SkiError`` with code `.emptyInput` when no lift of the map is part of a circuit, `.malformedData` for a
  ///   corrupted region, `.inputOutput` when reading it fails.
  /// - Complexity: O(*n* + *m*) and the costs of all edges, for each region up to that one.
  public convenience init(map: SkiMap, profile: SkierProfile = .anyGrade) throws {
    let graphs = try map.regions.map(map.graph).sorted { $1.nodeCount < $0.nodeCount }
    for graph in graphs {
      do {
        try self.init(graph: graph, profile: profile)
        return
      } catch let error as SkiError where error.code == .emptyInput { continue }
    }
    throw SkiError(.emptyInput, "map has no lift that its runs lead back to; simulate on another one")
  }

  /// Creates the preparation of a region for skiers of a profile.
  /// - Throws: ``SkiError`` with code `.emptyInput` when no lift of the region is part of a circuit.
  /// - Complexity: O(*n* + *m*) and the costs of all edges.
  package init(graph: RoutingGraph, profile: SkierProfile = .anyGrade) throws {
    self.graph = graph
    self.profile = profile
    model = CostModel(graph: graph, profile: profile)
    var costs = model.edgeCosts().milliseconds
    let components = graph.stronglyConnectedComponents { costs[$0.position] != EdgeCosts.notAllowed }
    circuits = SkiCircuit.all(in: graph, components: components, costs: costs)
    guard !circuits.isEmpty else {
      throw SkiError(
        .emptyInput,
        "region \(graph.region.rawValue) has no lift that its runs lead back to; simulate on another one")
    }
    let skied = Set(circuits.map(\.component))
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      let (from, to) = (components[graph.tail(edge).position], components[graph.head(edge).position])
      if from != to || !skied.contains(from) { costs[position] = EdgeCosts.notAllowed }
    }
    self.costs = costs
    flat = FlatGraph(graph)
    pace = Pace(ability: profile.ability, equipment: profile.equipment)
    nodeElevations = SyntheticElevations.nodes(of: graph)
  }

  /// Returns the kind of an edge's link.
  func kind(of edge: EdgeIndex) -> LinkKind {
    LinkKind(code: graph.storage.linkKind[graph.link(of: edge).position]) ?? .connector
  }

  /// Returns the feature of an edge; nil for connectors.
  func feature(of edge: EdgeIndex) -> FeatureIndex? {
    let feature = graph.storage.linkFeature[graph.link(of: edge).position]
    return feature == .max ? nil : FeatureIndex(feature)
  }

  /// Returns whether an edge crosses a mapped area.
  func crossesArea(_ edge: EdgeIndex) -> Bool {
    LinkFlags(rawValue: graph.storage.linkFlags[graph.link(of: edge).position]).contains(.areaCrossing)
  }

  /// Returns the elevation of a node in metres above mean sea level; synthetic where the map has none.
  func elevation(_ node: NodeIndex) -> Double { nodeElevations[node.position] }

  /// Returns the map length of an edge in metres.
  func metres(of edge: EdgeIndex) -> Double {
    let range = graph.pointRange(graph.link(of: edge))
    return Double(graph.storage.pointDistance[range.upperBound - 1]) / 100
  }

  /// Returns the mean gradient of an edge as rise over run; negative downhill.
  func gradient(of edge: EdgeIndex) -> Double {
    (elevation(graph.head(edge)) - elevation(graph.tail(edge))) / max(1, metres(of: edge))
  }

  /// Returns the duration of a ride on a lift's edge in seconds, without stops; nil for other edges.
  func rideSeconds(_ edge: EdgeIndex) -> Double? {
    model.liftMilliseconds(graph.link(of: edge)).map { max(1, Double($0.ride) / 1000) }
  }

  /// Returns the edges of the fastest path between two nodes, nil when there is none; empty for the same node.
  /// - Throws: ``SkiError`` when the search is cancelled or reaches its limit.
  func path(from start: NodeIndex, to end: NodeIndex) throws -> [EdgeIndex]? {
    try RouteSearch(flat)
      .path(
        from: [SearchEnd(node: start)], to: [SearchEnd(node: end)], costs: costs
      )?.edges
  }

  /// Returns the points of an edge in its direction, with elevations and distances from its start in metres.
  func line(of edge: EdgeIndex) -> (coordinates: [Coordinate], elevations: [Double], metres: [Double]) {
    let range = graph.pointRange(graph.link(of: edge))
    let whole = graph.storage.pointDistance[range.upperBound - 1]
    let (low, high) = (elevation(graph.tail(edge)), elevation(graph.head(edge)))
    let order = graph.isReversed(edge) ? Array(range.reversed()) : Array(range)
    let metres = order.map { point in
      let distance = graph.storage.pointDistance[point]
      return Double(graph.isReversed(edge) ? whole - distance : distance) / 100
    }
    let length = max(0.01, Double(whole) / 100)
    let points = order.map(graph.linkPoint)
    let elevations = zip(points, metres).map { $0.elevationMetres ?? low + (high - low) * $1 / length }
    return (points.map(\.coordinate), elevations, metres)
  }
}

/// A strongly connected component with at least one lift.
struct SkiCircuit: Sendable {
  let component: UInt32
  /// The edges of lifts, each from one station to another.
  let rides: [EdgeIndex]
  /// The nodes for lunch: huts, else stations.
  let tables: [NodeIndex]
  /// The nodes of the component.
  let nodes: [NodeIndex]

  static func all(in graph: RoutingGraph, components: [UInt32], costs: [UInt32]) -> [SkiCircuit] {
    var rides: [UInt32: [EdgeIndex]] = [:]
    for position in 0..<graph.edgeCount where costs[position] != EdgeCosts.notAllowed {
      let edge = EdgeIndex(position)
      let component = components[graph.tail(edge).position]
      guard graph.storage.linkKind[graph.link(of: edge).position] == LinkKind.lift.code,
        component == components[graph.head(edge).position], graph.tail(edge) != graph.head(edge)
      else { continue }
      rides[component, default: []].append(edge)
    }
    var nodes: [UInt32: [NodeIndex]] = [:]
    for node in components.indices where rides[components[node]] != nil {
      nodes[components[node], default: []].append(NodeIndex(node))
    }
    var huts: [UInt32: [NodeIndex]] = [:]
    for position in 0..<graph.featureCount
    where graph.kindCode(of: position) == FeatureKind.hut.code {
      guard let node = graph.feature(FeatureIndex(position)).startNode else { continue }
      huts[components[node.position], default: []].append(node)
    }
    return rides.map { component, rides in
      SkiCircuit(
        component: component, rides: rides, tables: huts[component] ?? rides.map { graph.tail($0) },
        nodes: nodes[component] ?? [])
    }
    .sorted { ($1.rides.count, $0.component) < ($0.rides.count, $1.component) }
  }
}

/// Synthetic elevations for nodes of a map without: lifts rise, runs descend.
///
/// They give the simulated barometer plausible values. Known elevations are kept. **Method:** least squares over the
/// links by Gauss–Seidel iteration, each link having a nominal gradient of its kind.
enum SyntheticElevations {
  /// The nominal gradients of links in their direction.
  private static let liftGradient = 0.28
  private static let runGradient = -0.17
  private static let sweeps = 120

  /// Returns elevations in metres by node.
  /// - Complexity: O(*m*) in links where any is unknown, else O(*n*) in nodes.
  static func nodes(of graph: RoutingGraph) -> [Double] {
    let known = (0..<graph.nodeCount).map { graph.point(NodeIndex($0)).elevationMetres }
    let unknown = known.indices.filter { known[$0] == nil }
    var heights = known.map { $0 ?? 1500 }
    guard !unknown.isEmpty else { return heights }
    let rises = nominalRises(of: graph)
    for _ in 0..<sweeps {
      for node in unknown where !rises[node].isEmpty {
        let sum = rises[node].reduce(0) { $0 + heights[$1.other] - $1.rise }
        heights[node] = sum / Double(rises[node].count)
      }
    }
    return heights
  }

  /// Returns for each node its neighbours with the nominal rise to each, in metres.
  private static func nominalRises(of graph: RoutingGraph) -> [[(other: Int, rise: Double)]] {
    var rises = [[(other: Int, rise: Double)]](repeating: [], count: graph.nodeCount)
    for position in 0..<graph.linkCount {
      let link = LinkIndex(position)
      let (tail, head) = (Int(graph.storage.linkTail[position]), Int(graph.storage.linkHead[position]))
      guard tail != head else { continue }
      let forward = graph.edge(of: link, reversed: false) != nil
      let backward = graph.edge(of: link, reversed: true) != nil
      let metres = Double(graph.storage.pointDistance[graph.pointRange(link).upperBound - 1]) / 100
      let gradient =
        switch LinkKind(code: graph.storage.linkKind[position]) {
        case .lift: forward ? liftGradient : -liftGradient
        case .run where forward != backward: forward ? runGradient : -runGradient
        default: 0.0
        }
      rises[tail].append((head, gradient * metres))
      rises[head].append((tail, -gradient * metres))
    }
    return rises
  }
}
