import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

/// Files whose coordinates are exchanged, or metres.
struct CoordinateOrderTests {
  /// Returns runs near a position, in the order of its members.
  private func runs(near x: Double, _ y: Double, count: Int = 6) -> [String] {
    (0..<count).map { number in
      let step = Double(number) / 1000
      return line(
        #""@id":"way/\#(number)","piste:type":"downhill""#,
        "[[\(x + step),\(y + step)],[\(x + step + 0.001),\(y + step + 0.002)]]")
    }
  }

  private func document(_ features: [String], _ head: String = "") -> String {
    "{\"type\":\"FeatureCollection\",\(head)\"features\":[\(features.joined(separator: ","))]}"
  }

  private func refusal(_ text: String) async -> SkiError? {
    do {
      _ = try await read(text)
      return nil
    } catch {
      return error as? SkiError
    }
  }

  @Test func `latitudes beyond 90° in most features are refused as exchanged`() async throws {
    let error = try #require(await refusal(document(runs(near: 46.93, -121.49))))
    #expect(
      error.code == .malformedData && error.subject?.hasPrefix("test.geojson, byte ") == true, "\(error)")
    #expect(error.message.hasPrefix("latitude and longitude are exchanged: 6 of 6 features"), "\(error)")
    #expect(error.message.contains("46.93, -121.49") && error.message.contains("axisswap"), "\(error)")
  }

  @Test func `the remedy for half of the features applies, and few are left out and counted`() async throws {
    let half = document(runs(near: 46.93, -121.49, count: 3) + runs(near: -121.49, 46.93, count: 3))
    #expect(await refusal(half) != nil)
    let few = document(runs(near: 46.93, -121.49, count: 2) + runs(near: -121.49, 46.93, count: 3))
    let result = try await read(few)
    #expect(result.data.runs.count == 3 && result.report.count(of: "coordinateInvalid") == 2)
    let two = document(runs(near: 46.93, -121.49, count: 1) + runs(near: -121.49, 46.93, count: 1))
    #expect(await refusal(two) == nil)
  }

  @Test(
    arguments: [
      (
        1_291_234.0, 5_952_312.0,
        #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::31254"}},"#,
        "EPSG:31254, as the file's crs says"
      ),
      (-13_524_000, 5_930_000, "", "EPSG:3857 (Web Mercator);"),
      (
        1_291_234, 5_952_312,
        #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"#,
        "EPSG:3857 (Web Mercator);"
      ),
      (
        690_000, 5_220_000, "",
        "EPSG:3857 (Web Mercator) or EPSG:326ZZ (UTM, ZZ the zone; 327ZZ in the south); convert it with: ogr2ogr -f GeoJSON -s_srs EPSG:CODE"
      ),
      (500_000, 7_000_000, "", "EPSG:3857 (Web Mercator) or EPSG:326ZZ"),
      (2_600_000, 1_200_000, "", "EPSG:2056"),
      (600_000, 200_000, "", "EPSG:21781"), (471_234_567, 116_543_210, "", "give WGS 84 degrees"),
    ] as [(Double, Double, String, String)])
  func `coordinates in metres are refused with the system they fit`(
    _ x: Double, _ y: Double, _ head: String, _ words: String
  ) async throws {
    let error = try #require(await refusal(document(runs(near: x, y), head)))
    #expect(
      error.code == .malformedData && error.subject?.hasPrefix("test.geojson, byte ") == true, "\(error)")
    #expect(error.message.contains(words) && error.message.contains("-t_srs EPSG:4326"), "\(error)")
  }

  @Test func `a few invalid positions don't hide the coordinate system`() async throws {
    let error = try #require(
      await refusal(document(runs(near: 2_600_000, 1_200_000, count: 19) + runs(near: 9e8, 9e8, count: 1))))
    #expect(error.message.contains("their values fit EPSG:2056"), "\(error)")
  }

  @Test(arguments: [(0.0, 0.0), (-0.004, 0.002), (44.48, 42.47), (179.99, -44), (6.6, 45.3), (140.7, 42.86)])
  func `degrees anywhere are accepted`(_ x: Double, _ y: Double) async throws {
    #expect(try await read(document(runs(near: x, y))).data.runs.count == 6)
  }

  // MARK: - Runs and lifts

  private static let input = SkiInput(
    runs: ["runs.geojson"], lifts: ["lifts.geojson"], spots: ["spots.geojson"])

  private func check(
    runs: [(Double, Double)], lifts: [(Double, Double)], spots: [(Double, Double)] = []
  ) -> SkiError? {
    var data = SkiData()
    func polyline(_ place: (Double, Double)) -> Polyline {
      Polyline([
        Coordinate(latitude: place.0, longitude: place.1),
        Coordinate(latitude: place.0 + 0.001, longitude: place.1),
      ])
    }
    for (number, place) in runs.enumerated() {
      data.runs.append(Run(id: SourceID("r\(number)"), uses: .downhill, geometry: .lines([polyline(place)])))
    }
    for (number, place) in lifts.enumerated() {
      data.lifts.append(Lift(id: SourceID("l\(number)"), kind: .chairLift, parts: [polyline(place)]))
    }
    for (number, place) in spots.enumerated() {
      data.spots.append(
        Spot(
          id: SourceID("s\(number)"), kind: .hut,
          coordinate: Coordinate(latitude: place.0, longitude: place.1)))
    }
    do {
      try Self.input.checkPlaces(of: data)
      return nil
    } catch {
      return error
    }
  }

  private static let alps = [(47.1, 11.8), (47.15, 11.9), (47.2, 11.85)]
  private static let exchanged = alps.map { ($0.1, $0.0) }

  @Test func `exchanged coordinates in one of two files are found by the other`() throws {
    let runs = try #require(check(runs: Self.exchanged, lifts: Self.alps))
    #expect(runs.subject == "runs.geojson" && runs.message.contains("longitude of runs are"), "\(runs)")
    let lifts = try #require(check(runs: Self.alps, lifts: Self.exchanged))
    #expect(lifts.subject == "lifts.geojson" && lifts.message.contains("longitude of lifts are"), "\(lifts)")
    let spots = try #require(check(runs: Self.alps, lifts: Self.alps, spots: Self.exchanged))
    #expect(spots.subject == "spots.geojson" && spots.message.contains("of spots are"), "\(spots)")
  }

  @Test func `runs and lifts exchanged alike are found by another kind`() throws {
    let error = try #require(check(runs: Self.exchanged, lifts: Self.exchanged, spots: Self.alps))
    #expect(error.subject == "runs.geojson" && error.message.contains("of runs and lifts are"), "\(error)")
  }

  @Test func `both orders at latitudes of ski areas leave open which file is wrong`() throws {
    let places = [(42.0, 44.5), (42.1, 44.6), (42.2, 44.7)]
    let error = try #require(check(runs: places, lifts: places.map { ($0.1, $0.0) }))
    #expect(error.message.contains("of either the runs or the lifts are"), "\(error)")
  }

  @Test func `an exchange of some files of several areas is found`() throws {
    let east = (0..<9).map { (44.0 + Double($0) / 100, -72.0) }
    let error = try #require(check(runs: east + Self.exchanged, lifts: east + Self.alps))
    #expect(error.message.contains("exchanged"), "\(error)")
  }

  @Test func `lifts in another country than all runs are refused`() throws {
    let error = try #require(check(runs: Self.alps, lifts: [(42.5, -1.6), (61.3, -30)]))
    #expect(error.code == .malformedData && error.message.contains("km from the nearest runs"), "\(error)")
  }

  @Test func `real constellations are accepted`() {
    #expect(check(runs: Self.alps, lifts: Self.alps, spots: Self.alps) == nil)
    #expect(check(runs: Self.exchanged, lifts: Self.exchanged) == nil)
    #expect(check(runs: Self.alps, lifts: []) == nil && check(runs: [], lifts: Self.alps) == nil)
    // Lifts without runs, some hundred kilometres away, and one that is wrong.
    #expect(check(runs: Self.alps, lifts: Self.alps + [(44.0, 7.0), (43.0, 6.0)]) == nil)
    #expect(check(runs: Self.alps, lifts: Self.alps + [(11.8, 47.1)]) == nil)
    #expect(check(runs: [(0, 0)], lifts: [(0.01, -0.01)]) == nil)
    #expect(check(runs: [(-44, 179.99)], lifts: [(-44, -179.99)]) == nil)
  }
}
