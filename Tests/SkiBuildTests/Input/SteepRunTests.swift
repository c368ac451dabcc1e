import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

/// Runs much steeper than their grade.
struct SteepRunTests {
  /// Returns a run of 600 m at 15 % with a pitch in its middle.
  private func built(_ grade: Difficulty?, pitch: Double, metres: Double = 60) throws -> BuiltWorld {
    var world = MetricWorld()
    let points = stride(from: 0.0, through: 600, by: 10).map { (0.0, 600 - $0) }
    let heights = points.map { point in
      let along = 600 - point.1
      return 2000.5 - 0.15 * along - (pitch - 0.15) * min(metres, max(0, along - 250))
    }
    world.run("A", points, heights: heights, grade)
    world.run("start", [(-100, 610), (0, 590)], .easy)
    world.run("end", [(0, 60), (100, -40)], .easy)
    return try world.build()
  }

  @Test func `a blue run with a pitch as steep as a black run is flagged and stays blue`() throws {
    let world = try built(.easy, pitch: 0.6)
    let links = world.links("A")
    #expect(links.allSatisfy { $0.difficulty == .easy })
    #expect(links.contains { $0.flags.contains(.steeperThanGraded) })
    let entry = try #require(world.report.entries.first { $0.code == "steeperThanGraded" })
    let example = try #require(entry.examples.first)
    #expect(entry.outcome == .noted && entry.count == 1)
    #expect(
      example.detail.hasPrefix("easy (blue), 5") && example.detail.hasSuffix("% over 50 m"),
      "\(example.detail)")
    #expect((84...99).contains(try #require(example.confidencePercent)))
    let place = MetricWorld.metres(try #require(example.place))
    #expect(abs(place.x) < 1 && abs(place.y - 320) < 20, "\(place)")
  }

  @Test func `only the pieces with the pitch are flagged`() throws {
    let world = try built(.easy, pitch: 0.6)
    for link in world.links("A") {
      let ends = [link.points[0], link.points[link.points.count - 1]].map {
        MetricWorld.metres($0.coordinate).y
      }
      let holdsPitch = (ends.max() ?? 0) > 350 && (ends.min() ?? 0) < 290
      #expect(link.flags.contains(.steeperThanGraded) || !holdsPitch)
      if (ends.max() ?? 0) < 250 { #expect(!link.flags.contains(.steeperThanGraded)) }
    }
  }

  @Test(arguments: [
    (Difficulty.easy, 0.35), (.intermediate, 0.5), (.advanced, 0.7), (.expert, 0.9),
  ])
  func `a pitch of one grade above that of the run, or of more within the noise, is not flagged`(
    grade: Difficulty, pitch: Double
  )
    throws
  {
    let world = try built(grade, pitch: pitch)
    #expect(world.report.count(of: "steeperThanGraded") == 0)
    #expect(world.links("A").allSatisfy { !$0.flags.contains(.steeperThanGraded) })
  }

  @Test func `an ungraded run and a very short run are not flagged`() throws {
    #expect(try built(nil, pitch: 0.6).report.count(of: "steeperThanGraded") == 0)
    var world = MetricWorld()
    world.run("A", [(0, 40), (0, 0)], heights: [2030.5, 2000.5], .novice)
    #expect(try world.build().report.count(of: "steeperThanGraded") == 0)
  }
}
