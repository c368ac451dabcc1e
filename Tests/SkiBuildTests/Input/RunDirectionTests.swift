import SkiBase
import SkiGraph
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

  private func directions(_ world: BuiltWorld) -> [String] {
    world.links("A").map { link in
      let isNorthUp =
        (link.points.first?.coordinate.latitude ?? 0) > (link.points.last?.coordinate.latitude ?? 0)
      return (isNorthUp ? "down" : "up") + (link.allowsBackward ? " and back" : "")
    }
  }

  @Test func `a run drawn downhill is skied as drawn`() throws {
    let world = try built([(0, 300), (0, 0)])
    #expect(directions(world) == ["down"])
    #expect(world.report.entries.isEmpty)
  }

  @Test func `a run drawn uphill is reversed and counted`() throws {
    let world = try built([(0, 0), (0, 300)])
    #expect(directions(world) == ["down"])
    #expect(world.report.count(of: "runDrawnUphill") == 1)
    #expect(
      world.builder.features[0].facts.start.coordinate.latitude
        > world.builder.features[0].facts.end.coordinate.latitude)
  }

  @Test func `the ground takes precedence over a one-way tag where the drop is clear`() throws {
    let world = try built([(0, 0), (0, 300)], oneway: .oneway)
    #expect(directions(world) == ["down"])
    #expect(world.report.count(of: "onewayAgainstTerrain") == 1)
  }

  private func conflict(_ world: BuiltWorld, _ code: String) -> ImportReport.Example? {
    world.report.entries.first { $0.code == code }?.examples.first
  }

  @Test func `a contradiction states its sources, its confidence and its place`() throws {
    let tag = try #require(
      conflict(try built([(0, 0), (0, 300)], oneway: .oneway), "onewayAgainstTerrain"))
    #expect(tag.detail == "climbs 60 m as drawn over 300 m, tag says up, confidence 99 %")
    #expect(tag.confidencePercent == 99)
    let place = try #require(tag.place.map(MetricWorld.metres))
    #expect(abs(place.x) < 0.1 && abs(place.y - 150) < 0.1)
    let back = try #require(
      conflict(try built([(0, 300), (0, 0)], oneway: .reverse), "onewayAgainstTerrain"))
    #expect(back.detail == "drops 60 m as drawn over 300 m, tag says up, confidence 99 %")
    let drawn = try #require(conflict(try built([(0, 0), (0, 40)]), "runDrawnUphill"))
    #expect(drawn.detail == "climbs 8 m as drawn over 40 m, confidence 99 %")
  }

  @Test func `a one-way tag up a slight slope is kept and reported`() throws {
    let world = try built([(0, 0), (400, 15)], oneway: .oneway)
    #expect(world.links("A").allSatisfy { !$0.allowsBackward } && world.links("A")[0].allowsForward)
    let found = try #require(conflict(world, "onewayUpSlightly"))
    #expect(found.detail.hasPrefix("climbs 3 m as drawn over 400 m, tag says up"))
    #expect((60...98).contains(try #require(found.confidencePercent)))
    #expect(try built([(0, 15), (400, 0)], oneway: .oneway).report.entries.isEmpty)
  }

  @Test func `a two-way tag on a steep slope is kept and reported`() throws {
    let steep = try built([(0, 300), (0, 0)], oneway: .twoWay)
    #expect(steep.links("A").allSatisfy { $0.allowsBackward })
    #expect(
      conflict(steep, "twoWayOnSlope")?.detail
        == "drops 60 m as drawn over 300 m, tag says both directions, confidence 99 %")
    #expect(try built([(0, 100), (400, 0)], oneway: .twoWay).report.entries.isEmpty)
    #expect(try built([(0, 300), (0, 0)], uses: .connection).report.entries.isEmpty)
  }

  @Test(arguments: [RunUses.connection, .skitour, .hike])
  func `a two-way tag or use is kept on a steep slope`(uses: RunUses) throws {
    #expect(try built([(0, 300), (0, 0)], uses: uses).links("A").allSatisfy(\.allowsBackward))
    #expect(try built([(0, 300), (0, 0)], oneway: .twoWay).links("A").allSatisfy(\.allowsBackward))
  }

  @Test func `ski tours and hikes are opt-in, runs and connections are not`() throws {
    for (uses, isOptIn) in [
      (RunUses.skitour, true), (.hike, true), (.connection, false), (.downhill, false),
      ([.downhill, .skitour], false),
    ] {
      let world = try built([(0, 300), (0, 0)], uses: uses)
      #expect(world.links("A").allSatisfy { $0.flags.contains(.optIn) == isOptIn }, "\(uses)")
    }
  }

  @Test func `a short flat run is two-way unless tagged one-way`() throws {
    #expect(try built([(0, 0), (200, 0)]).links("A").allSatisfy(\.allowsBackward))
    #expect(try built([(0, 0), (200, 0)], oneway: .oneway).links("A").allSatisfy { !$0.allowsBackward })
  }

  @Test func `without elevations a run by itself goes both ways, a tagged one as drawn, and is counted`()
    throws
  {
    let tagged = try built([(0, 0), (0, 300)], oneway: .oneway, hasHeights: false)
    #expect(directions(tagged) == ["up"] && tagged.report.count(of: "runUnserved") == 0)
    let world = try built([(0, 0), (0, 300)], hasHeights: false)
    #expect(directions(world) == ["up and back"] && world.report.count(of: "runUnserved") == 1)
    #expect(world.report.count(of: "directionAsDrawn") == 1)
    #expect(world.report.count(of: "heightsUnknown") == 1)
    #expect(world.builder.features[0].facts.estimatedDifficulty == nil)
  }

  @Test func `the elevations of a run come from its vertices alone or from the source alone`() throws {
    var world = MetricWorld()
    world.run("own", [(0, 300), (0, 0)], heights: [1500, 1400])
    world.run("mixed", [(900, 300), (900, 0)], heights: [1500, -8000])
    let built = try world.build()
    #expect(built.links("own").first?.points.first?.elevationMetres == 1500)
    let mixed = try #require(built.links("mixed").first?.points.first?.elevationMetres)
    #expect(abs(mixed - 2060) < 0.1)
  }

  @Test func `an ungraded run is graded by its terrain and marked as estimated`() throws {
    var world = MetricWorld()
    world.run("A", [(0, 300), (0, 0)], nil)
    let link = try #require(try world.build().links("A").first)
    #expect(link.difficulty == .easy && link.flags.contains(.difficultyEstimated))
  }

  @Test func `an ungroomed run is an itinerary if it has no grade or is named as one`() throws {
    for (name, grade, grooming, isItinerary) in [
      ("Face", Difficulty?.none, Grooming?(.ungroomed), true), ("Face", .expert, .backcountry, false),
      ("Face", nil, nil, false), ("Face", nil, .backcountry, true), ("Bumps", nil, .mogul, false),
      ("Face", nil, .classic, false), ("Itinerario 7", .advanced, .ungroomed, true),
      ("Itinéraire des Amis", .intermediate, .backcountry, true), ("Skiroute 12", .advanced, .classic, false),
    ] {
      var world = MetricWorld()
      world.run("A", [(0, 300), (0, 0)], grade)
      world.data.runs[0].name = name
      world.data.runs[0].terrain.grooming = grooming
      let links = try world.build().links("A")
      #expect(
        links.allSatisfy { $0.flags.contains(.itinerary) == isItinerary },
        "\(name) \(String(describing: grade))")
    }
  }

  @Test func `runs that are not skied, not operating or duplicates are left out and counted`() throws {
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
