import SkiGraph

/// The strongly connected components of a network.
struct Components: Sendable {
  /// The component of each root site, in topological order.
  let of: [Int]
  let count: Int
  /// The edges out of each root site.
  private let out: SiteEdges
  /// The same edges, backwards.
  private let back: SiteEdges

  /// Creates the components of a graph of edges. Complexity: O(*n* + *m*).
  ///
  /// **Source:** Tarjan 1972, "Depth-first search and linear graph algorithms".
  init(_ out: SiteEdges) {
    self.out = out
    back = out.reversed()
    let found = StrongComponents(nodeCount: out.siteCount) {
      out.edges(of: $0)
    } head: {
      out.heads[$1]
    }
    count = Int(found.count)
    of = found.component.map { Int(found.count - 1 - $0) }
  }

  /// Returns for each component whether no edge leads from it to another good one, or into it from one when not
  /// forward.
  /// - Complexity: O(*n* + *m*).
  func isClosed(isForward: Bool, isGood: [Bool]) -> [Bool] {
    var isClosed = [Bool](repeating: true, count: count)
    let ways = isForward ? out : back
    for site in of.indices {
      for next in ways.heads[ways.edges(of: site)] where of[next] != of[site] && isGood[of[next]] {
        isClosed[of[site]] = false
      }
    }
    return isClosed
  }

  /// Returns for each component whether one of the sites is reachable from it, or it from one of them when not forward.
  /// - Complexity: O(*n* + *m*).
  func leads(to sites: [Int], isForward: Bool) -> [Bool] {
    let isReached = (isForward ? back : out).reached(from: sites)
    var leads = [Bool](repeating: false, count: count)
    for site in of.indices where isReached[site] { leads[of[site]] = true }
    return leads
  }
}
