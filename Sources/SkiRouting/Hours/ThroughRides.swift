import SkiGraph

/// The longest times aboard at the stations that cabins pass between two sections, with the section boarded.
struct ThroughRides {
  /// A ride that leads to a passing cabin.
  struct PassingRide {
    /// The section that was boarded.
    var boarded: FeatureIndex
    /// The milliseconds since arrival at that section, the usual wait included.
    var milliseconds: UInt32
  }

  /// The longest ride to each node.
  private(set) var rides: [NodeIndex: PassingRide] = [:]

  /// Computes the rides.
  /// - Complexity: O(*m* + *c*²) in links *m* and those that lead to passing cabins *c*.
  init(model: CostModel) {
    let graph = model.graph
    let links = (0..<graph.linkCount).filter {
      LinkFlags(rawValue: graph.storage.linkFlags[$0]).contains(.goesOn)
    }
    // A cabin passes each section once, so that each round settles at least one more.
    for _ in links {
      var isChanged = false
      for link in links where settle(link, model) { isChanged = true }
      if !isChanged { return }
    }
  }

  /// Updates the ride to the head of a link; returns whether it became longer.
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
    rides[graph.head(edge)] = PassingRide(boarded: feature, milliseconds: whole)
    return true
  }
}
