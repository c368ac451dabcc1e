import SkiGraph

extension CostModel {
  /// Returns how much of an edge up to some place is pushed, walked or climbed rather than slid down, in whole centimetres on the map.
  ///
  /// Runs and connectors are slid down from the gradient where skis glide, 5 %; streets are walked. Where heights are unknown the inferred
  /// ones count; without these a one-way run counts as slid down and all else as level, as its cost does. Lifts are ridden. Parts add up exactly.
  /// - Parameters:
  ///   - edge: The edge.
  ///   - centimetres: How far from its tail, in the direction of travel; beyond the end is the end.
  /// - Complexity: O(*p*) in the points of the link.
  func pushedCentimetres(_ edge: EdgeIndex, to centimetres: UInt32 = .max) -> UInt32 {
    let storage = graph.storage
    let link = graph.link(of: edge)
    let kind = LinkKind(code: storage.linkKind[link.position]) ?? .walk
    let range = graph.pointRange(link)
    let heights = graph.pricingHeights(ofLink: link.position)
    switch kind {
    case .lift: return 0
    case .walk: return min(centimetres, lengthCentimetres(link.position))
    case .run, .connector: break
    }
    let isOneWay =
      storage.linkForwardEdge[link.position] == .max || storage.linkBackwardEdge[link.position] == .max
    let glidesUnknown = kind == .run && isOneWay
    let isReversed = graph.isReversed(edge)
    var (pushed, travelled): (UInt32, UInt32) = (0, 0)
    for count in 1..<max(1, range.count) where travelled < centimetres {
      let high = isReversed ? range.upperBound - count : range.lowerBound + count
      let whole = storage.pointDistance[high] &- storage.pointDistance[high - 1]
      let (from, to) = isReversed ? (heights[high], heights[high - 1]) : (heights[high - 1], heights[high])
      let glides =
        from == .min || to == .min
        ? glidesUnknown : Double(Int64(from) - Int64(to)) >= Pace.glidingDescent * Double(whole)
      if !glides { pushed += min(whole, centimetres - travelled) }
      travelled += whole
    }
    return pushed
  }
}
