import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Positions stored with the identity of their map, restored on it and on others.
struct StoredPlaceTests {
  private static let nowhere = Coordinate(latitude: .nan, longitude: 500)

  /// A random mountain's map, and that of the same mountain with one more hut.
  private struct Maps {
    let first: SkiMap
    let later: SkiMap
    let graph: RoutingGraph

    init(seed: UInt64) throws {
      var builder = try RandomWorld(seed: seed).builder
      first = try MapContents(regions: [builder]).map()
      builder.addFeature(GraphFeature.extra)
      later = try MapContents(regions: [builder]).map()
      graph = try first.graph(at: 0)
    }

    /// A position at a share of the length of each edge.
    func places(at share: Double) -> [EdgePlace] {
      (0..<graph.edgeCount).map {
        let edge = EdgeIndex($0)
        return EdgePlace(
          region: graph.region, edge: edge, metresAlong: graph.mapLengthMetres(of: edge) * share)
      }
    }
  }

  private func copy(_ stored: StoredPlace) throws -> StoredPlace {
    try JSONDecoder().decode(StoredPlace.self, from: JSONEncoder().encode(stored))
  }

  @Test(arguments: UInt64(1)...20)
  func `a stored position is the same on its own map, whatever the coordinate`(seed: UInt64) throws {
    let maps = try Maps(seed: seed)
    for share in [0, 0.123_456_789, 0.7, 1] {
      for place in maps.places(at: share) {
        let stored = try maps.first.stored(place)
        #expect(stored.map == maps.first.id)
        #expect(try copy(stored) == stored)
        #expect(try maps.first.place(copy(stored), coordinate: Self.nowhere) == place, "seed \(seed)")
      }
    }
  }

  @Test func `a position beyond the end of its edge by less than the rounding of matching is restored`()
    throws
  {
    let maps = try Maps(seed: 3)
    for var place in maps.places(at: 1) {
      place.metresAlong += 0.05
      #expect(try maps.first.place(maps.first.stored(place), coordinate: Self.nowhere) == place)
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `on another map a position is found by its feature, in the same direction`(seed: UInt64) throws {
    let maps = try Maps(seed: seed)
    let there = try maps.later.graph(at: 0)
    for place in maps.places(at: 0.3) {
      let stored = try maps.first.stored(place)
      let facts = maps.graph.link(maps.graph.link(of: place.edge))
      guard stored.reference != nil, facts.endOffsetCentimetres != facts.startOffsetCentimetres else {
        continue
      }
      let coordinate = maps.graph.coordinate(of: place)
      let found = try #require(try maps.later.place(copy(stored), coordinate: coordinate))
      #expect(found.region.map == maps.later.id, "seed \(seed)")
      #expect(there.coordinate(of: found).distanceMetres(to: coordinate) < 1, "seed \(seed)")
      let other = there.link(there.link(of: found.edge))
      #expect(
        maps.graph.isReversed(place.edge) == there.isReversed(found.edge) || other.feature != facts.feature
          || other.startOffsetCentimetres != facts.startOffsetCentimetres, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `a feature farther than 150 m from the coordinate is not taken, but the nearest edge`(
    seed: UInt64
  ) throws {
    let maps = try Maps(seed: seed)
    let there = try maps.later.graph(at: 0)
    for place in maps.places(at: 0.5) {
      let stored = try maps.first.stored(place)
      let exact = maps.graph.coordinate(of: place)
      let coordinate = Coordinate(latitude: exact.latitude + 0.002, longitude: exact.longitude)
      let found = try maps.later.place(stored, coordinate: coordinate)
      let snaps = there.snaps(near: coordinate, withinMetres: 150, limit: 1)
      guard let found else {
        #expect(snaps.isEmpty || snaps[0].node != nil, "seed \(seed)")
        continue
      }
      let nearest = try #require(snaps.first, "seed \(seed)")
      let metres = there.coordinate(of: found).distanceMetres(to: coordinate)
      #expect(metres < 151 && metres > nearest.distanceMetres - 1, "seed \(seed)")
      if nearest.link != nil { #expect(metres < nearest.distanceMetres + 1, "seed \(seed)") }
    }
  }

  @Test func `a position far from the coordinate and from every edge is not found on another map`() throws {
    let maps = try Maps(seed: 4)
    let stored = try maps.first.stored(maps.places(at: 0.5)[0])
    #expect(try maps.later.place(stored, coordinate: Coordinate(latitude: -60, longitude: 20)) == nil)
    #expect(try maps.later.place(stored, coordinate: Self.nowhere) == nil)
  }

  @Test func `a feature without an edge on the other map is replaced by the nearest edge`() throws {
    let maps = try Maps(seed: 5)
    let place = try #require(
      maps.places(at: 0.5).first { maps.graph.link(maps.graph.link(of: $0.edge)).kind == .run })
    var stored = try maps.first.stored(place)
    stored.reference = FeatureReference(SourceID("way/unknown"), metresAlong: 1)
    let coordinate = maps.graph.coordinate(of: place)
    let found = try #require(try maps.later.place(stored, coordinate: coordinate))
    #expect(try maps.later.graph(at: 0).coordinate(of: found).distanceMetres(to: coordinate) < 1)
    stored.reference = nil
    #expect(try maps.later.place(stored, coordinate: coordinate) == found)
  }

  @Test func `a position of another map is refused when it is stored`() throws {
    let maps = try Maps(seed: 6)
    let error = #expect(throws: SkiError.self) { try maps.later.stored(maps.places(at: 0)[0]) }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `numbers of no region, no edge and no length give no position on the same map`() throws {
    let maps = try Maps(seed: 7)
    let valid = try maps.first.stored(maps.places(at: 0.5)[0])
    let length = maps.graph.mapLengthMetres(of: EdgeIndex(0))
    for region in [1, 2, UInt32.max] {
      var stored = valid
      stored.region = region
      #expect(try maps.first.place(stored, coordinate: Self.nowhere) == nil)
    }
    for edge in [UInt32(maps.graph.edgeCount), .max] {
      var stored = valid
      stored.edge = edge
      #expect(try maps.first.place(stored, coordinate: Self.nowhere) == nil)
    }
    for metres in [.nan, .infinity, -.infinity, -0.2, length + 0.2, 1e300] {
      var stored = valid
      stored.metresAlong = metres
      #expect(try maps.first.place(stored, coordinate: Self.nowhere) == nil, "\(metres) m")
    }
  }

  @Test(arguments: UInt64(1)...200) func `random values give positions of the map or none`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let maps = try Maps(seed: seed % 20 + 1)
    let ids = (0..<maps.graph.featureCount).map { maps.graph.feature(FeatureIndex($0)).id } + [SourceID("")]
    let numbers = [.nan, .infinity, -1e300, -1, 0, 1e-300, 20, 1e300]
    for _ in 0..<50 {
      let stored = StoredPlace(
        map: random.pick([maps.first.id, maps.later.id, MapID(random.next())]),
        region: random.happens(0.8) ? 0 : UInt32(truncatingIfNeeded: random.next()),
        edge: random.happens(0.5)
          ? UInt32.random(in: 0..<60, using: &random) : UInt32(truncatingIfNeeded: random.next()),
        metresAlong: random.happens(0.5) ? Double(bitPattern: random.next()) : random.pick(numbers),
        reference: random.happens(0.5)
          ? FeatureReference(
            random.pick(ids),
            metresAlong: random.happens(0.5) ? Double(bitPattern: random.next()) : random.pick(numbers))
          : nil,
        isAgainstLine: random.happens(0.5))
      let around = maps.graph.point(NodeIndex(0)).coordinate
      let coordinate =
        random.happens(0.7)
        ? Coordinate(
          latitude: around.latitude + Double.random(in: -0.01...0.01, using: &random),
          longitude: around.longitude)
        : Coordinate(latitude: Double(bitPattern: random.next()), longitude: random.pick(numbers))
      for map in [maps.first, maps.later] {
        guard let place = try map.place(stored, coordinate: coordinate) else { continue }
        let graph = try map.graph(of: place)
        #expect(
          place.metresAlong >= -0.1 && place.metresAlong <= graph.mapLengthMetres(of: place.edge) + 0.1,
          "seed \(seed)")
        #expect(try map.place(map.stored(place), coordinate: coordinate) == place, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    #""region":-1"#, #""region":4294967296"#, #""region":0.5"#, #""region":"0""#, #""edge":null"#,
    #""map":7"#,
    #""map":"xyz""#, #""map":"""#, #""metresAlong":"1""#, #""reference":{}"#,
  ]) func `values that are no numbers or identities are refused by the decoder`(member: String) throws {
    let stored = StoredPlace(map: MapID(9), region: 0, edge: 1, metresAlong: 2)
    let object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(stored)) as? [String: Any])
    let change = try #require(
      try JSONSerialization.jsonObject(with: Data("{\(member)}".utf8)) as? [String: Any])
    let altered = try JSONSerialization.data(withJSONObject: object.merging(change) { $1 })
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(StoredPlace.self, from: altered) }
  }
}
