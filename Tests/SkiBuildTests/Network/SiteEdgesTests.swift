import SkiTestSupport
import Testing

@testable import SkiBuild

struct SiteEdgesTests {
  @Test(arguments: 1...30)
  func `edges keep their order, and lead as far as repeated steps do`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...40, using: &random)
    let ends = (0..<Int.random(in: 0...80, using: &random)).map { _ in
      (tail: Int.random(in: 0..<count, using: &random), head: Int.random(in: 0..<count, using: &random))
    }
    let edges = SiteEdges(siteCount: count, ends)
    let back = edges.reversed()
    for site in 0..<count {
      #expect(
        Array(edges.heads[edges.edges(of: site)]) == ends.filter { $0.tail == site }.map(\.head),
        "seed \(seed)")
      #expect(
        back.heads[back.edges(of: site)].sorted() == ends.filter { $0.head == site }.map(\.tail).sorted(),
        "seed \(seed)")
    }
    var reached: Set<Int> = [0]
    for _ in 0..<count { reached.formUnion(ends.filter { reached.contains($0.tail) }.map(\.head)) }
    #expect(edges.reached(from: [0]) == (0..<count).map { reached.contains($0) }, "seed \(seed)")
  }
}
