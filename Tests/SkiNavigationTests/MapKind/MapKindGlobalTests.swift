import SkiBase
import SkiGraph
import SkiNavigation
import SkiTestSupport
import Testing

/// Map kinds anywhere on the Earth, and of invalid values.
struct MapKindGlobalTests {
  private func world(_ origin: Coordinate) -> KindWorld {
    KindWorld(
      [
        .init(kind: .run, points: [[-600, 800], [100, -200], [50, -900]]),
        .init(kind: .lift, points: [[50, -900], [-600, 800]]),
        .init(kind: .street(.residential), points: [[-400, -900], [400, -950]]),
      ], origin: origin)
  }

  @Test(arguments: [
    Coordinate(latitude: 46, longitude: 7), Coordinate(latitude: 46, longitude: 180),
    Coordinate(latitude: 46, longitude: -179.999), Coordinate(latitude: 0, longitude: 0),
    Coordinate(latitude: -77.8, longitude: 179.99), Coordinate(latitude: 78.2, longitude: 15.6),
  ])
  func `a ski area has the same answers anywhere on the Earth, up to the grid`(_ origin: Coordinate) throws {
    let (here, there) = (world(Coordinate(latitude: 45.3, longitude: 6.6)), world(origin))
    let (hereIndex, thereIndex) = (try here.index(), try there.index())
    var random = SeededGenerator(seed: 11)
    var farApart = 0
    for _ in 0..<400 {
      let metres = SIMD2(
        Double.random(in: -1500...1500, using: &random), Double.random(in: -1500...1500, using: &random))
      let a = try hereIndex.mapKind(at: here.place(metres))
      let b = try thereIndex.mapKind(at: there.place(metres))
      // The grids lie differently over the two; sharp points of the boundary end a few cells apart.
      let apart = abs(a.signedBoundaryMetres - b.signedBoundaryMetres)
      #expect(apart <= 50, "seed 11: \(metres)")
      if apart > 15 { farApart += 1 }
      if let near = a.nearest?.distanceMetres, near < 900 {
        #expect(abs(near - (b.nearest?.distanceMetres ?? .infinity)) < 2)
      }
    }
    #expect(farApart <= 20, "seed 11")
  }

  @Test func `cities, seas, poles and the antimeridian have the kind street`() throws {
    let index = try world(Coordinate(latitude: 46, longitude: 7)).index()
    let places = [
      (0.0, 0.0), (48.85, 2.35), (-33.9, 151.2), (90, 0), (-90, 0), (90, 180), (89.5, -180), (10, 180),
      (10, -180),
      (46, 7.05), (46.05, 7),
    ]
    for (latitude, longitude) in places {
      let answer = try index.mapKind(
        at: Coordinate(latitude: latitude, longitude: longitude), accuracyMetres: 500)
      #expect(
        answer.kind == .street && answer.area == nil && answer.nearest == nil, "\(latitude), \(longitude)")
      #expect(answer.boundaryMetres == nil && answer.confidence > 0.99)
    }
  }

  @Test func `a run over the pole and a lift of 11,000 km give answers`() throws {
    let pole = KindWorld(
      [.init(kind: .run, points: [[-300, 0], [300, 0]])], origin: Coordinate(latitude: 89.999, longitude: 0)
    )
    #expect(try pole.index().mapKind(at: Coordinate(latitude: 90, longitude: 0)).kind == .street)
    let long = KindWorld([
      .init(kind: .lift, points: [[-5_000_000, -3_000_000], [5_000_000, 3_000_000]]),
      .init(kind: .run, points: [[0, 0], [0, -500]]),
    ])
    #expect(try long.index().mapKind(at: long.place([0, -250])).kind == .mountain)
  }

  @Test(arguments: [
    (Double.nan, 0.0, 10.0), (0, .nan, 10), (.infinity, 0, 10), (91, 0, 10), (0, 180.1, 10), (0, 1e300, 10),
    (46, 7, .nan), (46, 7, -1), (46, 7, .infinity),
  ])
  func `an invalid coordinate or accuracy is refused`(
    _ latitude: Double, _ longitude: Double, _ accuracy: Double
  ) throws {
    let index = try world(Coordinate(latitude: 46, longitude: 7)).index()
    let error = #expect(throws: SkiError.self) {
      try index.mapKind(at: Coordinate(latitude: latitude, longitude: longitude), accuracyMetres: accuracy)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `a map without regions and an extreme accuracy give answers`() throws {
    let empty = MapKindIndex(map: try MapContents(regions: []).map())
    #expect(try empty.mapKind(at: Coordinate(latitude: 1, longitude: 1)).kind == .street)
    let world = world(Coordinate(latitude: 46, longitude: 7))
    let answer = try world.index().mapKind(at: world.place([0, 0]), accuracyMetres: 1e300)
    #expect(answer.kind == .mountain && answer.confidence == 0.5)
  }

  @Test func `confidence is the share of a Gaussian on the fix's side`() throws {
    let world = KindWorld([.init(kind: .run, points: [[0, -2000], [0, 2000]])])
    let index = try world.index()
    // 120 − 60 = 60 m from the boundary; σ = √((60.4/1.51)² + 10²) = 41.2 m; Φ(60/41.2) = 0.927.
    let answer = try index.mapKind(at: world.place([60, 0]), accuracyMetres: 60.4)
    #expect(abs(answer.confidence - 0.927) < 0.03)
    var last = 1.0
    for accuracy in [0.0, 5, 10, 20, 50, 100, 1000] {
      let sure = try index.mapKind(at: world.place([60, 0]), accuracyMetres: accuracy).confidence
      #expect(sure <= last && sure >= 0.5)
      last = sure
    }
  }

  @Test func `the answers depend neither on earlier ones nor on the limit of the cache`() throws {
    let world = world(Coordinate(latitude: 46, longitude: 7))
    let map = try world.map()
    let (large, small) = (MapKindIndex(map: map), MapKindIndex(map: map, cacheLimitBytes: 1))
    var random = SeededGenerator(seed: 5)
    let places = (0..<60).map { _ in
      world.place(
        SIMD2(
          Double.random(in: -4000...4000, using: &random), Double.random(in: -4000...4000, using: &random)))
    }
    let first = try places.map { try large.mapKind(at: $0) }
    let again = try places.reversed().map { try small.mapKind(at: $0) }
    #expect(first == again.reversed(), "seed 5")
  }

  @Test func `only nearby regions are opened, and an altered one elsewhere is not read`() throws {
    let (here, there) = (
      world(Coordinate(latitude: 46, longitude: 7)), world(Coordinate(latitude: 60, longitude: 9))
    )
    var bytes = try MapContents(regions: [here.builder, there.builder]).encoded()
    let middle = try MapContents(regions: [here.builder]).encoded().count
    bytes[middle] ^= 0xFF
    let index = MapKindIndex(map: try SkiMap(bytes: bytes))
    #expect(try index.mapKind(at: here.place([0, 0])).kind == .mountain)
    #expect(try index.mapKind(at: Coordinate(latitude: 0, longitude: 0)).kind == .street)
    let error = #expect(throws: SkiError.self) { try index.mapKind(at: there.place([0, 0])) }
    #expect(error?.code == .malformedData)
  }
}
