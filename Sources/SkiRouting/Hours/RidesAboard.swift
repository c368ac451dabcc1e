import SkiGraph

/// How long one may have been on a lift when its cabin passes a station between two sections, and where one boarded.
struct RidesAboard {
  /// A ride that leads into a cabin.
  struct Ride {
    /// The section that was boarded.
    var boarded: FeatureIndex
    /// Milliseconds since one came to it, the usual wait included.
    var milliseconds: UInt32
  }

  /// By node: the longest ride that leads into it.
  private(set) var rides: [NodeIndex: Ride] = [:]

  /// Finds the rides. Complexity: O(*m* + *c*²) in links and those that lead into cabins.
  init(model: CostModel) {
    let graph = model.graph
    let links = (0..<graph.linkCount).filter {
      LinkFlags(rawValue: graph.storage.linkFlags[$0]).contains(.goesOn)
    }
    // A cabin goes through each section once, so that each round settles at least one more of them.
    for _ in links {
      var isChanged = false
      for link in links where settle(link, model) { isChanged = true }
      if !isChanged { return }
    }
  }

  /// Takes a link into account; returns whether it makes a longer ride than known.
  private mutating func settle(_ link: Int, _ model: CostModel) -> Bool {
    let (graph, index) = (model.graph, LinkIndex(link))
    let forward = graph.edge(of: index, reversed: false)
    guard let edge = forward ?? graph.edge(of: index, reversed: true),
      let time = model.liftMilliseconds(index)
    else { return false }
    let before = rides[graph.tail(edge)]
    if before == nil, !graph.isBoarded(link) { return false }
    let whole = min(time.wait + time.ride + (before?.milliseconds ?? 0), CostModel.greatestMilliseconds)
    let feature = before?.boarded ?? FeatureIndex(graph.storage.linkFeature[link])
    guard whole > rides[graph.head(edge)]?.milliseconds ?? 0 else { return false }
    rides[graph.head(edge)] = Ride(boarded: feature, milliseconds: whole)
    return true
  }
}
