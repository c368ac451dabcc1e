import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

struct RoundTripTests {
  @Test(arguments: UInt64(1)...60)
  func `a built graph holds every node, link, feature and area of its builder`(seed: UInt64) throws {
    let map = RandomMap(seed: seed, nodes: Int(seed), features: Int(seed) * 2)
    let graph = try map.builder.build()
    #expect(graph.nodeCount == map.builder.nodes.count, "seed \(seed)")
    #expect(graph.linkCount == map.builder.links.count, "seed \(seed)")
    #expect((0..<graph.areaCount).map { graph.area(AreaIndex($0)) } == map.builder.areas, "seed \(seed)")
    #expect(
      counts(
        (0..<graph.nodeCount).map { NodeFacts(graph.point(NodeIndex($0)), graph.junction(NodeIndex($0))) })
        == counts(
          map.builder.nodes.enumerated().map {
            NodeFacts($0.element, map.builder.junctions[BuilderNodeIndex($0.offset)] ?? .alone)
          }),
      "seed \(seed)")
    #expect(counts(facts(of: graph)) == counts(facts(of: map.builder)), "seed \(seed)")
    #expect(counts(links(of: graph)) == counts(links(of: map.builder)), "seed \(seed)")
    try graph.checkInvariants()
  }

  @Test(arguments: UInt64(1)...20)
  func `the indices of a built graph map each node and feature of the builder to its own`(seed: UInt64) throws
  {
    let builder = RandomMap(seed: seed).builder
    let (graph, indices) = try builder.buildWithIndices()
    let nodes = builder.nodes.indices.map { BuilderNodeIndex($0) }
    #expect(Set(nodes.map { indices[$0] }).count == graph.nodeCount, "seed \(seed)")
    for node in nodes {
      #expect(graph.point(indices[node]) == builder.nodes[node.position], "seed \(seed)")
      #expect(graph.junction(indices[node]) == builder.junctions[node] ?? .alone, "seed \(seed)")
    }
    for (position, feature) in builder.features.enumerated() {
      let frozen = graph.feature(indices[BuilderFeatureIndex(position)])
      #expect(frozen.id == feature.facts.id, "seed \(seed)")
      #expect(frozen.startNode == feature.startNode.map { indices[$0] }, "seed \(seed)")
      #expect(frozen.endNode == feature.endNode.map { indices[$0] }, "seed \(seed)")
      #expect(frozen.parent == feature.parent.map { indices[$0] }, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `edges, links and features refer to each other consistently`(seed: UInt64) throws {
    let graph = try RandomMap(seed: seed).builder.build()
    var seen = 0
    for node in 0..<graph.nodeCount {
      for position in graph.edges(from: NodeIndex(node)) {
        let edge = EdgeIndex(position)
        let link = graph.link(graph.link(of: edge))
        let isReversed = graph.isReversed(edge)
        #expect(graph.tail(edge) == NodeIndex(node), "seed \(seed)")
        #expect(graph.tail(edge) == (isReversed ? link.head : link.tail), "seed \(seed)")
        #expect(graph.head(edge) == (isReversed ? link.tail : link.head), "seed \(seed)")
        #expect(isReversed ? link.allowsBackward : link.allowsForward, "seed \(seed)")
        #expect(graph.edge(of: graph.link(of: edge), reversed: isReversed) == edge, "seed \(seed)")
        seen += 1
      }
    }
    #expect(seen == graph.edgeCount)
    let owned = (0..<graph.featureCount).flatMap { feature in
      graph.links(of: FeatureIndex(feature)).map { (feature, $0) }
    }
    #expect(owned.allSatisfy { graph.link(LinkIndex($0.1)).feature == FeatureIndex($0.0) }, "seed \(seed)")
    #expect(owned.count == (0..<graph.linkCount).filter { graph.link(LinkIndex($0)).feature != nil }.count)
  }

  @Test(arguments: UInt64(1)...10)
  func `a map written to a file holds the same bytes as one built in memory`(seed: UInt64) throws {
    let folder = ScratchFolder()
    let map = RandomMap(seed: seed)
    let path = folder.path + "/area.skimap"
    try map.contents.write(toFile: path)
    let opened = try SkiMap.open(path: path)
    let built = try map.contents.map()
    #expect(try bytes(of: opened) == bytes(of: built), "seed \(seed)")
    #expect(links(of: try opened.graph(at: 0)) == links(of: try map.builder.build()), "seed \(seed)")
    #expect(opened.sources == map.contents.sources)
    #expect(try opened.reportJSON() == map.contents.reportJSON)
    #expect(exercise(opened) == exercise(built), "seed \(seed)")
    try opened.verify()
  }

  @Test func `the same input gives the same bytes`() throws {
    let first = try RandomMap(seed: 5, features: 200).contents.encoded()
    for _ in 0..<5 { #expect(try RandomMap(seed: 5, features: 200).contents.encoded() == first) }
  }

  @Test func `an empty builder gives an empty graph`() throws {
    let graph = try RoutingGraphBuilder().build()
    #expect(graph.nodeCount == 0 && graph.linkCount == 0 && graph.featureCount == 0 && graph.edgeCount == 0)
    exercise(graph)
  }

  @Test func `maps without regions or with an empty region open, verify and answer`() throws {
    for contents in [MapContents(regions: []), MapContents(regions: [RoutingGraphBuilder()])] {
      let map = try contents.map()
      #expect(map.regionCount == 0 && map.nodeCount() == 0)
      try map.verify()
      exercise(map)
    }
  }

  @Test func `ids that differ only in Unicode composition stay distinct`() throws {
    var builder = RoutingGraphBuilder()
    let place = GraphPoint(
      position: FixedCoordinate(latitudeE7: 1, longitudeE7: 1), elevationCentimetres: nil)
    for id in ["caf\u{E9}", "cafe\u{301}"] {
      builder.addFeature(
        GraphFeature(kind: .hut, id: SourceID(id), name: id, start: place, end: place))
    }
    let graph = try builder.build()
    let ids = (0..<2).map { Array(graph.feature(FeatureIndex($0)).id.rawValue.utf8) }
    #expect(ids == [Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8)])
  }

  private struct NodeFacts: Hashable {
    var point: GraphPoint
    var junction: Junction

    init(_ point: GraphPoint, _ junction: Junction) {
      (self.point, self.junction) = (point, junction)
    }
  }

  /// The node that replaces the ends of compared links; the ends are compared as points.
  private let none = BuilderNodeIndex(0)

  /// A link with the points and the id its indices stand for, comparable between a builder and a graph.
  private struct LinkFacts: Hashable {
    var link: BuilderLink
    var tail: GraphPoint
    var head: GraphPoint
    var featureID: SourceID?
  }

  private func links(of graph: RoutingGraph) -> [LinkFacts] {
    (0..<graph.linkCount).map { position in
      let link = graph.link(LinkIndex(position))
      let facts = BuilderLink(
        kind: link.kind, feature: nil, tail: none, head: none, allowsForward: link.allowsForward,
        allowsBackward: link.allowsBackward, difficulty: link.difficulty, flags: link.flags,
        cause: link.cause, confidencePercent: link.confidencePercent,
        startOffsetCentimetres: link.startOffsetCentimetres,
        endOffsetCentimetres: link.endOffsetCentimetres, points: link.points,
        distancesCentimetres: link.distancesCentimetres,
        inferredElevationsCentimetres: link.inferredElevationsCentimetres)
      return LinkFacts(
        link: facts, tail: graph.point(link.tail), head: graph.point(link.head),
        featureID: link.feature.map { graph.feature($0).id })
    }
  }

  private func links(of builder: RoutingGraphBuilder) -> [LinkFacts] {
    builder.links.map { link in
      var facts = link
      (facts.tail, facts.head, facts.feature) = (none, none, nil)
      return LinkFacts(
        link: facts, tail: builder.nodes[link.tail.position], head: builder.nodes[link.head.position],
        featureID: link.feature.map { builder.features[$0.position].facts.id })
    }
  }

  private struct FeatureFacts: Hashable {
    var feature: GraphFeature
    var startNode: GraphPoint?
    var endNode: GraphPoint?
    var parent: SourceID?
  }

  private func facts(of graph: RoutingGraph) -> [FeatureFacts] {
    (0..<graph.featureCount).map { position in
      let feature = graph.feature(FeatureIndex(position))
      var facts = feature
      (facts.startNode, facts.endNode, facts.parent) = (nil, nil, nil)
      return FeatureFacts(
        feature: facts, startNode: feature.startNode.map(graph.point),
        endNode: feature.endNode.map(graph.point), parent: feature.parent.map { graph.feature($0).id })
    }
  }

  private func facts(of builder: RoutingGraphBuilder) -> [FeatureFacts] {
    builder.features.map { feature in
      FeatureFacts(
        feature: feature.facts, startNode: feature.startNode.map { builder.nodes[$0.position] },
        endNode: feature.endNode.map { builder.nodes[$0.position] },
        parent: feature.parent.map { builder.features[$0.position].facts.id })
    }
  }

  private func counts<T: Hashable>(_ values: [T]) -> [T: Int] {
    Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
