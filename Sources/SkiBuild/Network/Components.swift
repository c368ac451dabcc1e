/// The sets of sites that can all reach each other, and which of them lifts are in.
///
/// **Source:** Kosaraju and Sharir 1981.
struct Components: Sendable {
  /// The component of each root site; numbers mean nothing across builds of this value.
  private(set) var of: [Int]
  private(set) var count = 0
  /// The heads of the ways out of each root site, and the tails of the ways in.
  let out: [[Int]]
  let back: [[Int]]

  /// Finds the components. Complexity: O(*n* + *m*).
  init(_ out: [[Int]]) {
    self.out = out
    var back = [[Int]](repeating: [], count: out.count)
    for (tail, heads) in out.enumerated() { for head in heads { back[head].append(tail) } }
    self.back = back
    of = Array(repeating: -1, count: out.count)
    for start in Self.finishingOrder(out).reversed() where of[start] < 0 {
      var open = [start]
      of[start] = count
      while let site = open.popLast() {
        for next in back[site] where of[next] < 0 {
          of[next] = count
          open.append(next)
        }
      }
      count += 1
    }
  }

  private static func finishingOrder(_ out: [[Int]]) -> [Int] {
    var order: [Int] = []
    var isSeen = [Bool](repeating: false, count: out.count)
    for start in out.indices where !isSeen[start] {
      var path = [(site: start, next: 0)]
      isSeen[start] = true
      while let (site, next) = path.last {
        if next == out[site].count {
          order.append(site)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let head = out[site][next]
        guard !isSeen[head] else { continue }
        isSeen[head] = true
        path.append((head, 0))
      }
    }
    return order
  }

  /// For each component, whether no way out leads to a good component (no way in comes from one, when not forward).
  /// - Complexity: O(*n* + *m*).
  func isClosed(isForward: Bool, isGood: [Bool]) -> [Bool] {
    var isClosed = [Bool](repeating: true, count: count)
    for (site, nexts) in (isForward ? out : back).enumerated()
    where nexts.contains(where: { of[$0] != of[site] && isGood[of[$0]] }) { isClosed[of[site]] = false }
    return isClosed
  }

  /// For each component, whether one of some sites can be come to from it (it from one of them, when not forward).
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
