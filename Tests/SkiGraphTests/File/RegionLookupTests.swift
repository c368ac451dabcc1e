import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

struct RegionLookupTests {
  static let centres = [
    (46.5, 7.5), (-43.5, 171.5), (0, 179.995), (0, -179.995), (78, 15), (89.99, 0), (-89.995, 120), (0, 0),
  ].map { Coordinate(latitude: $0.0, longitude: $0.1) }

  @Test(arguments: UInt64(1)...20)
  func `a region with a snap near a place is among the regions near that place`(seed: UInt64) throws {
    let regions = Self.centres.enumerated().map { number, centre in
      RandomMap(seed: seed * 100 + UInt64(number), centre: centre, nodes: 10, features: 12).builder
    }
    let map = try MapContents(regions: regions).map()
    var random = SeededGenerator(seed: seed)
    for centre in Self.centres {
      for _ in 0..<20 {
        let latitude = centre.latitude + Double.random(in: -0.2...0.2, using: &random)
        var longitude = centre.longitude + Double.random(in: -0.3...0.3, using: &random)
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        let place = Coordinate(latitude: max(-90, min(90, latitude)), longitude: longitude)
        let metres = Double.random(in: 0...20_000, using: &random)
        let near = Set(map.regions(near: place, withinMetres: metres))
        #expect(
          map.onlyRegion(near: place, withinMetres: metres) == (near.count == 1 ? near.first : nil),
          "seed \(seed), \(place), \(metres) m")
        for region in map.regions where !near.contains(region) {
          let snaps = try map.graph(region).snaps(near: place, withinMetres: metres, limit: 1)
          #expect(snaps.isEmpty, "seed \(seed): region \(region.rawValue) near \(place), \(metres) m")
        }
      }
    }
  }

  @Test func `an invalid place or radius finds no region, and an infinite radius finds every region`()
    throws
  {
    let map = try RandomMap(seed: 1).contents.map()
    #expect(map.regions.count == 1)
    #expect(map.regions(near: Coordinate(latitude: .nan, longitude: 0), withinMetres: 10).isEmpty)
    #expect(map.regions(near: Coordinate(latitude: 46.5, longitude: 7.5), withinMetres: -1).isEmpty)
    #expect(map.regions(near: Coordinate(latitude: 46.5, longitude: 7.5), withinMetres: 0) == map.regions)
    #expect(
      map.regions(near: Coordinate(latitude: 0, longitude: 7.5), withinMetres: .infinity) == map.regions)
  }
}
