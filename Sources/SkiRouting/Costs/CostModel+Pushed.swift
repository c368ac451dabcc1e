import SkiGraph

extension CostModel {
  /// Returns the horizontal distance along an edge that is pushed, walked or climbed rather than slid down, in whole
  /// centimetres.
  ///
  /// Runs and connectors are slid down from a gradient of 5 % on; streets and connectors on foot are walked, lifts
  /// ridden. Where elevations are unknown the inferred ones count, as a climb where nothing tells the direction; without
  /// these one-way runs count as slid down and all else as level, as in the costs. Parts add up exactly.
  /// - Parameters:
  ///   - edge: The edge.
  ///   - centimetres: The horizontal distance from its tail up to which to measure, clamped to its length.
  /// - Complexity: O(*p*) in the points of the link.
  func pushedCentimetres(_ edge: EdgeIndex, to centimetres: UInt32 = .max) -> UInt32 {
    let storage = graph.storage
    let link = graph.link(of: edge)
    let kind = LinkKind(code: storage.linkKind[link.position]) ?? .walk
    let range = graph.pointRange(link)
    let heights = graph.costElevations(ofLink: link.position)
    switch kind {
    case .lift: return 0
    case .walk: return min(centimetres, lengthCentimetres(link.position))
    case .run, .connector: break
    }
    let isOnFoot = LinkCause(code: storage.linkCause[link.position])?.isOnFoot == true
    if isOnFoot || graph.climbsEitherWay(link.position) {
      return min(centimetres, lengthCentimetres(link.position))
    }
    let isOneWay =
      storage.linkForwardEdge[link.position] == .max || storage.linkBackwardEdge[link.position] == .max
    let glidesUnknown = kind == .run && isOneWay
    let isReversed = graph.isReversed(edge)
    var (pushed, travelled): (UInt32, UInt32) = (0, 0)
    let distances = storage.pointDistance.unchecked
    let elevations = heights.unchecked
    let glidingDescent = Pace.glidingDescent
    // The points of a link lie in their sections, which have an element for each point, checked when the region was
    // opened.
    precondition(
      range.upperBound <= min(distances.count, elevations.count), "points are outside their section")
    for count in 1..<max(1, range.count) where travelled < centimetres {
      let high = isReversed ? range.upperBound - count : range.lowerBound + count
      let whole = distances[high] &- distances[high - 1]
      let (from, to) =
        isReversed ? (elevations[high], elevations[high - 1]) : (elevations[high - 1], elevations[high])
      let glides =
        from == .min || to == .min
        ? glidesUnknown : Double(Int64(from) - Int64(to)) >= glidingDescent * Double(whole)
      if !glides { pushed += min(whole, centimetres - travelled) }
      travelled += whole
    }
    return pushed
  }
}
