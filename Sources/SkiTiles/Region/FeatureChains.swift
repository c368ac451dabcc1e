import SkiGraph

/// The lines of a feature in its direction of travel, as chains of its links.
struct FeatureChains {
  /// The chains: links, and whether each is traversed against its own direction.
  var chains: [[(link: Int, isReversed: Bool)]] = []
  /// Indicates whether every link allows one direction only; nil without links.
  private(set) var isOneway: Bool?
  /// The links that make up the line, in order along it.
  let links: [Int]

  /// Creates the chains of a feature. Complexity: O(*n* log *n*) in its links.
  init(_ graph: RoutingGraph, feature: Int) {
    let storage = graph.storage
    links = Self.links(graph, feature: feature)
    guard !links.isEmpty else { return }
    isOneway = links.allSatisfy {
      (storage.linkForwardEdge[$0] == .max) != (storage.linkBackwardEdge[$0] == .max)
    }
    // The links of a feature travelled against its line are taken in reverse order, so that they still join.
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

  /// Returns the links that make up a feature's line, in order along it.
  ///
  /// A lift has a link for each pair of stations; its line is the longest chain of links from end to end.
  /// - Complexity: O(*n* log *n*) in the links.
  static func links(_ graph: RoutingGraph, feature: Int) -> [Int] {
    var links = graph.links(of: FeatureIndex(feature)).filter { !graph.isThroughRide($0) }
    if links.count > 1 { links.sort { low($0, graph) < low($1, graph) } }
    guard links.count > 1, graph.storage.linkKind[links[0]] == LinkKind.lift.code else { return links }
    return chain(links, graph) ?? links
  }

  /// Returns the chain of the most links from the first offset along the line to the last; nil when there is none.
  private static func chain(_ links: [Int], _ graph: RoutingGraph) -> [Int]? {
    let (starts, ends) = (graph.storage.linkStartOffset, graph.storage.linkEndOffset)
    /// The number of links up to each offset, and the last of them.
    var reached = [min(starts[links[0]], ends[links[0]]): (count: 0, link: -1)]
    var last: UInt32 = 0
    for link in links {
      let (low, high) = (min(starts[link], ends[link]), max(starts[link], ends[link]))
      last = max(last, high)
      guard low < high, let count = reached[low]?.count, count >= reached[high]?.count ?? 0 else { continue }
      reached[high] = (count + 1, link)
    }
    var chain: [Int] = []
    while let link = reached[last]?.link, link >= 0 {
      chain.append(link)
      last = min(starts[link], ends[link])
    }
    return chain.isEmpty ? nil : chain.reversed()
  }

  /// Returns whether a link is travelled from head to tail only.
  private static func isReversed(_ link: Int, _ graph: RoutingGraph) -> Bool {
    graph.storage.linkForwardEdge[link] == .max && graph.storage.linkBackwardEdge[link] != .max
  }

  /// Returns whether a link's tail lies farther along the feature's line than its head.
  private static func runsBackwards(_ link: Int, _ graph: RoutingGraph) -> Bool {
    graph.storage.linkStartOffset[link] > graph.storage.linkEndOffset[link]
  }
}

/// Returns the lower offset of a link along its feature, then its index.
private func low(_ link: Int, _ graph: RoutingGraph) -> (UInt32, Int) {
  (min(graph.storage.linkStartOffset[link], graph.storage.linkEndOffset[link]), link)
}
