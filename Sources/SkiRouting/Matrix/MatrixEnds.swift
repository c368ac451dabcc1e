import SkiGeo
import SkiGraph

/// The ends of a matrix on one side, resolved in one region for a profile.
struct MatrixEnds {
  /// An end that is on the network.
  struct End {
    /// The number of the end in the matrix.
    var number: Int
    var endpoint: RouteEndpoint
    var resolved: ResolvedEnd
    /// The nodes of the entries from the end, or of the exits to it, each with its cost.
    var nodes: [SearchEnd]
  }

  /// The ends on the network, in order.
  private(set) var ends: [End] = []
  /// The places in `ends` of the ends on each link.
  private(set) var endsOnLink: [LinkIndex: [Int]] = [:]
  /// The places in `ends` of each endpoint.
  private(set) var endsAt: [RouteEndpoint: [Int]] = [:]

  /// Resolves ends.
  /// - Parameters:
  ///   - numbered: The ends with their numbers in the matrix.
  ///   - side: The side of the matrix.
  ///   - costs: The prepared costs of the profile.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, see ``RouteSession/route(_:)``; `.cancelled`, `.timedOut` or
  ///   `.limitExceeded`, see ``WorkLimit``.
  init(
    _ numbered: [(number: Int, endpoint: RouteEndpoint)], as side: RouteEnd, costs: PreparedCosts,
    snapLimitMetres: Double
  ) throws {
    let limit = WorkLimit.current
    for (number, endpoint) in numbered {
      try limit.check()
      let answer = try EndResolver.resolve(
        endpoint, as: side, in: costs.model.graph, profile: costs.model.profile,
        snapLimitMetres: snapLimitMetres)
      guard let resolved = answer.value else { continue }
      let access = EndAccess(resolved, end: side, model: costs.model, costs: costs.edges)
      let links = resolved.candidates.compactMap { candidate -> LinkIndex? in
        guard case .onLink(let link, _) = candidate.snap.position else { return nil }
        return link
      }
      for link in Set(links) { endsOnLink[link, default: []].append(ends.count) }
      endsAt[endpoint, default: []].append(ends.count)
      ends.append(End(number: number, endpoint: endpoint, resolved: resolved, nodes: access.ends))
    }
  }
}
