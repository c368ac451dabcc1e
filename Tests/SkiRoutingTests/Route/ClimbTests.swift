import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct ClimbTests {
  private static func document(_ world: DrawnWorld, _ from: Character, _ to: Character) throws
    -> RouteDocument
  {
    RouteDocument(result: try world.result(from, to), from: "A", to: "B", sources: [])
  }

  @Test func `a run that leads up is climbed, not skied`() throws {
    let world = try DrawnWorld(
      "B..M....T", heights: ["T": 1145, "M": 1000, "B": 1020],
      [.run("BM", .easy, name: "Down"), .run("MT", .easy, name: "Starr", isTwoWay: true)])
    let route = try #require(try world.route(.node(world.node("B")), .node(world.node("T"))))
    #expect(route.steps.map(\.movement) == [.skied, .climbed])
    #expect(route.steps[1].ascentMetres == 145)
    #expect(route.skiedMetres() < 310 && route.footMetres() > 500)
    let text = try Self.document(world, "B", "T").text().string
    #expect(
      text == """
        A → B
        1. ■ blue  Down  ↓20 m  301 m  1 min
        2. → climb  Starr  ↑145 m  521 m  23 min
        Total 25 min, ↓20 m skied, 301 m of runs, 521 m on foot
        Hardest 25 m: 7 % (4°) on Down

        """)
  }

  @Test func `a run whose direction nothing tells is climbed either way, and the text says so`() throws {
    let world = try DrawnWorld(
      "B..M....T", inferred: ["M": 1000, "T": 1145],
      [
        .run("BM", .easy, name: "Down"),
        .run("MT", .easy, name: "Starr", flags: .directionUnknown, isTwoWay: true),
      ])
    let ends = [(Character("M"), Character("T")), ("T", "M")]
    let routes = try ends.map { ends in
      try #require(try world.route(.node(world.node(ends.0)), .node(world.node(ends.1))))
    }
    let metres = (500.0 * 500 + 145 * 145).squareRoot()
    for route in routes {
      #expect(route.steps.map(\.movement) == [.climbed] && route.steps[0].isDirectionUnknown)
      #expect(abs(Double(route.totalMilliseconds()) - (1000 * metres + 6000 * 145)) < 10_000)
    }
    #expect(routes[0].totalMilliseconds() == routes[1].totalMilliseconds())
    let text = try Self.document(world, "T", "M").text().string
    #expect(text.contains("1. → climb, direction unknown  Starr  500 m  23 min\n"), "\(text)")
  }

  @Test func `a stretch of a run that rises by 20 m is a step of its own, one of 10 m is not`() throws {
    let world = try DrawnWorld(
      "T...M..N...B", heights: ["T": 1100, "M": 1040, "N": 1060, "B": 1000],
      [.run("TMNB", .easy, name: "Traverse")])
    let route = try #require(try world.route(.node(world.node("T")), .node(world.node("B"))))
    #expect(route.steps.map(\.movement) == [.skied, .climbed, .skied])
    let gentle = try DrawnWorld(
      "T...M..N...B", heights: ["T": 1100, "M": 1040, "N": 1050, "B": 1000],
      [.run("TMNB", .easy, name: "Traverse")])
    let whole = try #require(try gentle.route(.node(gentle.node("T")), .node(gentle.node("B"))))
    #expect(whole.steps.map(\.movement) == [.skied])
  }

  @Test func `a part of a climb that rises by less than 15 m does not count as a climb`() throws {
    let world = try DrawnWorld(
      "B....T", heights: ["T": 1100, "B": 1000], [.run("BT", .easy, isTwoWay: true)])
    let near = try #require(
      try world.route(.node(world.node("B")), .coordinate(world.place("B", "T", share: 0.12))))
    #expect(near.steps.first { $0.kind == .run }?.movement != .climbed)
    let far = try #require(
      try world.route(.node(world.node("B")), .coordinate(world.place("B", "T", share: 0.6))))
    #expect(far.steps.first { $0.kind == .run }?.movement == .climbed)
  }

  @Test func `flat runs are pushed along, steep connectors are slid down or climbed`() throws {
    let world = try DrawnWorld(
      "A...B...C", heights: ["A": 1000, "B": 1001, "C": 1101],
      [.run("AB", .easy, isTwoWay: true), .connector("BC")])
    let up = try #require(try world.route(.node(world.node("A")), .node(world.node("C"))))
    #expect(up.steps.map(\.movement) == [.pushed, .climbed])
    let down = try #require(try world.route(.node(world.node("C")), .node(world.node("A"))))
    #expect(down.steps.map(\.movement) == [.skied, .pushed])
  }

  @Test func `without elevations text, JSON and GPX state that heights are not known`() throws {
    let world = try DrawnWorld("T..B", [.run("TB", .easy, name: "Down")])
    let document = try Self.document(world, "T", "B")
    #expect(
      document.text().string == """
        A → B
        1. ■ blue  Down  300 m  1 min
        Total 1 min, 300 m of runs
        Elevations are not known here: directions as drawn.

        """)
    #expect(
      document.json().string.contains(#""heights":"none""#)
        || document.json().string.contains(#""heights": "none""#))
    #expect(document.gpx().string.contains("Elevations are not known here"))
  }

  @Test func `inferred elevations decide the climbed steps and appear in no output`() throws {
    let world = try DrawnWorld(
      "B....T", inferred: ["B": 3000, "T": 3100], [.run("BT", .easy, name: "Up", isTwoWay: true)])
    let document = try Self.document(world, "B", "T")
    #expect(
      document.text().string == """
        A → B
        1. → climb  Up  500 m  18 min
        Total 18 min, 0 m of runs, 500 m on foot
        Elevations are not known here: directions as drawn.

        """)
    let json = document.json().string
    #expect(json.contains("inferred") && !json.contains("3100") && !json.contains("3000"))
    #expect(!document.gpx().string.contains("<ele>"))
  }

  @Test(arguments: [Language.english, .french, .german])
  func `directions report climbs and missing elevations in each language`(language: Language) throws {
    let world = try DrawnWorld(
      "B....T", heights: ["T": 1100, "B": 1000], [.run("BT", .easy, name: "Up", isTwoWay: true)])
    var document = try Self.document(world, "B", "T")
    guard case .answer(let route) = document.result else { return }
    document.directions = Directions(route, graph: world.graph)
    document.language = language
    let words = ["en": "Climb Up on foot", "fr": "Montez à pied", "de": "zu Fuß auf: Up"]
    #expect(document.text().string.contains(words[language.rawValue] ?? "?"))
    let blind = try DrawnWorld("T..B", [.run("TB", .easy)])
    var other = try Self.document(blind, "T", "B")
    guard case .answer(let down) = other.result else { return }
    other.directions = Directions(down, graph: blind.graph)
    other.language = language
    let remarks = ["en": "Elevations are not known", "fr": "ne sont pas connues", "de": "nicht bekannt"]
    #expect(other.text().string.contains(remarks[language.rawValue] ?? "?"))
  }
}
