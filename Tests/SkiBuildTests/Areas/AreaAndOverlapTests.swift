import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

struct AreaAndOverlapTests {
  @Test func `an area between two runs is crossed downhill only`() throws {
    var world = MetricWorld()
    world.run("top", [(0, 600), (0, 400)])
    world.area("bowl", [(-100, 410), (100, 410), (100, 190), (-100, 190)], .advanced)
    world.run("bottom", [(20, 200), (20, 0)])
    let built = try world.build()
    #expect(built.hasPath("top", "bottom"))
    #expect(!built.hasPath("bottom", "top"))
    let across = built.links("bowl")
    #expect(!across.isEmpty)
    #expect(
      across.allSatisfy { $0.cause == .areaCrossing && $0.kind == .run && $0.flags.contains(.areaCrossing) })
    #expect(across.allSatisfy { $0.difficulty == .advanced && !$0.allowsBackward })
  }

  @Test func `a plateau from which runs fan out is crossed, not taken for their outline`() throws {
    var world = MetricWorld()
    world.area("plateau", [(-100, 300), (0, 350), (100, 300), (110, 200), (0, 130), (-110, 200)])
    world.run("upper", [(-60, 500), (-60, 250), (0, 240)])
    world.run("west", [(0, 240), (-40, 160), (-60, 0)])
    world.run("east", [(90, 290), (60, 180), (70, 0)])
    let built = try world.build()
    #expect(!built.links("plateau").isEmpty)
    #expect(built.hasPath("upper", "east"))
  }

  @Test func `no crossing leaves its area`() throws {
    var world = MetricWorld()
    world.run("a", [(-190, 600), (-190, 400)])
    world.area(
      "horseshoe",
      [(-200, 410), (-180, 410), (-180, 210), (180, 210), (180, 410), (200, 410), (200, 190), (-200, 190)])
    world.run("b", [(190, 405), (190, 600)], oneway: .twoWay)
    let built = try world.build()
    #expect(
      built.links("horseshoe").allSatisfy { link in
        link.points.allSatisfy { point in
          let (x, y) = MetricWorld.metres(point.coordinate)
          return abs(x) > 176 || y < 214
        }
      })
  }

  @Test func `an area around a run is taken for its outline and gives it a grade`() throws {
    var world = MetricWorld()
    world.run("line", [(0, 400), (0, 0)], nil)
    world.area("outline", [(-30, 410), (30, 410), (30, -10), (-30, -10)], .advanced)
    let built = try world.build()
    #expect(built.links("outline").isEmpty)
    #expect(built.links("line").allSatisfy { $0.difficulty == .advanced })
    #expect(built.report.count(of: "areaOutlinesRun") == 1)
    #expect(built.feature("outline").flatMap { built.builder.features[$0].startNode } != nil)
  }

  @Test func `an area met by fewer than two features has no crossing and is counted`() throws {
    var world = MetricWorld()
    world.area("alone", [(0, 0), (100, 0), (100, 100), (0, 100)])
    let built = try world.build()
    #expect(built.builder.links.isEmpty && built.report.count(of: "areaLeadsNowhere") == 1)
    #expect(built.report.usedCounts["runs"] == 1)
  }

  @Test func `the harder grade applies where two runs overlap`() throws {
    var world = MetricWorld()
    world.run("blue", [(0, 600), (0, 400), (0, 200), (0, 0)], .easy)
    world.run("black", [(-200, 600), (5, 400), (5, 200), (-200, 0)], .expert)
    let built = try world.build()
    let harder = built.links("blue").filter { $0.flags.contains(.difficultyFromOverlap) }
    #expect(harder.allSatisfy { $0.difficulty == .expert })
    let metres = harder.reduce(0) { $0 + Double($1.distancesCentimetres.last ?? 0) / 100 }
    #expect(metres > 190 && metres < 240, "\(metres) m")
    #expect(
      built.links("black").allSatisfy {
        $0.difficulty == .expert && !$0.flags.contains(.difficultyFromOverlap)
      })
  }

  @Test func `a crossing run and a run 12 m away are not overlaps`() throws {
    var world = MetricWorld()
    world.run("blue", [(0, 600), (0, 0)], .easy)
    world.run("crossing", [(-200, 400), (200, 200)], .expert)
    world.run("beside", [(12, 600), (12, 0)], .expert)
    #expect(try world.build().links("blue").allSatisfy { $0.difficulty == .easy })
  }

  @Test(arguments: [0.16, 0.2, 0.3])
  func `two runs that fork at an acute angle do not overlap`(rate: Double) throws {
    var world = MetricWorld()
    world.run("blue", [(0, 600), (0, 0)], .easy)
    world.run("fork", [(0, 500), (rate * 500, 0)], .expert)
    world.run("merge", [(-rate * 400, 600), (0, 200)], .advanced)
    let built = try world.build()
    #expect(built.links("blue").allSatisfy { $0.difficulty == .easy })
    #expect(built.meet("blue", "fork") && built.meet("blue", "merge"))
  }

  @Test func `a fork after an overlap keeps the harder grade on the overlap`() throws {
    var world = MetricWorld()
    world.run("blue", [(0, 600), (0, 0)], .easy)
    world.run("black", [(0, 500), (2, 400), (80, 0)], .expert)
    let built = try world.build()
    let harder = built.links("blue").filter { $0.difficulty == .expert }
    let metres = harder.reduce(0) { $0 + Double($1.distancesCentimetres.last ?? 0) / 100 }
    #expect(metres > 95 && metres < 150, "\(metres) m")
  }

  @Test func `runs from a common start overlap when they hardly diverge`() throws {
    var world = MetricWorld()
    world.run("blue", [(0, 600), (0, 0)], .easy)
    world.run("black", [(0, 600), (30, 0)], .expert)
    #expect(try world.build().links("blue").contains { $0.difficulty == .expert })
  }

  @Test func `runs that cross at an acute angle do not overlap, at a very acute one they do`() throws {
    for (width, isShared) in [(400.0, false), (60, true)] {
      var world = MetricWorld()
      world.run("blue", [(0, 600), (0, 0)], .easy)
      world.run("black", [(-width / 2, 600), (width / 2, 0)], .expert)
      let harder = try world.build().links("blue").contains { $0.difficulty == .expert }
      #expect(harder == isShared, "\(width)")
    }
  }

  @Test func `a harder run that comes beside an easier one and leaves it again overlaps it`() throws {
    var world = MetricWorld()
    world.run("blue", [(0, 600), (0, 0)], .easy)
    world.run("black", [(60, 600), (4, 400), (3, 300), (60, 100)], .expert)
    #expect(try world.build().links("blue").contains { $0.difficulty == .expert })
  }
}
