import SkiGraph
import SkiModel
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct TextTests {
  @Test func `a ride and a descent read line by line, with totals and the hardest 25 m`() throws {
    #expect(
      try OutputFixture.document("B", "N").text() == """
        Valley \u{FFFD}[31m → Café "A"
        ↑ chair lift, 4 seats  Sun & <Snow>  ↑352 m  533 m  5 min (3 min wait)
        ▲ red  Panorama  ↓130 m  616 m  3 min
        → walk  ↓50 m  206 m  2 min
        Total 10 min, ↓130 m skied, ↑352 m by lift, 616 m of runs
        Hardest 25 m: 30 % (17°) on Panorama
        Data: Drawn by hand

        """)
  }

  @Test func `an estimated grade says so, and a street has its name`() throws {
    #expect(
      try OutputFixture.document("T", "A", SkierProfile(ceiling: .colour(.black))).text() == """
        Valley \u{FFFD}[31m → Café "A", nothing harder than black
        ▲ red  Panorama  ↓130 m  616 m  3 min
        → walk  ↓50 m  206 m  2 min
        ◆ black (estimated)  NC  ↓170 m  262 m  3 min
        → walk  CA  300 m  5 min
        Total 12 min, ↓300 m skied, 878 m of runs, 506 m on foot
        Hardest 25 m: 85 % (40°) on NC
        Data: Drawn by hand

        """)
  }

  @Test func `no route reads as one sentence with the ceiling that would do`() throws {
    #expect(
      try OutputFixture.document("T", "A", SkierProfile(ceiling: .colour(.blue))).text() == """
        Valley \u{FFFD}[31m → Café "A", nothing harder than blue
        There is only a way over harder runs: it needs a limit of black (advanced) or above.
        Data: Drawn by hand

        """)
  }

  @Test func `colour is painted only when asked for`() throws {
    let document = try OutputFixture.document("T", "C")
    #expect(!document.text().contains("\u{1B}"))
    let painted = document.text(colour: true)
    #expect(painted.contains("\u{1B}[31m▲ red\u{1B}[0m  Panorama"))
    #expect(painted.contains("\u{1B}[1m◆ black (estimated)\u{1B}[0m"))
  }

  @Test func `one who is there already is told so`() throws {
    #expect(try OutputFixture.document("T", "T").text().contains("You are there already."))
  }

  @Test func `short connectors count with the step after them`() throws {
    let world = try DrawnWorld(
      "T...M.N...B", cellMetres: 10, heights: ["T": 1020, "M": 1010, "N": 1009, "B": 1000],
      [.run("TM", .easy, name: "One"), .connector("MN"), .run("NB", .intermediate, name: "One")])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    #expect(route.steps.map(\.kind) == [.run, .connector, .run])
    let text = RouteDocument(result: .route(route), from: "T", to: "B", sources: []).text()
    #expect(text.contains("▲ red  One  ↓19 m") && !text.contains("walk"))
  }

  @Test func `a two-way gondola ridden down points down`() throws {
    let world = try DrawnWorld(
      "B...T", heights: ["T": 1400], [.lift("BT", .gondola, name: "Egg", isTwoWay: true)])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    let text = RouteDocument(result: .route(route), from: "T", to: "B", sources: []).text()
    #expect(text.contains("↓ gondola  Egg  ↓400 m"))
  }
}
