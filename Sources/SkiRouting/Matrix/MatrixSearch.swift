import SkiBase
import SkiGraph

/// The times between all sources and destinations of a matrix that lie in one region.
struct MatrixSearch: Sendable {
  private let index: ProfileIndex
  private let sources: MatrixEnds
  private let destinations: MatrixEnds

  /// The minimum number of pairs that another thread is worth, about 0.1 ms of work.
  private static let fewestPairs = 20_000

  /// Prepares the ends and the hierarchy.
  /// - Throws: As ``Router/index(_:)``.
  /// - Complexity: As ``Router/index(_:)``, and O(*p*) in the points of the links of each end.
  init(
    _ router: Router, profile: SkierProfile, sources: [MatrixEnds.End], destinations: [MatrixEnds.End]
  ) throws {
    index = try router.index(profile)
    self.sources = try MatrixEnds(sources, as: .start, costs: index.costs)
    self.destinations = try MatrixEnds(destinations, as: .destination, costs: index.costs)
  }

  /// Calls a closure with the times from each source to all destinations, ``HierarchyWeights/unreachable`` without a
  /// route.
  ///
  /// It is called by several threads, one at a time, in any order of the sources.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*s* · *a* / 16 + *s* · *d*) in *s* sources, *d* destinations and the arcs *a* of the ancestors of
  ///   the destinations' nodes; for few pairs of a profile known before, as ``HierarchyLabels`` for each.
  func forEachRow(_ body: @escaping @Sendable (_ source: MatrixEnds.End, _ times: [UInt32]) -> Void) throws {
    if try forEachRowByLabels(body) { return }
    let plan = SweepPlan(index.weights, to: destinations.nodes)
    let lanes = HierarchySweep.laneCount
    let pairs = sources.ends.count * destinations.ends.count
    let threads = min(WorkerThreads.available, 1 + pairs / Self.fewestPairs)
    // One thread at a time passes its rows on.
    let turn = Locked(())
    try ParallelBatches.run(sources.ends.count, by: lanes, threads: threads) {
      let sweep = HierarchySweep(plan)
      return { batch in
        sweep.run(from: sources.nodes[batch])
        let rows = batch.map { place in
          var row = sweep.withRow(place - batch.lowerBound) { Array($0) }
          shorten(&row, by: sources.ends[place])
          return row
        }
        turn.withLock { _ in
          for (place, row) in zip(batch, rows) { body(sources.ends[place], row) }
        }
      }
    }
  }

  /// Answers as ``forEachRow(_:)`` by labels where these exist and a sweep would take longer; returns whether it did.
  private func forEachRowByLabels(_ body: (MatrixEnds.End, [UInt32]) -> Void) throws(SkiError) -> Bool {
    let (starts, ends) = (sources.nodes.joined().count, destinations.nodes.joined().count)
    guard starts * ends <= index.weights.hierarchy.nodeCount / 8, let labels = try index.labels() else {
      return false
    }
    for (source, nodes) in zip(sources.ends, sources.nodes) {
      var row = destinations.nodes.map {
        labels.milliseconds(from: nodes, to: $0) ?? HierarchyWeights.unreachable
      }
      shorten(&row, by: source)
      body(source, row)
    }
    return true
  }

  /// Replaces the times of destinations on the source's links by those along the link where these are less, and sets
  /// those of the same endpoint to 0.
  private func shorten(_ row: inout [UInt32], by source: MatrixEnds.End) {
    var neighbours: Set<Int> = []
    for (link, _) in source.resolved.links { neighbours.formUnion(destinations.endsOnLink[link] ?? []) }
    for column in neighbours {
      let destination = destinations.ends[column].resolved
      guard let direct = DirectPath.best(from: source.resolved, to: destination, costs: index.costs) else {
        continue
      }
      row[column] = min(direct.milliseconds, row[column])
    }
    for column in destinations.endsAt[source.identity] ?? [] { row[column] = 0 }
  }
}
