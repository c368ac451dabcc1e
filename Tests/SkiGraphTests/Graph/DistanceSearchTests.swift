import SkiTestSupport
import Testing

@testable import SkiGraph

struct DistanceSearchTests {
  private struct RandomEdges {
    static let nodeCount = 12
    var edges: [(tail: Int, head: Int, cost: UInt32)]

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      edges = (0..<30).map { _ in
        (
          Int.random(in: 0..<Self.nodeCount, using: &random),
          Int.random(in: 0..<Self.nodeCount, using: &random), UInt32.random(in: 0..<9, using: &random)
        )
      }
    }

    /// Least costs by relaxing every edge (Bellman 1958, "On a routing problem").
    func leastCosts(from starts: [Int]) -> [UInt32] {
      var costs = [UInt32](repeating: .max, count: Self.nodeCount)
      for start in starts { costs[start] = 0 }
      for _ in 0..<Self.nodeCount {
        for edge in edges where costs[edge.tail] != .max {
          costs[edge.head] = min(costs[edge.head], costs[edge.tail] + edge.cost)
        }
      }
      return costs
    }

    /// Runs the search and returns the nodes in the order they are settled, with their costs.
    func run<Costs: CostTable>(
      _ search: inout DistanceSearch<Costs>, from starts: [Int], atMost limit: Int = .max
    ) -> [CostedNumber<UInt32, UInt32>] where Costs.Cost == UInt32 {
      for start in starts { search.relax(start, at: 0) }
      var settled: [CostedNumber<UInt32, UInt32>] = []
      while settled.count < limit, let (node, cost) = search.settle() {
        settled.append(CostedNumber(UInt32(node), cost: cost))
        for edge in edges where edge.tail == node { search.relax(edge.head, at: cost + edge.cost) }
      }
      return settled
    }
  }

  private let unreached = [UInt32](repeating: .max, count: RandomEdges.nodeCount)

  @Test(arguments: UInt64(1)...100)
  func `each reached node is settled once, in order of cost, at the least cost`(seed: UInt64) {
    let random = RandomEdges(seed: seed)
    var search = DistanceSearch(unreached)
    let settled = random.run(&search, from: [0, 5])
    #expect(search.costs == random.leastCosts(from: [0, 5]))
    let order = settled.map { $0.cost }
    #expect(order == order.sorted())
    #expect(
      settled.map { $0.number }.sorted()
        == unreached.indices.filter { search.costs[$0] != .max }.map(UInt32.init))
  }

  @Test(arguments: UInt64(1)...20)
  func `a search with a dictionary of costs settles the same nodes as one with an array`(seed: UInt64) {
    let random = RandomEdges(seed: seed)
    var (dense, sparse) = (DistanceSearch(unreached), DistanceSearch([Int: UInt32]()))
    #expect(random.run(&dense, from: [3]) == random.run(&sparse, from: [3]))
    #expect(unreached.indices.allSatisfy { dense.costs[$0] == sparse.costs[$0] ?? .max })
  }

  @Test(arguments: UInt64(1)...20)
  func `a search stopped early and reset does not affect the next one`(seed: UInt64) {
    let random = RandomEdges(seed: seed)
    var search = DistanceSearch(unreached)
    let settled = random.run(&search, from: [0], atMost: 3)
    search.reset(settled.map { $0.number }, unreached: .max)
    #expect(search.costs == unreached)
    #expect(search.open.elements.isEmpty)
    _ = random.run(&search, from: [7])
    #expect(search.costs == random.leastCosts(from: [7]))
  }

  @Test func `a relaxation is accepted only when its cost is lower`() {
    var search = DistanceSearch([Double](repeating: .infinity, count: 2))
    let noted = [(1, 5.0), (1, 5), (1, 4), (0, .infinity)].map { search.relax($0.0, at: $0.1) }
    #expect(noted == [true, false, true, false])
    let (first, second) = (search.settle(), search.settle())
    #expect(first?.node == 1)
    #expect(first?.cost == 4)
    #expect(second == nil)
  }
}
