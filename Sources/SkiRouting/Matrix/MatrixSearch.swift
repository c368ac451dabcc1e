import SkiGeo
import SkiGraph

/// The times between all sources and destinations of a matrix that lie in one region.
struct MatrixSearch {
  private let costs: PreparedCosts
  private let sources: MatrixEnds
  private let destinations: MatrixEnds
  private let weights: HierarchyWeights

  /// Prepares the ends and the hierarchy.
  /// - Throws: As ``MatrixEnds`` and ``HierarchyWeights``.
  /// - Complexity: As ``Router/weights(_:)``, and a snap for each end.
  init(
    _ router: Router, profile: SkierProfile, sources: [(number: Int, endpoint: RouteEndpoint)],
    destinations: [(number: Int, endpoint: RouteEndpoint)], snapLimitMetres: Double
  ) throws {
    costs = PreparedCosts(router: router, profile: profile)
    self.sources = try MatrixEnds(sources, as: .start, costs: costs, snapLimitMetres: snapLimitMetres)
    self.destinations = try MatrixEnds(
      destinations, as: .destination, costs: costs, snapLimitMetres: snapLimitMetres)
    weights = try router.weights(costs.edges)
  }

  /// Calls a closure with the numbers of each pair and its milliseconds, nil without a route.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*s* · *a* / 8 + *s* · *d*) in *s* sources, *d* destinations and the arcs *a* of the ancestors of
  ///   the destinations' nodes.
  func forEachPair(_ body: (_ source: Int, _ destination: Int, _ milliseconds: UInt32?) -> Void) throws {
    let sweep = HierarchySweep(weights, to: destinations.ends.map(\.nodes))
    let limit = WorkLimit.current
    let nodes = sources.ends.map(\.nodes)
    var row = [UInt32?](repeating: nil, count: destinations.ends.count)
    for first in stride(from: 0, to: nodes.count, by: HierarchySweep.laneCount) {
      try limit.check()
      let batch = first..<min(first + HierarchySweep.laneCount, nodes.count)
      sweep.run(from: nodes[batch])
      for place in batch {
        let source = sources.ends[place]
        for column in row.indices { row[column] = sweep.milliseconds(place - first, toTarget: column) }
        shorten(&row, by: source)
        for (column, destination) in destinations.ends.enumerated() {
          body(source.number, destination.number, row[column])
        }
      }
    }
  }

  /// Replaces the times of destinations on the source's links by those along the link where these are less, and sets
  /// those of the same endpoint to 0.
  private func shorten(_ row: inout [UInt32?], by source: MatrixEnds.End) {
    var neighbours: Set<Int> = []
    for candidate in source.resolved.candidates {
      guard case .onLink(let link, _) = candidate.snap.position else { continue }
      neighbours.formUnion(destinations.endsOnLink[link] ?? [])
    }
    for column in neighbours {
      let destination = destinations.ends[column].resolved
      guard let direct = DirectPath.best(from: source.resolved, to: destination, costs: costs) else {
        continue
      }
      row[column] = min(direct.milliseconds, row[column] ?? .max)
    }
    for column in destinations.endsAt[source.endpoint] ?? [] { row[column] = 0 }
  }
}
