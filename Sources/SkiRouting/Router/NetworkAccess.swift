package import SkiBase
package import SkiGraph

/// The entries from a place to the network, or the exits to it, for one profile: nodes with the time between them and
/// the place.
///
/// It is valid for its graph and profile.
package struct NetworkAccess: Sendable {
  /// The nodes; empty where the profile cannot travel on from the place, or to it.
  package let ends: [SearchEnd]
  /// The positions on links, for paths that touch no node; nil on a lift.
  let resolved: ResolvedEnd?
}

extension RouteSession {
  /// Returns the entries from an end to the network (`.start`) or the exits to it (`.destination`).
  ///
  /// - Returns: Nil when the end is not near the network, or a place outside it.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``route(_:)``.
  /// - Complexity: As a snap.
  package func access(
    _ endpoint: RouteEndpoint, as end: RouteEnd, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws(SkiError) -> NetworkAccess? {
    try EndResolver.resolve(
      endpoint, as: end, in: router.graph, profile: profile, snapLimitMetres: snapLimitMetres
    ).value.map { access($0, as: end, profile) }
  }

  /// Returns the entries from a position on an edge.
  ///
  /// On a lift the ride continues to the end of the edge, whatever the profile allows; a ride beyond the maximum cost
  /// has no entry. Elsewhere all directions that the link and the profile allow are entries.
  /// - Parameters:
  ///   - edge: The edge.
  ///   - centimetres: The horizontal distance from its start, clamped to its length.
  ///   - profile: The skier.
  /// - Precondition: The edge belongs to the graph.
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
  ///   - start: The entries of the place for the same profile.
  ///   - profile: The skier.
  ///   - limit: The maximum time in milliseconds; farther nodes are left out.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*), less with a limit.
  package func times(
    from start: NetworkAccess, profile: SkierProfile, withinMilliseconds limit: UInt32 = .max
  ) throws(SkiError) -> NodeTimes {
    try search.times(
      from: start.ends, costs: prepare(profile).edges, withinMilliseconds: limit)
  }

  /// Returns the least time between two places as ``route(_:)`` finds it, from the times to all nodes.
  /// - Parameters:
  ///   - start: The entries of the start.
  ///   - destination: The exits of the destination.
  ///   - times: The times from `start`.
  ///   - profile: The skier.
  /// - Returns: The time in milliseconds; nil when there is no path.
  /// - Complexity: O(ends), and O(*p*) in the points of a link that contains both places.
  package func milliseconds(
    from start: NetworkAccess, to destination: NetworkAccess, times: NodeTimes, profile: SkierProfile
  ) -> UInt32? {
    let through = times.least(to: destination.ends)
    guard let from = start.resolved, let to = destination.resolved,
      let direct = DirectPath.best(from: from, to: to, costs: prepare(profile))
    else { return through }
    return min(direct.milliseconds, through ?? .max)
  }
}
