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
