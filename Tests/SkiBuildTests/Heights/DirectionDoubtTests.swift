import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Drawn worlds without elevations whose runs have no told direction; the lifts lead north.
struct DirectionDoubtTests {
  /// Returns whether all links of a feature are travelled both ways and priced as a climb.
  private static func isDoubted(_ id: String, _ built: BuiltWorld) -> Bool {
    let links = built.links(id)
    return !links.isEmpty
      && links.allSatisfy { $0.flags.contains(.directionUnknown) && $0.allowsForward && $0.allowsBackward }
  }

  /// Returns whether all links of a feature are skied one way.
  private static func isDescent(_ id: String, _ built: BuiltWorld) -> Bool {
    let links = built.links(id)
    return !links.isEmpty
      && links.allSatisfy { !$0.flags.contains(.directionUnknown) && !$0.allowsBackward && rise($0) < 0 }
  }

  private static func rise(_ link: BuilderLink) -> Double {
    let heights = link.inferredElevationsCentimetres ?? []
    return Double((heights.last ?? 0) - (heights.first ?? 0)) / 100
  }

  /// Returns a lift with a run down from its top.
  private static func mountain() -> MetricWorld {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 1000)])
    world.run("A", [(10, 1000), (60, 500), (10, 5)], .intermediate)
    return world
  }

  @Test func `an isolated run has no direction, and is priced as a climb of a tour`() throws {
    var world = Self.mountain()
    world.run("R", [(5000, 0), (5000, 800)])
    let built = try world.build(nil)
    #expect(Self.isDoubted("R", built) && built.report.count(of: "runUnserved") == 1)
    #expect(built.links("R").allSatisfy { abs(Self.rise($0)) >= 0.34 * 800 })
    #expect(Self.isDescent("A", built))
  }

  @Test func `a map without lifts has no directions, unless tags tell them`() throws {
    var world = MetricWorld()
    world.run("R", [(0, 800), (0, 0)])
    world.run("S", [(300, 800), (300, 0)], oneway: .oneway)
    let built = try world.build(nil)
    #expect(Self.isDoubted("R", built) && Self.isDescent("S", built))
  }

  @Test func `a run that only others away from lifts lead to goes as drawn, at the price of a climb`() throws
  {
    var world = Self.mountain()
    world.run("tour", [(-1500, 1500), (-1800, 800)], .easy)
    world.run("down", [(-1500, 1500), (-10, 1000)], .easy)
    let built = try world.build(nil)
    #expect(Self.isDescent("down", built))
    #expect(
      built.links("tour").allSatisfy { $0.flags.contains(.directionUnknown) && !$0.allowsBackward })
  }

  @Test func `one end at a lift confirms the direction of a run`() throws {
    var world = Self.mountain()
    world.run("valley", [(-10, 1000), (-800, 300), (-1500, -900)], .easy)
    world.run("bowl", [(1500, 1500), (700, 800), (15, 10)], .advanced)
    world.run("beyond", [(-1500, -900), (-1500, -1500)], .easy)
    let built = try world.build(nil)
    for id in ["valley", "bowl", "beyond"] { #expect(Self.isDescent(id, built), "\(id)") }
    #expect(built.report.count(of: "runUnserved") == 0)
  }

  @Test func `elevations of a run or at both of its ends tell its direction`() throws {
    var world = Self.mountain()
    world.run("known", [(5000, 900), (5000, 0)], heights: [2300, 2000])
    world.run("upper", [(5000, 1800), (5000, 900)], heights: [2600, 2300])
    world.run("between", [(5000, 900), (5300, 450), (5000, 0)], .easy)
    world.run("away", [(5300, 450), (5900, 0)], .easy)
    let built = try world.build(nil)
    #expect(built.links("known").allSatisfy { !$0.flags.contains(.directionUnknown) })
    #expect(Self.isDescent("between", built) && Self.isDoubted("away", built))
  }

  @Test func `a bypass drawn uphill beside its run goes both ways`() throws {
    var world = Self.mountain()
    world.run("bypass", [(55, 550), (90, 580), (50, 600)], .novice)
    let built = try world.build(nil)
    #expect(Self.isDoubted("bypass", built) && Self.isDescent("A", built))
    #expect(built.report.count(of: "runsInCircle") == 1 && built.report.count(of: "runUnserved") == 0)
    let tagged = Self.mountain()
    var other = tagged
    other.run("bypass", [(55, 550), (90, 580), (50, 600)], .novice, oneway: .oneway)
    #expect(try !Self.isDoubted("bypass", other.build(nil)))
  }

  @Test func `a line that comes back to itself is doubted where it closes`() throws {
    var world = Self.mountain()
    world.run(
      "lasso", [(-10, 1000), (-200, 700), (-300, 500), (-450, 380), (-420, 560), (-200, 700)], .easy)
    world.run("on", [(-450, 380), (-300, 100), (-10, 5)], .easy)
    let built = try world.build(nil)
    let (doubted, sure) = (
      built.links("lasso").filter { $0.flags.contains(.directionUnknown) },
      built.links("lasso").filter { !$0.flags.contains(.directionUnknown) && !$0.allowsBackward }
    )
    #expect(doubted.count == 1 && sure.count >= 2 && Self.isDescent("on", built))
    #expect(built.report.count(of: "runsInCircle") == 1)
  }

  @Test func `a run between places of about the same elevation is priced as a gentle climb`() throws {
    var world = Self.mountain()
    world.lift("M", [(1200, 0), (1200, 1000)])
    world.run("B", [(1210, 1000), (1250, 500), (1210, 5)], .intermediate)
    world.run("across", [(60, 500), (600, 520), (1250, 500)], .easy)
    for (id, x, metres) in [("west", 62.0, 2210.0), ("east", 1248, 2205)] {
      world.data.spots.append(
        Spot(
          id: SourceID(id), name: id, kind: .hut, coordinate: MetricWorld.place(x, 501),
          elevationMetres: metres))
    }
    let built = try world.build(nil)
    #expect(built.links("across").allSatisfy { $0.flags.contains(.directionUnknown) && !$0.allowsBackward })
    #expect(built.report.count(of: "runTooFlatToTell") == 1)
    let rise = built.links("across").reduce(0) { $0 + abs(Self.rise($1)) }
    #expect(abs(rise - 0.07 * 1190) < 5, "\(rise) m")
    #expect(Self.isDescent("A", built) && Self.isDescent("B", built))
  }

  @Test func `a ski tour is priced as a climb both ways unless the elevations around tell where it rises`()
    throws
  {
    var world = Self.mountain()
    world.run("across", [(60, 500), (700, 500)], nil, uses: .skitour)
    world.run("ascent", [(-10, 5), (-300, 500), (-10, 1000)], nil, uses: .skitour)
    let built = try world.build(nil)
    #expect(Self.isDoubted("across", built) && built.report.count(of: "climbDirectionUnknown") == 1)
    let rise = built.links("across").reduce(0) { $0 + abs(Self.rise($1)) }
    #expect(abs(rise - 0.2 * 640) < 5, "\(rise) m")
    #expect(built.links("ascent").allSatisfy { !$0.flags.contains(.directionUnknown) && Self.rise($0) > 0 })
  }

  @Test func `a run with elevations all around has no doubts`() throws {
    var world = Self.mountain()
    world.run("R", [(5000, 800), (5000, 0)])
    world.run("bypass", [(55, 550), (90, 580), (50, 600)], .novice)
    let built = try world.build()
    #expect(built.builder.links.allSatisfy { !$0.flags.contains(.directionUnknown) })
    #expect(built.report.count(of: "runUnserved") + built.report.count(of: "runsInCircle") == 0)
  }

  @Test func `half of the usual rise and gradient tell the direction of a path across an area`() {
    for (rise, area, isKnown) in [
      (95.0, 0.4, true), (-95.0, 0.4, true), (40.0, 0.4, false), (-40, 0.4, false), (95, 0.2, false),
    ] {
      let path = InferredRise(
        from: 2000, to: 2000 + rise, lengthMetres: 400, grade: .expert, areaGradient: area)
      #expect(path.isSignKnown == isKnown, "\(rise) m, \(area)")
      let heights = path.elevations([0, 200, 400]).map { Double($0) / 100 }
      // 45 % and a deviation of 21 %, but at most 50 %.
      #expect(abs(abs(heights[2] - heights[0]) - 200) < 0.1 && (heights[2] < heights[0]) == (rise < 0))
      #expect(abs(heights[1] - (2000 + rise / 2)) < 0.1)
    }
  }

  @Test func `paths across a bowl along the slope lead down, those across it may lead up`() throws {
    var world = Self.mountain()
    world.run("top", [(10, 1000), (400, 1000)], .easy)
    world.area("bowl", [(400, 1010), (900, 1010), (900, 300), (400, 300)], .expert)
    world.run("exit", [(400, 300), (10, 5)], .easy)
    world.run("east", [(900, 650), (1300, 300), (400, 290)], .easy)
    let built = try world.build(nil)
    let links = built.links("bowl")
    #expect(!links.isEmpty)
    for link in links where link.allowsBackward {
      let metres = Double(link.distancesCentimetres.last ?? 0) / 100
      #expect(abs(Self.rise(link)) >= 0.49 * metres, "\(metres) m rise by \(Self.rise(link)) m")
    }
  }
}
