import Foundation
import SkiBase
import SkiTerrain
import Testing

struct DistanceTests {
  private struct Random {
    var state: UInt64
    mutating func unit() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(state >> 11) / 9_007_199_254_740_992
    }
    mutating func place() -> Coordinate {
      Coordinate(latitude: unit() * 170 - 85, longitude: unit() * 360 - 180)
    }
  }

  @Test func `the haversine distance is within six tenths of a percent of the geodesic`() {
    print("seed 1")
    var random = Random(state: 1)
    for _ in 0..<5000 {
      let a = random.place()
      let b = geodesicDestination(
        from: a, bearingDegrees: random.unit() * 360, distanceMetres: pow(10, random.unit() * 6))
      let exact = geodesicDistanceMetres(a, b)
      #expect(abs(a.distanceMetres(to: b) - exact) <= 0.0057 * exact + 1e-6, "\(a) \(b)")
    }
  }

  @Test
  func `distances by local scale up to five kilometres are within a tenth of a percent of the geodesic`() {
    print("seed 2")
    var random = Random(state: 2)
    for _ in 0..<5000 {
      var a = random.place()
      a.latitude *= 70.0 / 85
      let b = geodesicDestination(
        from: a, bearingDegrees: random.unit() * 360, distanceMetres: 1 + random.unit() * 4999)
      let exact = geodesicDistanceMetres(a, b)
      let flat = LocalScale(latitude: (a.latitude + b.latitude) / 2).distanceMetres(a, b)
      #expect(abs(flat - exact) <= 0.001 * exact, "\(a) \(b): \(flat) \(exact)")
    }
  }

  @Test func `the local scale gives the length of a degree`() {
    for latitude in stride(from: -80.0, through: 80, by: 10) {
      let scale = LocalScale(latitude: latitude)
      let north = geodesicDistanceMetres(
        Coordinate(latitude: latitude - 0.005, longitude: 7),
        Coordinate(latitude: latitude + 0.005, longitude: 7))
      let east = geodesicDistanceMetres(
        Coordinate(latitude: latitude, longitude: 7), Coordinate(latitude: latitude, longitude: 7.001))
      #expect(abs(scale.metresPerDegreeLatitude * 0.01 - north) < 1e-4)
      #expect(abs(scale.metresPerDegreeLongitude * 0.001 - east) < 1e-4)
    }
  }

  @Test func `distances across the antimeridian are the shorter ones`() {
    let (a, b) = (
      Coordinate(latitude: -17, longitude: 179.999), Coordinate(latitude: -17, longitude: -179.999)
    )
    let exact = geodesicDistanceMetres(a, b)
    #expect(abs(LocalScale(latitude: -17).distanceMetres(a, b) - exact) < 0.01)
    #expect(abs(a.distanceMetres(to: b) - exact) < 1)
    #expect(shortestLongitudeDifference(179, -179) == 2)
    #expect(shortestLongitudeDifference(-179, 179) == -2)
  }

  @Test(arguments: [(0.0, 1.0, 0.0), (1, 0, 90), (0, -1, 180), (-1, 0, 270)])
  func `bearings are clockwise from north`(east: Double, north: Double, bearing: Double) {
    let start = Coordinate(latitude: 0, longitude: 10)
    let end = Coordinate(latitude: north * 0.01, longitude: 10 + east * 0.01)
    #expect(abs(start.bearingDegrees(to: end) - bearing) < 1e-6)
  }

  @Test func `a bearing slightly west of north is below 360 degrees`() {
    let start = Coordinate(latitude: 46, longitude: 7)
    for exponent in 1...300 {
      let west = Coordinate(latitude: 47, longitude: 7 - pow(10, -Double(exponent)))
      #expect((0..<360).contains(start.bearingDegrees(to: west)))
    }
    let tiny = Coordinate(latitude: 1, longitude: -1e-300)
    #expect((0..<360).contains(Coordinate(latitude: 0, longitude: 0).bearingDegrees(to: tiny)))
  }

  @Test func `a fixed coordinate is within 8 mm of its coordinate`() {
    print("seed 3")
    var random = Random(state: 3)
    for _ in 0..<1000 {
      let place = random.place()
      #expect(geodesicDistanceMetres(place, FixedCoordinate(place).coordinate) < 0.008)
    }
  }

  @Test func `the bounding box of coordinates contains them all`() throws {
    let places = [(46.0, 7.0), (45.5, 7.5), (46.2, 6.9)].map { Coordinate(latitude: $0, longitude: $1) }
    let box = try #require(BoundingBox(places))
    #expect(box == BoundingBox(south: 45.5, west: 6.9, north: 46.2, east: 7.5))
    #expect(places.allSatisfy(box.contains))
    #expect(!box.contains(Coordinate(latitude: 46.3, longitude: 7)))
    #expect(BoundingBox([Coordinate]()) == nil)
  }
}
