import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct ClosureOracleTests {
  @Test(arguments: Array(stride(from: UInt64(1), to: 2001, by: 250)))
  func `closing features has the effect of building the graph without them`(first: UInt64) throws {
    var (lost, longer) = (0, 0)
    for seed in first..<first + 250 {
      var world = try RandomWorld(seed: seed)
      guard world.graph.featureCount > 0 else { continue }
      let profile = world.profile()
      var random = SeededGenerator(seed: seed ^ 0xC105)
      let closed = Set(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          FeatureIndex(Int.random(in: 0..<world.graph.featureCount, using: &random))
        })
      let home = NodeIndex(Int.random(in: 0..<world.graph.nodeCount, using: &random))
      let session = RouteSession(Router(graph: world.graph))
      let effect = try #require(
        try session.effect(ofClosing: closed, home: .node(home), profile: profile).value)
      let rebuilt = try Self.rebuilt(world, without: closed)
      let numbers = Self.numbers(world.graph, in: rebuilt)
      var profileAfter = profile
      profileAfter.closedFeatures = Self.renumbered(profile.closedFeatures, world.graph, rebuilt)
      let after = ReferenceRouting(graph: rebuilt, profile: profileAfter)
      let before = ReferenceRouting(graph: world.graph, profile: profile)
      let (there, back) = (Set(effect.unreachable), Set(effect.cutOff))
      var (left, reached, entered): (Set<NodeIndex>, Set<NodeIndex>, Set<NodeIndex>) = ([], [], [])
      let detours = Dictionary(uniqueKeysWithValues: effect.detours.map { ($0.node, $0) })
      for node in (0..<world.graph.nodeCount).map({ NodeIndex($0) }) {
        let note: Comment = "seed \(seed), node \(node.rawValue)"
        let out = before.milliseconds(from: .node(home), to: .node(node))
        let (homeAfter, nodeAfter) = (numbers[home.position], numbers[node.position])
        let outAfter = after.milliseconds(from: .node(homeAfter), to: .node(nodeAfter))
        #expect(there.contains(node) == (out != nil && outAfter == nil), note)
        let timeBack = before.milliseconds(from: .node(node), to: .node(home))
        let timeBackAfter = after.milliseconds(from: .node(nodeAfter), to: .node(homeAfter))
        #expect(back.contains(node) == (timeBack != nil && timeBackAfter == nil), note)
        if out != nil { reached.insert(node) }
        if outAfter != nil { entered.insert(node) }
        if timeBackAfter != nil { left.insert(node) }
        if let timeBack, let timeBackAfter, timeBackAfter > timeBack {
          #expect(Int(detours[node]?.extraMilliseconds ?? 0) == timeBackAfter - timeBack, note)
          longer += 1
        } else {
          #expect(detours[node] == nil, note)
        }
      }
      let order = effect.detours.map(\.extraMilliseconds)
      #expect(order == order.sorted(by: >), "seed \(seed)")
      let open = (0..<world.graph.featureCount).map { FeatureIndex($0) }.filter {
        !profile.closedFeatures.union(closed).contains($0)
          && [.lift, .run].contains(world.graph.feature($0).kind)
      }
      let unreachable = open.filter { feature in
        before.uses(feature, from: reached, in: world.graph)
          && !before.uses(feature, from: entered, in: world.graph)
      }
      #expect(effect.unreachableFeatures == unreachable, "seed \(seed)")
      let cutOff = open.filter { feature in
        let ends = Self.ends(feature, world.graph)
        let exits = Set([ends.end, ends.isTwoWay ? ends.start : nil].compactMap(\.self))
        return !exits.isDisjoint(with: back) && exits.isDisjoint(with: left)
      }
      #expect(effect.cutOffFeatures == cutOff, "seed \(seed)")
      lost += there.count + back.count
    }
    #expect(lost > 50 && longer > 10)
    print("seeds from \(first): \(lost) places lost, \(longer) longer ways")
  }

  /// The start and the end of a feature, and whether all of it leads both ways.
  private static func ends(
    _ feature: FeatureIndex, _ graph: RoutingGraph
  ) -> (start: NodeIndex?, end: NodeIndex?, isTwoWay: Bool) {
    let facts = graph.feature(feature)
    let links = graph.links(of: feature).map { graph.link(LinkIndex($0)) }
    let isTwoWay = !links.isEmpty && links.allSatisfy { $0.allowsForward && $0.allowsBackward }
    return (facts.startNode, facts.endNode, isTwoWay)
  }

  @Test func `a run that leads both ways is lost with both its ends, and no sooner`() throws {
    for spelling in ["TB", "BT"] {
      let world = try DrawnWorld(
        """
        T---B
        ....|
        ....H
        """, heights: ["T": 1200, "B": 1010],
        [
          .lift("HT", .chairLift), .run("TH", .easy), .run(spelling, .advanced, isTwoWay: true),
          .walk("BH"),
        ])
      let session = RouteSession(world.router)
      let profile = SkierProfile(ceiling: .colour(.blue))
      for (closed, lost, stuck) in [("HT", ["TH"], []), ("TH", [], ["HT"])] as [(String, [String], [String])]
      {
        let feature = try #require(world.feature(closed))
        let effect = try #require(
          try session.effect(ofClosing: [feature], home: .node(world.node("H")), profile: profile).value)
        let ids = { (features: [FeatureIndex]) in features.map { world.graph.feature($0).id.rawValue } }
        #expect(ids(effect.unreachableFeatures) == lost, "\(spelling) without \(closed)")
        #expect(ids(effect.cutOffFeatures) == stuck, "\(spelling) without \(closed)")
      }
    }
  }

  @Test func `a run that routes join halfway is not unreached`() throws {
    let world = try DrawnWorld(
      """
      T..M..B
      ...U..V
      """, heights: ["T": 1300, "M": 1200, "B": 1000, "U": 1250],
      [
        .lift("BT", .chairLift), .lift("VU", .chairLift), .run("TMB", .easy), .run("UM", .easy),
        .walk("BV"),
      ])
    let session = RouteSession(world.router)
    let closed = try #require(world.feature("BT"))
    let effect = try #require(
      try session.effect(ofClosing: [closed], home: .node(world.node("B")), profile: SkierProfile()).value)
    #expect(effect.unreachableFeatures.isEmpty && effect.unreachable == [world.node("T")])
    let both: Set = [closed, try #require(world.feature("VU"))]
    let all = try #require(
      try session.effect(ofClosing: both, home: .node(world.node("B")), profile: SkierProfile()).value)
    #expect(all.unreachableFeatures.map { world.graph.feature($0).id.rawValue }.sorted() == ["TMB", "UM"])
  }

  /// Returns a graph of the world without the links of some features.
  private static func rebuilt(_ world: RandomWorld, without closed: Set<FeatureIndex>) throws -> RoutingGraph
  {
    let ids = Set(closed.map { world.graph.feature($0).id })
    var builder = world.builder
    builder.links.removeAll { link in
      link.feature.map { ids.contains(world.builder.features[$0.position].facts.id) } ?? false
    }
    return try builder.build()
  }

  /// The index of each node in another graph, which may order the nodes differently.
  private static func numbers(_ graph: RoutingGraph, in other: RoutingGraph) -> [NodeIndex] {
    let places = Dictionary(
      (0..<other.nodeCount).map { (other.point(NodeIndex($0)).position, NodeIndex($0)) }
    ) { first, _ in first }
    return (0..<graph.nodeCount).map { places[graph.point(NodeIndex($0)).position] ?? NodeIndex(0) }
  }

  private static func renumbered(
    _ features: Set<FeatureIndex>, _ graph: RoutingGraph, _ other: RoutingGraph
  ) -> Set<FeatureIndex> {
    let ids = Set(features.map { graph.feature($0).id })
    return Set(
      (0..<other.featureCount).map { FeatureIndex($0) }.filter { ids.contains(other.feature($0).id) })
  }
}

extension ReferenceRouting {
  /// Returns whether the profile may enter a link of a feature at some nodes.
  fileprivate func uses(
    _ feature: FeatureIndex, from nodes: Set<NodeIndex>, in graph: RoutingGraph
  ) -> Bool {
    graph.links(of: feature).map { graph.link(LinkIndex($0)) }.contains { link in
      isAllowed(link)
        && (link.allowsForward && nodes.contains(link.tail)
          || link.allowsBackward && nodes.contains(link.head))
    }
  }
}
