import SkiBase
package import SkiGraph

/// The costs of all edges for one pace and objective, whatever a profile admits, shared by all profiles of that pace.
///
/// 4 bytes for each edge, and those of a ``HierarchyWeights`` after its first use.
final class BaseCosts: Sendable {
  /// The milliseconds of each edge; ``EdgeCosts/notAllowed`` beyond the cost limit.
  let milliseconds: [UInt32]
  /// The greatest straight-line speed of the edges of each admission class, in metres per millisecond.
  let greatestSpeeds: [Double]
  private let customised = Locked<HierarchyWeights?>(nil)

  /// Computes the costs by a model of any profile with the pace and the objective.
  /// - Complexity: O(*p* + *m*) in the points of all links and the edges.
  convenience init(_ model: CostModel, classes: AdmissionClasses, flat: FlatGraph) {
    self.init(milliseconds: model.unrestrictedCosts(), classes: classes, flat: flat)
  }

  /// Creates the costs from those of each edge.
  /// - Complexity: O(*n* + *m*).
  init(milliseconds: [UInt32], classes: AdmissionClasses, flat: FlatGraph) {
    self.milliseconds = milliseconds
    greatestSpeeds = flat.greatestSpeeds(
      milliseconds: milliseconds, classes: classes.ofEdge, classCount: classes.classes.count)
  }

  /// Returns the hierarchy of the graph customised for these costs, computed on first use.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: As ``HierarchyWeights`` on first use, then O(1).
  func weights(_ hierarchy: ContractionHierarchy) throws(SkiError) -> HierarchyWeights {
    if let known = customised.withLock({ $0 }) { return known }
    let fresh = try HierarchyWeights(hierarchy) { UInt64(milliseconds[$0]) }
    return customised.withLock { known in
      if let known { return known }
      known = fresh
      return fresh
    }
  }
}

/// The base costs of a region by pace and objective, those used last.
///
/// Bounded to ``greatestCount`` entries of 4 bytes for each edge, so that requests with all abilities cannot fill the
/// memory.
final class BaseCostsCache: Sendable {
  /// The maximum number of entries.
  static let greatestCount = 6

  private struct Key: Hashable {
    var baseSpeed: Double
    var equipment: SkierEquipment
    var objective: RouteObjective
  }

  /// The entries, the one used last at the end.
  private let entries = Locked<[(key: Key, costs: BaseCosts)]>([])

  /// The number of entries.
  var count: Int { entries.withLock { $0.count } }

  /// Returns the costs of a model's pace and objective, computed on first use.
  /// - Complexity: O(1), and as ``BaseCosts/init(_:classes:flat:)`` for a pace that is not cached.
  func costs(_ model: CostModel, classes: AdmissionClasses, flat: FlatGraph) -> BaseCosts {
    let key = Key(
      baseSpeed: Pace.baseSpeed(model.profile.ability), equipment: model.profile.equipment,
      objective: model.objective)
    let known = entries.withLock { entries -> BaseCosts? in
      guard let position = entries.lastIndex(where: { $0.key == key }) else { return nil }
      if position < entries.count - 1 { entries.append(entries.remove(at: position)) }
      return entries[entries.count - 1].costs
    }
    if let known { return known }
    let fresh = BaseCosts(model, classes: classes, flat: flat)
    entries.withLock { entries in
      if entries.contains(where: { $0.key == key }) { return }
      if entries.count == Self.greatestCount { entries.removeFirst() }
      entries.append((key, fresh))
    }
    return fresh
  }
}

/// The costs of the directed edges of one graph for one profile: the base costs of its pace, restricted to the
/// admitted edges.
///
/// Restrictions are tested where an edge is read, so that a profile costs O(*c*) in classes, and not a pass over the
/// edges.
package struct EdgeCosts: Sendable {
  /// The value of an edge that may not be used.
  package static let notAllowed = UInt32.max

  let base: BaseCosts
  let classes: AdmissionClasses
  /// The admission of each class: 1 when its edges may be used, else 0.
  let admitted: [UInt8]
  /// The closed edges; nil when none is closed.
  let closed: ClosedEdges?

  /// Creates the costs of a profile.
  /// - Complexity: O(*c*) in classes; with closed features also that of
  ///   ``FeatureClosures/edges(in:)``.
  init(base: BaseCosts, classes: AdmissionClasses, profile: SkierProfile, graph: RoutingGraph) {
    (self.base, self.classes) = (base, classes)
    let rule = AdmissionRule(profile)
    admitted = classes.classes.map { rule.violations($0).isEmpty ? 1 : 0 }
    closed = profile.closures.edges(in: graph)
  }

  /// Creates the costs of the same admitted edges from other base costs.
  init(_ other: EdgeCosts, base: BaseCosts) {
    self.base = base
    (classes, admitted, closed) = (other.classes, other.admitted, other.closed)
  }

  /// Creates the costs of the same profile with other edges closed.
  init(_ other: EdgeCosts, closed: ClosedEdges?) {
    (base, classes, admitted) = (other.base, other.classes, other.admitted)
    self.closed = closed
  }

  /// The milliseconds of each edge; ``notAllowed`` where the profile may not go.
  /// - Complexity: O(*m*), a new array.
  package var milliseconds: [UInt32] {
    base.milliseconds.indices.map { isAllowed($0) ? base.milliseconds[$0] : Self.notAllowed }
  }

  /// Returns the cost of an edge, or nil when it may not be used.
  package subscript(edge: EdgeIndex) -> UInt32? {
    guard isAllowed(edge.position) else { return nil }
    let cost = base.milliseconds[edge.position]
    return cost == Self.notAllowed ? nil : cost
  }

  /// Returns whether the costs are those of another profile for every edge, as far as that is known without comparing
  /// base costs.
  /// - Complexity: O(*c* + *m* / 64) in classes and edges.
  func equals(_ other: EdgeCosts) -> Bool {
    base === other.base && admitted == other.admitted && closed?.words == other.closed?.words
  }

  @inline(__always)
  private func isAllowed(_ edge: Int) -> Bool {
    guard admitted[Int(classes.ofEdge[edge])] != 0 else { return false }
    return closed.map { !$0.contains(edge) } ?? true
  }

  /// The greatest straight-line speed of the admitted classes, in metres per millisecond: at least that of any usable
  /// edge.
  /// - Complexity: O(*c*) in classes.
  var greatestSpeed: Double {
    var greatest = 0.0
    for (isAdmitted, speed) in zip(admitted, base.greatestSpeeds) where isAdmitted != 0 {
      greatest = max(greatest, speed)
    }
    return greatest
  }
}
