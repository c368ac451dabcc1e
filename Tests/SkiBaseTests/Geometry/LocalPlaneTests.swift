import SkiBase
import SkiTestSupport
import Testing

struct LocalPlaneTests {
  @Test(arguments: UInt64(1)...200)
  func `a position on the plane converts to a coordinate and back`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let origin = Coordinate(
      latitude: .random(in: -85...85, using: &random),
      longitude: [180, -180, 179.99, .random(in: -180...180, using: &random)].randomElement(using: &random)
        ?? 0)
    let plane = LocalPlane(at: origin)
    let metres = SIMD2(
      Double.random(in: -5000...5000, using: &random), .random(in: -5000...5000, using: &random))
    let place = plane.coordinate(metres)
    #expect(place.isValid, "seed \(seed)")
    let back = plane.metres(place) - metres
    #expect((back * back).sum().squareRoot() < 1e-5, "seed \(seed)")
    let length = (metres * metres).sum().squareRoot()
    #expect(abs(plane.scale.distanceMetres(origin, place) - length) < 1e-5, "seed \(seed)")
  }

  @Test func `a position beyond a pole becomes the pole`() {
    let plane = LocalPlane(at: Coordinate(latitude: 89.99, longitude: 20))
    #expect(plane.coordinate(SIMD2(0, 10_000)) == Coordinate(latitude: 90, longitude: 20))
    #expect(LocalPlane(at: Coordinate(latitude: 90, longitude: 0)).metres(plane.origin).x.isFinite)
  }

  @Test func `the extent of coordinates across the antimeridian is the narrow one`() throws {
    let places = [179.5, -179, 180, -180].map { Coordinate(latitude: $0 / 90, longitude: $0) }
    let extent = try #require(CoordinateExtent(places))
    #expect(extent.width == 1.5)
    #expect(extent.height == 4)
    #expect(extent.centre == Coordinate(latitude: 0, longitude: -179.75))
    #expect(CoordinateExtent([]) == nil)
  }
}
