import SkiAnswers
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct ForkTests {
  /// A run to the east and another run that leaves it at B for D, to the right.
  private static func fork(
    _ other: DrawnFeature, cellMetres: Double = 100, heights: [Character: Double] = ["A": 1300, "B": 1200]
  ) throws -> DrawnWorld {
    try DrawnWorld(
      """
      A--B--C
         .
      E-- --D
      """, cellMetres: cellMetres, heights: heights, [.run("ABC", .intermediate, name: "Main"), other])
  }

  private static let keepLeft = "After 300 m keep left at the fork with Christine."

  @Test func `a run that leaves to the right gives an instruction to keep left`() throws {
    let world = try Self.fork(.run("BD", .easy, name: "Christine"))
    #expect(
      try world.sentences("A", "C") == [
        "Start on Main (red), 700 m, steepest 67 %.",
        Self.keepLeft, "You are there.",
      ])
  }

  @Test func `a route that leaves a run has an instruction to bear onto the next run`() throws {
    let world = try Self.fork(.run("BD", .easy, name: "Christine"))
    #expect(try world.sentences("A", "D")[1].hasPrefix("Bear right onto Christine (blue), 400 m"))
  }

  @Test func `a fork with an unnamed run is reported only where the route does not go straight on`() throws {
    let straight = try Self.fork(.run("BD", .easy, name: ""))
    #expect(try straight.sentences("A", "C").count == 2)
    let bent = try DrawnWorld(
      """
            C
            .
      A--B--D
      """, heights: ["A": 1300, "B": 1200],
      [.run("ABC", .intermediate, name: "Main"), .run("BD", .easy, name: "")])
    #expect(try bent.sentences("A", "C")[1] == "After 300 m keep left at the fork.")
  }

  @Test func `a route between two other runs keeps straight on`() throws {
    let world = try DrawnWorld(
      """
            E
      A--B--C
            D
      """, heights: ["A": 1300, "B": 1200],
      [
        .run("ABC", .intermediate, name: "Main"), .run("BD", .easy, name: "South"),
        .run("BE", .easy, name: "North"),
      ])
    #expect(try world.sentences("A", "C")[1].contains("keep straight on at the fork with "))
  }

  @Test func `runs of the same name, short, rising, joining or opt-in runs and walks make no fork`() throws {
    let others: [DrawnFeature] = [
      .run("BD", .easy, name: "Main"), .connector("BD"), .walk("BD"),
      .run("BD", .easy, name: "Tour", flags: .optIn), .run("BE", .easy, name: "Backwards"),
      .run("DB", .easy, name: "Joining"),
    ]
    for other in others { #expect(try Self.fork(other).sentences("A", "C").count == 2, "\(other)") }
    let short = try Self.fork(.run("BD", .easy, name: "Short"), cellMetres: 15)
    #expect(try short.sentences("A", "C").count == 2)
    let up = try Self.fork(
      .run("BD", .easy, name: "Up", isTwoWay: true), heights: ["A": 1300, "B": 1200, "D": 1250])
    #expect(try up.sentences("A", "C").count == 2)
  }

  @Test func `three forks to one side in quick succession are reported as one`() throws {
    let world = try DrawnWorld(
      """
      A----BFG-------C
            ...
                D H K
      """, cellMetres: 40, heights: ["A": 1300, "B": 1200, "F": 1190, "G": 1180, "C": 1050],
      [
        .run("ABFGC", .intermediate, name: "Main"), .run("BD", .easy, name: "One"),
        .run("FH", .easy, name: "Two"), .run("GK", .easy, name: "Three"),
      ])
    #expect(
      try world.sentences("A", "C")[1] == "After 200 m keep left at the fork with One, Two and Three.")
  }

  @Test func `the distance to a second fork is counted from the first`() throws {
    let world = try DrawnWorld(
      """
      A--B---F--C
          .   .
            D    H
      """, heights: ["A": 1300, "B": 1200, "F": 1100, "C": 1000],
      [
        .run("ABFC", .intermediate, name: "Main"), .run("BD", .easy, name: "One"),
        .run("FH", .easy, name: "Two"),
      ])
    let sentences = try world.sentences("A", "C")
    #expect(
      sentences[1] == "After 300 m keep left at the fork with One." || sentences[1].hasPrefix("After 300 m"))
    #expect(sentences[2] == "400 m further on keep left at the fork with Two.")
  }

  @Test func `a route is not described as bearing left where another run lies farther left`() throws {
    let world = try DrawnWorld(
      """
         E
            C
      A--B
      """, cellMetres: 60, heights: ["A": 1300, "B": 1200],
      [
        .run("AB", .intermediate, name: "Main"), .run("BC", .easy, name: "Onward"),
        .run("BE", .easy, name: "Leftmost"),
      ])
    #expect(try world.sentences("A", "C")[1].hasPrefix("Bear left onto Onward") == false)
    #expect(try world.sentences("A", "E")[1].hasPrefix("Turn left onto Leftmost"))
  }

  @Test func `two runs that leave at equal angles make a fork`() throws {
    let world = try DrawnWorld(
      """
            C
      A--B
            D
      """, cellMetres: 60, heights: ["A": 1300, "B": 1200],
      [.run("ABC", .intermediate, name: "Main"), .run("BD", .easy, name: "Other")])
    #expect(try world.sentences("A", "C")[1].hasSuffix("keep left at the fork with Other."))
  }

  @Test func `at a T junction the instruction is to keep to the side away from the other run`() throws {
    let world = try DrawnWorld(
      """
      C   D
       ---
       .B.
        |
        A
      """, cellMetres: 60, heights: ["A": 1300, "B": 1200],
      [.run("ABD", .intermediate, name: "Main"), .run("BC", .easy, name: "Other")])
    #expect(try world.sentences("A", "D")[1].hasSuffix("keep right at the fork with Other."))
    let flat = try DrawnWorld(
      """
      C---B---D
         .
          A
      """, cellMetres: 60, heights: ["A": 1300, "B": 1200],
      [.run("ABD", .intermediate, name: "Main"), .run("BC", .easy, name: "Other")])
    #expect(try flat.sentences("A", "D")[1].hasSuffix("keep right at the fork with Other."))
  }
}
