public import SkiGraph

/// What becomes of a mountain when some lifts and runs close.
///
/// A value; `Sendable`; valid for the graph it was made for. Nodes stand for the places of a mountain: junctions, stations, ends of runs.
public struct ClosureEffect: Sendable, Hashable {
  /// A place whose way home gets longer.
  public struct Detour: Sendable, Hashable {
    /// The place.
    public var node: NodeIndex
    /// Milliseconds home while all is open.
    public var before: UInt32
    /// Milliseconds home with the closure.
    public var after: UInt32
    /// How much longer it is, milliseconds.
    public var extraMilliseconds: UInt32 { after - before }
  }

  /// The region whose indices these are.
  package var region: RegionIndex
  /// The places one gets to from home while all is open, and no more.
  public var unreachable: [NodeIndex]
  /// The places one gets home from while all is open, and no more.
  public var cutOff: [NodeIndex]
  /// The places from which home takes longer, the longest detour first.
  public var detours: [Detour]
  /// Lifts and runs one gets to from home while all is open, and no more; what closes is not among them.
  public var unreachableFeatures: [FeatureIndex]
  /// Lifts and runs from whose end one gets home while all is open, and no more; what closes is not among them.
  public var cutOffFeatures: [FeatureIndex]
}

extension RouteSession {
  /// Returns what becomes of the ways from and to a place when some lifts and runs close.
  ///
  /// Four searches: from home and to home, before and after.
  /// - Parameters:
  ///   - closed: What closes, besides what the profile has closed already.
  ///   - home: The place that counts.
  ///   - profile: Who goes.
  /// - Returns: Why not, where home is not on the network.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``route(_:)``.
  /// - Complexity: O((*n* + *m*) log *m* + *f*).
  package func effect(
    ofClosing closed: Set<FeatureIndex>, home: RouteEndpoint, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
  ) throws -> Answer<ClosureEffect> {
    let end = try EndResolver.resolve(
      home, as: .destination, in: router.graph, profile: profile, snapLimitMetres: snapLimitMetres)
    if let reason = end.reason { return .noAnswer(reason) }
    var after = profile
    after.closedFeatures.formUnion(closed)
    guard let open = try view(home, profile, snapLimitMetres),
      let shut = try view(home, after, snapLimitMetres)
    else { return .noAnswer(NoAnswer(.notNearAnything)) }
    let nodes = (0..<router.graph.nodeCount).map { NodeIndex($0) }.filter { !router.graph.isAboard($0) }
    var effect = ClosureEffect(
      region: router.graph.region, unreachable: nodes.filter { open.from[$0] != nil && shut.from[$0] == nil },
      cutOff: nodes.filter { open.to[$0] != nil && shut.to[$0] == nil }, detours: [], unreachableFeatures: [],
      cutOffFeatures: [])
    effect.detours = nodes.compactMap { node in
      guard let before = open.to[node], let after = shut.to[node], after > before else { return nil }
      return ClosureEffect.Detour(node: node, before: before, after: after)
    }
    effect.detours.sort { ($1.extraMilliseconds, $0.node) < ($0.extraMilliseconds, $1.node) }
    noteFeatures(&effect, closed: after.closedFeatures)
    return .answer(effect)
  }

  /// The times from home to every node, and from every node home.
  private func view(
    _ home: RouteEndpoint, _ profile: SkierProfile, _ snapLimitMetres: Double
  ) throws -> (from: NodeTimes, to: NodeTimes)? {
    guard
      let start = try access(home, as: .start, profile: profile, snapLimitMetres: snapLimitMetres),
      let end = try access(home, as: .destination, profile: profile, snapLimitMetres: snapLimitMetres)
    else { return nil }
    return (try times(from: start, profile: profile), try times(to: end, profile: profile))
  }

  /// Returns the least time from every node to a place.
  /// - Parameters:
  ///   - end: The place, resolved for the same profile.
  ///   - profile: Who goes.
  /// - Throws: ``SkiError`` with code `.cancelled` or `.timedOut`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*).
  package func times(to end: NetworkAccess, profile: SkierProfile) throws -> NodeTimes {
    let costs = prepare(profile).edges.milliseconds
    let reversed = router.reversed()
    return try RouteSearch(reversed.flat).times(from: end.ends, costs: reversed.edges.map { costs[Int($0)] })
  }

  /// A feature is got to by its first node, and left by its last; two-way ones by either.
  private func noteFeatures(_ effect: inout ClosureEffect, closed: Set<FeatureIndex>) {
    let (lost, stuck) = (Set(effect.unreachable), Set(effect.cutOff))
    for position in 0..<router.graph.featureCount where !closed.contains(FeatureIndex(position)) {
      let kind = FeatureKind(code: router.graph.kindCode(of: position))
      guard kind == .lift || kind == .run else { continue }
      let feature = router.graph.feature(FeatureIndex(position))
      if let node = feature.startNode, lost.contains(node) {
        effect.unreachableFeatures.append(FeatureIndex(position))
      }
      if let node = feature.endNode, stuck.contains(node) {
        effect.cutOffFeatures.append(FeatureIndex(position))
      }
    }
  }
}
