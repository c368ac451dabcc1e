import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct RouteDirectionsTests {
  @Test func `a hut beside the route is a landmark with its side`() throws {
    let world = try DrawnWorld(
      """
            H
      A-----------B
      """, cellMetres: 40, heights: ["A": 1300, "B": 1200], huts: ["H": "Alpenrose"],
      [.run("AB", .easy, name: "Long")])
    #expect(
      try world.sentences("A", "B")[1] == "After 250 m pass Alpenrose on your left.")
  }

  @Test func `a hut far from the route is not a landmark`() throws {
    let world = try DrawnWorld(
      """
            H
      A-----------B
      """, cellMetres: 60, heights: ["A": 1300, "B": 1200], huts: ["H": "Alpenrose"],
      [.run("AB", .easy, name: "Long")])
    #expect(try world.sentences("A", "B").count == 2)
  }

  @Test func `of a lift overhead and its station near each other only the station is a landmark`() throws {
    let world = try DrawnWorld(
      """
                Q
      A-----------------B
            P
      """, cellMetres: 40, heights: ["A": 1300, "B": 1200, "P": 1200, "Q": 1400],
      [.run("AB", .easy, name: "Long"), .lift("PQ", .chairLift, name: "Sky")])
    #expect(try world.sentences("A", "B")[1] == "After 250 m pass the bottom of the lift Sky on your right.")
    #expect(try world.sentences("A", "B").count == 3)
  }

  @Test func `a run that leaves at a right angle is a landmark and not a fork`() throws {
    let world = try DrawnWorld(
      """
      A---B---C
          |
          D
      """, heights: ["A": 1300, "B": 1200, "C": 1100],
      [.run("ABC", .intermediate, name: "Main"), .run("BD", .easy, name: "Down")])
    #expect(try world.sentences("A", "C")[1] == "After 400 m pass the turn to Down on your right.")
  }

  @Test func `a flat stretch within a run has an instruction of its own`() throws {
    let world = try DrawnWorld(
      "A---B--C---D", heights: ["A": 1300, "B": 1200, "C": 1199, "D": 1100],
      [.run("ABCD", .easy, name: "Balcony")])
    let sentences = try world.sentences("A", "D")
    #expect(sentences.count == 3 && sentences[1].contains("push across"), "\(sentences)")
    guard case .push(let flat) = try world.directions("A", "D").instructions[1].kind else { return }
    #expect(!flat.isWhole && flat.ascentMetres == 0)
  }

  @Test func `a run that is flat as a whole is reported as flat with its rise`() throws {
    let world = try DrawnWorld(
      "A---B", heights: ["A": 1300, "B": 1310], [.run("AB", .easy, name: "Link")])
    #expect(try world.sentences("A", "B")[1] == "It is flat and rises 10 m: push along it.")
  }

  @Test func `without elevations neither flat stretches nor gradients are reported`() throws {
    let world = try DrawnWorld("A---B", [.run("AB", .easy, name: "Link")])
    #expect(try world.sentences("A", "B") == ["Start on Link (blue), 400 m.", "You are there."])
  }

  @Test func `a run of 25 m before a lift is part of the instruction of the run before`() throws {
    let world = try DrawnWorld(
      "A-----BC---D", cellMetres: 25, heights: ["A": 1300, "B": 1250, "C": 1249, "D": 1400],
      [.run("AB", .easy, name: "Long"), .run("BC", .advanced, name: "Scrap"), .lift("CD", .tBar)])
    let directions = try world.directions("A", "D")
    #expect(directions.instructions.count == 3)
    #expect(directions.instructions[0].lengthMetres > 170)
  }

  @Test func `consecutive walks are one instruction`() throws {
    let world = try DrawnWorld(
      "A---B----C----D", heights: ["A": 1300, "B": 1200, "C": 1201, "D": 1202],
      [.run("AB", .easy, name: "Run"), .connector("BC"), .connector("CD")])
    #expect(try world.sentences("A", "D")[1] == "Walk 1 km.")
  }

  @Test func `spaces and control characters in names are collapsed, and braces are kept`() throws {
    let world = try DrawnWorld(
      "A---B", heights: ["A": 1300, "B": 1200], [.run("AB", .easy, name: "  Le \n Roc {name} ")])
    #expect(try world.sentences("A", "B")[0].hasPrefix("Start on Le Roc {name} (blue)"))
  }

  @Test func `North American grades have sign shapes, and estimated grades are marked`() throws {
    let world = try DrawnWorld(
      "A---B---C", heights: ["A": 1300, "B": 1200, "C": 1000], convention: .northAmerica,
      [
        .run("AB", .advanced, name: "Gun Barrel"),
        .run("BC", .easy, name: "Home", flags: .difficultyEstimated),
      ])
    let sentences = try world.sentences("A", "C")
    #expect(sentences[0].contains("Gun Barrel (black diamond)"))
    #expect(sentences[1].contains("Home (green circle, estimated)"))
  }

  @Test func `a route without steps has no instructions`() throws {
    let world = try DrawnWorld("A---B", [.run("AB", .easy)])
    #expect(try world.directions("A", "A").instructions.isEmpty)
  }

  @Test func `runs of the same numbers are one instruction with a slash between the numbers`() throws {
    let world = try DrawnWorld(
      "A---B---C", heights: ["A": 1300, "B": 1200, "C": 1100],
      [
        .run("AB", .easy, name: "", change: { $0.refs = ["67", "66"] }),
        .run("BC", .intermediate, name: " ", change: { $0.refs = ["67", "66"] }),
      ])
    let sentences = try world.sentences("A", "C")
    #expect(sentences == ["Start on run 67/66 (red), 800 m, steepest 25 %.", "You are there."])
  }

  @Test func `a right-angled turn from a walk onto a run is reported with its side`() throws {
    let world = try DrawnWorld(
      """
      A-----B
            |
            C
      """, heights: ["A": 1300, "B": 1300, "C": 1200], [.walk("AB"), .run("BC", .easy, name: "Down")])
    #expect(try world.sentences("A", "C")[1].hasPrefix("Turn right onto Down"))
  }
}
