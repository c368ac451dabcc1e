import SkiAPI
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiRouting

@Suite struct RouteTextTests {
  @Test func `a ride and a descent are listed line by line with totals and the hardest 25 m`() throws {
    let text = try OutputFixture.document("B", "N").text().string
    #expect(
      text == """
        Valley \u{FFFD}[31m → Café "A"
        1. ↑ chair lift, 4 seats  7 Sun & <Snow>  ↑352 m  533 m  6 min (3 min wait)
        2. ▲ red  Panorama  ↓130 m  616 m  2 min
        3. → walk  ↓50 m  206 m  2 min
        Total 10 min, ↓130 m skied, ↑352 m by lift, 616 m of runs
        Hardest 25 m: 30 % (17°) on Panorama
        Data: Drawn by hand

        """)
  }

  @Test func `a ceiling is reported in the colours of the region`() throws {
    for (convention, colour) in [(DifficultyConvention.europe, "red"), (.northAmerica, "blue")] {
      let world = try DrawnWorld(
        "A---B", heights: ["A": 1200, "B": 1100], convention: convention, [.run("AB", .easy, name: "Home")])
      let route = try #require(try world.route(.node(world.node("A")), .node(world.node("B"))))
      let document = RouteDocument(
        result: .answer(route), from: "A", to: "B", ceiling: .colour(.red), sources: [])
      #expect(document.text().string.hasPrefix("A → B, nothing harder than \(colour)\n"))
    }
  }

  @Test(arguments: [(DifficultyConvention.europe, "red"), (.northAmerica, "blue"), (.japan, "red")])
  func `a refusal says the ceiling in the colours of the region`(
    convention: DifficultyConvention, colour: String
  ) {
    var document = RouteDocument(
      result: .noAnswer(NoAnswer(.cutOff)), from: "A", to: "B", ceiling: .colour(.red), sources: [])
    document.convention = convention
    #expect(document.text().string.hasPrefix("A → B, nothing harder than \(colour)\n"))
    #expect(document.json().string.contains(#""ceiling":"\#(colour)""#))
  }

  @Test(arguments: [
    (Language.english, "nothing harder than blue"), (.french, "rien de plus difficile que bleue"),
    (.german, "höchstens blau"),
  ])
  func `directions say the ceiling in the colours of the region, in every language`(
    language: Language, limit: String
  ) throws {
    let world = try DrawnWorld("A---B", convention: .northAmerica, [.walk("AB", name: "Main Street")])
    let route = try #require(try world.route(.node(world.node("A")), .node(world.node("B"))))
    var document = RouteDocument(
      result: .answer(route), from: "A", to: "B", ceiling: .colour(.red), sources: [])
    document.convention = .northAmerica
    document.directions = Directions(route, graph: world.graph, destination: "B")
    document.language = language
    #expect(document.text().string.hasPrefix("A → B, \(limit)\n"))
  }

  @Test func `an estimated grade is marked, and a street has its name`() throws {
    #expect(
      try OutputFixture.document("T", "A", SkierProfile(ceiling: .colour(.black))).text().string == """
        Valley \u{FFFD}[31m → Café "A", nothing harder than black
        1. ▲ red  Panorama  ↓130 m  616 m  2 min
        2. → walk  ↓50 m  206 m  2 min
        3. ◆ black (estimated)  NC  ↓170 m  262 m  2 min
        4. → walk  CA  300 m  5 min
        Total 11 min, ↓300 m skied, 878 m of runs, 506 m on foot
        Hardest 25 m: 85 % (40°) on NC
        Data: Drawn by hand

        """)
  }

  @Test func `a missing route is one sentence with the ceiling that would allow it`() throws {
    #expect(
      try OutputFixture.document("T", "A", SkierProfile(ceiling: .colour(.blue))).text().string == """
        Valley \u{FFFD}[31m → Café "A", nothing harder than blue
        There is only a route over harder runs: it needs a limit of black (advanced) or above.
        Data: Drawn by hand

        """)
  }

  @Test func `colour codes are written only if requested`() throws {
    let document = try OutputFixture.document("T", "C")
    #expect(!document.text().string.contains("\u{1B}"))
    let painted = document.text(colour: true).string
    #expect(painted.contains("\u{1B}[31m▲ red\u{1B}[0m  Panorama"))
    #expect(painted.contains("\u{1B}[1m◆ black (estimated)\u{1B}[0m"))
  }

  @Test func `a start at the destination is reported`() throws {
    #expect(try OutputFixture.document("T", "T").text().string.contains("You are there already."))
  }

  @Test func `short connectors count with the step after them`() throws {
    let world = try DrawnWorld(
      "T...M.N...B", cellMetres: 10, heights: ["T": 1020, "M": 1010, "N": 1009, "B": 1000],
      [.run("TM", .easy, name: "One"), .connector("MN"), .run("NB", .intermediate, name: "One")])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    #expect(route.steps.map(\.kind) == [.run, .connector, .run])
    let text = RouteDocument(result: .answer(route), from: "T", to: "B", sources: []).text().string
    #expect(text.contains("▲ red  One  ↓19 m") && !text.contains("walk"))
  }

  @Test func `a two-way gondola ridden down has the downward arrow`() throws {
    let world = try DrawnWorld(
      "B...T", heights: ["T": 1400], [.lift("BT", .gondola, name: "Egg", isTwoWay: true)])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    let text = RouteDocument(result: .answer(route), from: "T", to: "B", sources: []).text().string
    #expect(text.contains("↓ gondola, ride down  Egg  ↓400 m"))
  }

  // The number is that of the line and not the position of the step in the route.
  @Test func `a warning names the number of the line of its step`() throws {
    let world = try DrawnWorld(
      "T---------M.N---------B", cellMetres: 10, heights: ["T": 1020, "M": 1010, "N": 1009, "B": 1000],
      [.run("TM", .easy, name: "One"), .connector("MN"), .run("NB", .intermediate, name: "Two")])
    var route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    let place = try #require(route.steps[2].points.first)
    route.homeReachability = .lost(
      PointOfNoReturn(place: place, step: 2, passedAt: DayTime(milliseconds: 36_000_000), latest: .anyTime))
    let lines = RouteDocument(result: .answer(route), from: "T", to: "B", sources: []).text().string.split(
      separator: "\n")
    #expect(lines[1].hasPrefix("1. ■ blue  One") && lines[2].hasPrefix("2. ▲ red  Two"))
    #expect(lines.contains { $0.contains("Step 2, at 10:00") }, "\(lines)")
  }

  @Test func `consecutive walks are one line`() throws {
    let world = try DrawnWorld(
      "T---M---N---B", heights: ["T": 1020, "M": 1000, "N": 1000, "B": 1000],
      [.run("TM", .easy, name: "One"), .connector("MN"), .connector("NB")])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    let text = RouteDocument(result: .answer(route), from: "T", to: "B", sources: []).text().string
    #expect(
      text.split(separator: "\n").filter { $0.contains("→ walk") } == ["2. → walk  800 m  13 min"], "\(text)")
  }

  @Test func `an unnamed run is described by the runs it joins`() throws {
    let world = try DrawnWorld(
      "T---M---N---B", heights: ["T": 1120, "M": 1080, "N": 1040, "B": 1000],
      [
        .run("TM", .easy, name: "One"), .run("MN", .easy) { $0.name = nil }, .run("NB", .easy, name: "Two"),
      ])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    #expect(route.steps.map(\.link) == [nil, RunLink(from: "One", to: "Two"), nil])
    let document = RouteDocument(result: .answer(route), from: "T", to: "B", sources: [])
    #expect(document.text().string.contains("2. ■ blue  link between One and Two"))
    #expect(document.json().string.contains(#""linkBetween":["One","Two"]"#))
    #expect(document.gpx().string.contains("<name>link between One and Two</name>"))
    let short = try #require(try world.route(.node(world.node("M")), .node(world.node("B"))))
    #expect(short.steps.map(\.link) == [nil, nil])
  }
}
