import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

struct OpenSkiMapTests {
  static let area =
    #"{"type":"Feature","properties":{"type":"skiArea","id":"area1","name":"Invented","status":"operating"},"#
    + #""geometry":{"type":"Polygon","coordinates":[[[6,45],[7,45],[7,46],[6,46],[6,45]]]}}"#

  @Test func `the properties of an OpenSkiMap run are read`() async throws {
    let result = try await readOne(
      line(
        #""type":"run","id":"r1","uses":["downhill","fatbike"],"name":"A","ref":"2","difficulty":"advanced","#
          + #""difficultyConvention":"north_america","oneway":true,"status":"operating","grooming":"classic","#
          + #""skiAreas":[\#(Self.area),"area2"],"sources":[{"type":"openstreetmap","id":"way/9"}],"#
          + #""elevationProfile":{"heights":[1,2],"resolution":25},"places":[],"snowCoverHistory":null"#))
    let run = try #require(result.run)
    #expect(run.id.rawValue == "r1" && run.name == "A" && run.refs == ["2"])
    #expect(run.uses == [.downhill, .fatbike] && run.difficulty == .advanced)
    #expect(run.convention == .northAmerica && run.oneway == .oneway && run.terrain.grooming == .classic)
    #expect(run.skiAreaIDs.map(\.rawValue) == ["area1", "area2"])
    #expect(result.data.sources.first?.attribution == "© OpenStreetMap contributors")
    let area = try #require(result.data.areas.first)
    #expect(area.name == "Invented" && area.centre == Coordinate(latitude: 45.5, longitude: 6.5))
    #expect(result.data.areas.count == 1)
    #expect(result.counted == ["areaFromFeature:noted"])
  }

  @Test func `every property may be missing or null`() async throws {
    let result = try await read(
      collection(
        line(#""type":"run""#),
        line(#""type":"run","id":null,"uses":null,"name":null,"skiAreas":null,"oneway":null"#)))
    #expect(result.data.runs.map(\.uses) == [.downhill, .downhill])
    #expect(result.data.runs.map(\.id.rawValue) == ["test.geojson#1", "test.geojson#2"])
    #expect(result.report.count(of: "useMissing") == 2)
  }

  @Test func `unknown values are counted and are not errors`() async throws {
    let result = try await readOne(
      line(
        #""type":"run","id":"r","uses":["downhill","moon_walk"],"difficulty":"purple","difficultyConvention":"mars","#
          + #""oneway":"maybe","status":"melted","future":{"deep":[1,{"x":null}]}"#))
    let run = try #require(result.run)
    #expect(run.uses == [.downhill, .other] && run.difficulty == nil && run.convention == nil)
    #expect(run.status == .unknown)
    #expect(
      result.counted == [
        "conventionUnknown:noted", "difficultyUnknown:noted", "onewayUnknown:noted", "statusUnknown:noted",
        "useUnknown:noted",
      ])
  }

  @Test(
    arguments: [
      ("300", 300.0), (#""300""#, 300), (#""PT5M""#, 300), (#""5 min""#, nil), ("-1", nil), ("90000", nil),
    ] as [(String, Double?)])
  func `durations of OpenSkiMap are seconds or ISO 8601`(value: String, seconds: Double?) async throws {
    let result = try await readOne(
      line(#""type":"lift","id":"l","liftType":"gondola","duration":\#(value)"#), as: .lifts)
    #expect(result.lift?.durationSeconds == seconds)
    #expect(result.counted == (seconds == nil ? ["durationUnreadable:noted"] : []))
  }

  @Test func `the duration of an OpenSkiMap lift is in seconds, and its stations are kept`() async throws {
    func station(_ properties: String, _ place: String) -> String {
      feature(properties, geometry: #"{"type":"Point","coordinates":\#(place)}"#)
    }
    let stations = [
      station(#""position":"bottom""#, "[6,45]"),
      station(#""position":"mid","name":"Mid","exit":false"#, "[6.005,45]"),
      station(#""name":"Unsaid""#, "[6.006,45]"), station(#""name":"Top""#, "[6.01,45.0001]"), "null", "7",
    ].joined(separator: ",")
    let result = try await readOne(
      line(
        #""type":"lift","id":"l","liftType":"gondola","duration":300,"occupancy":8,"capacity":2400,"detachable":true,"#
          + #""oneway":null,"status":"construction","stations":[\#(stations)]"#, "[[6,45],[6.01,45]]"),
      as: .lifts)
    let lift = try #require(result.lift)
    #expect(lift.kind == .gondola && lift.durationSeconds == 300 && lift.occupancy == 8)
    #expect(lift.capacityPerHour == 2400 && lift.isDetachable == true && lift.oneway == nil)
    #expect(lift.status == .construction)
    #expect(lift.stations.map(\.name) == [nil, "Mid", "Unsaid", "Top"])
    #expect(lift.stations.map(\.position) == ["bottom", "mid", nil, nil])
    #expect(lift.stations[1].allowsBoarding && !lift.stations[1].allowsAlighting)
    #expect(result.counted.isEmpty)
  }

  @Test(arguments: [
    #""geometry":{"type":"Point","coordinates":[6.005,45,1900]}"#, #""coordinates":[6.005,45]"#,
    #""lat":45,"lon":6.005"#, #""latitude":45,"lng":"6.005""#,
    #""location":{"latitude":45,"longitude":6.005}"#,
    #""location":{"type":"Point","coordinates":[6.005,45]}"#,
  ])
  func `stations of a lift may be plain objects`(place: String) async throws {
    let station = #"{"id":"s","name":"Mid","position":"mid","exit":false,"skiAreas":[],\#(place)}"#
    let result = try await readOne(
      line(#""type":"lift","id":"l","liftType":"gondola","stations":[\#(station)]"#, "[[6,45],[6.01,45]]"),
      as: .lifts)
    let mid = try #require(result.lift?.stations.first)
    #expect(mid.name == "Mid" && mid.position == "mid" && mid.allowsBoarding && !mid.allowsAlighting)
    #expect(mid.coordinate.distanceMetres(to: Coordinate(latitude: 45, longitude: 6.005)) < 0.1)
    #expect(result.counted.isEmpty)
  }

  @Test func `a station without coordinates is left out and counted`() async throws {
    let result = try await readOne(
      line(#""type":"lift","id":"l","liftType":"gondola","stations":[{"id":"s","name":"Mid"}]"#), as: .lifts)
    #expect(result.lift?.stations == [] && result.counted == ["stationPlaceMissing:noted"])
  }

  @Test func `a lift of unknown kind is kept`() async throws {
    let result = try await readOne(line(#""type":"lift","id":"l","liftType":null"#), as: .lifts)
    #expect(result.lift?.kind == .unknown)
    #expect(result.counted == ["liftKindMissing:noted"])
  }

  @Test func `areas from their own file take precedence over those inside runs`() async throws {
    let areas = SkiDocument(.areas, name: "areas.geojson", bytes: Array(collection(Self.area).utf8))
    let runs = SkiDocument(
      .runs, name: "runs.geojson",
      bytes: Array(collection(line(#""type":"run","id":"r","skiAreas":[\#(Self.area)]"#)).utf8))
    let (data, report) = try await SkiReader(documents: [runs, areas]).read()
    #expect(data.areas.count == 1 && data.areas[0].outlines.count == 1)
    #expect(report.readCounts == ["runs": 1, "areas": 1])
    #expect(report.count(of: "areaFromFeature") == 0)
  }

  @Test func `the centre of an area across the antimeridian lies in the area`() async throws {
    let ring = "[[179.8,66],[-179.9,66],[-179.9,66.1],[179.8,66.1],[179.8,66]]"
    let area = feature(
      #""type":"skiArea","id":"a","name":"A","status":"operating""#,
      geometry: #"{"type":"Polygon","coordinates":[\#(ring)]}"#)
    let centre = try #require(try await read(collection(area), as: .areas).data.areas.first?.centre)
    #expect(abs(centre.longitude - 179.95) < 1e-9 && abs(centre.latitude - 66.05) < 1e-9)
  }

  @Test func `spots are read as stations, crossings or others`() async throws {
    let point = #"{"type":"Point","coordinates":[6,45]}"#
    let result = try await read(
      collection(
        feature(
          #""type":"spot","id":"s","spotType":"lift_station","name":"S","position":"top","entry":false,"exit":true,"liftId":"l""#,
          geometry: point),
        feature(#""type":"spot","id":"c","spotType":"crossing","dismount":"yes""#, geometry: point),
        feature(#""type":"spot","id":"h","spotType":"halfpipe""#, geometry: point)), as: .spots)
    #expect(result.data.spots.map(\.kind) == [.liftStation, .crossing, .other])
    let station = try #require(result.data.spots.first)
    #expect(station.liftID?.rawValue == "l" && station.position == "top")
    #expect(station.allowsBoarding == false && station.allowsAlighting == true)
    #expect(result.counted == ["spotKindUnknown:noted"])
  }
}
