import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiGraph

struct StoredOutlineTests {
  @Test(arguments: UInt64(1)...40)
  func `a map holds exactly the outlines of its builder`(seed: UInt64) throws {
    let builder = RandomMap(seed: seed, features: 60).builder
    let graph = try builder.build()
    var wanted: [SourceID: [GraphRing]] = [:]
    for (index, feature) in builder.features.enumerated() {
      wanted[feature.facts.id] = builder.outlines[BuilderFeatureIndex(index)] ?? []
    }
    for index in (0..<graph.featureCount).map({ FeatureIndex($0) }) {
      let feature = graph.feature(index)
      guard feature.kind != .station, feature.kind != .hut else { continue }
      #expect(graph.outline(of: index) == wanted[feature.id], "seed \(seed): \(feature.id)")
    }
    #expect(builder.outlines.count > 2, "seed \(seed)")
  }

  @Test func `a map written before outlines existed opens without them`() throws {
    var contents = RandomMap(seed: 7).contents
    let bytes = try contents.encoded()
    contents.regions[0].outlines = [:]
    let bare = try contents.map()
    var old = bytes
    let region = try #require(MapForgery.parts(of: old).first)
    // Gives the entries of outlines unknown section numbers.
    for entry in 0..<60 {
      let at = region.range.lowerBound + 32 + entry * 32
      if (90...94).contains(old[at]), old[at + 1] == 0, old[at + 2] == 0, old[at + 4] <= 4 {
        old[at + 1] = 0x10
      }
    }
    MapForgery.seal(&old)
    let map = try SkiMap(bytes: old)
    try map.verify()
    let (graph, expected) = (try map.graph(at: 0), try bare.graph(at: 0))
    #expect(graph.featureCount == expected.featureCount)
    for index in (0..<graph.featureCount).map({ FeatureIndex($0) }) {
      #expect(graph.outline(of: index).isEmpty && graph.feature(index) == expected.feature(index))
    }
    #expect(try SkiMap(bytes: bytes).graph(at: 0).storage.rings.count > 3)
  }

  @Test func `a map that lacks one of the outlines' sections is refused`() throws {
    let bytes = try RandomMap(seed: 7).contents.encoded()
    let region = try #require(MapForgery.parts(of: bytes).first)
    var refused = 0
    for entry in 0..<60 {
      let at = region.range.lowerBound + 32 + entry * 32
      guard (91...94).contains(bytes[at]), bytes[at + 1] == 0, bytes[at + 4] <= 4, bytes[at + 4] > 0 else {
        continue
      }
      var part = bytes
      part[at + 1] = 0x10
      MapForgery.seal(&part)
      let map = try SkiMap(bytes: part)
      #expect(throws: SkiError.self) { try map.graph(at: 0) }
      refused += 1
    }
    #expect(refused == 4)
  }

  @Test func `rings of a source are stored without their closing corner, degenerate rings are not stored`()
    throws
  {
    func line(_ places: [(Double, Double)]) -> Polyline {
      Polyline(places.map { Coordinate(latitude: $0.0, longitude: $0.1) })
    }
    let outer = line([(46, 7), (46, 8), (46, 8), (47, 8), (46, 7)])
    let speck = line([(46.5, 7.5), (46.5, 7.5), (46.5, 7.50000001), (46.5, 7.5)])
    let hole = line([(46.1, 7.8), (46.1, 7.9), (46.2, 7.9), (46.1, 7.8)])
    let rings = GraphRing.rings(of: [
      PolygonRings(outer: outer, holes: [speck, hole]), PolygonRings(outer: speck, holes: [hole]),
    ])
    #expect(rings.map(\.isHole) == [false, true] && rings.map(\.places.count) == [3, 3])
    #expect(rings.first?.places.first == FixedCoordinate(latitudeE7: 460_000_000, longitudeE7: 70_000_000))
  }

  @Test func `an outline moved beyond a tolerance is reported as a change of place`() throws {
    var builder = BuilderCheckTests.good()
    builder.features[0].facts.isArea = true
    func ring(_ shift: Int32) -> GraphRing {
      GraphRing(
        places: [(0, 0), (0, 9000), (9000, 9000 + shift)].map {
          FixedCoordinate(latitudeE7: 465_000_000 + Int32($0.0), longitudeE7: 75_000_000 + Int32($0.1))
        })
    }
    func changes(_ shift: Int32) throws -> [FeatureChange] {
      builder.outlines[BuilderFeatureIndex(0)] = [ring(0)]
      let old = try MapContents(regions: [builder]).map()
      builder.outlines[BuilderFeatureIndex(0)] = [ring(shift)]
      return try MapDifference(old: old, new: MapContents(regions: [builder]).map()).comparisons.flatMap(
        \.changes)
    }
    #expect(try changes(0).isEmpty)
    #expect(try changes(1000).isEmpty, "seven metres are no other place")
    #expect(try changes(9000).map(\.aspect) == [.place])
  }
}
