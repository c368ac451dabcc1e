import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

/// Areas that only outline mapped runs, and areas that extend beyond them.
struct AreaOutlineTests {
  /// Returns a strip along a line, some metres to each side.
  private static func strip(_ line: [(Double, Double)], _ half: Double) -> [(Double, Double)] {
    line.map { ($0.0 - half, $0.1) } + line.reversed().map { ($0.0 + half, $0.1) }
  }

  @Test func `the outline of a winding run is recognised`() throws {
    var world = MetricWorld()
    let line = [(0.0, 600.0), (150, 500), (150, 420), (0, 300), (150, 180), (150, 100), (0, 0)]
    world.run("winding", line)
    world.area("width", Self.strip(line, 20))
    let built = try world.build()
    #expect(built.links("width").isEmpty && built.report.count(of: "areaOutlinesRun") == 1)
  }

  @Test func `consecutive runs share one outline`() throws {
    var world = MetricWorld()
    world.run("upper", [(0, 900), (0, 450)])
    world.run("lower", [(0, 450), (0, 0)])
    world.area("width", Self.strip([(0, 900), (0, 0)], 25))
    let built = try world.build()
    #expect(built.links("width").isEmpty && built.report.count(of: "areaOutlinesRun") == 1)
  }

  @Test func `an area that extends beyond the end of its run is crossed there`() throws {
    var world = MetricWorld()
    world.run("line", [(0, 900), (0, 500)])
    world.area("longer", Self.strip([(0, 900), (0, 0)], 25))
    world.run("below", [(10, 10), (10, -300)])
    let built = try world.build()
    #expect(built.hasPath("line", "below"))
    let across = built.links("longer")
    #expect(!across.isEmpty)
    // No crossing doubles the run.
    #expect(
      across.allSatisfy { link in
        link.points.allSatisfy { MetricWorld.metres($0.coordinate).y < 505 }
      })
  }

  @Test func `one part of a feature may outline a run while another part is crossed`() throws {
    var world = MetricWorld()
    world.run("line", [(0, 900), (0, 500)])
    world.areas(
      "parts",
      [
        [Self.strip([(0, 905), (0, 495)], 20)],
        [[(-100, 400), (100, 400), (100, 200), (-100, 200)]],
      ])
    world.run("into", [(-60, 700), (-60, 390)])
    world.run("out", [(60, 210), (60, 0)])
    let built = try world.build()
    #expect(built.hasPath("into", "out"))
    #expect(
      built.links("parts").allSatisfy { $0.points.allSatisfy { MetricWorld.metres($0.coordinate).y < 405 } })
  }

  @Test func `a run that ends in the outline of another run is connected to that run`() throws {
    var world = MetricWorld()
    world.run("line", [(0, 900), (0, 0)])
    world.area("width", Self.strip([(0, 900), (0, 0)], 60))
    world.run("side", [(300, 700), (50, 450)])
    let built = try world.build()
    #expect(built.hasPath("side", "line"))
    #expect(built.links("width").isEmpty)
  }

  @Test func `an area beside the outline of a run leads onto that run`() throws {
    var world = MetricWorld()
    world.run("line", [(0, 900), (0, 0)])
    world.area("width", Self.strip([(0, 900), (0, 0)], 60))
    world.area("beside", [(60, 600), (260, 600), (260, 400), (60, 400)])
    world.run("into", [(200, 800), (200, 590)])
    #expect(try world.build().hasPath("into", "line"))
  }

  @Test func `an area of the same name as a run is its outline with a poorer match`() throws {
    func isOutline(_ name: String) throws -> Bool {
      var world = MetricWorld()
      world.run("line", [(0, 850), (0, 250)])
      world.area(name, Self.strip([(0, 900), (0, 50)], 25))
      world.data.runs[0].name = "Grand Pré"
      return try world.build().report.count(of: "areaOutlinesRun") == 1
    }
    #expect(try isOutline("Grand Pré"))
    #expect(try !isOutline("Petit Pré"))
  }

  @Test func `the start and end of an outline are nodes of its run`() throws {
    var world = MetricWorld()
    world.run("line", [(0, 900), (0, 600), (0, 300), (0, 0)])
    world.area("part", Self.strip([(0, 620), (0, 280)], 20))
    world.run("joins", [(200, 620), (0, 600)])
    world.run("leaves", [(0, 300), (200, 200)])
    let built = try world.build()
    let part = try #require(built.feature("part"))
    let start = try #require(built.builder.features[part].startNode)
    let end = try #require(built.builder.features[part].endNode)
    let heights = [start, end].compactMap { built.builder.nodes[$0.position].elevationMetres }
    #expect(heights.count == 2 && abs(heights[0] - 2120) < 1 && abs(heights[1] - 2060) < 1, "\(heights)")
  }
}
