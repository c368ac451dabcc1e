import SkiGraph

/// The rules of the Pareto search: time, hardest grade, distance pushed and lifts as the lanes of labels.
struct ParetoRules: LabelRules {
  private let timed: TimedCosts
  private let ends: TimedEnds
  /// The lower bound of each edge, with its time without waits.
  private let edges: [LabelVector]
  private let allowed: [Bool]
  /// The vector after each target's node, without time.
  private let finals: [LabelVector]

  let maximumLanes: LabelVector = {
    var lanes = LabelVector.zero
    lanes[RouteCriteria.Lane.rank] = 1
    return lanes
  }()

  init(day: PreparedDay, ends: TimedEnds) {
    timed = day.timed
    self.ends = ends
    let costs = CriterionCosts(model: day.model)
    let count = day.model.graph.edgeCount
    allowed = (0..<count).map { day.timed.milliseconds($0) != EdgeCosts.notAllowed }
    edges = (0..<count).map { edge in
      guard day.timed.milliseconds(edge) != EdgeCosts.notAllowed else { return .zero }
      var vector = costs.vector(EdgeIndex(edge))
      vector[RouteCriteria.Lane.time] = day.timed.milliseconds(edge)
      return vector
    }
    finals = ends.exit.access.ends.indices.map { index in
      costs.vector(ends.exit.access.pieces[index], walk: ends.exit.walk(index, to: .destination))
    }
  }

  func least(_ edge: Int) -> LabelVector? { allowed[edge] ? edges[edge] : nil }

  func cost(_ edge: Int, after label: Label) -> LabelVector? {
    guard allowed[edge] else { return nil }
    let time = UInt64(label.vector[RouteCriteria.Lane.time])
    let cost = UInt64(timed.milliseconds(edge))
    guard let passage = timed.passage(edge, at: time, cost: cost),
      passage.arrival < SearchScratch.timeLimit
    else { return nil }
    var vector = joined(label.vector, edges[edge])
    vector[RouteCriteria.Lane.time] = UInt32(passage.arrival)
    return vector
  }

  func finish(_ target: Int, after label: Label) -> LabelVector? {
    guard let time = ends.finish(target, at: label.vector[RouteCriteria.Lane.time]) else { return nil }
    var vector = joined(label.vector, finals[target])
    vector[RouteCriteria.Lane.time] = time
    return vector
  }

  func key(_ vector: LabelVector) -> UInt64 { UInt64(vector[RouteCriteria.Lane.time]) }

  /// The lower bounds after each target's node, time included.
  var leastFinals: [LabelEnd] {
    ends.targets.indices.map { index in
      var vector = finals[index]
      vector[RouteCriteria.Lane.time] = ends.exit.access.ends[index].milliseconds
      return LabelEnd(node: ends.targets[index], vector: vector)
    }
  }
}

/// The costs of pieces in the criteria that do not depend on the time.
struct CriterionCosts {
  let model: CostModel

  /// Returns the vector of a whole edge.
  func vector(_ edge: EdgeIndex) -> LabelVector {
    let link = model.graph.link(of: edge).position
    var vector = LabelVector.zero
    vector[RouteCriteria.Lane.rank] = model.graph.criterionRank(link)
    vector[RouteCriteria.Lane.pushed] = model.pushedCentimetres(edge)
    vector[RouteCriteria.Lane.lifts] = model.graph.isBoarded(link) ? 1 : 0
    return vector
  }

  /// Returns the vector of a part of an edge and a walk.
  func vector(_ piece: RoutePiece?, walk: RoutePiece?) -> LabelVector {
    var vector = LabelVector.zero
    if let piece, let edge = piece.edge {
      vector[RouteCriteria.Lane.rank] = model.graph.criterionRank(model.graph.link(of: edge).position)
      vector[RouteCriteria.Lane.pushed] =
        model.pushedCentimetres(edge, to: piece.endCentimetres)
        - model.pushedCentimetres(edge, to: piece.startCentimetres)
    }
    vector[RouteCriteria.Lane.pushed] += Self.centimetres(walk)
    return vector
  }

  static func centimetres(_ walk: RoutePiece?) -> UInt32 {
    walk.map { UInt32(min(max(0, $0.walkMetres * 100), 1e9)) } ?? 0
  }
}
