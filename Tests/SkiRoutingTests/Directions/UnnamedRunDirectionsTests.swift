import SkiAnswers
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Runs without a name in directions.
@Suite struct UnnamedRunDirectionsTests {
  private func sentences(_ from: Character, _ language: Language, isEstimated: Bool) throws -> [String] {
    let flags: LinkFlags = isEstimated ? .difficultyEstimated : []
    let world = try DrawnWorld(
      "T-------M-------N-------B", heights: ["T": 1360, "M": 1240, "N": 1120, "B": 1000],
      [
        .run("TM", .easy, name: "Alpha"), .run("MN", .easy, flags: flags) { $0.name = nil },
        .run("NB", .easy, name: "Omega"),
      ])
    let route = try #require(try world.route(.node(world.node(from)), .node(world.node("B"))))
    return Directions(route, graph: world.graph).sentences(in: language)
  }

  @Test(arguments: [
    (Language.english, "a blue run (estimated)", "the link between Alpha and Omega (blue, estimated)"),
    (.german, "eine blaue Piste (geschätzt)", "die Verbindung zwischen Alpha und Omega (blau, geschätzt)"),
    (.french, "une piste bleue (estimation)", "la liaison entre Alpha et Omega (bleue, estimation)"),
  ])
  func `an estimated grade is marked, and an unnamed link names the runs it joins`(
    language: Language, alone: String, link: String
  )
    throws
  {
    let from = try sentences("M", language, isEstimated: true)
    #expect(from[0].contains(alone), "\(from)")
    #expect(try sentences("T", language, isEstimated: true).contains { $0.contains(link) })
    let graded = try sentences("T", language, isEstimated: false)
    #expect(!graded.contains { $0.contains("estim") || $0.contains("geschätzt") }, "\(graded)")
  }
}
