/// A disjoint-set forest whose sets are represented by their least member, independently of the order of unions.
///
/// **Source:** path compression, Tarjan 1975, "Efficiency of a good but not linear set union algorithm".
struct UnionFind: Sendable {
  private var parent: [Int] = []

  /// Creates singletons of 0..<count.
  init(count: Int = 0) { parent = Array(0..<count) }

  /// The number of elements.
  var count: Int { parent.count }

  /// Adds a singleton and returns its number.
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

  /// Returns the least member of a number's set without path compression.
  func root(of number: Int) -> Int {
    var root = number
    while parent[root] != root { root = parent[root] }
    return root
  }

  /// Unites two sets and returns the least member.
  @discardableResult
  mutating func union(_ a: Int, _ b: Int) -> Int {
    let (low, high) = (min(find(a), find(b)), max(find(a), find(b)))
    parent[high] = low
    return low
  }
}
