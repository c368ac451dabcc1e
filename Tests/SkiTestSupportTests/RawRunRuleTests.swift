import SkiBuild
import SkiTestSupport
import Testing

struct RawRunRuleTests {
  static let up = TinyMountain.route([
    TinyMountain.step("run", "home", [(0, 0, nil), (60, 500, nil)], difficulty: "easy")
  ])
  static let down = TinyMountain.route([TinyMountain.descent])
  static let flat = TinyMountain.home.map { ($0.0, $0.1, 1800 + $0.1 / 500) }

  @Test func `skiing up a run that clearly falls violates a rule in any drawn or tagged direction`() throws {
    for mountain in [
      TinyMountain.standard(), .standard(run: ["oneway": true]),
      .standard(run: ["oneway": true], runLine: TinyMountain.home.reversed()),
    ] {
      #expect(try mountain.brokenRules(Self.up) == [.runUphill])
      #expect(try mountain.brokenRules(Self.down) == [])
    }
  }

  @Test(
    arguments: [["oneway": false], ["uses": ["connection"]], ["uses": ["downhill", "hike"]]]
      as [[String: any Sendable]])
  func `a two-way run, a connection and a hike may be climbed`(tags: [String: any Sendable]) throws {
    #expect(try TinyMountain.standard(run: tags).brokenRules(Self.up) == [])
  }

  @Test(arguments: [("skied", true), ("pushed", true), ("climbed", false)])
  func `a run step that rises must be reported as climbed`(movement: String, isBroken: Bool) throws {
    var up = Self.up
    up.steps[0].movement = movement
    #expect(try TinyMountain.standard(run: ["oneway": false]).brokenRules(up) == (isBroken ? [.climb] : []))
  }

  @Test func `a run step that falls must not be reported as climbed`() throws {
    var down = Self.down
    down.steps[0].movement = "climbed"
    #expect(try TinyMountain.standard().brokenRules(down) == [.climb])
    down.steps[0].movement = "skied"
    #expect(try TinyMountain.standard().brokenRules(down) == [])
  }

  @Test func `a level run follows its one-way tag and is two-way without one`() throws {
    var down = Self.down
    for index in down.steps[0].vertices.indices { down.steps[0].vertices[index].elevation = nil }
    #expect(try TinyMountain.standard(runLine: Self.flat).brokenRules(Self.up) == [])
    let tagged = TinyMountain.standard(run: ["oneway": true], runLine: Self.flat)
    #expect(try tagged.brokenRules(Self.up) == [.runUphill])
    let reversed = TinyMountain.standard(run: ["oneway": "-1"], runLine: Self.flat)
    #expect(try reversed.brokenRules(Self.up) == [])
    #expect(try reversed.brokenRules(down) == [.runUphill])
  }

  @Test func `raw heights decide the direction of a run without elevations, unless too uncertain`() throws {
    let bare = TinyMountain.home.map { ($0.0, $0.1, -9999.0) }
    var mountain = TinyMountain.standard(runLine: bare)
    #expect(try mountain.brokenRules(Self.up) == [])
    mountain.heights = RawHeights { latitude, _ in 1800 + (latitude - 46) * 20_000 }
    #expect(try mountain.brokenRules(Self.up) == [.runUphill])
    mountain.heights = RawHeights(uncertaintyMetres: 200) { latitude, _ in 1800 + (latitude - 46) * 20_000 }
    #expect(try mountain.brokenRules(Self.up) == [])
  }

  @Test func `a run step may not leave the line of its run`() throws {
    let beside = TinyMountain.step("run", "home", [(0, 1000, nil), (63, 500, nil)], difficulty: "easy")
    #expect(try TinyMountain.standard().brokenRules(TinyMountain.route([beside])) == [.runOffLine])
    let acrossTheBend = TinyMountain.step("run", "home", [(0, 1000, nil), (0, 0, nil)], difficulty: "easy")
    #expect(try TinyMountain.standard().brokenRules(TinyMountain.route([acrossTheBend])) == [.runOffLine])
  }

  @Test func `a jump between two branches of a hairpin is off the line`() throws {
    let hairpin: [(Double, Double, Double)] = [
      (0, 1000, 2000), (0, 0, 1900), (10, 0, 1898), (10, 1000, 1800),
    ]
    let jump = TinyMountain.step(
      "run", "home", [(0, 1000, nil), (0, 900, nil), (10, 900, nil)], difficulty: "easy")
    let mountain = TinyMountain.standard(runLine: hairpin)
    #expect(try mountain.brokenRules(TinyMountain.route([jump])) == [.runOffLine])
  }

  @Test func `turning round on a two-way run within one step violates a rule`() throws {
    let turn = TinyMountain.step(
      "run", "home", [(0, 1000, nil), (60, 500, nil), (0, 1000, nil)], difficulty: "easy")
    #expect(
      try TinyMountain.standard(run: ["oneway": false]).brokenRules(TinyMountain.route([turn])) == [
        .runOffLine
      ])
  }

  @Test func `a run out of use may not be skied`() throws {
    for tags in [["status": "disused"], ["abandoned": "yes"], ["piste:abandoned": "yes"]] {
      #expect(try TinyMountain.standard(run: tags).brokenRules(Self.down) == [.runNotOperating])
    }
  }

  @Test func `a step across an area must stay inside it and must not climb`() throws {
    var mountain = TinyMountain.standard()
    let ring: [(Double, Double, Double)] = [
      (300, 0, 1800), (400, 0, 1800), (400, 400, 1900), (500, 400, 1900), (500, 0, 1800), (600, 0, 1800),
      (600, 500, 1950), (300, 500, 1950), (300, 0, 1800),
    ]
    mountain.runs.append(
      TinyMountain.feature(
        ["type": "run", "id": "bowl", "uses": ["downhill"], "difficulty": "easy"], "Polygon",
        [TinyMountain.line(ring)]))
    let fall = [(350.0, 500.0, nil), (350, 0, nil)] as [(Double, Double, Double?)]
    let rules = { (points: [(Double, Double, Double?)]) in
      try mountain.brokenRules(
        TinyMountain.route([TinyMountain.step("run", "bowl", points, difficulty: "easy")]))
    }
    #expect(try rules(fall) == [])
    #expect(try rules(fall.reversed()) == [.runUphill])
    #expect(try rules([(350, 200, nil), (550, 200, nil)]) == [.runOffLine])
    let beside = TinyMountain.route([
      TinyMountain.step("run", "bowl", [(298, 500, nil), (298, 0, nil)], difficulty: "easy")
    ])
    var lenient = RawRequest()
    lenient.areaEdgeMetres = 3
    #expect(try mountain.brokenRules(beside) == [.runOffLine])
    #expect(try mountain.brokenRules(beside, lenient) == [])
  }

  @Test func `a closed ring without an area tag may be crossed as an area`() throws {
    let ring: [(Double, Double, Double)] = [
      (0, 0, -9999), (200, 0, -9999), (200, 200, -9999), (0, 200, -9999), (0, 0, -9999),
    ]
    let mountain = TinyMountain.standard(runLine: ring)
    let across = TinyMountain.step("run", "home", [(100, 200, nil), (100, 0, nil)], difficulty: "easy")
    #expect(try mountain.brokenRules(TinyMountain.route([across])) == [])
    let outside = TinyMountain.step("run", "home", [(100, 200, nil), (100, 210, nil)], difficulty: "easy")
    #expect(try mountain.brokenRules(TinyMountain.route([outside])) == [.runOffLine])
  }
}
