import SkiAnswers
import SkiBuild
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct LiftDirectionsTests {
  private static func star() throws -> DrawnWorld {
    try DrawnWorld(
      """
      L---N---R
       .  |  .
      W---T---E
        . | .
        X | Y
          S
          |
          B
      """,
      heights: [
        "B": 1000, "T": 1300, "N": 1250, "W": 1250, "E": 1250, "L": 1250, "R": 1250, "X": 1200, "Y": 1200,
        "S": 1200,
      ],
      [
        .lift(
          "BT", .chairLift, name: "Caron",
          change: {
            $0.occupancy = 6
            $0.durationMilliseconds = 420_000
          }),
        .run("TN", .easy, name: "North"), .run("TE", .intermediate, name: "East"),
        .run("TW", .intermediate, name: "West"), .run("TX", .advanced, name: "Back left"),
        .run("TY", .advanced, name: "Back right"), .run("TS", .advanced, name: "Under"),
      ])
  }

  @Test func `a lift is reported with its seats, name, time and the side of the exit`() throws {
    #expect(
      try Self.star().sentences("B", "W") == [
        "Take the 6-seat chair lift Caron (8 min, 3 min wait).",
        "Leave to the left onto West (red), 400 m, steepest 13 %.", "You are there.",
      ])
  }

  @Test(arguments: [
    ("N", Turn.straight, "Leave straight ahead onto North"), ("E", .right, "Leave to the right onto East"),
    ("W", .left, "Leave to the left onto West"),
    ("X", .sharpLeft, "Leave sharply to the left onto Back left"),
    ("Y", .sharpRight, "Leave sharply to the right onto Back right"),
    ("S", .back, "Turn back, against the direction of the lift, onto Under"),
  ])
  func `the side of the exit from a lift is that of the run taken`(end: Character, turn: Turn, words: String)
    throws
  {
    let directions = try Self.star().directions("B", end)
    guard case .ski(let run) = directions.instructions[1].kind else {
      Issue.record("no run but \(directions.instructions[1].kind)")
      return
    }
    #expect(run.approach == .lift && run.turn == turn)
    #expect(directions.sentences()[1].hasPrefix(words))
  }

  @Test func `a mid-station is reported as the exit or as a station to stay on at`() throws {
    let world = try DrawnWorld(
      "B---M---T---C", heights: ["B": 1000, "M": 1200, "T": 1400, "C": 1300],
      stations: ["M": ("BMT", "Mittelberg")],
      [.lift("BMT", .gondola, name: "Egg"), .run("TC", .easy, name: "Top"), .connector("MC")])
    #expect(
      try world.sentences("B", "M")
        == [
          "Take the gondola Egg (3 min, 3 min wait). Get off at the mid-station Mittelberg.",
          "You are there.",
        ])
    #expect(try world.sentences("B", "T")[0].hasSuffix("Stay on at Mittelberg."))
    guard case .ride(let ride) = try world.directions("B", "M").instructions[0].kind else {
      Issue.record("no ride")
      return
    }
    #expect(ride.exit == .middle("Mittelberg") && ride.passedStations.isEmpty)
  }

  @Test func `lifts that are unnamed, ridden down or named by their kind have their own wordings`() throws {
    let world = try DrawnWorld(
      "A---B---C---D", heights: ["A": 1400, "B": 1200, "C": 1400, "D": 1600],
      [
        .lift("BA", .cableCar, name: "Tram", isTwoWay: true), .lift("BC", .tBar, name: " "),
        .lift("CD", .chairLift, name: "Sky Express", change: { $0.occupancy = 4 }),
      ])
    let sentences = try world.sentences("A", "D")
    #expect(sentences[0].hasPrefix("Ride Tram down (cable car, "))
    #expect(sentences[1].hasPrefix("Take the T-bar (2 min"))
    #expect(sentences[2].hasPrefix("Take Sky Express (4-seat chair lift, "))
  }

  @Test func `a walk after a lift is reported with its side, street and ascent`() throws {
    let world = try DrawnWorld(
      """
      T-----S
      |
      B
      """, heights: ["B": 1000, "T": 1200, "S": 1210], [.lift("BT", .chairLift), .walk("TS")])
    #expect(
      try world.sentences("B", "S")[1] == "Leave to the right. Walk 600 m along TS, climbing 10 m.")
  }
}
