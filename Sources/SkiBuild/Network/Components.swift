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

  /// For each component, whether nothing leads out of it (or into it, when not forward).
  func isClosed(isForward: Bool) -> [Bool] {
    var isClosed = [Bool](repeating: true, count: count)
    let ways = isForward ? out : back
    for (site, nexts) in ways.enumerated() where nexts.contains(where: { of[$0] != of[site] }) {
      isClosed[of[site]] = false
    }
    return isClosed
  }
}
