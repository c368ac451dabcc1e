import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTiles

struct FeatureIDHashTests {
  @Test func `the ID of a place equals that of its description in a string`() {
    var random = SeededGenerator(seed: 5)
    var places = [
      FixedCoordinate(latitudeE7: 0, longitudeE7: -1), FixedCoordinate(latitudeE7: .min, longitudeE7: .max),
      FixedCoordinate(latitudeE7: 10, longitudeE7: 999_999_999),
    ]
    for _ in 0..<1000 {
      places.append(
        FixedCoordinate(
          latitudeE7: .random(in: -900_000_000...900_000_000, using: &random),
          longitudeE7: .random(in: -1_800_000_000...1_800_000_000, using: &random)))
    }
    for place in places {
      var hash = FeatureIDHash("junction/ü/")
      hash.add(place)
      #expect(hash.id == StableHash.featureID("junction/ü/\(place)"))
    }
  }
}
