import SkiBase
import SkiTestSupport
import Testing

struct CoordinateBetweenTests {
  @Test(
    arguments: [
      // Over the antimeridian, eastward and westward.
      ((10.0, 179.0), (10.0, -179.0), 0.5, (10.0, 180.0)), ((10, 179), (10, -179), 0.75, (10, -179.5)),
      ((10, -179), (12, 179), 0.25, (10.5, -179.5)), ((10, -179), (12, 179), 0.75, (11.5, 179.5)),
      ((0, 180), (0, -180), 0.5, (0, 180)),
      // Along one meridian to a pole.
      ((80, 7), (90, 7), 0.5, (85, 7)), ((-90, 7), (-80, 7), 0, (-90, 7)),
    ] as [((Double, Double), (Double, Double), Double, (Double, Double))])
  func `interpolation between coordinates takes the shorter direction in longitude`(
    from: (Double, Double), to: (Double, Double), share: Double, expected: (Double, Double)
  ) {
    let place = Coordinate(latitude: from.0, longitude: from.1)
      .towards(Coordinate(latitude: to.0, longitude: to.1), share)
    #expect(place == Coordinate(latitude: expected.0, longitude: expected.1))
  }

  @Test(arguments: UInt64(1)...200)
  func `an interpolated coordinate is valid and on the straight line`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func place() -> Coordinate {
      Coordinate(
        latitude: [90, -90, .random(in: -90...90, using: &random)].randomElement(using: &random) ?? 0,
        longitude: [180, -180, .random(in: -180...180, using: &random)].randomElement(using: &random) ?? 0)
    }
    let (a, b, share) = (place(), place(), Double.random(in: 0...1, using: &random))
    let between = a.towards(b, share)
    #expect(between.isValid, "seed \(seed)")
    let gone = shortestLongitudeDifference(a.longitude, between.longitude)
    let whole = shortestLongitudeDifference(a.longitude, b.longitude)
    #expect(abs(abs(gone) - abs(whole) * share) < 1e-9, "seed \(seed)")
    #expect(abs(between.latitude - a.latitude - (b.latitude - a.latitude) * share) < 1e-9, "seed \(seed)")
    #expect(a.towards(b, 0) == a, "seed \(seed)")
  }
}
