import SkiBase
import SkiGraph

/// The rules of the search for relaxations: the length beyond the limits is the first criterion, and of labels with one
/// bound that of the least time so far is settled first; a path equal in all criteria to one found is left out.
struct RelaxationRules: LabelRules {
  /// The fields of the criteria beside the length beyond the limits, those compared first in the upper bits.
  enum Field {
    static let snowCovered = LabelField(shift: 0, width: 1)
    static let offScale = LabelField(shift: 2, width: 1)
    static let ungraded = LabelField(shift: 4, width: 1)
    /// The grades above the ceiling as a unary number.
    static let gradesOver = LabelField(shift: 6, width: 8)
    static let avoidedLifts = LabelField(shift: 15, width: 11)
    static let opened = LabelField(shift: 27, width: 13)
    /// The length on foot off the network, in units of ``unitCentimetres``.
    static let onFoot = LabelField(shift: 41, width: 5)
    /// The number of bits of all fields with their guards.
    static let width: UInt64 = 47
  }
  static let layout = LabelFields(
    sums: [Field.avoidedLifts, Field.opened, Field.onFoot],
    maxima: [Field.snowCovered, Field.offScale, Field.ungraded, Field.gradesOver])

  let walking: WalkingGraph
  let costs: PreparedCosts
  let admission: Admission
  private let ends: RelaxationEnds
  private let bounds: LabelBounds
  private let steps: RelaxationSteps

  let fields: LabelFields = Self.layout
  let stateUnit: UInt64 = Field.opened.placed(1)

  /// Computes the costs of edges and the bounds.
  /// - Throws: As ``LabelBounds``.
  init(
    walking: WalkingGraph, costs: PreparedCosts, admission: Admission, ends: RelaxationEnds
  ) throws(SkiError) {
    (self.walking, self.costs, self.admission, self.ends) = (walking, costs, admission, ends)
    let steps = RelaxationSteps(walking, RelaxationCosts(costs: costs, admission: admission))
    self.steps = steps
    bounds = try LabelBounds(
      walking.reversed, steps: steps.criteria, sums: [Field.avoidedLifts, Field.onFoot],
      maxima: [Field.snowCovered, Field.offScale, Field.ungraded, Field.gradesOver],
      targets: ends.targets.map { LabelEnd(node: $0.node, first: $0.costs.first, rest: $0.costs.rest) })
  }

  @inline(__always)
  func extended(_ label: Label, along edge: Int) -> Label? {
    let first = steps.criteria.first[edge]
    guard first != .max else { return nil }
    return extended(
      label, first: first, rest: steps.criteria.rest[edge], time: steps.times[edge],
      closed: steps.closed[edge])
  }

  func finished(_ label: Label, at target: Int) -> Label? {
    let end = ends.targets[target]
    return extended(
      label, first: end.costs.first, rest: end.costs.rest, time: end.costs.tie, closed: end.closed)
  }

  /// Returns a label extended by a section, with one more closed feature where the section enters one; nil beyond the
  /// limits of length.
  @inline(__always)
  private func extended(
    _ label: Label, first: UInt32, rest: UInt64, time: UInt32, closed: UInt32
  ) -> Label? {
    var next = Label(
      first: label.first &+ first, tie: label.tie &+ time, rest: fields.joined(label.rest, rest),
      state: closed)
    if closed != 0, closed != label.state { next.rest &+= stateUnit }
    guard Field.onFoot.value(in: next.rest) <= Self.greatestUnits, next.first <= Self.greatestFirst,
      next.tie < 1 << 31
    else { return nil }
    return next
  }

  @inline(__always)
  func least(_ label: Label) -> LabelBound? {
    let node = Int(label.node)
    let first = bounds.first[node]
    guard first != .max else { return nil }
    let rest = fields.joined(label.rest, bounds.rest[node])
    guard fields.isWithin(rest), Field.onFoot.value(in: rest) <= Self.greatestUnits else { return nil }
    return LabelBound(order: order(label.first &+ first, rest), rest: rest)
  }

  func order(ofEnd label: Label) -> UInt64 { order(label.first, label.rest) }

  @inline(__always)
  private func order(_ first: UInt32, _ rest: UInt64) -> UInt64 {
    UInt64(min(first, Self.greatestFirst)) << Field.width | rest
  }

  /// The greatest length beyond the limits, in units: 3,200 km.
  private static let greatestFirst: UInt32 = 1 << 17 - 1
  /// The unit of lengths, each section rounded up.
  static let unitCentimetres: UInt32 = 2500
  static let greatestUnits = UInt64(WalkingGraph.greatestMetres * 100) / UInt64(unitCentimetres)

  /// Returns the length of a section in units, rounded up.
  static func units(centimetres: UInt32) -> UInt32 {
    centimetres / unitCentimetres + (centimetres % unitCentimetres > 0 ? 1 : 0)
  }

  /// Returns the criteria of a path: the lengths beyond the limits and on foot and the counts, in the order they are
  /// compared at equal times.
  static func weights(_ label: Label) -> [Int] {
    let value = { (field: LabelField) in Int(field.value(in: label.rest)) }
    return [
      Int(label.first), value(Field.gradesOver).nonzeroBitCount, value(Field.opened), value(Field.onFoot),
      value(Field.ungraded), value(Field.offScale), value(Field.avoidedLifts), value(Field.snowCovered),
    ]
  }
}

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
