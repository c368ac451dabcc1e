import SkiBase
import SkiGraph

/// The scores of the arcs of a tour's network in centimetres, negative for walking and climbing.
///
/// Ascent without a lift is subtracted, so that no cycle without a lift has a positive score.
struct TourScores {
  /// The unit of the scores.
  enum Measure { case fall, length }

  let measure: Measure
  private let graph: RoutingGraph
  /// The limit of a single score in centimetres: a hundred kilometres.
  private static let greatest: Int64 = 10_000_000

  init(_ graph: RoutingGraph, measure: Measure) { (self.graph, self.measure) = (graph, measure) }

  /// Returns the unit of a goal on a graph: descent where elevations are known, else length.
  static func measure(of graph: RoutingGraph, goal: TourGoal) -> Measure {
    if goal == .distance { return .length }
    return graph.storage.nodeElevation.contains { $0 != .min } ? .fall : .length
  }

  /// Returns the score of every arc, in their order.
  /// - Complexity: O(*m*) in arcs.
  func values(of network: TourNetwork) -> [Int32] {
    network.arcs.map { arc in
      if arc.edge != TourNetwork.Arc.none { return value(EdgeIndex(arc.edge)) }
      guard arc.access != TourNetwork.Arc.none else { return 0 }
      return network.accesses[Int(arc.access)].reduce(0) { $0 &+ value($1) }
    }
  }

  /// Returns the score of a whole edge.
  func value(_ edge: EdgeIndex) -> Int32 { value(RoutePiece(edge: edge, milliseconds: 0)) }

  /// Returns the score of a part of an edge; 0 for a walk off the network.
  func value(_ piece: RoutePiece) -> Int32 {
    guard let edge = piece.edge else { return 0 }
    let link = graph.link(of: edge)
    guard let kind = LinkKind(code: graph.storage.linkKind[link.position]), kind != .lift else { return 0 }
    switch measure {
    case .fall:
      guard let drop = drop(edge, piece) else { return 0 }
      return kind == .run ? drop : min(0, drop)
    case .length:
      let metres = length(link, piece)
      return kind == .run ? (isDownhill(edge, link) ? metres : 0) : -metres
    }
  }

  private func drop(_ edge: EdgeIndex, _ piece: RoutePiece) -> Int32? {
    let heights = graph.storage.nodeElevation
    let top = piece.startPoint.map(\.elevationCentimetres) ?? heights[graph.tail(edge).position]
    let bottom = piece.endPoint.map(\.elevationCentimetres) ?? heights[graph.head(edge).position]
    guard let top, let bottom, top != .min, bottom != .min else { return nil }
    return Self.clamped(Int64(top) - Int64(bottom))
  }

  private func length(_ link: LinkIndex, _ piece: RoutePiece) -> Int32 {
    let whole = graph.storage.pointDistance[graph.pointRange(link).upperBound - 1]
    let end = min(whole, piece.endCentimetres)
    return Self.clamped(Int64(end) - Int64(min(end, piece.startCentimetres)))
  }

  /// Returns whether a run leads downhill: by its elevations, or without them when it is one-way.
  private func isDownhill(_ edge: EdgeIndex, _ link: LinkIndex) -> Bool {
    if let drop = drop(edge, RoutePiece(edge: edge, milliseconds: 0)) { return drop > 0 }
    return graph.edge(of: link, reversed: !graph.isReversed(edge)) == nil
  }

  private static func clamped(_ value: Int64) -> Int32 {
    Int32(max(-greatest, min(greatest, value)))
  }
}

/// Returns the sum of two scores, clamped on overflow.
@inline(__always) func saturatedSum(_ a: Int32, _ b: Int32) -> Int32 {
  let (sum, overflows) = a.addingReportingOverflow(b)
  return overflows ? (b > 0 ? .max : .min) : sum
}
