import SkiGraph

/// The rules of the Pareto search: time is the first criterion, and hardest grade, distance pushed and lifts are the
/// others.
struct ParetoRules: LabelRules {
  private let times: TimetableTimes
  private let ends: TimedEnds
  private let bounds: LabelBounds
  /// The criteria of each edge.
  private let edges: [UInt64]
  /// The criteria after each target's node.
  private let finals: [UInt64]

  let fields = RouteCriteria.fields

  /// Creates the rules, with the times of edges in the form a search reads.
  init(times: TimetableTimes, ends: TimedEnds, edges: [UInt64], finals: [UInt64], bounds: LabelBounds) {
    (self.times, self.ends, self.edges) = (times, ends, edges)
    (self.finals, self.bounds) = (finals, bounds)
  }

  @inline(__always)
  func extended(_ label: Label, along edge: Int) -> Label? {
    let arrival = times.arrival(edge, at: UInt64(label.first))
    guard arrival < SearchScratch.timeLimit else { return nil }
    return Label(first: UInt32(arrival), rest: fields.joined(label.rest, edges[edge]))
  }

  func finished(_ label: Label, at target: Int) -> Label? {
    let end = ends.exit.access.ends[target]
    let arrival = times.finish(target, milliseconds: end.milliseconds, at: UInt64(label.first))
    guard arrival < SearchScratch.timeLimit else { return nil }
    return Label(first: UInt32(arrival), rest: fields.joined(label.rest, finals[target]))
  }

  @inline(__always)
  func least(_ label: Label) -> LabelBound? {
    let node = Int(label.node)
    let time = bounds.first[node]
    guard time != .max else { return nil }
    let rest = fields.joined(label.rest, bounds.rest[node])
    guard fields.isWithin(rest) else { return nil }
    return LabelBound(order: order(label.first &+ time, rest), rest: rest)
  }

  func order(ofEnd label: Label) -> UInt64 { order(label.first, label.rest) }

  /// Returns the order by time, then by the upper bits of the other criteria.
  @inline(__always)
  private func order(_ time: UInt32, _ rest: UInt64) -> UInt64 { UInt64(time) << 32 | rest >> 25 }
}

/// The costs of pieces in the criteria that do not depend on the time.
struct CriterionCosts {
  let model: CostModel

  /// Returns the criteria of every edge of the graph, whatever the profile.
  /// - Complexity: O(*p*) in the points of the graph.
  func edges() -> [UInt64] { (0..<model.graph.edgeCount).map { criteria(EdgeIndex($0)) } }

  /// Returns the criteria of a whole edge.
  private func criteria(_ edge: EdgeIndex) -> UInt64 {
    let link = model.graph.link(of: edge).position
    return RouteCriteria.Field.pushed.placed(UInt64(model.pushedCentimetres(edge)))
      | RouteCriteria.Field.lifts.placed(model.graph.isBoarded(link) ? 1 : 0)
      | model.graph.criterionRank(link)
  }

  /// Returns the criteria of a part of an edge and a walk.
  func criteria(_ piece: RoutePiece?, walk: RoutePiece?) -> UInt64 {
    var criteria: UInt64 = 0
    var pushed = Self.centimetres(walk)
    if let piece, let edge = piece.edge {
      criteria = model.graph.criterionRank(model.graph.link(of: edge).position)
      pushed +=
        model.pushedCentimetres(edge, to: piece.endCentimetres)
        - model.pushedCentimetres(edge, to: piece.startCentimetres)
    }
    return criteria | RouteCriteria.Field.pushed.placed(UInt64(pushed))
  }

  static func centimetres(_ walk: RoutePiece?) -> UInt32 {
    walk.map { UInt32(min(max(0, $0.walkMetres * 100), 1e9)) } ?? 0
  }
}
