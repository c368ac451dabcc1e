import SkiAnswers
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Thresholds of directions in metres, on straight routes drawn to the metre.
@Suite struct DirectionsLimitTests {
  private static func kinds(_ world: DrawnWorld, _ from: Character, _ to: Character) throws
    -> [Instruction.Kind]
  {
    try world.directions(from, to).instructions.map(\.kind)
  }

  @Test func `a harder run of less than 30 m before a lift has no instruction of its own`() throws {
    for (metres, count) in [(26.0, 3), (29.5, 3), (30.5, 4), (50, 4)] {
      let world = try DrawnWorld(
        "A----------BC----------D", cellMetres: metres,
        heights: ["A": 1900, "B": 1750, "C": 1749.5, "D": 1900],
        [.run("AB", .easy, name: "Long"), .run("BC", .advanced, name: "Scrap"), .lift("CD", .tBar)])
      let directions = try world.directions("A", "D")
      #expect(directions.instructions.count(where: \.kind.isLeg) == count, "\(metres) m")
    }
  }

  @Test func `walks before and after a short run are one walk with their total ascent`() throws {
    let world = try DrawnWorld(
      "A----------BC----------D", cellMetres: 25, heights: ["A": 1000, "B": 1010, "C": 1008, "D": 1030],
      [.walk("AB", name: "Lane"), .run("BC", .easy, name: "Scrap"), .walk("CD", name: "Way")])
    let legs = try world.directions("A", "D").instructions.filter(\.kind.isLeg)
    guard legs.count == 2, case .walk(let walk) = legs[0].kind else {
      Issue.record("\(legs)")
      return
    }
    #expect(walk.street == "Lane" && abs((walk.ascentMetres ?? 0) - 32) < 0.1, "\(walk)")
    #expect(abs(legs[0].lengthMetres - 575) < 3)
  }

  @Test func `a connector that drops by more than 5 per cent is slid down, one less steep is walked`() throws
  {
    for (drop, manner) in [
      (3.0, WalkStretch.Manner.walk), (4.5, .walk), (6, .cross), (9, .cross), (20, .cross),
    ] {
      let world = try DrawnWorld(
        "A--------B----------C", cellMetres: 10, heights: ["A": 1100, "B": 1000, "C": 1000 - drop],
        [.run("AB", .easy), .connector("BC")])
      guard case .walk(let walk) = try Self.kinds(world, "A", "C")[1] else {
        Issue.record("\(drop) m: no walk")
        continue
      }
      #expect(walk.manner == manner, "\(drop) m")
    }
  }

  @Test func `the ascent of a walk is reported from 5 m on`() throws {
    for (rise, isReported) in [(4.0, false), (6.0, true)] {
      let world = try DrawnWorld("A----B", heights: ["A": 1000, "B": 1000 + rise], [.walk("AB")])
      guard case .walk(let walk) = try Self.kinds(world, "A", "B")[0] else { continue }
      #expect((walk.ascentMetres != nil) == isReported, "\(rise) m")
    }
  }

  @Test func `forks to one side within 80 m of each other are reported as one`() throws {
    for (cells, count) in [(4, 1), (7, 1), (9, 2), (15, 2)] {
      let gap = String(repeating: "-", count: cells - 1)
      let below = String(repeating: " ", count: 20)
      let world = try DrawnWorld(
        """
        A-------------------B\(gap)F--------------------C
        \(below)
        \(below)
        \(below)        D\(gap)H
        """, cellMetres: 10,
        [
          .run("ABFC", .intermediate, name: "Main"), .run("BD", .easy, name: "One"),
          .run("FH", .easy, name: "Two"),
        ])
      let forks = try world.directions("A", "C").instructions.filter {
        if case .keep = $0.kind { true } else { false }
      }
      #expect(forks.count == count, "\(cells * 10) m")
      for (fork, metres) in zip(forks, [200, 200 + Double(cells) * 10]) {
        #expect(abs(fork.startMetres - metres) < 0.5)
      }
    }
  }

  @Test func `a landmark is reported from 120 m after the start of a run to 120 m before its end`()
    throws
  {
    for (cells, isReported) in [(11, false), (13, true), (20, true), (27, true), (29, false)] {
      let before = String(repeating: "-", count: cells - 1)
      let after = String(repeating: "-", count: 39 - cells)
      let below = String(repeating: "\n\(String(repeating: " ", count: cells))|", count: 9)
      let world = try DrawnWorld(
        "A\(before)B\(after)C\(below)\n\(String(repeating: " ", count: cells))D", cellMetres: 10,
        [.run("ABC", .intermediate, name: "Main"), .run("BD", .easy, name: "Down")])
      let passed = try world.directions("A", "C").instructions.filter {
        if case .pass = $0.kind { true } else { false }
      }
      #expect(passed.count == (isReported ? 1 : 0), "\(cells * 10) m of 400 m")
      for landmark in passed { #expect(abs(landmark.startMetres - Double(cells) * 10) < 0.5) }
    }
  }

  @Test func `landmarks are 120 m from a run's ends and 250 m apart, and huts take precedence over lifts`()
    throws
  {
    let world = try DrawnWorld("A---B", [.run("AB", .easy)])
    var leg = try world.directions("A", "B").instructions[0]
    (leg.startMetres, leg.lengthMetres) = (1000, 1000)
    let landmark = { (kind: Landmark.Kind, metres: Double) in
      LandmarkFinder.PlacedLandmark(
        landmark: Landmark(kind: kind, name: "\(kind) \(metres)", side: nil), metres: metres)
    }
    let chosen = { (landmarks: [LandmarkFinder.PlacedLandmark], told: [Double]) in
      LandmarkChoice(leg: leg, instructionMetres: told, names: []).chosen(from: landmarks, passing: []).map(
        \.metres
      )
      .sorted()
    }
    let ends = [1119.5, 1120, 1400, 1880, 1880.5].map { landmark(.hut, $0) }
    #expect(chosen(ends, []) == [1120, 1400, 1880])
    #expect(chosen([1300, 1549.5, 1550].map { landmark(.hut, $0) }, []) == [1300, 1550])
    #expect(chosen([1300, 1549.5, 1550].map { landmark(.hut, $0) }, [1300]) == [1550])
    let ranked = [landmark(.liftAbove, 1300), landmark(.liftTop, 1400), landmark(.hut, 1600)]
    #expect(chosen(ranked, []) == [1300, 1600])
    #expect(chosen(Array(ranked.prefix(2)), []) == [1400])
  }

  @Test func `a bend of the route within 50 m after a leaving run does not change the run's side`() throws {
    // The route bends to the right for 15 m along the other run and then turns back to its old direction.
    let column = String(repeating: " ", count: 50)
    let rows = String(repeating: "\n", count: 3)
    let world = try DrawnWorld(
      "A\(String(repeating: "-", count: 49))B\(rows)\(column)P\(String(repeating: "-", count: 60))C"
        + String(repeating: "\n", count: 22) + "\(column)D", cellMetres: 5,
      [.run("ABPC", .intermediate, name: "Main"), .run("BD", .easy, name: "Down")])
    let instructions = try world.directions("A", "C").instructions
    guard instructions.count == 3, case .pass(let landmark) = instructions[1].kind else {
      Issue.record("\(instructions.map(\.kind))")
      return
    }
    #expect(landmark.kind == .run && landmark.name == "Down" && landmark.side == .right)
    #expect(abs(instructions[1].startMetres - 250) < 0.5)
  }

  @Test func `a lift overhead is reported where its cable crosses the run, even if the cable bends`() throws {
    let world = try DrawnWorld(
      """
              P

      A-----------------------B

              M       Q
      """, cellMetres: 40,
      [.run("AB", .easy, name: "Long"), .lift("PMQ", .gondola, name: "Bent")])
    let passed = try world.directions("A", "B").instructions.filter {
      if case .pass = $0.kind { true } else { false }
    }
    #expect(passed.count == 1 && abs(passed[0].startMetres - 320) < 1, "\(passed.map(\.startMetres))")
  }

  @Test func `a flat stretch is reported with the start and length it is drawn with`() throws {
    for cells in [8, 18, 20, 30] {
      let flat = String(repeating: "-", count: cells - 1)
      let world = try DrawnWorld(
        "A--------------------B\(flat)C--------------------D", cellMetres: 10,
        heights: ["A": 1300, "B": 1200, "C": 1199.5, "D": 1100], [.run("ABCD", .easy, name: "Balcony")])
      let pushes = try world.directions("A", "D").instructions.filter {
        if case .push = $0.kind { true } else { false }
      }
      #expect(pushes.count == (cells < 12 ? 0 : 1), "\(cells * 10) m")
      guard let push = pushes.first else { continue }
      #expect(abs(push.lengthMetres - Double(cells) * 10) < 30, "\(push.lengthMetres) of \(cells * 10) m")
      // Down 100 m on 210 m of the map.
      #expect(abs(push.startMetres - 232.6) < 30, "\(push.startMetres)")
    }
  }

  @Test func `a drop below 2 per cent is flat, and a run is flat as a whole from four fifths on`() throws {
    for (drop, isFlat) in [(0.0, true), (3, true), (5.5, true), (6.5, false), (9, false), (15, false)] {
      let world = try DrawnWorld(
        "A------------------------------B", cellMetres: 10, heights: ["A": 1000 + drop, "B": 1000],
        [.run("AB", .easy)])
      let route = try #require(try world.route(.node(world.node("A")), .node(world.node("B"))))
      let parts = FlatFinder(routeLine: RouteLine(route, graph: world.graph)).parts(
        from: 0, to: route.lengthMetres())
      #expect(parts.count == (isFlat ? 1 : 0), "\(drop) m on 310 m")
    }
    for (cells, isWhole) in [(20, false), (60, false), (74, false), (90, true)] {
      let (steep, flat) = (100 - cells, String(repeating: "-", count: cells - 1))
      let world = try DrawnWorld(
        "A\(String(repeating: "-", count: steep - 1))B\(flat)C", cellMetres: 10,
        heights: ["A": 1000 + Double(steep) * 2, "B": 1000, "C": 1000], [.run("ABC", .easy, name: "Run")])
      let pushes = try Self.kinds(world, "A", "C").compactMap { kind -> FlatStretch? in
        if case .push(let flat) = kind { flat } else { nil }
      }
      #expect(pushes.map(\.isWhole) == [isWhole], "\(cells) % flat")
    }
  }

  @Test func `a hut is a landmark within 45 m of the route`() throws {
    for (metres, isReported) in [(20.0, true), (43, true), (47, false), (85, false)] {
      let world = try DrawnWorld(
        "              H\nA-----------------------------B", cellMetres: metres,
        huts: ["H": "Alpenrose"], [.run("AB", .easy, name: "Long")])
      let isThere = try Self.kinds(world, "A", "B").contains {
        if case .pass = $0 { true } else { false }
      }
      #expect(isThere == isReported, "\(metres) m")
    }
  }
}
