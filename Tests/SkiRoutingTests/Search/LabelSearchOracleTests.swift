import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The label search on random graphs with costs of every kind equals one that extends all paths until none is new.
@Suite struct LabelSearchOracleTests {
  /// A graph whose edges have two sums, a maximum and a time that breaks ties.
  private struct Case {
    static let sum = LabelField(shift: 0, width: 20)
    static let maximum = LabelField(shift: 21, width: 6)
    static let fields = LabelFields(sums: [sum], maxima: [maximum])

    let graph: FlatGraph
    var costs: [(first: Int, sum: Int, maximum: Int, time: Int)] = []

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let nodes = Int.random(in: 2...12, using: &random)
      let greatest = random.happens(0.5) ? 2 : 9
      var (firstOut, heads): ([UInt32], [UInt32]) = ([0], [])
      for _ in 0..<nodes {
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          heads.append(UInt32.random(in: 0..<UInt32(nodes), using: &random))
          costs.append(
            (
              Int.random(in: 0...greatest, using: &random), Int.random(in: 0...greatest, using: &random),
              Int.random(in: 0...6, using: &random), Int.random(in: 1...9, using: &random)
            ))
        }
        firstOut.append(UInt32(heads.count))
      }
      graph = FlatGraph(
        firstOut: firstOut, heads: heads, positions: [SIMD3<Float>](repeating: .zero, count: nodes))
    }

    var steps: LabelSteps {
      LabelSteps(
        first: costs.map { UInt32($0.first) },
        rest: costs.map { Self.sum.placed(UInt64($0.sum)) | Self.maximum.unary($0.maximum) })
    }

    /// The Pareto-optimal vectors of all paths from the first node to the last.
    func vectors() -> [[Int]] {
      var fronts = [[[Int]]](repeating: [], count: graph.nodeCount)
      fronts[0] = [[0, 0, 0]]
      var isChanged = true
      while isChanged {
        isChanged = false
        graph.forEachNode { node, edges in
          for edge in edges {
            for vector in fronts[node] {
              let new = [
                vector[0] + costs[edge].first, vector[1] + costs[edge].sum,
                max(vector[2], costs[edge].maximum),
              ]
              let head = Int(graph.head[edge])
              if fronts[head].contains(where: { ReferenceDay.isAtMost($0, new) }) { continue }
              fronts[head].removeAll { ReferenceDay.isAtMost(new, $0) }
              fronts[head].append(new)
              isChanged = true
            }
          }
        }
      }
      return fronts[graph.nodeCount - 1].sorted { $0.lexicographicallyPrecedes($1) }
    }
  }

  private struct Rules: LabelRules {
    let steps: LabelSteps
    let times: [Int]
    let bounds: LabelBounds
    let fields: LabelFields = Case.fields

    func extended(_ label: Label, along edge: Int) -> Label? {
      Label(
        first: label.first + steps.first[edge], tie: label.tie + UInt32(times[edge]),
        rest: fields.joined(label.rest, steps.rest[edge]))
    }
    func finished(_ label: Label, at target: Int) -> Label? { label }
    func least(_ label: Label) -> LabelBound? {
      let first = bounds.first[Int(label.node)]
      guard first != .max else { return nil }
      let rest = fields.joined(label.rest, bounds.rest[Int(label.node)])
      return LabelBound(order: UInt64(label.first + first) << 32 | rest, rest: rest)
    }
    func order(ofEnd label: Label) -> UInt64 { UInt64(label.first) << 32 | label.rest }
  }

  @Test func `the Pareto-optimal paths of random graphs equal those of an exhaustive search`() throws {
    var several = 0
    for seed in UInt64(1)...5000 {
      let world = Case(seed: seed)
      let last = NodeIndex(world.graph.nodeCount - 1)
      let steps = world.steps
      let bounds = try LabelBounds(
        ReversedGraph(world.graph), steps: steps, sums: [Case.sum], maxima: [Case.maximum],
        targets: [LabelEnd(node: last)])
      var search = LabelSearch(
        world.graph, rules: Rules(steps: steps, times: world.costs.map(\.time), bounds: bounds))
      let paths = try search.run(from: [LabelEnd(node: NodeIndex(0))], to: [last], direct: [])
      let found = paths.map { path in
        [
          Int(path.label.first), Int(Case.sum.value(in: path.label.rest)),
          Case.maximum.value(in: path.label.rest).nonzeroBitCount,
        ]
      }
      let truth = world.vectors()
      #expect(found.sorted { $0.lexicographicallyPrecedes($1) } == truth, "seed \(seed)")
      for path in paths {
        let time = path.edges.reduce(0) { $0 + world.costs[Int($1)].time }
        #expect(Int(path.label.tie) == time, "seed \(seed)")
      }
      if truth.count > 1 { several += 1 }
    }
    #expect(several > 500)
  }
}
