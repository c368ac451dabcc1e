/// Sets of numbers that can be joined; each set is known by its least member, so that order of joining never shows.
struct UnionFind: Sendable {
  private var parent: [Int] = []

  /// Makes sets of one for 0..<count.
  init(count: Int = 0) { parent = Array(0..<count) }

  /// How many numbers there are.
  var count: Int { parent.count }

  /// Adds a set of one and returns its number.
  mutating func add() -> Int {
    parent.append(parent.count)
    return parent.count - 1
  }

  /// Returns the least member of a number's set. Complexity: O(log *n*) amortised.
  mutating func find(_ number: Int) -> Int {
    var root = number
    while parent[root] != root { root = parent[root] }
    var walk = number
    while parent[walk] != root {
      let next = parent[walk]
      parent[walk] = root
      walk = next
    }
    return root
  }

  /// Returns the least member of a number's set without shortening the way to it.
  func root(of number: Int) -> Int {
    var root = number
    while parent[root] != root { root = parent[root] }
    return root
  }

  /// Joins two sets and returns the least member.
  @discardableResult
  mutating func union(_ a: Int, _ b: Int) -> Int {
    let (low, high) = (min(find(a), find(b)), max(find(a), find(b)))
    parent[high] = low
    return low
  }
}
