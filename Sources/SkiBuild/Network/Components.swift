import SkiGraph

/// The strongly connected components of a network.
struct Components: Sendable {
  /// The component of each root site, in topological order.
  let of: [Int]
  let count: Int
  /// The heads of the edges out of each root site.
  let out: [[Int]]
  /// The tails of the edges into each root site.
  let back: [[Int]]

  /// Creates the components of a graph of edges. Complexity: O(*n* + *m*).
  ///
  /// **Source:** Tarjan 1972, "Depth-first search and linear graph algorithms".
  init(_ out: [[Int]]) {
    self.out = out
    var back = [[Int]](repeating: [], count: out.count)
    for (tail, heads) in out.enumerated() { for head in heads { back[head].append(tail) } }
    self.back = back
    let found = StrongComponents(nodeCount: out.count) {
      out[$0].indices
    } head: {
      out[$0][$1]
    }
    count = Int(found.count)
    of = found.component.map { Int(found.count - 1 - $0) }
  }

  /// Returns for each component whether no edge leads from it to another good one, or into it from one when not
  /// forward.
  /// - Complexity: O(*n* + *m*).
  func isClosed(isForward: Bool, isGood: [Bool]) -> [Bool] {
    var isClosed = [Bool](repeating: true, count: count)
    for (site, nexts) in (isForward ? out : back).enumerated()
    where nexts.contains(where: { of[$0] != of[site] && isGood[of[$0]] }) { isClosed[of[site]] = false }
    return isClosed
  }

  /// Returns for each component whether one of the sites is reachable from it, or it from one of them when not forward.
  /// - Complexity: O(*n* + *m*).
  func leads(to sites: [Int], isForward: Bool) -> [Bool] {
    let ways = isForward ? back : out
    var leads = [Bool](repeating: false, count: count)
    var isSeen = [Bool](repeating: false, count: of.count)
    var open = sites
    for site in sites { isSeen[site] = true }
    while let site = open.popLast() {
      leads[of[site]] = true
      for next in ways[site] where !isSeen[next] {
        isSeen[next] = true
        open.append(next)
      }
    }
    return leads
  }
}
