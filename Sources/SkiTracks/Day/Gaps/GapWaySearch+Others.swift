import SkiGraph

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
}
