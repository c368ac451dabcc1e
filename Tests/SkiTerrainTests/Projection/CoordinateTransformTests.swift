import SkiBase
import SkiTerrain
import Testing

/// Transformations between WGS 84 and other systems, checked by published coordinates.
struct CoordinateTransformTests {
  @Test(arguments: [
    ("EPSG:32632", 10.5, 46.9, 614250.113, 5195143.672), ("EPSG:3857", 10.5, 46.9, 1168854.653, 5925766.775),
    ("EPSG:4326", 10.5, 46.9, 10.5, 46.9),
    ("+proj=utm +zone=32 +datum=WGS84 +type=crs", 10.5, 46.9, 614250.113, 5195143.672),
    ("EPSG:2056", 7.438632495, 46.951082877, 2_600_000, 1_200_000),
  ])
  func `places become eastings and northings, in this order, and back`(
    definition: String, longitude: Double, latitude: Double, x: Double, y: Double
  ) throws {
    let transform = try CoordinateTransform(to: ReferenceSystem(definition: definition))
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let pairs = transform.interleaved(of: [place, place])
    // The Swiss grid's shift from WGS 84 is known to a metre.
    let tolerance = definition == "EPSG:2056" ? 2 : 0.001
    #expect(abs(pairs[0] - x) < tolerance && abs(pairs[3] - y) < tolerance, "\(pairs)")
    let back = try #require(transform.coordinates(ofInterleaved: pairs)[1])
    #expect(abs(back.latitude - latitude) < 1e-7 && abs(back.longitude - longitude) < 1e-7)
  }

  @Test func `a place that can't be projected is NaN, and NaN is no place`() throws {
    let mercator = try CoordinateTransform(to: .webMercator)
    #expect(mercator.interleaved(of: [Coordinate(latitude: 90, longitude: 0)])[1].isNaN)
    let lambert = try CoordinateTransform(to: ReferenceSystem(definition: "EPSG:31287"))
    #expect(mercator.coordinates(ofInterleaved: [0, .nan]) == [nil])
    #expect(lambert.interleaved(of: []).isEmpty)
  }

  @Test(arguments: [
    ("EPSG:4326", ReferenceSystem.Kind.geographic), ("EPSG:4258", .geographic), ("EPSG:3857", .webMercator),
    ("EPSG:31287", .projected(metresPerUnit: 1)), ("EPSG:2264", .projected(metresPerUnit: 1200.0 / 3937)),
    ("EPSG:9518", .geographic), ("EPSG:5847", .projected(metresPerUnit: 1)),
  ])
  func `the kind of a definition is found, of a compound one that of its horizontal part`(
    definition: String, kind: ReferenceSystem.Kind
  ) throws {
    let found = try ReferenceSystem(definition: definition).kind
    if case .projected(let a) = found, case .projected(let b) = kind {
      #expect(abs(a - b) < 1e-12)
    } else {
      #expect(found == kind)
    }
  }

  @Test(arguments: [
    "EPSG:1", "nonsense", "EPSG:4978", "EPSG:5773", "EPSG:4807", "+proj=utm +zone=99 +type=crs",
  ])
  func `unknown, geocentric, vertical and grad definitions are refused by name`(definition: String) {
    let error = #expect(throws: SkiError.self) { try ReferenceSystem(definition: definition) }
    #expect(error?.code == .unsupportedFormat && error?.message.contains(definition) == true)
  }
}
