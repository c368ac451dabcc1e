import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

struct LiftTests {
  private func lift(_ tags: String) async throws -> (Lift, [String]) {
    let result = try await readOne(line(#""@id":"way/1",\#(tags)"#), as: .lifts)
    return (try #require(result.lift), result.counted)
  }

  @Test(
    arguments: [
      (#""aerialway":"chair_lift""#, LiftKind.chairLift), (#""aerialway":"t-bar""#, .tBar),
      (#""aerialway":"magic_carpet""#, .magicCarpet), (#""aerialway":"gondola;chair_lift""#, .mixedLift),
      (#""railway":"funicular""#, .funicular),
      (#""railway":"narrow_gauge","rack":"riggenbach""#, .rackRailway),
      (#""railway":"narrow_gauge""#, .railway), (#""railway":"rack""#, .rackRailway),
      (#""aerialway":"teleporter""#, .unknown),
      (#""aerialway":"construction","construction":"gondola""#, .gondola),
      (#""disused:aerialway":"drag_lift""#, .dragLift), (#""abandoned:railway":"funicular""#, .funicular),
    ] as [(String, LiftKind)])
  func `the aerialway or railway tags give the kind of a lift`(_ tags: String, _ kind: LiftKind) async throws
  {
    let (lift, notes) = try await lift(tags)
    #expect(lift.kind == kind)
    #expect(notes == (kind == .unknown ? ["liftKindUnknown:noted"] : []))
  }

  @Test(
    arguments: [
      (#""aerialway":"gondola""#, Lifecycle.operating),
      (#""aerialway":"construction","construction":"gondola""#, .construction),
      (#""proposed:aerialway":"gondola""#, .proposed), (#""aerialway":"gondola","disused":"yes""#, .disused),
      (#""aerialway":"abandoned""#, .abandoned), (#""razed:aerialway":"gondola""#, .razed),
      (#""aerialway":"gondola","abandoned:aerialway":"gondola""#, .operating),
    ] as [(String, Lifecycle)])
  func `a lift is read with its lifecycle state`(_ tags: String, _ status: Lifecycle) async throws {
    #expect(try await lift(tags).0.status == status)
  }

  @Test(arguments: ["goods", "zip_line", "pylon"]) func `goods lifts, zip lines and pylons are left out`(
    _ word: String
  )
    async throws
  {
    let result = try await readOne(line(#""@id":"way/1","aerialway":"\#(word)""#), as: .lifts)
    #expect(result.counted == ["notAPassengerLift:leftOut"])
    let openSkiMap = try await readOne(line(#""type":"lift","id":"x","liftType":"\#(word)""#), as: .lifts)
    #expect(openSkiMap.counted == ["notAPassengerLift:leftOut"])
  }

  @Test(
    arguments: [
      ("8", 480.0), ("3.8", 228), ("3,8", 228), ("5:30", 330), ("0:05:30", 330), ("1:00:00", 3600),
      ("8 min", 480),
      ("8min", 480), ("90 s", 90), ("", nil), ("fast", nil), ("-3", nil), ("1:2:3:4", nil), ("5:", nil),
      ("1e3", nil),
      ("0", nil), ("99999", nil),
      ("PT7M30S", 450), ("pt8m", 480), ("PT1H5M", 3900), ("PT90S", 90), ("PT7.5M", 450), ("P0DT8M", 480),
      ("PT", nil), ("P8M", nil), ("PT8", nil), ("PT8S7M", nil), ("P1DT", nil), ("PTxM", nil), ("P1D", nil),
      ("0:08", 480), ("00:08", 480), ("0:90 s", nil),
    ] as [(String, Double?)])
  func `a duration tag is in minutes unless it states another unit or a clock form`(
    _ text: String, _ seconds: Double?
  ) async throws {
    let (lift, _) = try await lift(#""aerialway":"gondola","aerialway:duration":"\#(text)""#)
    #expect(lift.durationSeconds == seconds)
  }

  @Test(
    arguments: [
      ("00:08", 480.0), ("0:06:30", 390), ("8", 480), ("PT7M30S", 450), ("5:30", 330), ("1:10", 4200),
      ("soon", nil),
    ] as [(String, Double?)])
  func `the general duration tag has hours before minutes, as long as that is no ride of hours`(
    _ text: String, _ seconds: Double?
  ) async throws {
    let (lift, notes) = try await lift(#""railway":"funicular","duration":"\#(text)""#)
    #expect(lift.durationSeconds == seconds)
    #expect(notes == (seconds == nil ? ["durationUnreadable:noted"] : []))
    let own = try await self.lift(
      #""railway":"funicular","duration":"\#(text)","aerialway:duration":"4""#)
    #expect(own.0.durationSeconds == 240, "the tag of aerialways takes precedence")
  }

  @Test func `durations of any hours, minutes and seconds are read in the forms of ISO 8601`() {
    var random = SeededGenerator(seed: 8601)
    for _ in 0..<500 {
      let parts = (0..<3).map { _ in Int.random(in: 0...59, using: &random) }
      let words = zip(parts, ["H", "M", "S"]).filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
      if words.isEmpty { continue }
      let seconds = Double(parts[0] * 3600 + parts[1] * 60 + parts[2])
      #expect(FeatureDecoder.durationSeconds("PT" + words.joined()) == seconds)
      #expect(FeatureDecoder.durationSeconds("P0DT" + words.joined()) == seconds)
      if words.count > 1 {
        #expect(FeatureDecoder.durationSeconds("PT" + words.reversed().joined()) == nil)
      }
    }
  }

  @Test(
    arguments: [
      (#""aerialway":"funitel""#, LiftKind.gondola, CabinRopes.funitel),
      (#""aerialway":"3S""#, .gondola, .tricable), (#""aerialway":"gondola""#, .gondola, nil),
      (#""type":"lift","liftType":"funitel""#, .gondola, .funitel),
      (#""type":"lift","liftType":"gondola","name":"Funitel""#, .gondola, nil),
    ] as [(String, LiftKind, CabinRopes?)])
  func `a value that names the ropes of a cabin lift is a gondola with these`(
    tags: String, kind: LiftKind, ropes: CabinRopes?
  ) async throws {
    let (lift, notes) = try await lift(tags)
    #expect(lift.kind == kind && lift.ropes == ropes && notes.isEmpty)
  }

  @Test func `occupancy and capacity are read, and implausible values are not`() async throws {
    let (lift, notes) = try await lift(
      #""aerialway":"chair_lift","aerialway:occupancy":"4;6","aerialway:capacity":"2400","aerialway:detachable":"yes","oneway":"yes""#
    )
    #expect(lift.occupancy == 6 && lift.capacityPerHour == 2400 && lift.isDetachable == true)
    #expect(lift.oneway == .oneway && notes.isEmpty)
    let odd = try await self.lift(
      #""aerialway":"chair_lift","aerialway:occupancy":"-5x","aerialway:capacity":"1","seasonal":"summer""#)
    #expect(odd.0.occupancy == nil && odd.0.capacityPerHour == nil)
    #expect(odd.1 == ["numberUnreadable:noted", "summerOnly:noted"])
  }

  @Test func `stations and huts in OSM tags are read as spots`() async throws {
    let point = #"{"type":"Point","coordinates":[6,45,1500]}"#
    let station = feature(
      #""@id":"node/1","aerialway":"station","name":"M","aerialway:station":"mid","aerialway:access":"entry""#,
      geometry: point)
    let hut = feature(#""@id":"node/2","tourism":"alpine_hut","name":"H""#, geometry: point)
    let shop = feature(#""@id":"node/3","shop":"ski""#, geometry: point)
    let result = try await read(collection(station, hut, shop), as: .spots)
    #expect(result.data.spots.map(\.kind) == [.liftStation, .hut])
    let spot = try #require(result.data.spots.first)
    #expect(spot.position == "mid" && spot.allowsBoarding == true && spot.allowsAlighting == false)
    #expect(spot.elevationMetres == 1500)
    #expect(result.counted == ["notASkiFeature:leftOut"])
  }

  @Test(
    arguments: [
      (#""aerialway":"station""#, "stationlift", nil, nil),
      (#""railway":"station""#, "stationrail", nil, nil),
      (#""railway":"halt","name":"H""#, "stationrail", nil, nil),
      (#""aerialway:access":"both""#, "stationlift", true, true),
      (#""aerialway":"pylon","aerialway:access":"exit""#, "stationlift", false, true),
      (#""aerialway":"station","aerialway:access":"no""#, "stationlift", false, false),
      (#""aerialway":"pylon""#, "notAPassengerLift", nil, nil),
      (#""aerialway":"station","disused":"yes""#, "stationNotOperating", nil, nil),
      (#""disused:aerialway":"station""#, "notAPassengerLift", nil, nil),
    ] as [(String, String, Bool?, Bool?)], [FeatureRole.runs, .lifts, .spots])
  func `a node for boarding or alighting is a station in a file of any role`(
    node: (String, String, Bool?, Bool?), role: FeatureRole
  ) async throws {
    let text = feature(#""@id":"node/1",\#(node.0)"#, geometry: #"{"type":"Point","coordinates":[6,45]}"#)
    let result = try await readOne(text, as: role)
    guard let spot = result.data.spots.first else {
      #expect(result.counted == [node.1 + ":leftOut"])
      return
    }
    #expect(node.1 == "station" + (spot.isRailway ? "rail" : "lift") && spot.kind == .liftStation)
    #expect(spot.allowsBoarding == node.2 && spot.allowsAlighting == node.3)
  }

  @Test func `bubbles and heated seats are read`() async throws {
    let (lift, _) = try await lift(
      #""aerialway":"chair_lift","aerialway:bubble":"yes","aerialway:heating":"no""#)
    #expect(lift.hasBubble == true && lift.isHeated == false)
  }

  @Test func `a file with runs and lifts gives both`() async throws {
    let result = try await read(
      collection(
        line(#""@id":"way/1","aerialway":"gondola""#), line(#""@id":"way/2","piste:type":"downhill""#)))
    #expect(result.data.runs.count == 1 && result.data.lifts.count == 1)
    #expect(result.report.usedCounts == ["runs": 2])
  }

  @Test func `a file given in two roles is read once, and files of the same name stay separate`() async throws
  {
    let bytes = Array(collection(line(#""aerialway":"gondola""#)).utf8)
    func document(_ role: FeatureRole, _ name: String) -> SkiDocument {
      SkiDocument(role, name: name, bytes: bytes)
    }
    let twice = try await SkiReader(documents: [document(.runs, "a/x.json"), document(.lifts, "a/x.json")])
      .read()
    #expect(twice.data.lifts.map(\.id.rawValue) == ["x.json#1"])
    #expect(twice.report.count(of: "duplicateFeature") == 1)
    let apart = try await SkiReader(documents: [document(.lifts, "a/x.json"), document(.lifts, "b/x.json")])
      .read()
    #expect(apart.data.lifts.map(\.id.rawValue) == ["x.json#1", "b/x.json#1"])
  }
}
