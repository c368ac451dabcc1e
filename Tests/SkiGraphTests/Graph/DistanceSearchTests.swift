import SkiTestSupport
import Testing

@testable import SkiGraph

struct DistanceSearchTests {
  private struct RandomEdges {
    static let nodeCount = 12
    var edges: [(tail: Int, head: Int, price: UInt32)]

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      edges = (0..<30).map { _ in
        (
          Int.random(in: 0..<Self.nodeCount, using: &random),
          Int.random(in: 0..<Self.nodeCount, using: &random), UInt32.random(in: 0..<9, using: &random)
        )
      }
    }

    /// Least prices by relaxing every edge (Bellman 1958, "On a routing problem").
    func leastPrices(from starts: [Int]) -> [UInt32] {
      var prices = [UInt32](repeating: .max, count: Self.nodeCount)
      for start in starts { prices[start] = 0 }
      for _ in 0..<Self.nodeCount {
        for edge in edges where prices[edge.tail] != .max {
          prices[edge.head] = min(prices[edge.head], prices[edge.tail] + edge.price)
        }
      }
      return prices
    }

    /// Runs the search and returns the nodes in the order they are settled, with their prices.
    func run<Prices: CostTable>(
      _ search: inout DistanceSearch<Prices>, from starts: [Int], atMost limit: Int = .max
    ) -> [CostedNumber<UInt32, UInt32>] where Prices.Price == UInt32 {
      for start in starts { search.offer(start, at: 0) }
      var settled: [CostedNumber<UInt32, UInt32>] = []
      while settled.count < limit, let (node, price) = search.settle() {
        settled.append(CostedNumber(UInt32(node), price: price))
        for edge in edges where edge.tail == node { search.offer(edge.head, at: price + edge.price) }
      }
      return settled
    }
  }

  private let unreached = [UInt32](repeating: .max, count: RandomEdges.nodeCount)

  @Test(arguments: UInt64(1)...100)
  func `each reached node is settled once, in order of price, at the least price`(seed: UInt64) {
    let random = RandomEdges(seed: seed)
    var search = DistanceSearch(unreached)
    let settled = random.run(&search, from: [0, 5])
    #expect(search.prices == random.leastPrices(from: [0, 5]))
    let order = settled.map { $0.price }
    #expect(order == order.sorted())
    #expect(
      settled.map { $0.number }.sorted()
        == unreached.indices.filter { search.prices[$0] != .max }.map(UInt32.init))
  }

  @Test(arguments: UInt64(1)...20)
  func `a search with a dictionary of prices settles the same nodes as one with an array`(seed: UInt64) {
    let random = RandomEdges(seed: seed)
    var (dense, sparse) = (DistanceSearch(unreached), DistanceSearch([Int: UInt32]()))
    #expect(random.run(&dense, from: [3]) == random.run(&sparse, from: [3]))
    #expect(unreached.indices.allSatisfy { dense.prices[$0] == sparse.prices[$0] ?? .max })
  }

  @Test(arguments: UInt64(1)...20)
  func `a search stopped early and reset does not affect the next one`(seed: UInt64) {
    let random = RandomEdges(seed: seed)
    var search = DistanceSearch(unreached)
    let settled = random.run(&search, from: [0], atMost: 3)
    search.forget(settled.map { $0.number }, unreached: .max)
    #expect(search.prices == unreached)
    #expect(search.open.elements.isEmpty)
    _ = random.run(&search, from: [7])
    #expect(search.prices == random.leastPrices(from: [7]))
  }

  @Test func `an offer is accepted only when its price is lower`() {
    var search = DistanceSearch([Double](repeating: .infinity, count: 2))
    let noted = [(1, 5.0), (1, 5), (1, 4), (0, .infinity)].map { search.offer($0.0, at: $0.1) }
    #expect(noted == [true, false, true, false])
    let (first, second) = (search.settle(), search.settle())
    #expect(first?.node == 1)
    #expect(first?.price == 4)
    #expect(second == nil)
  }
}
