import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// The reference systems, vertical datums and units of GeoKeys.
struct GeoKeysTests {
  /// Creates keys from codes, floats and text.
  private static func keys(
    _ codes: [(GeoKeys.Key, Int)], _ numbers: [(GeoKeys.Key, Double)] = [],
    _ words: (GeoKeys.Key, String)? = nil
  ) -> GeoKeys {
    var entries = codes.map { [$0.0.rawValue, 0, 1, UInt16($0.1)] }
    for (index, number) in numbers.enumerated() {
      entries.append([number.0.rawValue, 34736, 1, UInt16(index)])
    }
    if let words { entries.append([words.0.rawValue, 34737, UInt16(words.1.utf8.count), 0]) }
    entries.sort { $0[0] < $1[0] }
    return GeoKeys(
      directory: [1, 1, 0, UInt16(entries.count)] + entries.joined(), doubles: numbers.map(\.1),
      text: words.map { Array($0.1.utf8) } ?? [])
  }

  private static let fault = TIFFFault(subject: "a.tif")

  /// Returns the projected position of a place in the system of some keys.
  private func place(_ keys: GeoKeys, _ longitude: Double, _ latitude: Double) throws -> [Double] {
    let system = try keys.referenceSystem(Self.fault)
    return try CoordinateTransform(to: system).interleaved(of: [
      Coordinate(latitude: latitude, longitude: longitude)
    ])
  }

  private func expectSame(
    _ keys: GeoKeys, as definition: String, _ longitude: Double, _ latitude: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try place(keys, longitude, latitude)
    let wanted = try CoordinateTransform(to: ReferenceSystem(definition: definition))
      .interleaved(of: [Coordinate(latitude: latitude, longitude: longitude)])
    #expect(
      abs(found[0] - wanted[0]) < 0.001 && abs(found[1] - wanted[1]) < 0.001, "\(found) \(wanted)",
      sourceLocation: sourceLocation)
  }

  @Test func `reference systems with an EPSG code are found by it`() throws {
    for (code, kind) in [(32632, 1.0), (32760, 1), (31287, 1), (2264, 1200.0 / 3937)] {
      let system = try Self.keys([(.modelType, 1), (.projectedSystem, code)]).referenceSystem(Self.fault)
      guard case .projected(let unit) = system.kind else {
        Issue.record("\(code)")
        continue
      }
      #expect(abs(unit - kind) < 1e-12 && system.definition == "EPSG:\(code)")
    }
    #expect(
      try Self.keys([(.modelType, 2), (.geographicSystem, 4326)]).referenceSystem(Self.fault) == .wgs84)
    #expect(
      try Self.keys([(.modelType, 1), (.projectedSystem, 3857)]).referenceSystem(Self.fault) == .webMercator)
    #expect(try Self.keys([(.projectedSystem, 3857)]).referenceSystem(Self.fault) == .webMercator)
    #expect(try Self.keys([(.geographicSystem, 4258)]).referenceSystem(Self.fault).definition == "EPSG:4258")
  }

  @Test func `projections given by parameters equal the EPSG systems of the same parameters`() throws {
    let own = GeoKeys.userDefined
    let start = [(GeoKeys.Key.modelType, 1), (.projectedSystem, own)]
    let meridianStrip = Self.keys(
      start + [(.geographicSystem, 4312), (.projection, own), (.method, 1), (.linearUnit, 9001)],
      [
        (.naturalOriginLongitude, 10 + 1.0 / 3), (.naturalOriginLatitude, 0), (.naturalOriginScale, 1),
        (.falseEasting, 0), (.falseNorthing, -5_000_000),
      ])
    try expectSame(meridianStrip, as: "EPSG:31254", 11.4, 47.3)
    let lambert = Self.keys(
      start + [(.geographicSystem, 4258), (.projection, own), (.method, 8)],
      [
        (.standardParallel1, 35), (.standardParallel2, 65), (.falseOriginLatitude, 52),
        (.falseOriginLongitude, 10),
        (.falseOriginEasting, 4_000_000), (.falseOriginNorthing, 2_800_000),
      ])
    try expectSame(lambert, as: "EPSG:3034", 6.9, 45.8)
    let equalArea = Self.keys(
      start + [(.geographicSystem, 4258), (.method, 10)],
      [
        (.centreLatitude, 52), (.centreLongitude, 10), (.falseEasting, 4_321_000),
        (.falseNorthing, 3_210_000),
      ])
    try expectSame(equalArea, as: "EPSG:3035", 6.9, 45.8)
    let albers = Self.keys(
      start + [(.geographicSystem, 4269), (.method, 11)],
      [
        (.standardParallel1, 29.5), (.standardParallel2, 45.5), (.naturalOriginLatitude, 23),
        (.naturalOriginLongitude, -96), (.falseEasting, 0), (.falseNorthing, 0),
      ])
    try expectSame(albers, as: "EPSG:5070", -121.5, 46.9)
    let polar = Self.keys(
      start + [(.datum, 6326), (.geographicSystem, own), (.method, 15)],
      [(.naturalOriginLatitude, 70), (.straightVerticalPole, -45), (.naturalOriginScale, 1)])
    try expectSame(polar, as: "EPSG:3413", 15.6, 78.2)
    let zone = Self.keys(start + [(.geographicSystem, 4326), (.projection, 16132)])
    try expectSame(zone, as: "EPSG:32732", 9.5, -43.5)
    let feet = Self.keys(
      start + [(.geographicSystem, own), (.ellipsoid, 7030), (.method, 1), (.linearUnit, 9002)],
      [(.naturalOriginLongitude, 9), (.naturalOriginScale, 1), (.falseEasting, 1000)])
    let place = try place(feet, 9, 0)
    #expect(abs(place[0] - 1000) < 1e-6 && abs(place[1]) < 1e-6)
  }

  @Test func `keys without a usable reference system are refused and the error states the reason`() {
    for (keys, word) in [
      (Self.keys([]), "no reference system"), (Self.keys([(.modelType, 3)]), "geocentric"),
      (Self.keys([(.modelType, 1)]), "a projection of its own"),
      (Self.keys([(.modelType, 1), (.projectedSystem, 32767)], [], (.citation, "My map|")), "My map"),
      (Self.keys([(.modelType, 2)]), "degrees of an unknown kind"),
      (Self.keys([(.modelType, 1), (.projectedSystem, 9999)]), "EPSG:9999"),
      (
        Self.keys([(.modelType, 1), (.projectedSystem, 32767), (.geographicSystem, 4326), (.method, 5)]),
        "method 5"
      ),
      (
        Self.keys([(.modelType, 1), (.projectedSystem, 32767), (.method, 1), (.ellipsoid, 9)]),
        "ellipsoid of code 9"
      ),
      (
        Self.keys([
          (.modelType, 1), (.projectedSystem, 32767), (.geographicSystem, 4326), (.method, 1),
          (.linearUnit, 5),
        ]),
        "units of code 5"
      ),
    ] {
      let error = #expect(throws: SkiError.self) { try keys.referenceSystem(Self.fault) }
      #expect(error?.code == .unsupportedFormat && error?.message.contains(word) == true, "\(word)")
    }
  }

  @Test func `the vertical datum and unit are read from keys or citations`() throws {
    #expect(Self.keys([]).verticalDatum() == .unstated)
    #expect(Self.keys([(.verticalSystem, 5773)]).verticalDatum() == .egm96)
    #expect(Self.keys([(.verticalSystem, 3855)]).verticalDatum() == .egm2008)
    #expect(Self.keys([(.verticalSystem, 5728)]).verticalDatum() == VerticalDatum(name: "LN02", epsg: 5728))
    #expect(
      Self.keys([(.verticalSystem, 9999)]).verticalDatum() == VerticalDatum(name: "EPSG:9999", epsg: 9999))
    #expect(Self.keys([(.verticalSystem, 5030)]).verticalDatum().name.contains("ellipsoid"))
    #expect(Self.keys([], [], (.citation, "WGS 84 + EGM96 height|")).verticalDatum() == .egm96)
    #expect(Self.keys([], [], (.verticalCitation, "Kronstadt|")).verticalDatum().name == "Kronstadt")
    #expect(try Self.keys([(.verticalUnit, 9002)]).metresPerElevationUnit(nil, Self.fault) == 0.3048)
    #expect(throws: SkiError.self) {
      try Self.keys([(.verticalUnit, 1)]).metresPerElevationUnit(nil, Self.fault)
    }
  }

  @Test func `keys that point beyond their values are ignored`() {
    let keys = GeoKeys(
      directory: [1, 1, 0, 60000, 1024, 34735, 1, 5, 1026, 34737, 9, 3, 2057, 34736, 1, 7, 3072, 0, 1],
      doubles: [1], text: [65, 66])
    #expect(
      keys.code(.modelType) == nil && keys.words(.citation) == nil && keys.number(.semiMajorAxis) == nil)
    #expect(keys.code(.projectedSystem) == nil)
  }
}
