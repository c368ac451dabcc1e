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

  @Test func `times of a hierarchy equal a reference search with several sources and targets`() throws {
    var random = SeededGenerator(seed: 21)
    for round in 0..<600 {
      let (graph, costs) = RouteSearchTests.randomGraph(&random)
      let hierarchy = ContractionHierarchy(graph)
      let weights = try Self.weights(hierarchy, costs)
      let search = HierarchySearch(nodeCount: graph.nodeCount)
      for _ in 0..<4 {
        let sources = RouteSearchTests.ends(Int.random(in: 0...3, using: &random), graph, &random)
        let targets = RouteSearchTests.ends(Int.random(in: 0...6, using: &random), graph, &random)
        let times = RouteSearchTests.slowTimes(graph, costs, from: sources)
        let truth = targets.compactMap { end in times[end.node.position].map { $0 + Int(end.milliseconds) } }
          .min()
        let found = search.milliseconds(from: sources, to: targets, weights: weights)
        #expect(found.map(Int.init) == truth, "round \(round)")
      }
    }
  }

  @Test func `sweeps to all nodes and to chosen ones equal a reference search`() throws {
    var random = SeededGenerator(seed: 22)
    for round in 0..<400 {
      let (graph, costs) = RouteSearchTests.randomGraph(&random)
      let weights = try Self.weights(ContractionHierarchy(graph), costs)
      let groups = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        RouteSearchTests.ends(Int.random(in: 0...3, using: &random), graph, &random)
      }
      let targets = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        RouteSearchTests.ends(Int.random(in: 0...3, using: &random), graph, &random)
      }
      let (all, some) = (HierarchySweep(weights), HierarchySweep(weights, to: targets))
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
    let search = HierarchySearch(nodeCount: 3)
    let (from, to) = ([SearchEnd(node: NodeIndex(0))], [SearchEnd(node: NodeIndex(2))])
    let cases: [(costs: [UInt32], expected: UInt32?)] = [
      ([.max - 1, 5], nil), ([(1 << 31) - 2, 5], nil), ([(1 << 31) - 7, 5], (1 << 31) - 2),
    ]
    for (costs, expected) in cases {
      let weights = try Self.weights(hierarchy, costs)
      #expect(search.milliseconds(from: from, to: to, weights: weights) == expected)
      let late = [SearchEnd(node: NodeIndex(0), milliseconds: .max)]
      #expect(search.milliseconds(from: late, to: to, weights: weights) == nil)
    }
  }
}
