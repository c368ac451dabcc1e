import SkiBase
package import SkiGraph

/// A router for one graph, a region of a map, shared by any number of tasks.
///
/// Tasks with more than one question keep a ``RouteSession``, which owns scratch memory and the costs of the last
/// profile.
package struct Router: Sendable {
  /// The graph.
  package let graph: RoutingGraph
  /// The graph in the form that searches use.
  let flat: FlatGraph
  private let backwards = Locked<ReversedGraph?>(nil)

  private let walks = Locked<WalkingGraph?>(nil)
  private let classes = Locked<AdmissionClasses?>(nil)
  private let contracted = Locked<ContractionHierarchy?>(nil)
  private let baseCosts = BaseCostsCache()
  private let indices = ProfileIndexCache()

  /// Creates a router.
  /// - Complexity: O(*n*) in nodes.
  package init(graph: RoutingGraph) {
    self.graph = graph
    flat = FlatGraph(graph)
  }

  /// Returns the graph for backward searches, created on first use.
  /// - Complexity: O(*n* + *m*) on first use, then O(1).
  func reversed() -> ReversedGraph {
    backwards.withLock { known in
      if let known { return known }
      let fresh = ReversedGraph(flat)
      known = fresh
      return fresh
    }
  }

  /// Returns the graph with walks off the network, created on first use.
  /// - Complexity: As ``WalkingGraph`` on first use, then O(1).
  func walking() -> WalkingGraph {
    walks.withLock { known in
      if let known { return known }
      let fresh = WalkingGraph(graph)
      known = fresh
      return fresh
    }
  }

  /// Returns the contraction hierarchy of the graph, computed on first use.
  /// - Complexity: As ``ContractionHierarchy/init(_:)`` on first use, then O(1).
  func hierarchy() -> ContractionHierarchy {
    contracted.withLock { known in
      if let known { return known }
      let order = graph.storage.eliminationOrder
      let fresh = ContractionHierarchy(flat, order: order.isEmpty ? nil : Array(order))
      known = fresh
      return fresh
    }
  }

  /// Returns the costs of a profile with the hierarchy customised for them, cached for the profiles used last.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: As ``HierarchyWeights`` for a profile that is not cached; on first use as ``hierarchy()`` besides.
  func index(_ profile: SkierProfile) throws(SkiError) -> ProfileIndex {
    try indices.index(profile) { () throws(SkiError) in
      let costs = PreparedCosts(router: self, profile: profile)
      let edges = costs.edges
      let weights = try HierarchyWeights(hierarchy()) { UInt64(edges[EdgeIndex($0)] ?? EdgeCosts.notAllowed) }
      return ProfileIndex(costs, weights)
    }
  }

  /// Returns the admission classes of the graph, found on first use.
  /// - Complexity: As ``AdmissionClasses/init(_:)`` on first use, then O(1).
  func admissionClasses() -> AdmissionClasses {
    classes.withLock { known in
      if let known { return known }
      let fresh = AdmissionClasses(graph)
      known = fresh
      return fresh
    }
  }

  /// Returns the costs of a model.
  /// - Complexity: As ``EdgeCosts/init(base:classes:profile:graph:)``; the first of a pace as ``BaseCosts``.
  func costs(_ model: CostModel) -> EdgeCosts {
    let classes = admissionClasses()
    let base = baseCosts.costs(model, classes: classes, flat: flat)
    return EdgeCosts(base: base, classes: classes, profile: model.profile, graph: graph)
  }

  /// Returns the costs of all edges by the pace and the objective of a model, whatever its profile admits.
  /// - Complexity: O(1), and as ``BaseCosts`` for a pace that is not cached.
  func unrestrictedCosts(_ model: CostModel) -> BaseCosts {
    baseCosts.costs(model, classes: admissionClasses(), flat: flat)
  }

  /// Returns the decision about the links that a profile may use.
  /// - Complexity: O(1) after the first use.
  func admission(_ profile: SkierProfile) -> Admission {
    Admission(graph: graph, classes: admissionClasses(), profile: profile)
  }

  /// Returns the best route, with scratch memory of its own; see ``RouteSession/route(_:)``.
  package func route(_ request: RouteRequest) throws -> Answer<Route> {
    try RouteSession(self).route(request)
  }
}

/// The edge costs of one profile and objective, with their greatest speed for A*.
struct PreparedCosts {
  let model: CostModel
  let edges: EdgeCosts
  /// The bound of straight-line speeds in metres per millisecond.
  let greatestSpeed: Double

  /// Prepares the costs of a profile from the router's base costs.
  /// - Complexity: As ``EdgeCosts/init(base:classes:profile:graph:)``; the first of a pace as ``BaseCosts``.
  init(router: Router, profile: SkierProfile, objective: RouteObjective = .fastest) {
    let model = CostModel(graph: router.graph, profile: profile, objective: objective)
    self.init(model: model, edges: router.costs(model))
  }

  /// Prepares the costs of a profile that differs from another in closures alone.
  /// - Complexity: As ``FeatureClosures/edges(in:)``.
  init(_ other: PreparedCosts, closures: FeatureClosures) {
    model = CostModel(other.model, closures: closures)
    edges = EdgeCosts(other.edges, closed: closures.edges(in: model.graph))
    greatestSpeed = other.greatestSpeed
  }

  init(model: CostModel, edges: EdgeCosts) {
    (self.model, self.edges) = (model, edges)
    greatestSpeed = edges.greatestSpeed
  }
}

/// The costs of a known profile with the hierarchy customised for them, and from the second question on with labels.
///
/// Immutable but for the labels, which are made once. Memory: 8 bytes for each arc, and those of ``HierarchyLabels``.
final class ProfileIndex: Sendable {
  let costs: PreparedCosts
  let weights: HierarchyWeights

  private struct Known {
    var count = 0
    var labels: HierarchyLabels?
  }

  private let known = Locked(Known())

  init(_ costs: PreparedCosts, _ weights: HierarchyWeights) { (self.costs, self.weights) = (costs, weights) }

  /// Returns the labels from the second call on, since making them takes longer than one sweep; nil where they would
  /// take too much memory.
  /// - Throws: As ``HierarchyLabels``.
  func labels() throws(SkiError) -> HierarchyLabels? {
    let (count, labels) = known.withLock { known in
      known.count += 1
      return (known.count, known.labels)
    }
    if labels != nil || count < 2 { return labels }
    let fresh = try HierarchyLabels(weights)
    known.withLock { $0.labels = fresh }
    return fresh
  }
}

/// The indices of the profiles used last in a region.
///
/// Bounded to ``greatestCount``: with labels, 2 · 69 to 2 · 104 bytes for each node of made ski graphs.
final class ProfileIndexCache: Sendable {
  /// The maximum number of entries.
  static let greatestCount = 2

  /// The entries, the one used last at the end.
  private let entries = Locked<[ProfileIndex]>([])

  /// Returns the index of a profile and its closures, made on first use.
  /// - Throws: As ``HierarchyWeights``.
  func index(
    _ profile: SkierProfile, make: () throws(SkiError) -> ProfileIndex
  ) throws(SkiError) -> ProfileIndex {
    let known = entries.withLock { entries -> ProfileIndex? in
      guard let place = entries.lastIndex(where: { $0.costs.model.profile == profile }) else { return nil }
      entries.append(entries.remove(at: place))
      return entries[entries.count - 1]
    }
    if let known { return known }
    let fresh = try make()
    entries.withLock { entries in
      entries.append(fresh)
      if entries.count > Self.greatestCount { entries.removeFirst() }
    }
    return fresh
  }
}
