import SkiBase
import SkiGraph

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
