import SkiTestSupport
import Testing

@testable import SkiGraph

struct EliminationOrderTests {
  /// A graph with an edge from each node to each of the given heads.
  private static func arrays(_ heads: [[UInt32]]) -> (firstOut: [UInt32], heads: [UInt32]) {
    (heads.reduce(into: [0]) { $0.append($0[$0.count - 1] + UInt32($1.count)) }, Array(heads.joined()))
  }

  @Test func `an order has each node of a random graph once`() {
    var random = SeededGenerator(seed: 31)
    for round in 0..<200 {
      let count = Int.random(in: 0...60, using: &random)
      let graph = Self.arrays(
        (0..<count).map { _ in
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            UInt32.random(in: 0..<UInt32(count), using: &random)
          }
        })
      let order = EliminationOrder.stored(firstOut: graph.firstOut, heads: graph.heads)
      #expect(order.sorted() == (0..<UInt32(count)).map(\.self), "round \(round)")
    }
  }

  @Test func `the centre of a star is eliminated last`() {
    let graph = Self.arrays([Array(1...1000)] + [[UInt32]](repeating: [0], count: 1000))
    #expect(EliminationOrder.stored(firstOut: graph.firstOut, heads: graph.heads).last == 0)
  }

  @Test func `a graph that is too dense for a hierarchy has no stored order`() {
    let all = (0..<UInt32(600)).map(\.self)
    let graph = Self.arrays([[UInt32]](repeating: all, count: all.count))
    #expect(EliminationOrder.stored(firstOut: graph.firstOut, heads: graph.heads).isEmpty)
  }
}
