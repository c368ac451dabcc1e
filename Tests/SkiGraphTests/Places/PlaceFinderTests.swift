import SkiBase
import Testing

@testable import SkiGraph

struct PlaceFinderTests {
  /// Names as mapped, each with a spelling that must find it.
  static let spellings: [(mapped: String, written: String)] = [
    ("Hintertux", "hintertux"), ("Hintertux", "  HINTERTUX "), ("Große Scharte", "grosse scharte"),
    ("Große Scharte", "GROSSE SCHARTE"), ("Île du Glacier", "ile du glacier"), ("Łysa Góra", "lysa gora"),
    ("Høgevarde", "hogevarde"), ("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "CAF\u{C9}"), ("한라산", "한라산"),
    ("L'Aigle-Noir", "laigle noir"), ("L’Aigle Noir", "L'Aigle-Noir"), ("Tête-de-Balme", "tete de balme"),
    ("K 2", "k-2"), ("Ｋ２", "k2"), ("手稲ハイランド", "手稲ハイランド"), ("ﾊｲﾗﾝﾄﾞ", "ハイランド"), ("Æsir", "aesir"),
    ("Sarı Yol", "sari yol"), ("Piste (3)", "piste 3"), ("Hintertux", "Hintertuk"),
    ("Hintertux", "Hintretux"),
    ("Hintertux", "Hinetrux"), ("Alpin", "Alpjn"), ("Alpin", "Aplin"), ("Alpin", "Alpi"), ("Alpin", "Alpinn"),
  ]

  @Test(arguments: spellings)
  func `a name is found in other case, script form or punctuation and with a typo`(
    spelling: (mapped: String, written: String)
  ) throws {
    var map = NamedMap()
    map.add(.run, "Zzyzx Quarry Bowl")
    map.add(.lift, spelling.mapped, id: "way/wanted", atMetres: 3000)
    let opened = try map.map()
    let place = try PlaceFinder(map: opened).place(spelling.written)
    #expect(try opened.graph(place.region).feature(place.feature).id.rawValue == "way/wanted")
    #expect(place.kind == .lift && place.node != nil)
  }

  @Test(arguments: [("Alp", "Alb"), ("Alpin", "Albim"), ("Hintertux", "Hantartix"), ("K2", "K3")])
  func `a name with more typos than its length allows is unknown`(names: (mapped: String, written: String))
    throws
  {
    var map = NamedMap()
    map.add(.lift, names.mapped)
    let finder = try map.finder()
    let error = try #require(#expect(throws: SkiError.self) { try finder.place(names.written) })
    #expect(error.code == .unknownPlace)
  }

  @Test func `an exact name takes precedence over a typo, and fewer typos over more`() throws {
    var map = NamedMap()
    map.add(.run, "Gletschersee")
    map.add(.lift, "Gletscherfee")
    map.add(.lift, "Gletscherweg", atMetres: 9000)
    let finder = try map.finder()
    #expect(try finder.place("gletschersee").kind == .run)
    #expect(try finder.place("gletscherse").name == "Gletschersee")
    #expect(try finder.place("gletscherfe").name == "Gletscherfee")
  }

  @Test func `a lift or station comes before a run, a run before a hut, unless the kind is forced`() throws {
    var map = NamedMap()
    map.add(.hut, "Alpina")
    map.add(.run, "Alpina")
    map.add(.lift, "Alpina")
    let finder = try map.finder()
    #expect(try finder.place("alpina").kind == .lift)
    #expect(try finder.place("run:alpina").kind == .run)
    #expect(try finder.place("HUT: alpina").kind == .hut)
    #expect(try finder.place("run:alpnia").kind == .run)
    let error = try #require(#expect(throws: SkiError.self) { try finder.place("station:alpina") })
    #expect(error.code == .unknownPlace && error.message.hasPrefix("station alpina is not on this map"))
  }

  @Test func `a place is found by its id or by the number on its sign`() throws {
    var map = NamedMap()
    map.add(.run, "Waldabfahrt", id: "way/123", ref: "7a")
    map.add(.run, nil, id: "way/124")
    let finder = try map.finder()
    #expect(try finder.place("way/123").name == "Waldabfahrt")
    #expect(try finder.place("7A").name == "Waldabfahrt")
    #expect(try finder.place("way/124").name == nil)
    #expect(throws: SkiError.self) { try finder.place("way/12") }
  }

  @Test func `a lift resolves to its boarding end, a run to its upper end, and a suffix selects either end`()
    throws
  {
    for heights in [(start: 1000.0, end: 2000.0), nil, (start: 1500.0, end: 1500.0)] {
      var map = NamedMap()
      map.add(.lift, "Seilbahn", heights: heights)
      map.add(.run, "Abfahrt", atMetres: 5000, heights: heights.map { ($0.end, $0.start) })
      let finder = try map.finder()
      let graph = try finder.map.graph(at: 0)
      for (text, isStart) in [
        ("Seilbahn", true), ("Seilbahn@bottom", true), ("lift:seilbahn@TOP", false), ("Abfahrt", true),
        ("Abfahrt@top", true), ("run:Abfahrt@bottom", false),
      ] {
        let place = try finder.place(text)
        let feature = graph.feature(place.feature)
        #expect(
          place.point == (isStart ? feature.start : feature.end), "\(text), \(String(describing: heights))")
        #expect(place.node == (isStart ? feature.startNode : feature.endNode), "\(text)")
      }
    }
  }

  @Test func `the top of a lift ridden down is its higher end`() throws {
    var map = NamedMap()
    map.add(.lift, "Talbahn", heights: (start: 2000, end: 1000))
    let finder = try map.finder()
    #expect(try finder.place("Talbahn@top").point.elevationMetres == 2000)
    #expect(try finder.place("Talbahn@bottom").point.elevationMetres == 1000)
    #expect(try finder.place("Talbahn").point.elevationMetres == 2000)
  }

  @Test func `runs of one name with gaps below 500 m are one place with the highest end as its top`() throws {
    var map = NamedMap()
    map.add(.run, "Skiweg", atMetres: 0, heights: (1500, 1400))
    map.add(.run, "Skiweg", atMetres: 590, heights: (1900, 1800))
    map.add(.run, "SKIWEG", atMetres: 1180, heights: (1700, 1600))
    let place = try map.finder().place("skiweg")
    #expect(place.features.count == 3)
    #expect(place.point.elevationMetres == 1900)
    #expect(try map.finder().place("skiweg@bottom").point.elevationMetres == 1400)
  }

  @Test func `one name in two places is ambiguous and the error lists both`() throws {
    var map = NamedMap()
    map.add(.run, "Skiweg", id: "way/1", atMetres: 0)
    map.add(.run, "Skiweg", id: "way/2", atMetres: 610)
    let finder = try map.finder()
    let error = try #require(#expect(throws: SkiError.self) { try finder.place("skiweg") })
    #expect(error.code == .ambiguousPlace)
    #expect(
      error.message
        == "place skiweg matches several; name one by its id: run Skiweg at 46,7 (way/1); run Skiweg at 46.00549,7 (way/2)"
    )
    #expect(try finder.place("way/2").features.count == 1)
    #expect(try finder.matches("skiweg", limit: 10).map(\.quality) == [.exact, .exact])
  }

  @Test func `a branch of a run that leaves and joins it far from its ends is the same place`() throws {
    let map = try MapContents(regions: [Self.runWithBranch()]).map()
    #expect(try PlaceFinder(map: map).place("Lange Abfahrt").features.count == 2)
  }

  @Test func `a lift out of operation is found only when no operating lift has its name`() throws {
    var map = NamedMap()
    map.add(.lift, "Neubahn", id: "way/old", atMetres: 0, isInNetwork: false)
    map.add(.lift, "Neubahn", id: "way/new", atMetres: 200)
    map.add(.lift, "Fernbahn", id: "way/far", atMetres: 9000, isInNetwork: false)
    map.add(.lift, "Neubahn", id: "way/away", atMetres: 20_000, isInNetwork: false)
    let finder = try map.finder()
    let graph = try finder.map.graph(at: 0)
    let place = try finder.place("Neubahn")
    #expect(graph.feature(place.feature).id.rawValue == "way/new" && place.node != nil)
    let planned = try finder.place("Fernbahn")
    #expect(planned.node == nil && graph.feature(planned.feature).status == .construction)
  }

  @Test(arguments: ["@anna", " @top", "", "   ", "lift:", "run: @top", "@"])
  func `reserved and empty names are refused`(text: String) throws {
    var map = NamedMap()
    map.add(.lift, "anna")
    let finder = try map.finder()
    let error = try #require(#expect(throws: SkiError.self) { try finder.place(text) })
    #expect(error.code == .invalidArgument)
    #expect(try finder.matches(text, limit: 5).isEmpty)
  }

  @Test(arguments: ["!!!", "---", "\u{1F3BF}", "'", "lift:…"])
  func `a name without letters is unknown`(text: String) throws {
    var map = NamedMap()
    map.add(.lift, "anna")
    map.add(.lift, "???")
    let finder = try map.finder()
    let error = try #require(#expect(throws: SkiError.self) { try finder.place(text) })
    #expect(error.code == .unknownPlace)
    #expect(try finder.matches(text, limit: 5).isEmpty)
  }

  @Test func `errors contain no terminal control characters and are short`() throws {
    var map = NamedMap()
    map.add(.run, "Bad\u{1B}[31mName", id: "way/\u{1B}]0;x\u{7}1", atMetres: 0)
    map.add(.run, "Bad\u{1B}[31mName", id: "way/\u{202E}2", atMetres: 5000)
    let finder = try map.finder()
    for text in [
      "Bad\u{1B}[31mName", "Bad31mNamesakes", "\u{1B}[2Jx", "@\u{1B}c",
      String(repeating: "x\u{9B}", count: 9000),
    ] {
      let error = try #require(#expect(throws: SkiError.self) { try finder.place(text) })
      let isSafe = error.description == TerminalText(error.description).string
      #expect(isSafe && error.message.count < 400, "\(error.message.count)")
    }
  }

  @Test func `the error of an unknown name suggests similar names`() throws {
    var map = NamedMap()
    for (index, name) in ["Hintertux", "Hinterberg", "Vorderberg", "Alpin"].enumerated() {
      map.add(.run, name, atMetres: Double(index) * 2000)
    }
    let finder = try map.finder()
    let error = try #require(#expect(throws: SkiError.self) { try finder.place("Hintertxyz") })
    #expect(error.message == "place Hintertxyz is not on this map; similar names: Hintertux, Hinterberg")
    let beginning = try #require(#expect(throws: SkiError.self) { try finder.place("Hinter") })
    #expect(beginning.code == .ambiguousPlace)
  }

  @Test func `a search lists whole names, then beginnings, then words, then typos`() throws {
    var map = NamedMap()
    for (index, name) in ["Bergers", "Untere Bergbahn", "Bergbahn", "Berge", "Berg", "Bera", "Wald"]
      .enumerated()
    {
      map.add(.lift, name, atMetres: Double(index) * 2000)
    }
    let finder = try map.finder()
    let found = try finder.matches("berg", limit: 10)
    #expect(
      found.map { $0.place.name } == ["Berg", "Berge", "Bergers", "Bergbahn", "Untere Bergbahn", "Bera"])
    #expect(found.map(\.quality) == [.exact, .prefix, .prefix, .prefix, .words, .typo])
    #expect(try finder.matches("berg", limit: 2).count == 2)
    #expect(try finder.matches("unt berg", limit: 9).map { $0.place.name } == ["Untere Bergbahn"])
  }

  /// A long run of three links and a branch of the same name between its inner nodes, 2 km from either end.
  private static func runWithBranch() -> RoutingGraphBuilder {
    var builder = RoutingGraphBuilder()
    let places = (0..<4).map {
      GraphPoint(
        position: FixedCoordinate(Coordinate(latitude: 46 + Double($0) * 0.02, longitude: 7)),
        elevationCentimetres: nil)
    }
    let nodes = places.map { builder.addNode($0) }
    for (id, ends) in [("way/1", (0, 3)), ("way/2", (1, 2))] {
      builder.addFeature(
        GraphFeature(
          kind: .run, id: SourceID(id), name: "Lange Abfahrt", start: places[ends.0], end: places[ends.1]))
    }
    for (feature, tail) in [(0, 0), (0, 1), (0, 2), (1, 1)] {
      builder.links.append(
        BuilderLink(
          kind: .run, feature: BuilderFeatureIndex(feature), tail: nodes[tail], head: nodes[tail + 1],
          allowsForward: true, allowsBackward: false, points: [places[tail], places[tail + 1]],
          distancesCentimetres: [0, 222_000]))
    }
    return builder
  }
}
