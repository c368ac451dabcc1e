import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// References to places, resolved in other maps.
struct FeatureReferenceTests {
  @Test(arguments: UInt64(1)...30)
  func `a reference resolves to the same place in its own map and in a rebuilt one`(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    let map = try MapContents(regions: [world.builder]).map()
    var other = world.builder
    other.addFeature(GraphFeature.extra)
    let later = try MapContents(regions: [other]).map()
    #expect(map.id != later.id)
    let graph = try map.graph(at: 0)
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      let length = Double(graph.link(graph.link(of: edge)).distancesCentimetres.last ?? 0) / 100
      let place = EdgePlace(region: graph.region, edge: edge, metresAlong: length * 0.3)
      guard let reference = try map.reference(to: place) else {
        #expect(graph.link(graph.link(of: edge)).feature == nil)
        continue
      }
      let facts = graph.link(graph.link(of: edge))
      guard facts.endOffsetCentimetres != facts.startOffsetCentimetres else { continue }
      for found in [try #require(try map.place(at: reference)), try #require(try later.place(at: reference))]
      {
        let there = found.region.map == map.id ? map : later
        #expect(
          graph.coordinate(of: place).distanceMetres(to: try there.graph(at: 0).coordinate(of: found)) < 1,
          "seed \(seed), edge \(position)")
      }
    }
  }

  @Test func `a place of another map is refused and an unknown feature is not found`() throws {
    let (one, two) = (try RandomWorld(seed: 1), try RandomWorld(seed: 2))
    let map = try MapContents(regions: [one.builder]).map()
    let other = try MapContents(regions: [two.builder]).map()
    let place = EdgePlace(region: try map.graph(at: 0).region, edge: EdgeIndex(0), metresAlong: 1)
    let error = #expect(throws: SkiError.self) { try other.reference(to: place) }
    #expect(error?.code == .invalidArgument)
    let far = EdgePlace(region: place.region, edge: EdgeIndex(9_999_999), metresAlong: 1)
    #expect(throws: SkiError.self) { try map.reference(to: far) }
    #expect(try map.place(at: FeatureReference(SourceID("nothing"), metresAlong: 0)) == nil)
    for metres in [-5.0, 1e9, .nan] {
      let reference = try #require(try map.reference(to: place))
      _ = try map.place(at: FeatureReference(reference.id, metresAlong: metres))
    }
  }
}

extension GraphFeature {
  /// A hut far from all features, which changes only the bytes of a map.
  static let extra = GraphFeature(
    kind: .hut, id: SourceID("extra"),
    start: GraphPoint(
      position: FixedCoordinate(Coordinate(latitude: 1, longitude: 1)), elevationCentimetres: nil),
    end: GraphPoint(
      position: FixedCoordinate(Coordinate(latitude: 1, longitude: 1)), elevationCentimetres: nil))
}
