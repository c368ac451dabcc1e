package import SkiGraph

/// The ways a place gives on to the network, or off it, for one profile: nodes, each with the time between it and the place.
///
/// A value of ``RouteSession/access(_:as:profile:snapLimitMetres:)``; valid for its graph and profile.
package struct NetworkAccess: Sendable {
  /// The nodes; empty where the profile may not go on from the place, or get to it.
  package let ends: [SearchEnd]
  /// The places on links, for ways that touch no node; none where one rides a lift.
  let resolved: ResolvedEnd?
}

extension RouteSession {
  /// Finds the ways an end gives on to the network (`.start`) or off it (`.destination`).
  ///
  /// - Returns: Nil when the end is not near the network, or a place that is no part of it.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``route(_:)``.
  /// - Complexity: As a snap.
  package func access(
    _ endpoint: RouteEndpoint, as end: RouteEnd, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
  ) throws -> NetworkAccess? {
    try EndResolver.resolve(
      endpoint, as: end, in: router.graph, profile: profile, snapLimitMetres: snapLimitMetres
    ).value.map { access($0, as: end, profile) }
  }

  /// Finds the ways on from a place on an edge where somebody is.
  ///
  /// On a lift one rides on to the end of the edge, whatever the profile says of it: one sits in it already; only a
  /// ride beyond the greatest cost leads nowhere. Elsewhere one goes on in each direction the link and the profile allow.
  /// - Parameters:
  ///   - edge: The edge.
  ///   - centimetres: How far from its start, in its direction; beyond the end is the end.
  ///   - profile: Who wants to go on.
  /// - Precondition: the edge is one of the graph.
  /// - Complexity: O(*p*) in the points of the link.
  package func access(on edge: EdgeIndex, atCentimetres centimetres: UInt32, profile: SkierProfile)
    -> NetworkAccess
  {
    let graph = router.graph
    let link = graph.link(of: edge)
    let model = prepare(profile).model
    let length = model.lengthCentimetres(link.position)
    let along = min(centimetres, length)
    if graph.storage.linkKind[link.position] == LinkKind.lift.code {
      guard let ride = model.liftMilliseconds(link)?.ride else {
        return NetworkAccess(ends: [], resolved: nil)
      }
      let share = length > 0 ? Double(length - along) / Double(length) : 0
      let rest = UInt32(Double(ride) * share)
      return NetworkAccess(
        ends: [SearchEnd(node: graph.head(edge), milliseconds: rest)], resolved: nil)
    }
    let snap = NetworkSnap(
      .onLink(link, offsetCentimetres: graph.isReversed(edge) ? length - along : along),
      point: graph.point(graph.head(edge)), distanceMetres: 0)
    return access(ResolvedEnd(standingAt: snap, graph: graph), as: .start, profile)
  }

  private func access(_ resolved: ResolvedEnd, as end: RouteEnd, _ profile: SkierProfile) -> NetworkAccess {
    let costs = prepare(profile)
    return NetworkAccess(
      ends: EndAccess(resolved, end: end, model: costs.model, costs: costs.edges).ends, resolved: resolved)
  }

  /// Returns the least time from a place to every node.
  /// - Parameters:
  ///   - start: The place, resolved for the same profile.
  ///   - profile: Who goes.
  ///   - limit: Nodes that take more than these milliseconds are left out.
  /// - Throws: ``SkiError`` with code `.cancelled` or `.timedOut`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*), less with a limit.
  package func times(
    from start: NetworkAccess, profile: SkierProfile, withinMilliseconds limit: UInt32 = .max
  ) throws -> NodeTimes {
    try search.times(
      from: start.ends, costs: prepare(profile).edges.milliseconds, withinMilliseconds: limit)
  }

  /// Returns the least time from a place to another, as ``route(_:)`` would find it, given the times to all nodes.
  /// - Parameters:
  ///   - start: Where one is.
  ///   - destination: Where one wants to be.
  ///   - times: The times from `start`.
  ///   - profile: Who goes.
  /// - Returns: Milliseconds; nil when there is no way.
  /// - Complexity: O(ends), and O(*p*) in the points of a link that both lie on.
  package func milliseconds(
    from start: NetworkAccess, to destination: NetworkAccess, times: NodeTimes, profile: SkierProfile
  ) -> UInt32? {
    let through = times.least(to: destination.ends)
    guard let from = start.resolved, let to = destination.resolved,
      let direct = DirectWay.best(from: from, to: to, costs: prepare(profile))
    else { return through }
    return min(direct.milliseconds, through ?? .max)
  }
}
