import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Lifts on maps without elevations, recognised as drawn downhill by the runs around them.
struct LiftDirectionByRunsTests {
  /// Returns a chair drawn from its top (0, 900) to its foot, with runs that begin at the top and end at the foot.
  private func drawnDown(runs: Int) -> MetricWorld {
    var world = MetricWorld()
    world.lift("L", [(0, 900), (0, 0)])
    for run in 0..<runs {
      let side = Double(run) * 12 - 18
      world.run("R\(run)", [(side, 880), (side * 9, 450), (side, 15)])
    }
    return world
  }

  private func isTurned(_ world: MetricWorld, _ id: String = "L") throws -> Bool {
    let built = try world.build(nil)
    let feature = try #require(built.feature(id).map { built.builder.features[$0].facts })
    let drawn = try #require(world.data.lifts.first { $0.id.rawValue == id }?.parts[0].coordinates)
    let isTurned = feature.start.coordinate.distanceMetres(to: drawn[drawn.count - 1]) < 1
    let codes = ["liftTurnedByRuns", "liftTurnedBySkiing"]
    #expect(codes.reduce(0) { $0 + built.report.count(of: $1) } == (isTurned ? 1 : 0))
    return isTurned
  }

  @Test func `two runs from its drawn start to its drawn end reverse a lift, one does not`() throws {
    #expect(try isTurned(drawnDown(runs: 2)))
    #expect(try !isTurned(drawnDown(runs: 1)))
  }

  @Test func `a tag and known elevations take precedence over runs`() throws {
    var world = drawnDown(runs: 3)
    world.data.lifts[0].oneway = .oneway
    #expect(try !isTurned(world))
    #expect(try drawnDown(runs: 3).build().report.count(of: "liftTurnedByRuns") == 0)
  }

  // Verbier's Mont-Fort. Runs begin at the foot of the upper lift, because the lower one ends there.
  @Test func `the upper lift of two is not reversed by the runs from the station between them`() throws {
    var world = MetricWorld()
    world.lift("Gentianes", [(0, 0), (0, 900)])
    world.lift("Mont-Fort", [(0, 930), (0, 1900)])
    for run in 0..<6 {
      let side = Double(run) * 12 - 30
      world.run("R\(run)", [(side, 920), (side * 9, 450), (side, 15)])
    }
    world.run("Mont-Fort run", [(20, 1880), (300, 1400), (25, 920)])
    #expect(try !isTurned(world, "Mont-Fort"))
    #expect(try world.build(nil).hasPath("R0", "Mont-Fort run"))
  }

  // Siviez–Tortin. Runs end at the head of the valley, where other lifts begin.
  @Test func `a lift to the foot of other lifts is not reversed by the runs that end there`() throws {
    var world = MetricWorld()
    world.lift("Siviez – Tortin", [(0, 0), (0, 900)])
    world.lift("Chassoure", [(40, 910), (500, 1700)])
    for run in 0..<6 {
      let side = Double(run) * 12 - 30
      world.run("R\(run)", [(500, 1690), (250 + side * 8, 1300), (side, 905)])
    }
    world.run("Tortin – Siviez", [(10, 895), (150, 400), (10, 10)])
    #expect(try !isTurned(world, "Siviez – Tortin"))
  }

  @Test(arguments: ["summit", "name", "three"])
  func `a lift whose drawn end is the top of runs is reversed only where runs lead from its start to its end`(
    sign: String
  ) throws {
    var world = drawnDown(runs: 4)
    switch sign {
    case "summit":  // Its other runs end 300 m away; one begins here.
      world = MetricWorld()
      world.lift("L", [(0, 900), (0, 0)])
      for run in 0..<4 { world.run("R\(run)", [(Double(run) * 12, 880), (300 + Double(run) * 50, 300)]) }
      #expect(try isTurned(world))
      world.run("S", [(10, 5), (0, -700)])
    case "name":
      world.data.lifts[0].name = "Siviez – Tête Noire"
      world.run("tete noire", [(10, 5), (0, -700)])
    default:
      for run in 0..<3 { world.run("S\(run)", [(Double(run) * 12, 5), (Double(run) * 100, -700)]) }
      for run in 4..<9 {
        let side = Double(run) * 6 - 30
        world.run("R\(run)", [(side, 880), (side * 12, 450), (side, 15)])
      }
    }
    #expect(try isTurned(world) == (sign != "summit"))
  }
}
