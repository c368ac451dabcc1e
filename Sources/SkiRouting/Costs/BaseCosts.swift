import SkiBase
import SkiGraph

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
