import SkiGraph

/// A converter of the paths of the search to relaxations with routes.
struct RelaxationBuilder {
  let rules: RelaxationRules
  let ends: RelaxationEnds
  private var graph: RoutingGraph { rules.costs.model.graph }

  init(rules: RelaxationRules, ends: RelaxationEnds) { (self.rules, self.ends) = (rules, ends) }

  func relaxation(_ way: LabelPath) -> Relaxation {
    let (before, inside, after) = pieces(way)
    let weights = RelaxationRules.weights(way.label)
    return Relaxation(
      concessions: concessions(inside), gradesOver: weights[1],
      route: RouteAssembly.route(before + inside + after, model: rules.costs.model), weights: weights)
  }

  /// Returns the walk to the network, the pieces on it, and the walk from it.
  private func pieces(_ way: LabelPath) -> (before: [RoutePiece], inside: [RoutePiece], after: [RoutePiece]) {
    guard let target = way.target else {
      let (pieces, part) = (ends.direct[way.source].way.pieces, ends.direct[way.source].way.part)
      let place = pieces.firstIndex(of: part) ?? 0
      return (Array(pieces[..<place]), [part], Array(pieces[(place + 1)...]))
    }
    let first = ends.start.candidates[ends.entry.candidates[way.source]]
    let last = ends.destination.candidates[ends.exit.candidates[target]]
    let inside = [ends.entry.pieces[way.source]] + way.edges.map(piece) + [ends.exit.pieces[target]]
    return (
      [ends.start.walk(first, to: .start)].compactMap(\.self), inside.compactMap(\.self),
      [ends.destination.walk(last, to: .destination)].compactMap(\.self)
    )
  }

  private func piece(_ edge: UInt32) -> RoutePiece {
    switch rules.walking.edge(Int(edge)) {
    case .edge(let original):
      return RoutePiece(
        edge: EdgeIndex(original),
        milliseconds: rules.costs.edges[EdgeIndex(original)] ?? EdgeCosts.notAllowed)
    case .walk(let walk):
      return RoutePiece(
        edge: nil, startPoint: graph.point(walk.tail), endPoint: graph.point(walk.head),
        walkMetres: walk.metres, milliseconds: walk.milliseconds)
    }
  }

  /// Returns the relaxed limits along pieces, consecutive sections of one run joined.
  private func concessions(_ pieces: [RoutePiece]) -> [RelaxedLimit] {
    var found: [RelaxedLimit] = []
    for piece in pieces {
      guard let edge = piece.edge else {
        if let from = piece.startPoint, let to = piece.endPoint {
          found.append(.onFoot(metres: piece.walkMetres, from: from, to: to))
        }
        continue
      }
      for concession in concessions(piece, edge) {
        if let last = found.indices.last, let joined = found[last].joined(concession) {
          found[last] = joined
        } else if !found.contains(concession) {
          found.append(concession)
        }
      }
    }
    return found
  }

  private func concessions(_ piece: RoutePiece, _ edge: EdgeIndex) -> [RelaxedLimit] {
    let link = graph.link(of: edge)
    let violations = rules.admission.violations(link.position)
    if violations.isEmpty { return [] }
    let length = rules.costs.model.lengthCentimetres(link.position)
    let end = min(piece.endCentimetres, length)
    let metres = Double(end - min(piece.startCentimetres, end)) / 100
    let raw = graph.storage.linkFeature[link.position]
    let feature = raw == .max ? nil : FeatureIndex(raw)
    var found: [RelaxedLimit] = []
    if violations.kinds.contains(.closed), let feature { found.append(.open(feature)) }
    if violations.kinds.contains(.avoidedLift), let feature { found.append(.avoidedLift(feature)) }
    if violations.kinds.contains(.ungraded) { found.append(.ungraded(feature, metres: metres)) }
    if violations.kinds.contains(.offScale) { found.append(.offScale(feature, metres: metres)) }
    if violations.kinds.contains(.snowCovered) { found.append(.snowCovered(feature, metres: metres)) }
    if violations.gradesOver > 0, let grade = Difficulty(rank: graph.storage.linkDifficulty[link.position]) {
      found.append(.harder(feature, grade, metres: metres))
    }
    return found
  }
}
