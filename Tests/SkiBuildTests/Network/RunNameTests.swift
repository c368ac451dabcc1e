import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Names of unnamed runs from the runs they overlap, and grades from the area around.
struct RunNameTests {
  private func name(of id: String, in world: MetricWorld) throws -> String? {
    let built = try world.build()
    return try #require(built.feature(id).map { built.builder.features[$0].facts }).name
  }

  private func unnamed(_ world: MetricWorld, _ id: String) -> MetricWorld {
    var world = world
    for index in world.data.runs.indices where world.data.runs[index].id.rawValue == id {
      world.data.runs[index].name = nil
    }
    return world
  }

  @Test(arguments: [(4.0, true), (30, false)])
  func `an unnamed run that overlaps a named one takes its name`(metres: Double, isNamed: Bool) throws {
    var world = MetricWorld()
    world.run("Long", [(0, 900), (0, 0)])
    world.run("Branch", [(metres, 800), (metres, 300), (200, 100)])
    #expect(try name(of: "Branch", in: unnamed(world, "Branch")) == (isNamed ? "Long" : nil))
    #expect(try name(of: "Branch", in: world) == "Branch")
  }

  @Test func `an unnamed run that overlaps a named one by less than half stays unnamed`() throws {
    var world = MetricWorld()
    world.run("Long", [(0, 900), (0, 0)])
    world.run("Branch", [(2, 800), (2, 500), (600, 100)])
    #expect(try name(of: "Branch", in: unnamed(world, "Branch")) == nil)
  }

  @Test func `an unnamed, ungraded run in an area takes the name and grade of the area`() throws {
    for isWide in [false, true] {
      var world = MetricWorld()
      let half = isWide ? 250.0 : 25
      world.area("Bowl", [(-half, 910), (half, 910), (half, -10), (-half, -10)], .advanced)
      world.run("Line", [(0, 900), (0, 0)], nil)
      let built = try unnamed(world, "Line").build()
      let line = try #require(built.feature("Line").map { built.builder.features[$0].facts })
      #expect(line.name == "Bowl" && line.difficulty == .advanced && line.estimatedDifficulty == nil)
      #expect(
        built.links("Line").allSatisfy {
          $0.difficulty == .advanced && !$0.flags.contains(.difficultyEstimated)
        })
    }
  }

  @Test func `an unnamed outline takes the name of its run`() throws {
    var world = MetricWorld()
    world.area("Ribbon", [(-25, 910), (25, 910), (25, -10), (-25, -10)])
    world.run("Line", [(0, 900), (0, 0)])
    #expect(try name(of: "Ribbon", in: unnamed(world, "Ribbon")) == "Line")
  }
}
