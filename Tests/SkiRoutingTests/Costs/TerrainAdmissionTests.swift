import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Admission by terrain.
struct TerrainAdmissionTests {
  private static let easy: [RunTerrain] = [
    RunTerrain(), RunTerrain(grooming: .classic, isGladed: false), RunTerrain(isLit: true),
  ]
  private static let hard: [RunTerrain] = [
    RunTerrain(isGladed: true), RunTerrain(grooming: .mogul), RunTerrain(grooming: .backcountry),
  ]

  private func isAllowed(_ grade: Difficulty, _ terrain: RunTerrain, _ profile: SkierProfile) throws -> Bool {
    let world = try DrawnWorld(
      "A---B", heights: ["A": 1300, "B": 1200], [.run("AB", grade, change: { $0.terrain = terrain })])
    return Admission(graph: world.graph, profile: profile).allows(0)
  }

  @Test func `glades, moguls and backcountry runs are a grade harder only for beginners without a ceiling`()
    throws
  {
    let beginner = SkierProfile(ability: .beginner)
    for terrain in Self.easy { #expect(try isAllowed(.easy, terrain, beginner)) }
    for terrain in Self.hard {
      #expect(try !isAllowed(.easy, terrain, beginner))
      #expect(try isAllowed(.novice, terrain, beginner))
      #expect(try isAllowed(.easy, terrain, SkierProfile(ability: .beginner, ceiling: .colour(.red))))
      #expect(try isAllowed(.expert, terrain, SkierProfile(ability: .beginner, ceiling: .grade(.expert))))
      #expect(try isAllowed(.intermediate, terrain, SkierProfile()))
    }
  }

  @Test func `avoided terrain is not admitted, and at night only lit runs are`() throws {
    var avoiding = SkierProfile()
    avoiding.avoidedTerrain = [.glades, .moguls]
    #expect(try !isAllowed(.easy, Self.hard[0], avoiding))
    #expect(try !isAllowed(.easy, Self.hard[1], avoiding))
    #expect(try isAllowed(.easy, Self.hard[2], avoiding))
    #expect(try isAllowed(.easy, Self.easy[1], avoiding))
    var night = SkierProfile()
    night.needsLight = true
    #expect(try isAllowed(.easy, Self.easy[2], night))
    #expect(try !isAllowed(.easy, Self.easy[0], night))
  }
}
