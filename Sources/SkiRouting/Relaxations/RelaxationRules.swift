import SkiGraph

/// The rules of the search for relaxations, with the criteria in the lanes of labels.
struct RelaxationRules: LabelRules {
  enum Lane {
    /// The length beyond the limits, in units of ``unitCentimetres``.
    static let unaccepted = 0
    static let gradesOver = 1
    static let opened = 2
    /// The length on foot off the network, in the same units.
    static let onFoot = 3
    static let ungraded = 4
    static let offScale = 5
    static let avoidedLifts = 6
    /// The milliseconds, which only decide between equal criteria.
    static let time = 7
    /// The lanes with lower bounds.
    static let bounded = [unaccepted, gradesOver, onFoot, ungraded, offScale, avoidedLifts]
  }

  let walking: WalkingGraph
  let costs: PreparedCosts
  let admission: Admission
  private let ends: RelaxationEnds
  /// The vector of each edge of the walking graph without opened features; nil where it may never be used.
  private let edges: [LabelVector?]
  /// The closed feature of each edge plus one; 0 for open edges.
  private let closed: [UInt32]

  let maximumLanes = Self.lanes([Lane.gradesOver, Lane.ungraded, Lane.offScale])
  let tieLanes = Self.lanes([Lane.time])

  init(walking: WalkingGraph, costs: PreparedCosts, admission: Admission, ends: RelaxationEnds) {
    (self.walking, self.costs, self.admission, self.ends) = (walking, costs, admission, ends)
    let pricer = RelaxationCosts(costs: costs, admission: admission)
    var edges: [LabelVector?] = []
    var closed: [UInt32] = []
    for edge in 0..<walking.flat.edgeCount {
      switch walking.edge(edge) {
      case .walk(let walk):
        edges.append(pricer.walk(walk))
        closed.append(0)
      case .edge(let original):
        edges.append(pricer.edge(EdgeIndex(original)))
        closed.append(pricer.closedState(EdgeIndex(original)))
      }
    }
    (self.edges, self.closed) = (edges, closed)
  }

  func least(_ edge: Int) -> LabelVector? { edges[edge] }

  func cost(_ edge: Int, after label: Label) -> LabelVector? {
    guard let step = edges[edge] else { return nil }
    return opening(closed[edge], joined(label.vector, step), after: label)
  }

  func finish(_ target: Int, after label: Label) -> LabelVector? {
    let end = ends.targets[target]
    return opening(end.closed, joined(label.vector, end.vector), after: label)
  }

  /// Adds one where a closed feature is entered; nil when the length on foot exceeds its limit.
  private func opening(_ feature: UInt32, _ vector: LabelVector, after label: Label) -> LabelVector? {
    var vector = vector
    if feature != 0, feature != label.state { vector[Lane.opened] += 1 }
    return vector[Lane.onFoot] <= Self.greatestUnits ? vector : nil
  }

  /// The unit of lengths, each section rounded up.
  static let unitCentimetres: UInt32 = 2500
  static let greatestUnits = UInt32(WalkingGraph.greatestMetres * 100) / unitCentimetres

  /// Returns the length of a section in units, rounded up.
  static func units(centimetres: UInt32) -> UInt32 {
    centimetres / unitCentimetres + (centimetres % unitCentimetres > 0 ? 1 : 0)
  }

  func state(_ edge: Int, after label: Label) -> UInt32 { closed[edge] }

  /// Returns whether one label dominates another; a label on a closed feature continues on it for free, which others
  /// pay for.
  func dominates(_ one: Label, _ other: Label) -> Bool {
    guard other.state != 0, one.state != other.state else { return dominates(one.vector, other.vector) }
    var vector = one.vector
    vector[Lane.opened] += 1
    return dominates(vector, other.vector)
  }

  func key(_ vector: LabelVector) -> UInt64 { UInt64(vector[Lane.time]) }

  private static func lanes(_ positions: [Int]) -> LabelVector {
    var lanes = LabelVector.zero
    for position in positions { lanes[position] = 1 }
    return lanes
  }
}

/// The vectors of links and walks in the search for relaxations.
struct RelaxationCosts {
  let costs: PreparedCosts
  let admission: Admission

  /// Returns the vector of a whole edge; nil when it may never be used.
  func edge(_ edge: EdgeIndex) -> LabelVector? {
    guard let milliseconds = costs.edges[edge] else { return nil }
    let link = costs.model.graph.link(of: edge).position
    return vector(link, centimetres: costs.model.lengthCentimetres(link), milliseconds: milliseconds)
  }

  /// Returns the vector of a part of an edge.
  func piece(_ piece: RoutePiece, _ edge: EdgeIndex) -> LabelVector {
    let link = costs.model.graph.link(of: edge).position
    let length = costs.model.lengthCentimetres(link)
    let end = min(piece.endCentimetres, length)
    return vector(
      link, centimetres: end - min(piece.startCentimetres, end), milliseconds: piece.milliseconds)
  }

  func walk(_ walk: WalkingGraph.Walk) -> LabelVector {
    var vector = LabelVector.zero
    vector[RelaxationRules.Lane.onFoot] = RelaxationRules.units(centimetres: UInt32(walk.metres * 100))
    vector[RelaxationRules.Lane.time] = walk.milliseconds
    return vector
  }

  /// Returns the closed feature of an edge plus one; 0 for an open edge.
  func closedState(_ edge: EdgeIndex) -> UInt32 {
    let link = costs.model.graph.link(of: edge).position
    return admission.violations(link).kinds.contains(.closed)
      ? costs.model.graph.storage.linkFeature[link] + 1 : 0
  }

  private func vector(_ link: Int, centimetres: UInt32, milliseconds: UInt32) -> LabelVector {
    let violations = admission.violations(link)
    var vector = LabelVector.zero
    vector[RelaxationRules.Lane.time] = milliseconds
    vector[RelaxationRules.Lane.avoidedLifts] = violations.kinds.contains(.avoidedLift) ? 1 : 0
    guard violations.isUnaccepted else { return vector }
    vector[RelaxationRules.Lane.unaccepted] = RelaxationRules.units(centimetres: centimetres)
    vector[RelaxationRules.Lane.gradesOver] = UInt32(violations.gradesOver)
    vector[RelaxationRules.Lane.ungraded] = violations.kinds.contains(.ungraded) ? 1 : 0
    vector[RelaxationRules.Lane.offScale] = violations.kinds.contains(.offScale) ? 1 : 0
    return vector
  }
}

/// The ends of a search for relaxations.
struct RelaxationEnds {
  struct End {
    var node: NodeIndex
    var vector: LabelVector
    /// The closed feature of the end's link plus one; 0 when it is open.
    var closed: UInt32
  }
  let entry: EndAccess
  let exit: EndAccess
  let start: ResolvedEnd
  let destination: ResolvedEnd
  let starts: [End]
  let targets: [End]
  let direct: [(way: DirectPath, vector: LabelVector)]

  init(from start: ResolvedEnd, to destination: ResolvedEnd, pricer: RelaxationCosts) {
    let costs = pricer.costs
    (self.start, self.destination) = (start, destination)
    entry = EndAccess(start, end: .start, model: costs.model, costs: costs.edges)
    exit = EndAccess(destination, end: .destination, model: costs.model, costs: costs.edges)
    starts = Self.ends(entry, pricer)
    targets = Self.ends(exit, pricer)
    direct = DirectPath.all(from: start, to: destination, costs: costs).map { way in
      var vector = way.part.edge.map { pricer.piece(way.part, $0) } ?? .zero
      vector[RelaxationRules.Lane.opened] = way.part.edge.map(pricer.closedState) ?? 0 == 0 ? 0 : 1
      vector[RelaxationRules.Lane.time] = way.milliseconds
      return (way, vector)
    }
  }

  private static func ends(_ access: EndAccess, _ pricer: RelaxationCosts) -> [End] {
    access.ends.enumerated().map { index, end in
      let piece = access.pieces[index]
      var vector = piece.flatMap { piece in piece.edge.map { pricer.piece(piece, $0) } } ?? .zero
      vector[RelaxationRules.Lane.time] = end.milliseconds
      return End(
        node: end.node, vector: vector, closed: piece?.edge.map(pricer.closedState) ?? 0)
    }
  }
}
