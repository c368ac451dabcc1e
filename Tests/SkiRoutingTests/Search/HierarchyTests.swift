import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The customizable contraction hierarchy compared with searches without one, on random graphs.
struct HierarchyTests {
  static func weights(
    _ hierarchy: ContractionHierarchy, _ costs: [UInt32]
  ) throws -> HierarchyWeights {
    try HierarchyWeights(hierarchy) { UInt64(costs[$0]) }
  }

  /// A graph of areas with many cycles, linked by few edges.
  static func areas(_ random: inout SeededGenerator) -> (graph: FlatGraph, costs: [UInt32]) {
    let (areas, size) = (Int.random(in: 1...6, using: &random), Int.random(in: 20...160, using: &random))
    let nodes = areas * size
    var arcs: [(UInt32, UInt32)] = []
    for area in 0..<areas {
      let spread = Int.random(in: 2...20, using: &random)
      for _ in 0..<size * Int.random(in: 1...3, using: &random) {
        let from = Int.random(in: 0..<size, using: &random)
        let to = max(0, min(size - 1, from + Int.random(in: -spread...spread, using: &random)))
        arcs.append((UInt32(area * size + from), UInt32(area * size + to)))
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let (from, to) = (Int.random(in: 0..<size, using: &random), Int.random(in: 0..<nodes, using: &random))
        arcs += [(UInt32(area * size + from), UInt32(to)), (UInt32(to), UInt32(area * size + from))]
      }
    }
    arcs.sort { $0 < $1 }
    var firstOut = [UInt32](repeating: 0, count: nodes + 1)
    for arc in arcs { firstOut[Int(arc.0) + 1] += 1 }
    for node in 0..<nodes { firstOut[node + 1] += firstOut[node] }
    let costs = arcs.map { _ in random.happens(0.05) ? .max : UInt32.random(in: 1...100_000, using: &random) }
    let places = [SIMD3<Float>](repeating: SIMD3(0, 0, 0), count: nodes)
    return (FlatGraph(firstOut: firstOut, heads: arcs.map(\.1), positions: places), costs)
  }

  @Test func `labels of linked areas equal searches between all of some nodes`() throws {
    var random = SeededGenerator(seed: 25)
    var (inCells, between) = (0, 0)
    for round in 0..<120 {
      let (graph, costs) = Self.areas(&random)
      let hierarchy = ContractionHierarchy(graph)
      let labels = try #require(try HierarchyLabels(Self.weights(hierarchy, costs)))
      let cells = hierarchy.labelCells()
      let search = RouteSearch(graph)
      for _ in 0..<20 {
        let source = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
        let times = try search.times(from: [SearchEnd(node: source)], costs: costs)
        var wrong: [Int] = []
        for target in 0..<graph.nodeCount {
          let found = labels.milliseconds(from: source, to: NodeIndex(target))
          if found != times[NodeIndex(target)] { wrong.append(target) }
          let units = [source, NodeIndex(target)].map { cells.unitOf.base[hierarchy.position(of: $0)] }
          if units[0] == units[1] { inCells += 1 } else { between += 1 }
        }
        #expect(wrong.isEmpty, "round \(round), from \(source)")
      }
    }
    #expect(inCells > 2000 && between > 50_000)
  }

  @Test func `a hierarchy by any order gives the same times, unless it fills in too much`() throws {
    var random = SeededGenerator(seed: 26)
    for round in 0..<60 {
      let (graph, costs) = Self.areas(&random)
      let computed = ContractionHierarchy(graph)
      let nodes = (0..<UInt32(graph.nodeCount)).map(\.self)
      let hierarchy = ContractionHierarchy(
        graph, order: random.happens(0.5) ? nodes : nodes.shuffled(using: &random))
      #expect(hierarchy.arcCount <= 4096 + 4 * (graph.nodeCount + graph.edgeCount))
      let expected = HierarchySweep(SweepPlan(try Self.weights(computed, costs)))
      let found = HierarchySweep(SweepPlan(try Self.weights(hierarchy, costs)))
      let sources = [RouteSearchTests.ends(2, graph, &random)]
      expected.run(from: sources[...])
      found.run(from: sources[...])
      for node in nodes {
        let (first, second) = (
          expected.milliseconds(0, to: NodeIndex(node)), found.milliseconds(0, to: NodeIndex(node))
        )
        #expect(first == second, "round \(round), node \(node)")
      }
    }
  }

  @Test func `labels that would take too much memory are not made`() throws {
    // A complete graph: each node has a time to each node before it.
    let count = 400
    let heads = (0..<count).flatMap { _ in 0..<UInt32(count) }
    let graph = FlatGraph(
      firstOut: (0...count).map { UInt32($0 * count) }, heads: heads,
      positions: [SIMD3<Float>](repeating: SIMD3(0, 0, 0), count: count))
    let weights = try Self.weights(
      ContractionHierarchy(graph), [UInt32](repeating: 1, count: heads.count))
    #expect(try HierarchyLabels(weights) == nil)
  }

  @Test func `times of labels equal a reference search with several sources and targets`() throws {
    var random = SeededGenerator(seed: 21)
    for round in 0..<600 {
      let (graph, costs) = RouteSearchTests.randomGraph(&random)
      let hierarchy = ContractionHierarchy(graph)
      let weights = try Self.weights(hierarchy, costs)
      let labels = try #require(try HierarchyLabels(weights))
      for _ in 0..<4 {
        let sources = RouteSearchTests.ends(Int.random(in: 0...3, using: &random), graph, &random)
        let targets = RouteSearchTests.ends(Int.random(in: 0...6, using: &random), graph, &random)
        let times = RouteSearchTests.slowTimes(graph, costs, from: sources)
        let truth = targets.compactMap { end in times[end.node.position].map { $0 + Int(end.milliseconds) } }
          .min()
        let found = labels.milliseconds(from: sources, to: targets)
        #expect(found.map(Int.init) == truth, "round \(round)")
      }
    }
  }

  @Test func `sweeps to all nodes and to chosen ones equal a reference search`() throws {
    var random = SeededGenerator(seed: 22)
    for round in 0..<400 {
      let (graph, costs) = RouteSearchTests.randomGraph(&random)
      let weights = try Self.weights(ContractionHierarchy(graph), costs)
      let groups = (0..<random.pick([0, 1, 2, 7, 16])).map { _ in
        RouteSearchTests.ends(Int.random(in: 0...3, using: &random), graph, &random)
      }
      let targets = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        RouteSearchTests.ends(Int.random(in: 0...3, using: &random), graph, &random)
      }
      let (all, some) = (HierarchySweep(SweepPlan(weights)), HierarchySweep(SweepPlan(weights, to: targets)))
      // The second run must not see the times of the first.
      for groups in [groups, groups.reversed()] {
        all.run(from: groups[...])
        some.run(from: groups[...])
        for (lane, sources) in groups.enumerated() {
          let times = RouteSearchTests.slowTimes(graph, costs, from: sources)
          for node in 0..<graph.nodeCount {
            #expect(
              all.milliseconds(lane, to: NodeIndex(node)).map(Int.init) == times[node], "round \(round)")
          }
          for (number, ends) in targets.enumerated() {
            let truth = ends.compactMap { end in times[end.node.position].map { $0 + Int(end.milliseconds) } }
            #expect(
              some.milliseconds(lane, toTarget: number).map(Int.init) == truth.min(), "round \(round)")
          }
        }
      }
    }
  }

  @Test func `the bounds of a hierarchy are the distances, and searches with them stay exact`() throws {
    var random = SeededGenerator(seed: 23)
    for round in 0..<400 {
      let (graph, costs) = RouteSearchTests.randomGraph(&random)
      let hierarchy = ContractionHierarchy(graph)
      let weights = try Self.weights(hierarchy, costs)
      let bounds = HierarchyBounds(hierarchy)
      // The search may not use all edges the bounds use.
      let stricter = costs.map { random.happens(0.2) ? .max : $0 }
      let search = RouteSearch(graph)
      for _ in 0..<4 {
        let sources = RouteSearchTests.ends(Int.random(in: 1...3, using: &random), graph, &random)
        let targets = RouteSearchTests.ends(Int.random(in: 1...10, using: &random), graph, &random)
        let potential = bounds.potential(weights, to: targets)
        for node in (0..<graph.nodeCount).shuffled(using: &random) {
          let times = RouteSearchTests.slowTimes(graph, costs, from: [SearchEnd(node: NodeIndex(node))])
          let truth = targets.compactMap { end in times[end.node.position].map { $0 + Int(end.milliseconds) }
          }
          #expect(potential.bound(node) == truth.min().map(UInt32.init) ?? .max, "round \(round)")
        }
        for limited in [costs, stricter] {
          let expected = try search.path(from: sources, to: targets, costs: limited)
          let found = try search.path(from: sources, to: targets, costs: limited, potential: potential)
          #expect(found?.milliseconds == expected?.milliseconds, "round \(round)")
        }
      }
    }
  }

  @Test func `the later neighbours of a node are pairwise adjacent, and all arcs lead to ancestors`() {
    var random = SeededGenerator(seed: 24)
    for round in 0..<200 {
      let (graph, _) = RouteSearchTests.randomGraph(&random)
      let hierarchy = ContractionHierarchy(graph)
      for position in 0..<graph.nodeCount {
        let arcs = Int(hierarchy.firstUp.base[position])..<Int(hierarchy.firstUp.base[position + 1])
        let heads = arcs.map { hierarchy.upHeads.base[$0] }
        #expect(heads == heads.sorted() && Set(heads).count == heads.count, "round \(round)")
        var ancestors: Set<UInt32> = []
        var ancestor = position
        while Int(hierarchy.parents.base[ancestor]) != ancestor {
          ancestor = Int(hierarchy.parents.base[ancestor])
          ancestors.insert(UInt32(ancestor))
        }
        #expect(ancestors.isSuperset(of: heads), "round \(round)")
      }
    }
  }

  @Test func `times of a hierarchy are nil from the limit on instead of overflowing`() throws {
    let graph = FlatGraph(
      firstOut: [0, 1, 2, 2], heads: [1, 2], positions: [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(2, 0, 0)])
    let hierarchy = ContractionHierarchy(graph)
    let (from, to) = ([SearchEnd(node: NodeIndex(0))], [SearchEnd(node: NodeIndex(2))])
    let cases: [(costs: [UInt32], expected: UInt32?)] = [
      ([.max - 1, 5], nil), ([(1 << 31) - 2, 5], nil), ([(1 << 31) - 7, 5], (1 << 31) - 2),
    ]
    for (costs, expected) in cases {
      let labels = try #require(try HierarchyLabels(Self.weights(hierarchy, costs)))
      #expect(labels.milliseconds(from: from, to: to) == expected)
      let late = [SearchEnd(node: NodeIndex(0), milliseconds: .max)]
      #expect(labels.milliseconds(from: late, to: to) == nil)
    }
  }
}
