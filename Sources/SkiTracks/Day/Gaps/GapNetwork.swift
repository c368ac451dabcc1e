import SkiGraph

/// The network of a region with its incoming edges, for searches in both directions.
struct GapNetwork {
  let graph: RoutingGraph
  /// The first incoming edge of each node: those of node v are `incoming[firstIn[v]..<firstIn[v + 1]]`.
  private let firstIn: [UInt32]
  private let incoming: [UInt32]
  private var times: [EdgeIndex: TravelTime] = [:]

  /// Sorts the edges by their heads. Complexity: O(*n* + *m*) in nodes and edges, and memory alike.
  init(_ graph: RoutingGraph) {
    self.graph = graph
    var firstIn = [UInt32](repeating: 0, count: graph.nodeCount + 1)
    for edge in 0..<graph.edgeCount { firstIn[graph.head(EdgeIndex(edge)).position + 1] += 1 }
    for node in 1..<firstIn.count { firstIn[node] += firstIn[node - 1] }
    self.firstIn = firstIn
    var incoming = [UInt32](repeating: 0, count: graph.edgeCount)
    for edge in 0..<graph.edgeCount {
      let head = graph.head(EdgeIndex(edge)).position
      incoming[Int(firstIn[head])] = UInt32(edge)
      firstIn[head] += 1
    }
    self.incoming = incoming
  }

  /// Returns the edges that leave a node.
  func edges(from node: NodeIndex) -> [EdgeIndex] { graph.edges(from: node).map { EdgeIndex($0) } }

  /// Returns the edges that lead to a node.
  func edges(to node: NodeIndex) -> [EdgeIndex] {
    incoming[Int(firstIn[node.position])..<Int(firstIn[node.position + 1])].map { EdgeIndex($0) }
  }

  /// Returns the time of travel along an edge, computed on first use.
  mutating func time(_ edge: EdgeIndex) -> TravelTime {
    if let known = times[edge] { return known }
    let time = TravelTime(edge, in: graph)
    times[edge] = time
    return time
  }

  /// Returns the other direction of an edge's link; nil where it is not allowed.
  func twin(_ edge: EdgeIndex) -> EdgeIndex? {
    graph.edge(of: graph.link(of: edge), reversed: !graph.isReversed(edge))
  }

  /// Returns the length of an edge in metres on the map.
  func metres(_ edge: EdgeIndex) -> Double {
    Double(graph.storage.pointDistance[graph.pointRange(graph.link(of: edge)).upperBound - 1]) / 100
  }

  /// Returns the kind and the feature of an edge.
  func facts(_ edge: EdgeIndex) -> (kind: LinkKind, feature: FeatureIndex?) {
    let link = graph.link(of: edge).position
    let feature = graph.storage.linkFeature[link]
    return (
      LinkKind(code: graph.storage.linkKind[link]) ?? .connector,
      feature == .max ? nil : FeatureIndex(feature)
    )
  }
}
