import SkiGraph

/// The ends of a search for relaxations.
struct RelaxationEnds {
  struct End {
    var node: NodeIndex
    var costs: RelaxationCosts.Costs
    /// The closed feature of the end's link plus one; 0 when it is open.
    var closed: UInt32
  }
  let entry: EndAccess
  let exit: EndAccess
  let start: ResolvedEnd
  let destination: ResolvedEnd
  let starts: [End]
  let targets: [End]
  /// The paths that touch no node, with their costs.
  let direct: [(way: DirectPath, label: Label)]

  init(from start: ResolvedEnd, to destination: ResolvedEnd, pricer: RelaxationCosts) {
    let costs = pricer.costs
    // On a run beyond the limits only the relaxation of these leads on.
    let isAllowed = { (link: LinkIndex) in pricer.admission.allows(link.position) }
    let start = start.onRefusedRun(costs.model.graph, isAllowed: isAllowed) ?? start
    let destination = destination.onRefusedRun(costs.model.graph, isAllowed: isAllowed) ?? destination
    (self.start, self.destination) = (start, destination)
    entry = EndAccess(start, end: .start, model: costs.model, costs: costs.edges, isLeast: false)
    exit = EndAccess(destination, end: .destination, model: costs.model, costs: costs.edges, isLeast: false)
    starts = Self.ends(entry, pricer)
    targets = Self.ends(exit, pricer)
    direct = DirectPath.all(from: start, to: destination, costs: costs).map { way in
      let part = way.part.edge.map { pricer.piece(way.part, $0) } ?? RelaxationCosts.Costs()
      let isOpened = way.part.edge.map(pricer.closedState) ?? 0 != 0
      let opened = RelaxationRules.Field.opened.placed(isOpened ? 1 : 0)
      return (way, Label(first: part.first, tie: way.milliseconds, rest: part.rest | opened))
    }
  }

  private static func ends(_ access: EndAccess, _ pricer: RelaxationCosts) -> [End] {
    access.ends.enumerated().map { index, end in
      let piece = access.pieces[index]
      var costs =
        piece.flatMap { piece in piece.edge.map { pricer.piece(piece, $0) } } ?? RelaxationCosts.Costs()
      costs.tie = end.milliseconds
      return End(node: end.node, costs: costs, closed: piece?.edge.map(pricer.closedState) ?? 0)
    }
  }
}
