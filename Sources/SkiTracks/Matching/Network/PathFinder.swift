/// Connects the decisions about single fixes into paths, with the edges between fixes.
struct PathFinder {
  let index: MatchIndex
  private var search: NetworkSearch

  init(index: MatchIndex) {
    self.index = index
    search = NetworkSearch(network: index.network)
  }

  /// Returns the paths of a track. Complexity: O(*n*), and a bounded search wherever edges lie between fixes.
  mutating func paths(_ decisions: [Trellis.Decision]) -> [MatchedPath] {
    var paths: [MatchedPath] = []
    var isOpen = false
    for (position, decision) in decisions.enumerated() {
      let entry = decision.entry
      guard entry.edge != MatchHypothesis.offMap else {
        isOpen = false
        continue
      }
      if !isOpen || entry.isBreak || !extend(&paths[paths.count - 1], decisions[position - 1].entry, entry) {
        paths.append(
          MatchedPath(
            at: position, edge: entry.edge, along: entry.along,
            length: index.network.edges[Int(entry.edge)].length))
      }
      isOpen = true
    }
    return paths
  }

  /// Extends a path to the next fix; returns false when there is no connection.
  private mutating func extend(_ path: inout MatchedPath, _ from: TrellisEntry, _ to: TrellisEntry) -> Bool {
    let network = index.network
    let edge = network.edges[Int(from.edge)]
    let goal = network.edges[Int(to.edge)]
    let along = Double(to.along)
    if to.edge == from.edge, !to.isLoop {
      path.extend(along: along)
      return true
    }
    if to.edge == edge.twin, !edge.isLift {
      path.turn(
        at: max(Double(from.along), Double(edge.length) - along), to: to.edge, along: along, in: network)
      return true
    }
    if edge.head == goal.tail {
      path.extend(over: [], to: to.edge, along: along, in: network)
      return true
    }
    search.run(from: edge.head, withinMetres: .infinity, atMost: 6000, goal: goal.tail)
    guard search.metres[Int(goal.tail)] < .infinity, search.settled.last == goal.tail else { return false }
    path.extend(over: search.path(to: goal.tail), to: to.edge, along: along, in: network)
    return true
  }
}
