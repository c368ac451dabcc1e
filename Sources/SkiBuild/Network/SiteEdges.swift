import SkiGraph

/// The directed edges between sites, in flat arrays.
struct SiteEdges: Sendable {
  /// The start of each site's edges: those of site *s* are `heads[first[s]..<first[s + 1]]`.
  private let first: [Int32]
  /// The sites the edges lead to.
  let heads: [Int]

  /// Creates the edges from their ends; those of each site keep their order.
  /// - Complexity: O(*n* + *m*) in sites and edges.
  init(siteCount: Int, _ ends: [(tail: Int, head: Int)]) {
    var first = [Int32](repeating: 0, count: siteCount + 1)
    for edge in ends { first[edge.tail + 1] += 1 }
    for site in 0..<siteCount { first[site + 1] += first[site] }
    var next = first
    var heads = [Int](repeating: 0, count: ends.count)
    for edge in ends {
      heads[Int(next[edge.tail])] = edge.head
      next[edge.tail] += 1
    }
    (self.first, self.heads) = (first, heads)
  }

  /// The number of sites.
  var siteCount: Int { first.count - 1 }

  /// Returns the indices of a site's edges.
  func edges(of site: Int) -> Range<Int> { Int(first[site])..<Int(first[site + 1]) }

  /// Returns the edges in the other direction, those of each site by ascending tail.
  /// - Complexity: O(*n* + *m*).
  func reversed() -> SiteEdges {
    var ends: [(tail: Int, head: Int)] = []
    ends.reserveCapacity(heads.count)
    for site in 0..<siteCount {
      for edge in edges(of: site) { ends.append((heads[edge], site)) }
    }
    return SiteEdges(siteCount: siteCount, ends)
  }

  /// Returns a flag for each site, `true` for those that edges lead to from some sites, and for these.
  /// - Complexity: O(*n* + *m*).
  func reached(from starts: [Int]) -> [Bool] {
    var isReached = [Bool](repeating: false, count: siteCount)
    var open = starts
    for start in starts { isReached[start] = true }
    while let site = open.popLast() {
      for edge in edges(of: site) where !isReached[heads[edge]] {
        isReached[heads[edge]] = true
        open.append(heads[edge])
      }
    }
    return isReached
  }
}

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
