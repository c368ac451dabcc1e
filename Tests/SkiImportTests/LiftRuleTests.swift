import SkiGeo
import SkiImport
import SkiModel
import Testing

struct LiftRuleTests {
  private func lift(_ properties: String) async throws -> Lift? {
    let (data, report) = try await read(.lifts, features: feature(properties))
    #expect(report.isBalanced)
    return data.lifts.first
  }

  @Test(arguments: [
    ("chair_lift", LiftKind.chairLift), ("gondola", .gondola), ("cable_car", .cableCar),
    ("mixed_lift", .mixedLift), ("drag_lift", .dragLift), ("t-bar", .tBar), ("j-bar", .jBar),
    ("platter", .platter), ("rope_tow", .ropeTow), ("magic_carpet", .magicCarpet), ("hoverboard", .unknown),
  ])
  func `both dialects have the same words for kinds`(word: String, kind: LiftKind) async throws {
    #expect(try await lift(#""aerialway":"\#(word)""#)?.kind == kind)
    #expect(try await lift(#""liftType":"\#(word)""#)?.kind == kind)
  }

  @Test(arguments: [
    (#""railway":"funicular""#, LiftKind.funicular), (#""railway":"rail","rack":"riggenbach""#, .rackRailway),
    (#""railway":"narrow_gauge""#, .railway),
  ])
  func `railways are lifts too`(tags: String, kind: LiftKind) async throws {
    #expect(try await lift(tags)?.kind == kind)
  }

  @Test(arguments: [
    (#""aerialway":"goods""#, "liftNotForSkiers"), (#""aerialway":"zip_line""#, "liftNotForSkiers"),
    (#""aerialway":"pylon""#, "notALift"), (#""aerialway":"station""#, "notALift"),
    (#""railway":"platform""#, "notALift"), (#""highway":"track""#, "notALift"),
    (#""type":"run""#, "notALift"),
  ])
  func `what skiers can't ride is left out with its reason`(tags: String, code: String) async throws {
    let (data, report) = try await read(.lifts, features: feature(tags))
    #expect(data.lifts.isEmpty)
    #expect(report.count(of: code) == 1)
    #expect(report.isBalanced)
  }

  @Test(
    arguments: [
      ("8", 480.0), ("3.8", 228), ("4:30", 270), ("1:02:03", 3723), ("7 min", 420), ("3,5", 210),
      ("soon", nil),
      ("0", nil), ("-3", nil), ("1:2:3:4", nil), ("900", nil), (":", nil),
    ] as [(String, Double?)])
  func `OpenStreetMap durations are minutes or clock times`(text: String, seconds: Double?) async throws {
    let lift = try await lift(#""aerialway":"gondola","aerialway:duration":"\#(text)""#)
    #expect(lift?.durationSeconds == seconds)
  }

  @Test func `OpenStreetMap tags of a lift are read`() async throws {
    let lift = try await lift(
      #""aerialway":"chair_lift","aerialway:occupancy":"4;6","aerialway:capacity":"2400","oneway":"no","#
        + #""aerialway:detachable":"yes","name":"Sky""#)
    #expect(lift?.occupancy == 6)
    #expect(lift?.capacityPerHour == 2400)
    #expect(lift?.isDetachable == true)
    #expect(lift?.oneway == .twoWay)
    #expect(lift?.name == "Sky")
  }

  @Test func `OpenSkiMap durations are seconds, and null says nothing`() async throws {
    let lift = try await lift(
      #""type":"lift","liftType":"chair_lift","duration":360,"occupancy":4,"oneway":null,"status":null,"#
        + #""detachable":null,"stations":[{"type":"Feature","properties":{"name":"Mid","position":"mid","exit":false},"#
        + #""geometry":{"type":"Point","coordinates":[6.005,45.005]}},{"position":"top","coordinates":[6.01,45.01]},"id1"]"#
    )
    #expect(lift?.durationSeconds == 360)
    #expect(lift?.oneway == nil)
    #expect(lift?.status == .operating)
    #expect(
      lift?.stations == [
        LiftStation(
          name: "Mid", coordinate: Coordinate(latitude: 45.005, longitude: 6.005), allowsAlighting: false)
      ])
  }

  @Test(arguments: [
    (#""aerialway":"construction","construction":"gondola""#, LiftKind.gondola, Lifecycle.construction),
    (#""abandoned:aerialway":"t-bar""#, .tBar, .abandoned),
    (#""aerialway":"platter","disused":"yes""#, .platter, .disused),
    (#""proposed:railway":"funicular""#, .funicular, .proposed),
    (#""liftType":"gondola","status":"planned""#, .gondola, .planned),
    (#""liftType":"gondola","status":"odd""#, .gondola, .unknown),
  ])
  func `lifts that don't run are kept with their status`(tags: String, kind: LiftKind, status: Lifecycle)
    async throws
  {
    let lift = try await lift(tags)
    #expect(lift?.kind == kind)
    #expect(lift?.status == status)
  }

  @Test func `a station among the lifts is a spot`() async throws {
    let (data, report) = try await read(
      .lifts,
      features: feature(
        #""aerialway":"station","name":"Gipfel","aerialway:access":"exit""#,
        geometry: #"{"type":"Point","coordinates":[6,45,2100]}"#))
    #expect(data.spots.first?.kind == .liftStation)
    #expect(data.spots.first?.elevationMetres == 2100)
    #expect(data.spots.first?.allowsBoarding == false)
    #expect(data.spots.first?.allowsAlighting == true)
    #expect(report.usedCounts == ["lifts": 1])
  }
}
