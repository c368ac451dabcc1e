import SkiGraph

/// The lines of a feature in the direction they are travelled: its links one behind the other as far as they join.
struct FeatureChains {
  /// One line: links with whether each is taken against its own direction.
  var chains: [[(link: Int, isReversed: Bool)]] = []
  /// Whether every link allows one direction only; nil without links.
  private(set) var isOneway: Bool?

  /// Finds the lines of a feature. Complexity: O(*n* log *n*) in its links.
  init(_ graph: RoutingGraph, feature: Int) {
    let storage = graph.storage
    let links = graph.links(of: FeatureIndex(feature))
      .sorted { low($0, graph) < low($1, graph) }
    guard !links.isEmpty else { return }
    isOneway = links.allSatisfy {
      (storage.linkForwardEdge[$0] == .max) != (storage.linkBackwardEdge[$0] == .max)
    }
    // A feature travelled against its line is read from its end, so that its links still join.
    let isAgainst = Self.isReversed(links[0], graph) != Self.runsBackwards(links[0], graph)
    var last: UInt32?
    for link in isAgainst ? links.reversed() : links {
      let isReversed = Self.isReversed(link, graph)
      let (tail, head) = (storage.linkTail[link], storage.linkHead[link])
      if last == (isReversed ? head : tail) {
        chains[chains.count - 1].append((link, isReversed))
      } else {
        chains.append([(link, isReversed)])
      }
      last = isReversed ? tail : head
    }
  }

  /// Whether a link is travelled from head to tail only.
  private static func isReversed(_ link: Int, _ graph: RoutingGraph) -> Bool {
    graph.storage.linkForwardEdge[link] == .max && graph.storage.linkBackwardEdge[link] != .max
  }

  /// Whether a link's tail lies farther along the feature's line than its head.
  private static func runsBackwards(_ link: Int, _ graph: RoutingGraph) -> Bool {
    graph.storage.linkStartOffset[link] > graph.storage.linkEndOffset[link]
  }
}

/// Where along its feature a link begins, then the order of links.
private func low(_ link: Int, _ graph: RoutingGraph) -> (UInt32, Int) {
  (min(graph.storage.linkStartOffset[link], graph.storage.linkEndOffset[link]), link)
}
