import SkiTestSupport
import Testing

struct RawLiftRuleTests {
  private let up = TinyMountain.route([TinyMountain.ride])
  private let down = TinyMountain.route([
    TinyMountain.step("lift", "chair", [(20, 1000, nil), (20, 0, nil)], wait: 60)
  ])

  @Test(arguments: ["chair_lift", "drag_lift", "platter", "t-bar", "j-bar", "rope_tow", "magic_carpet"])
  func `chairlifts, drag lifts and carpets are ridden up only, unless tagged two-way`(kind: String) throws {
    #expect(try TinyMountain.standard(lift: ["liftType": kind]).brokenRules(up) == [])
    #expect(try TinyMountain.standard(lift: ["liftType": kind]).brokenRules(down) == [.liftDirection])
    #expect(try TinyMountain.standard(lift: ["liftType": kind, "oneway": false]).brokenRules(down) == [])
    let reversed = TinyMountain.standard(lift: ["liftType": kind], liftLine: TinyMountain.chair.reversed())
    #expect(try reversed.brokenRules(up) == [])
    #expect(try reversed.brokenRules(down) == [.liftDirection])
  }

  @Test(arguments: ["gondola", "cable_car", "funicular", "railway", "rack_railway", "mixed_lift"])
  func `cabin lifts run in both directions unless tagged one-way`(kind: String) throws {
    #expect(try TinyMountain.standard(lift: ["liftType": kind]).brokenRules(down) == [])
    #expect(
      try TinyMountain.standard(lift: ["liftType": kind, "oneway": true]).brokenRules(down) == [
        .liftDirection
      ])
  }

  @Test func `a lift of unknown kind runs in both directions only if it is far from runs`() throws {
    let unknown = TinyMountain.standard(lift: ["liftType": "unknown"])
    #expect(try unknown.brokenRules(down) == [.liftDirection])
    let far = TinyMountain.standard(
      lift: ["liftType": "unknown"], liftLine: [(20, -900, 1700), (20, 1000, 2000)])
    let ride = TinyMountain.step("lift", "chair", [(20, 1000, nil), (20, -900, nil)])
    #expect(try far.brokenRules(TinyMountain.route([ride])) == [])
  }

  @Test(
    arguments: [
      (["access": "private"], true), (["access": "no"], true), (["access": "permit"], true),
      (["access": "customers"], false), (["access": "private", "ski": "yes"], false),
      (["ski": "no"], true), (["access": "private", "highway": "track"], false), (["foot": "no"], false),
    ] as [([String: String], Bool)])
  func `a lift whose access tags exclude the public may not be ridden`(
    tags: [String: String], isPrivate: Bool
  ) throws {
    let expected: [Violation.Rule] = isPrivate ? [.liftNotOperating] : []
    #expect(try TinyMountain.standard(lift: tags).brokenRules(up) == expected)
  }

  @Test func `a ride may begin and end at stations only`() throws {
    let short = TinyMountain.step("lift", "chair", [(20, 0, nil), (20, 600, nil)])
    var mountain = TinyMountain.standard()
    #expect(try mountain.brokenRules(TinyMountain.route([short])) == [.liftMidSpan])
    let late = TinyMountain.step("lift", "chair", [(20, 400, nil), (20, 1000, nil)])
    #expect(try mountain.brokenRules(TinyMountain.route([late])) == [.liftMidSpan])
    let station = TinyMountain.vertex(50, 600)
    mountain.lifts.append(
      TinyMountain.feature(["aerialway": "station"], "Point", [station.longitude, station.latitude]))
    #expect(try mountain.brokenRules(TinyMountain.route([short])) == [])
  }

  @Test(arguments: [("both", true), ("no", false), (nil, false)] as [(String?, Bool)])
  func `a pylon is a station only if its access tag allows boarding and alighting`(
    access: String?, isStation: Bool
  ) throws {
    let place = TinyMountain.vertex(20, 600)
    var tags: [String: Any] = ["aerialway": "pylon"]
    tags["aerialway:access"] = access
    let pylon = TinyMountain.feature(tags, "Point", [place.longitude, place.latitude])
    let short = TinyMountain.step("lift", "chair", [(20, 0, nil), (20, 600, nil)])
    for isRunFile in [false, true] {
      var mountain = TinyMountain.standard()
      if isRunFile { mountain.runs.append(pylon) } else { mountain.lifts.append(pylon) }
      let expected: [Violation.Rule] = isStation ? [] : [.liftMidSpan]
      #expect(try mountain.brokenRules(TinyMountain.route([short])) == expected)
    }
  }

  @Test(arguments: [("gondola", []), ("chair_lift", [.liftMidSpan])] as [(String, [Violation.Rule])])
  func `a bend in the line counts as a station for cabin lifts only`(kind: String, broken: [Violation.Rule])
    throws
  {
    let line: [(Double, Double, Double)] = [(20, 0, 1800), (60, 500, 1900), (20, 1000, 2000)]
    let turned = TinyMountain.standard(lift: ["liftType": kind], liftLine: line)
    let short = TinyMountain.step("lift", "chair", [(20, 0, nil), (60, 500, nil)])
    #expect(try turned.brokenRules(TinyMountain.route([short])) == broken)
  }

  @Test func `a ride that leaves the line of its lift violates a rule`() throws {
    let aside = TinyMountain.step("lift", "chair", [(20, 0, nil), (25, 500, nil), (20, 1000, nil)])
    #expect(try TinyMountain.standard().brokenRules(TinyMountain.route([aside])) == [.liftOffLine])
  }

  @Test func `a lift that is not operating may not be ridden`() throws {
    for tags in [
      ["status": "construction"], ["status": "disused"], ["abandoned": "yes"],
      ["proposed:aerialway": "gondola"],
    ] {
      #expect(try TinyMountain.standard(lift: tags).brokenRules(up) == [.liftNotOperating])
    }
    #expect(try TinyMountain.standard(lift: ["disused": "no"]).brokenRules(up) == [])
  }

  @Test func `lifts in raw OSM tags follow the same rules`() throws {
    var mountain = TinyMountain.standard()
    mountain.lifts = [("chair_lift", [String: Any]()), ("zip_line", [:]), ("construction", [:])].map {
      kind, tags in
      TinyMountain.feature(
        ["@id": "way/\(kind)", "aerialway": kind].merging(tags) { $1 }, "LineString",
        TinyMountain.line(TinyMountain.chair))
    }
    let rules = { (id: String, points: [(Double, Double, Double?)]) in
      try mountain.brokenRules(TinyMountain.route([TinyMountain.step("lift", id, points)]))
    }
    #expect(try rules("way/chair_lift", [(20, 0, nil), (20, 1000, nil)]) == [])
    #expect(try rules("way/chair_lift", [(20, 1000, nil), (20, 0, nil)]) == [.liftDirection])
    #expect(try rules("way/zip_line", [(20, 0, nil), (20, 1000, nil)]) == [.liftNotForSkiers])
    #expect(try rules("way/construction", [(20, 0, nil), (20, 1000, nil)]).first == .liftNotOperating)
  }

  @Test func `a route over a closed feature or an avoided kind of lift violates a rule`() throws {
    var request = RawRequest()
    request.closed = ["Chair"]
    #expect(try TinyMountain.standard().brokenRules(TinyMountain.goodRoute, request) == [.closed])
    request.closed = ["home"]
    #expect(try TinyMountain.standard().brokenRules(TinyMountain.goodRoute, request) == [.closed])
    request = RawRequest()
    request.avoidedLiftKinds = ["chair_lift"]
    #expect(try TinyMountain.standard().brokenRules(TinyMountain.goodRoute, request) == [.avoided])
  }
}
