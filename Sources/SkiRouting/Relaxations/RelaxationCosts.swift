import SkiGraph

/// The costs of the edges of a walking graph.
struct RelaxationSteps {
  /// The criteria, without opened features; edges that may never be used are left out.
  private(set) var criteria: LabelSteps
  /// The milliseconds.
  private(set) var times: [UInt32]
  /// The closed feature of each edge plus one; 0 for open edges.
  private(set) var closed: [UInt32]

  init(_ walking: WalkingGraph, _ pricer: RelaxationCosts) {
    let count = walking.flat.edgeCount
    criteria = LabelSteps(
      first: [UInt32](repeating: .max, count: count), rest: [UInt64](repeating: 0, count: count))
    times = [UInt32](repeating: 0, count: count)
    closed = times
    for edge in 0..<count {
      let costs: RelaxationCosts.Costs?
      switch walking.edge(edge) {
      case .walk(let walk): costs = pricer.walk(walk)
      case .edge(let original):
        costs = pricer.edge(EdgeIndex(original))
        closed[edge] = pricer.closedState(EdgeIndex(original))
      }
      guard let costs else { continue }
      (criteria.first[edge], criteria.rest[edge], times[edge]) = (costs.first, costs.rest, costs.tie)
    }
  }
}

/// The costs of links and walks in the search for relaxations.
struct RelaxationCosts {
  /// The criteria of a section, and its milliseconds.
  struct Costs {
    var first: UInt32 = 0
    var tie: UInt32 = 0
    var rest: UInt64 = 0
  }

  let costs: PreparedCosts
  let admission: Admission

  /// Returns the costs of a whole edge; nil when it may never be used.
  func edge(_ edge: EdgeIndex) -> Costs? {
    guard let milliseconds = costs.edges[edge] else { return nil }
    let link = costs.model.graph.link(of: edge).position
    return section(link, centimetres: costs.model.lengthCentimetres(link), milliseconds: milliseconds)
  }

  /// Returns the costs of a part of an edge.
  func piece(_ piece: RoutePiece, _ edge: EdgeIndex) -> Costs {
    let link = costs.model.graph.link(of: edge).position
    let length = costs.model.lengthCentimetres(link)
    let end = min(piece.endCentimetres, length)
    return section(
      link, centimetres: end - min(piece.startCentimetres, end), milliseconds: piece.milliseconds)
  }

  func walk(_ walk: WalkingGraph.Walk) -> Costs {
    let units = RelaxationRules.units(centimetres: UInt32(walk.metres * 100))
    return Costs(tie: walk.milliseconds, rest: RelaxationRules.Field.onFoot.placed(UInt64(units)))
  }

  /// Returns the closed feature of an edge plus one; 0 for an open edge.
  func closedState(_ edge: EdgeIndex) -> UInt32 {
    let link = costs.model.graph.link(of: edge).position
    return admission.violations(link).kinds.contains(.closed)
      ? costs.model.graph.storage.linkFeature[link] + 1 : 0
  }

  private func section(_ link: Int, centimetres: UInt32, milliseconds: UInt32) -> Costs {
    typealias Field = RelaxationRules.Field
    let violations = admission.violations(link)
    var costs = Costs(tie: milliseconds)
    if violations.kinds.contains(.avoidedLift) { costs.rest = Field.avoidedLifts.placed(1) }
    guard violations.isUnaccepted else { return costs }
    costs.first = RelaxationRules.units(centimetres: centimetres)
    costs.rest |= Field.gradesOver.unary(Int(violations.gradesOver))
    if violations.kinds.contains(.ungraded) { costs.rest |= Field.ungraded.placed(1) }
    if violations.kinds.contains(.offScale) { costs.rest |= Field.offScale.placed(1) }
    if violations.kinds.contains(.snowCovered) { costs.rest |= Field.snowCovered.placed(1) }
    return costs
  }
}
