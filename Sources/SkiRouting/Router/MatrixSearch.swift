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

/// The ends of a matrix on one side in one region, with their entries or exits for a profile.
struct MatrixEnds: Sendable {
  /// An end that is on the network.
  struct End: Sendable {
    /// The number of the end in the matrix.
    var number: Int
    var resolved: ResolvedEnd
    /// The ordinal of its endpoint among those of the whole matrix; equal ones are the same place.
    var identity: Int
  }

  /// The ends on the network, in order.
  let ends: [End]
  /// The nodes of the entries from each end, or of the exits to it, each with its cost.
  let nodes: [[SearchEnd]]
  /// The places in `ends` of the ends on each link.
  private(set) var endsOnLink: [LinkIndex: [Int]] = [:]
  /// The places in `ends` of each endpoint.
  private(set) var endsAt: [Int: [Int]] = [:]

  /// Finds the entries or the exits by several threads.
  /// - Parameters:
  ///   - ends: The ends on the network.
  ///   - side: The side of the matrix.
  ///   - costs: The prepared costs of the profile.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  init(_ ends: [End], as side: RouteEnd, costs: PreparedCosts) throws {
    self.ends = ends
    nodes = try ParallelBatches.map(ends) {
      EndAccess($0.resolved, end: side, model: costs.model, costs: costs.edges).ends
    }
    for (place, end) in ends.enumerated() {
      for (link, _) in end.resolved.links { endsOnLink[link, default: []].append(place) }
      endsAt[end.identity, default: []].append(place)
    }
  }
}

/// An end of a matrix on the map: its positions in each region that it may belong to.
struct MatrixPlace {
  /// The regions, nearest first, each with the positions in it; empty when the end is not on the network.
  var positions: [(region: RegionIndex, end: ResolvedEnd)] = []
  /// The reason why the end is in no region; nil for the others.
  var reason: NoAnswer?

  /// Returns the positions in a region; nil when the end does not belong to it.
  func end(in region: RegionIndex) -> ResolvedEnd? { positions.first { $0.region == region }?.end }

  /// Returns the region of a pair with another end: the nearest that the other is near as well.
  func region(with other: MatrixPlace) -> RegionIndex? {
    positions.first { other.end(in: $0.region) != nil }?.region
  }
}

/// The times of the fastest routes from each of some sources to each of some destinations.
///
/// It takes 4 bytes for each pair.
public struct RouteMatrix: Hashable, Sendable {
  /// The reason why a source is in no region, by its number; nil for the others.
  public private(set) var sourceReasons: [NoAnswer?]
  /// The reason why a destination is in no region, by its number; nil for the others.
  public private(set) var destinationReasons: [NoAnswer?]
  /// The times by source, then by destination; ``HierarchyWeights/unreachable`` without a route.
  private var times: [UInt32]

  /// The maximum number of pairs.
  public static let greatestPairCount = 25_000_000

  /// The number of sources.
  public var sourceCount: Int { sourceReasons.count }
  /// The number of destinations.
  public var destinationCount: Int { destinationReasons.count }

  init(sourceReasons: [NoAnswer?], destinationReasons: [NoAnswer?]) {
    (self.sourceReasons, self.destinationReasons) = (sourceReasons, destinationReasons)
    times = [UInt32](
      repeating: HierarchyWeights.unreachable, count: sourceReasons.count * destinationReasons.count)
  }

  /// Returns the milliseconds from a source to a destination; nil without a route within the limits.
  /// - Parameters:
  ///   - source: The number of the source, from 0.
  ///   - destination: The number of the destination, from 0.
  /// - Complexity: O(1).
  /// - Precondition: Both numbers are below the counts.
  public func milliseconds(from source: Int, to destination: Int) -> UInt32? {
    let time = times[place(source, destination)]
    return time < HierarchyWeights.unreachable ? time : nil
  }

  /// Sets the time of a pair; ``HierarchyWeights/unreachable`` for none.
  mutating func set(_ milliseconds: UInt32, from source: Int, to destination: Int) {
    times[place(source, destination)] = milliseconds
  }

  /// Sets the times of the pairs of a source with some destinations.
  mutating func set(_ milliseconds: [UInt32], from source: Int, to destinations: [Int]) {
    precondition(milliseconds.count == destinations.count, "each destination has a time")
    for (index, destination) in destinations.enumerated() {
      times[place(source, destination)] = milliseconds[index]
    }
  }

  private func place(_ source: Int, _ destination: Int) -> Int {
    precondition(
      source >= 0 && source < sourceCount && destination >= 0 && destination < destinationCount,
      "the matrix has \(sourceCount) × \(destinationCount) pairs, not (\(source), \(destination))")
    return source * destinationCount + destination
  }
}
