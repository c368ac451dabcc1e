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
    let links = Self.links(graph, feature: feature)
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

  /// The links a feature's line is made of, in order along it.
  ///
  /// A lift has one for each pair of stations: of those the most that follow each other from end to end are taken.
  /// - Complexity: O(*n* log *n*) in the links.
  static func links(_ graph: RoutingGraph, feature: Int) -> [Int] {
    let links = graph.links(of: FeatureIndex(feature)).filter { !graph.isThroughRide($0) }
      .sorted { low($0, graph) < low($1, graph) }
    guard links.count > 1, graph.storage.linkKind[links[0]] == LinkKind.lift.code else { return links }
    return chain(links, graph) ?? links
  }

  /// Links from the first place along a line to its last, each from where the one before ends, as many as possible; nil
  /// when none lead there.
  private static func chain(_ links: [Int], _ graph: RoutingGraph) -> [Int]? {
    let (starts, ends) = (graph.storage.linkStartOffset, graph.storage.linkEndOffset)
    /// By place: how many links lead there, and the last of them.
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
