import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct RouteSearchTests {
  /// A random graph over random places; costs bear no relation to the distances.
  static func randomGraph(_ random: inout SeededGenerator) -> (graph: FlatGraph, costs: [UInt32]) {
    let nodes = Int.random(in: 1...40, using: &random)
    var arcs = (0..<Int.random(in: 0...120, using: &random)).map { _ in
      (
        UInt32.random(in: 0..<UInt32(nodes), using: &random),
        UInt32.random(in: 0..<UInt32(nodes), using: &random)
      )
    }
    arcs.sort { $0 < $1 }
    var firstOut = [UInt32](repeating: 0, count: nodes + 1)
    for arc in arcs { firstOut[Int(arc.0) + 1] += 1 }
    for node in 0..<nodes { firstOut[node + 1] += firstOut[node] }
    let spread: Float = random.pick([1, 1000, 100_000])
    let places = (0..<nodes).map { _ in
      SIMD3(
        Float.random(in: 0...spread, using: &random), Float.random(in: 0...spread, using: &random),
        Float.random(in: 0...spread / 10, using: &random))
    }
    let greatest: UInt32 = random.pick([3, 1000, 1_000_000])
    let costs = arcs.map { _ in random.happens(0.1) ? .max : UInt32.random(in: 1...greatest, using: &random) }
    return (FlatGraph(firstOut: firstOut, heads: arcs.map(\.1), positions: places), costs)
  }

  static func slowTimes(_ graph: FlatGraph, _ costs: [UInt32], from sources: [SearchEnd]) -> [Int?] {
    var times = [Int?](repeating: nil, count: graph.nodeCount)
    for source in sources {
      times[source.node.position] = min(times[source.node.position] ?? .max, Int(source.milliseconds))
    }
    for _ in 0..<graph.nodeCount {
      for node in 0..<graph.nodeCount {
        guard let time = times[node] else { continue }
        for edge in Int(graph.firstOut[node])..<Int(graph.firstOut[node + 1]) where costs[edge] != .max {
          let head = Int(graph.head[edge])
          times[head] = min(times[head] ?? .max, time + Int(costs[edge]))
        }
      }
    }
    return times
  }

  static func ends(_ count: Int, _ graph: FlatGraph, _ random: inout SeededGenerator) -> [SearchEnd] {
    (0..<count).map { _ in
      SearchEnd(
        node: NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random)),
        milliseconds: UInt32.random(in: 0...500, using: &random))
    }
  }

  @Test func `Dijkstra and A* equal a reference search with several sources and targets`() throws {
    var random = SeededGenerator(seed: 1)
    for round in 0..<600 {
      let (graph, costs) = Self.randomGraph(&random)
      let search = RouteSearch(graph)
      let speed = graph.greatestSpeed(milliseconds: costs)
      for _ in 0..<4 {
        let sources = Self.ends(Int.random(in: 1...3, using: &random), graph, &random)
        let targets = Self.ends(Int.random(in: 1...10, using: &random), graph, &random)
        let times = Self.slowTimes(graph, costs, from: sources)
        let truth = targets.compactMap { end in times[end.node.position].map { $0 + Int(end.milliseconds) } }
          .min()
        for bound in [nil, speed] {
          let path = try search.path(from: sources, to: targets, costs: costs, greatestSpeed: bound)
          #expect(path.map { Int($0.milliseconds) } == truth, "round \(round)")
          guard let path else { continue }
          var node = sources[path.source].node
          var sum = sources[path.source].milliseconds
          for edge in path.edges {
            #expect(graph.tail(of: edge.rawValue) == node.position, "round \(round)")
            node = NodeIndex(graph.head[edge.position])
            sum += costs[edge.position]
          }
          #expect(
            node == targets[path.target].node && sum + targets[path.target].milliseconds == path.milliseconds)
        }
      }
    }
  }

  @Test func `the straight-line lower bound is consistent on every edge and admissible`() throws {
    var random = SeededGenerator(seed: 2)
    for round in 0..<150 {
      let (graph, costs) = Self.randomGraph(&random)
      let speed = graph.greatestSpeed(milliseconds: costs)
      guard speed > 0 else { continue }
      let targets = Self.ends(Int.random(in: 1...8, using: &random), graph, &random)
      let places = targets.map { graph.positions[$0.node.position] }
      let finals = targets.map { Double($0.milliseconds) }
      places.withUnsafeBufferPointer { places in
        finals.withUnsafeBufferPointer { finals in
          let bound = StraightPotential(
            positions: graph.positions, targets: places.baseAddress!, finals: finals.baseAddress!,
            count: targets.count, millisecondsPerMetre: (1 - 1e-6) / speed)
          for node in 0..<graph.nodeCount {
            for edge in Int(graph.firstOut[node])..<Int(graph.firstOut[node + 1]) where costs[edge] != .max {
              #expect(bound.bound(node) <= costs[edge] + bound.bound(Int(graph.head[edge])), "round \(round)")
            }
            let times = Self.slowTimes(graph, costs, from: [SearchEnd(node: NodeIndex(node))])
            for target in targets {
              guard let time = times[target.node.position] else { continue }
              #expect(Int(bound.bound(node)) <= time + Int(target.milliseconds), "round \(round)")
            }
          }
          for target in targets { #expect(bound.bound(target.node.position) <= target.milliseconds) }
        }
      }
    }
  }

  @Test func `A* settles fewer nodes than Dijkstra on a line of constant speed`() throws {
    let count = 200
    var firstOut: [UInt32] = [0]
    var heads: [UInt32] = []
    for node in 0..<count {
      if node > 0 { heads.append(UInt32(node - 1)) }
      if node + 1 < count { heads.append(UInt32(node + 1)) }
      firstOut.append(UInt32(heads.count))
    }
    let places = (0..<count).map { SIMD3<Float>(Float($0) * 10, 0, 0) }
    let graph = FlatGraph(firstOut: firstOut, heads: heads, positions: places)
    let costs = [UInt32](repeating: 1000, count: heads.count)
    let search = RouteSearch(graph)
    let (from, to) = ([SearchEnd(node: NodeIndex(100))], [SearchEnd(node: NodeIndex(150))])
    #expect(try search.milliseconds(from: from, to: to, costs: costs) == 50_000)
    let plain = search.settledCount
    let speed = graph.greatestSpeed(milliseconds: costs)
    #expect(try search.milliseconds(from: from, to: to, costs: costs, greatestSpeed: speed) == 50_000)
    #expect(plain >= 100 && search.settledCount <= 52, "settled \(plain) and \(search.settledCount)")
  }

  @Test func `a path whose cost exceeds the limit is not found instead of overflowing`() throws {
    let graph = FlatGraph(
      firstOut: [0, 1, 2, 2], heads: [1, 2], positions: [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(2, 0, 0)])
    let search = RouteSearch(graph)
    let (from, to) = ([SearchEnd(node: NodeIndex(0))], [SearchEnd(node: NodeIndex(2))])
    #expect(try search.milliseconds(from: from, to: to, costs: [.max - 1, 5]) == nil)
    #expect(try search.milliseconds(from: from, to: to, costs: [(1 << 31) - 2, 5]) == nil)
    let last: UInt32? = (1 << 31) - 2
    #expect(try search.milliseconds(from: from, to: to, costs: [(1 << 31) - 7, 5]) == last)
    #expect(try search.milliseconds(from: from, to: to, costs: [.max, 5]) == nil)
  }

  @Test func `an edge of no time gives A* an infinite speed and still the correct time`() throws {
    let graph = FlatGraph(firstOut: [0, 1, 1], heads: [1], positions: [SIMD3(0, 0, 0), SIMD3(9, 0, 0)])
    #expect(graph.greatestSpeed(milliseconds: [0]) == .infinity)
    let (from, to) = ([SearchEnd(node: NodeIndex(0))], [SearchEnd(node: NodeIndex(1))])
    #expect(
      try RouteSearch(graph).milliseconds(from: from, to: to, costs: [0], greatestSpeed: .infinity) == 0)
  }
}
