import SkiGeo
import SkiGraph
import SkiModel
import Testing

@testable import SkiBuild

struct RunDirectionTests {
  private func built(
    _ points: [(Double, Double)], uses: RunUses = .downhill, oneway: OnewayTag? = nil, hasHeights: Bool = true
  ) throws -> BuiltWorld {
    var world = MetricWorld()
    world.run("A", points, uses: uses, oneway: oneway)
    return try world.build(hasHeights ? MetricWorld.slope : nil)
  }

  private func ways(_ world: BuiltWorld) -> [String] {
    world.links("A").map { link in
      let isNorthUp =
        (link.points.first?.coordinate.latitude ?? 0) > (link.points.last?.coordinate.latitude ?? 0)
      return (isNorthUp ? "down" : "up") + (link.allowsBackward ? " and back" : "")
    }
  }

  @Test func `a run drawn downhill is skied as drawn`() throws {
    let world = try built([(0, 300), (0, 0)])
    #expect(ways(world) == ["down"])
    #expect(world.report.entries.isEmpty)
  }

  @Test func `a run drawn uphill is turned and counted`() throws {
    let world = try built([(0, 0), (0, 300)])
    #expect(ways(world) == ["down"])
    #expect(world.report.count(of: "runDrawnUphill") == 1)
    #expect(
      world.builder.features[0].start.coordinate.latitude > world.builder.features[0].end.coordinate.latitude)
  }

  @Test func `the ground wins over a one-way tag where the drop is clear`() throws {
    let world = try built([(0, 0), (0, 300)], oneway: .oneway)
    #expect(ways(world) == ["down"])
    #expect(world.report.count(of: "onewayAgainstTerrain") == 1)
  }

  @Test(arguments: [RunUses.connection, .skitour, .hike])
  func `a two-way tag or use holds on any slope`(uses: RunUses) throws {
    #expect(try built([(0, 300), (0, 0)], uses: uses).links("A").allSatisfy(\.allowsBackward))
    #expect(try built([(0, 300), (0, 0)], oneway: .twoWay).links("A").allSatisfy(\.allowsBackward))
  }

  @Test func `ski tours and hikes are opted in to, runs and connections are not`() throws {
    for (uses, isOptIn) in [
      (RunUses.skitour, true), (.hike, true), (.connection, false), (.downhill, false),
      ([.downhill, .skitour], false),
    ] {
      let world = try built([(0, 300), (0, 0)], uses: uses)
      #expect(world.links("A").allSatisfy { $0.flags.contains(.optIn) == isOptIn }, "\(uses)")
    }
  }

  @Test func `a short flat run goes both ways unless a tag says otherwise`() throws {
    #expect(try built([(0, 0), (200, 0)]).links("A").allSatisfy(\.allowsBackward))
    #expect(try built([(0, 0), (200, 0)], oneway: .oneway).links("A").allSatisfy { !$0.allowsBackward })
  }

  @Test func `without heights a run goes as it is drawn, and that is counted`() throws {
    let world = try built([(0, 0), (0, 300)], hasHeights: false)
    #expect(ways(world) == ["up"])
    #expect(world.report.count(of: "directionAsDrawn") == 1)
    #expect(world.report.count(of: "heightsUnknown") == 1)
    #expect(world.builder.features[0].estimatedDifficulty == nil)
  }

  @Test func `heights of a run come from its vertices alone or from the source alone`() throws {
    var world = MetricWorld()
    world.run("own", [(0, 300), (0, 0)], heights: [1500, 1400])
    world.run("mixed", [(900, 300), (900, 0)], heights: [1500, -8000])
    let built = try world.build()
    #expect(built.links("own").first?.points.first?.elevationMetres == 1500)
    let mixed = try #require(built.links("mixed").first?.points.first?.elevationMetres)
    #expect(abs(mixed - 2060) < 0.1)
  }

  @Test func `an ungraded run is graded by its ground, and marked so`() throws {
    var world = MetricWorld()
    world.run("A", [(0, 300), (0, 0)], nil)
    let link = try #require(try world.build().links("A").first)
    #expect(link.difficulty == .easy && link.flags.contains(.difficultyEstimated))
  }

  @Test func `what is not skied or does not exist is left out and counted`() throws {
    var world = MetricWorld()
    world.run("nordic", [(0, 300), (0, 0)], uses: .nordic)
    world.run("gone", [(0, 300), (0, 0)], status: .abandoned)
    world.run("used", [(0, 300), (0, 0)])
    world.run("used", [(0, 300), (0, 0)])
    let built = try world.build()
    #expect(built.report.count(of: "runUseNotSkied") == 1)
    #expect(built.report.count(of: "runNotOperating") == 1)
    #expect(built.report.count(of: "duplicateFeature") == 1)
    #expect(built.report.usedCounts["runs"] == 1)
  }
}
