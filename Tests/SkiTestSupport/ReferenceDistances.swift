import SkiBase
package import SkiGraph

extension ReferenceRouting {
  /// Returns the least milliseconds from one node to every node, nil where unreachable. Never to be optimised.
  ///
  /// A plain Dijkstra (1959) that scans an array for the nearest open node, with the costs and rules of the reference.
  package func distances(from start: NodeIndex, arcs: ReferenceArcs) -> [Int?] {
    var best = [Int?](repeating: nil, count: graph.nodeCount)
    var isDone = [Bool](repeating: false, count: graph.nodeCount)
    best[start.position] = 0
    while true {
      var nearest: (node: Int, time: Int)?
      for node in 0..<graph.nodeCount where !isDone[node] {
        guard let time = best[node] else { continue }
        if let other = nearest, other.time <= time { continue }
        nearest = (node, time)
      }
      guard let (node, time) = nearest else { return best }
      isDone[node] = true
      for (head, milliseconds) in arcs.out[node] {
        if let known = best[head], known <= time + milliseconds { continue }
        best[head] = time + milliseconds
      }
    }
  }

  /// Returns the arcs a profile may use, by the node they leave.
  package func arcs() -> ReferenceArcs {
    var out = [[(head: Int, milliseconds: Int)]](repeating: [], count: graph.nodeCount)
    for index in 0..<graph.linkCount {
      let link = graph.link(LinkIndex(index))
      guard isAllowed(link) else { continue }
      if link.allowsForward { out[link.tail.position].append((link.head.position, whole(link, false))) }
      if link.allowsBackward { out[link.head.position].append((link.tail.position, whole(link, true))) }
    }
    return ReferenceArcs(out: out)
  }
}

/// The arcs of a reference search by the node they leave.
package struct ReferenceArcs: Sendable {
  var out: [[(head: Int, milliseconds: Int)]]
}
