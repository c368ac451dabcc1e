import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct RouteStepTests {
  @Test func `consecutive pieces of one run are one step, pieces of two runs are two steps`() throws {
    let world = try DrawnWorld(
      "T..M..N..B", heights: ["T": 1300, "M": 1200, "N": 1100], [.run("TMN", .easy), .run("NB", .easy)])
    #expect(try world.spelled("T", "B") == ["TMN", "NB"])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    #expect(route.steps[0].edges.count == 2 && route.steps[0].id?.rawValue == "TMN")
    #expect(route.steps[0].points.last == route.steps[1].points.first)
  }

  @Test func `a step has the hardest grade of the pieces skied`() throws {
    let world = try DrawnWorld(
      "T..M..B..C", heights: ["T": 1300, "M": 1200, "B": 1100],
      [.run("TMBC", .easy, links: [.easy, .advanced, .easy])])
    let through = try #require(try world.route(.node(world.node("T")), .node(world.node("C"))))
    #expect(
      through.steps.count == 1 && through.steps[0].difficulty == .advanced
        && through.steps[0].colour == .black)
    let upper = try #require(try world.route(.node(world.node("T")), .node(world.node("M"))))
    #expect(upper.steps[0].difficulty == .easy)
  }

  @Test func `an ungraded run is grey, without a grade`() throws {
    let world = try DrawnWorld("T..B", heights: ["T": 1100], [.run("TB", nil)])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    #expect(route.steps[0].difficulty == nil && route.steps[0].colour == .grey)
  }

  @Test func `without elevations a run has no drop and no gradient and is skied at the base speed`() throws {
    let world = try DrawnWorld("T..B", [.run("TB", .easy)])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    let step = route.steps[0]
    #expect(step.ascentMetres == nil && step.descentMetres == nil && step.maxGradient == nil)
    #expect(abs(Double(step.milliseconds) / 1000 - 300 / 4.4) < 0.1)
    #expect(route.descentMetres() == nil && route.hardestSection() == nil)
  }

  @Test func `a one-way run has no route up it, a two-way run is climbed on foot`() throws {
    let oneWay = try DrawnWorld("T..B", heights: ["T": 1030], [.run("TB", .easy)])
    #expect(try oneWay.spelled("B", "T") == nil)
    let twoWay = try DrawnWorld("T..B", heights: ["T": 1030], [.run("TB", .easy, isTwoWay: true)])
    let up = try #require(try twoWay.route(.node(twoWay.node("B")), .node(twoWay.node("T"))))
    // 301.5 m of walking at 1 m/s and 30 m of climbing at 600 m an hour.
    #expect(
      abs(Double(up.totalMilliseconds()) / 1000 - (301.5 + 180)) < 0.5 && up.steps[0].ascentMetres == 30)
  }

  @Test func `the totals of a route are the sums of its steps`() throws {
    let world = try DrawnWorld(
      "T--M\n|  |\nB--A", heights: ["T": 1400, "M": 1300, "A": 1050, "B": 1048],
      [.lift("BT", .chairLift), .run("TM", .easy), .connector("MA")])
    let route = try #require(try world.route(.node(world.node("B")), .node(world.node("A"))))
    #expect(route.steps.count == 3)
    #expect(route.totalMilliseconds() == route.steps.map(\.milliseconds).reduce(0, +))
    #expect(abs(route.lengthMetres() - route.steps.map(\.lengthMetres).reduce(0, +)) < 1e-9)
    #expect(route.lengthMetres(of: .lift) == route.steps[0].lengthMetres)
  }
}
