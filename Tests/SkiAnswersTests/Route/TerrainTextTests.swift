import SkiGraph
import Testing

@testable import SkiAnswers
@testable import SkiRouting

/// Terrain and comfort in words.
struct TerrainTextTests {
  @Test(
    arguments: [
      (RunTerrain(), "blue"), (RunTerrain(isGladed: true, isLit: true), "blue, glades"),
      (RunTerrain(grooming: .mogul, isGladed: true), "blue, glades, moguls"),
      (RunTerrain(grooming: .backcountry), "blue, ungroomed"),
      (RunTerrain(grooming: .classic, isGladed: false), "blue"),
    ])
  func `the terrain of a run is stated after its colour`(_ terrain: RunTerrain, _ words: String) {
    var step = RouteStep(kind: .run)
    (step.difficulty, step.terrain) = (.easy, terrain)
    #expect(StepText.gradeAndTerrain(step) == words)
  }

  @Test func `the bubble and the heating of a lift are stated after its seats`() {
    var step = RouteStep(kind: .lift)
    (step.liftKind, step.seats, step.hasBubble, step.isHeated) = (.chairLift, 6, true, true)
    #expect(StepText.kind(step) == "chair lift, 6 seats, bubble, heated")
    (step.hasBubble, step.isHeated) = (false, nil)
    #expect(StepText.kind(step) == "chair lift, 6 seats")
  }

  @Test func `joined parts have glades and moguls of either and lighting only of both`() {
    let glades = RunTerrain(grooming: .classic, isGladed: true, isLit: true)
    let moguls = RunTerrain(grooming: .mogul, isLit: true)
    #expect(glades.joined(with: moguls).kinds == [.glades, .moguls, .lit])
    #expect(moguls.joined(with: glades) == glades.joined(with: moguls))
    #expect(glades.joined(with: RunTerrain(isLit: false)).isLit == false)
    #expect(glades.joined(with: RunTerrain()).isLit == nil)
  }
}
