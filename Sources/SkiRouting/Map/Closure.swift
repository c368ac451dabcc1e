package import SkiBase
public import SkiGraph

/// The effect of closing some lifts and runs on the routes from and to a place.
///
/// It is valid for its graph. Nodes are junctions, stations and ends of runs; times are least times without timetables.
public struct ClosureEffect: Sendable, Hashable {
  /// A node whose route home takes longer.
  package struct Detour: Sendable, Hashable {
    /// The node at which the route home starts.
    package var node: NodeIndex
    /// The least time home before the closure, in milliseconds.
    package var before: UInt32
    /// The least time home with the closure, in milliseconds.
    package var after: UInt32
    /// The additional time home, in milliseconds; above 0.
    package var extraMilliseconds: UInt32 { after - before }
  }

  /// The region of the indices.
  package var region: RegionIndex
  /// The nodes that the closure makes unreachable from home, in ascending order.
  public var unreachable: [NodeIndex]
  /// The nodes that the closure leaves without a route home, in ascending order.
  public var cutOff: [NodeIndex]
  /// The nodes with a longer route home, the longest detour first, equal ones in ascending order.
  package var detours: [Detour]
  /// The lifts and runs that routes from home use now, and with the closure no longer any part of, without the closed
  /// ones, in ascending order.
  public var unreachableFeatures: [FeatureIndex]
  /// The lifts and runs whose end, or every end where they lead both ways, the closure leaves without a route home,
  /// without the closed ones, in ascending order.
  public var cutOffFeatures: [FeatureIndex]
}

extension RouteSession {
  /// Returns the effect of closing some lifts and runs on the routes from and to a place, or the reason why it is not
  /// on the network.
  ///
  /// Four searches: from home and to home, before and after.
  /// - Parameters:
  ///   - closed: The features that close, besides those closed in the profile.
  ///   - home: The place that routes start and end at.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``route(_:)``.
  /// - Complexity: O((*n* + *m*) log *m* + *f*).
  package func effect(
    ofClosing closed: Set<FeatureIndex>, home: RouteEndpoint, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
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
    noteUnreached(&effect, from: end.value, profile, after, open.from, shut.from)
    noteCutOff(&effect, shut.to, closed: after.closedFeatures)
    return .answer(effect)
  }

  /// Returns the times from home to every node, and from every node home.
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
  ///   - end: The exits of the place for the same profile.
  ///   - profile: The skier.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*).
  package func times(to end: NetworkAccess, profile: SkierProfile) throws(SkiError) -> NodeTimes {
    let costs = prepare(profile).edges.milliseconds
    let reversed = router.reversed()
    return try RouteSearch(reversed.flat).times(from: end.ends, costs: reversed.edges.map { costs[Int($0)] })
  }

  /// Adds the lifts and runs of which routes from home use a part before the closure, and none after.
  private func noteUnreached(
    _ effect: inout ClosureEffect, from home: ResolvedEnd?, _ before: SkierProfile, _ after: SkierProfile,
    _ open: NodeTimes, _ shut: NodeTimes
  ) {
    let used = usedFeatures(before, open, home)
    let left = usedFeatures(after, shut, home)
    for position in used.indices where used[position] && !left[position] {
      let kind = FeatureKind(code: router.graph.kindCode(of: position))
      guard kind == .lift || kind == .run, !after.closedFeatures.contains(FeatureIndex(position)) else {
        continue
      }
      effect.unreachableFeatures.append(FeatureIndex(position))
    }
  }

  /// Returns for each feature whether a skier can enter one of its edges from the nodes reached, or stands on it.
  private func usedFeatures(_ profile: SkierProfile, _ times: NodeTimes, _ home: ResolvedEnd?) -> [Bool] {
    let (graph, costs) = (router.graph, prepare(profile).edges)
    var used = [Bool](repeating: false, count: graph.featureCount)
    func note(_ link: LinkIndex) {
      let feature = graph.storage.linkFeature[link.position]
      if feature != .max { used[Int(feature)] = true }
    }
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      if costs[edge] != nil, times[graph.tail(edge)] != nil { note(graph.link(of: edge)) }
    }
    for link in home?.candidates.compactMap(\.snap.link) ?? [] {
      let isOpen = [false, true].contains { reversed in
        graph.edge(of: link, reversed: reversed).map { costs[$0] != nil } ?? false
      }
      if isOpen { note(link) }
    }
    return used
  }

  /// Adds the lifts and runs that can no more be left for home.
  private func noteCutOff(_ effect: inout ClosureEffect, _ shut: NodeTimes, closed: Set<FeatureIndex>) {
    let stuck = Set(effect.cutOff)
    for position in 0..<router.graph.featureCount where !closed.contains(FeatureIndex(position)) {
      let kind = FeatureKind(code: router.graph.kindCode(of: position))
      guard kind == .lift || kind == .run else { continue }
      let feature = router.graph.feature(FeatureIndex(position))
      let isTwoWay = leadsBothWays(FeatureIndex(position))
      let exits = [feature.endNode, isTwoWay ? feature.startNode : nil].compactMap(\.self)
      if exits.contains(where: stuck.contains), exits.allSatisfy({ shut[$0] == nil }) {
        effect.cutOffFeatures.append(FeatureIndex(position))
      }
    }
  }

  /// Returns whether the map has every link of a feature in both directions.
  private func leadsBothWays(_ feature: FeatureIndex) -> Bool {
    let (links, storage) = (router.graph.links(of: feature), router.graph.storage)
    return !links.isEmpty
      && links.allSatisfy { storage.linkForwardEdge[$0] != .max && storage.linkBackwardEdge[$0] != .max }
  }
}
