import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTiles

struct FeatureChainsTests {
  /// Creates a lift with stations at offsets in centimetres, and a link for each given pair of stations.
  private static func lift(_ offsets: [UInt32], pairs: [(Int, Int)]) throws -> RoutingGraph {
    var builder = RoutingGraphBuilder()
    let points = offsets.map { offset in
      GraphPoint(
        position: FixedCoordinate(latitudeE7: 461_000_000 + Int32(offset), longitudeE7: 79_000_000),
        elevationCentimetres: nil)
    }
    let nodes = points.map { builder.addNode($0) }
    var lift = GraphFeature(
      kind: .lift, id: SourceID("way/1"), start: points[0], end: points[points.count - 1])
    lift.liftKind = .gondola
    let feature = builder.addFeature(lift)
    for (from, to) in pairs {
      let between = Array(points[min(from, to)...max(from, to)])
      builder.links.append(
        BuilderLink(
          kind: .lift, feature: feature, tail: nodes[from], head: nodes[to], allowsForward: true,
          allowsBackward: false, startOffsetCentimetres: offsets[from], endOffsetCentimetres: offsets[to],
          points: from < to ? between : between.reversed(),
          distancesCentimetres: between.indices.map { UInt32($0) * 100 }))
    }
    let map = try MapContents(regions: [builder], sources: []).map()
    return try map.uncachedGraph(map.regions[0])
  }

  private static func spans(_ offsets: [UInt32], _ pairs: [(Int, Int)]) throws -> [[UInt32]] {
    let graph = try lift(offsets, pairs: pairs)
    return FeatureChains.links(graph, feature: 0).map {
      [graph.storage.linkStartOffset[$0], graph.storage.linkEndOffset[$0]]
    }
  }

  @Test func `a lift with intermediate stations is drawn once, through all of them`() throws {
    let offsets: [UInt32] = [0, 1000, 2500, 4000]
    let all = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    #expect(try Self.spans(offsets, all) == [[0, 1000], [1000, 2500], [2500, 4000]])
    #expect(try Self.spans(offsets, all.reversed()) == [[0, 1000], [1000, 2500], [2500, 4000]])
    let graph = try Self.lift(offsets, pairs: all)
    let chains = FeatureChains(graph, feature: 0)
    #expect(chains.chains.count == 1 && chains.chains[0].count == 3 && chains.isOneway == true)
  }

  @Test func `without a ride between neighbouring stations the longer ride is drawn`() throws {
    let offsets: [UInt32] = [0, 1000, 2500, 4000]
    #expect(try Self.spans(offsets, [(0, 1), (0, 3)]) == [[0, 4000]])
    #expect(try Self.spans(offsets, [(0, 2), (1, 3), (2, 3)]) == [[0, 2500], [2500, 4000]])
  }

  @Test func `rides that do not chain from end to end are all drawn`() throws {
    let offsets: [UInt32] = [0, 1000, 2500, 4000]
    #expect(try Self.spans(offsets, [(0, 1), (2, 3)]) == [[0, 1000], [2500, 4000]])
    #expect(try Self.spans(offsets, [(0, 2), (1, 3)]) == [[0, 2500], [1000, 4000]])
  }

  @Test func `rides digitised from the top are chained like those from the bottom`() throws {
    #expect(try Self.spans([0, 1000, 4000], [(1, 0), (2, 0), (2, 1)]) == [[1000, 0], [4000, 1000]])
  }
}
