import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTerrain
import SkiTestSupport
import Testing

@Suite struct ElevationProfileTextTests {
  private static func document(
    _ heights: [Character: Double] = ["B": 1000, "T": 1400, "M": 1200, "A": 1000],
    _ language: Language = .english
  ) throws -> RouteDocument {
    let world = try DrawnWorld(
      """
      T------M
      |      |
      |      |
      B      A
      """, heights: heights,
      [
        .lift("BT", .chairLift, name: "Lift"), .run("TM", .easy, name: "Blue"),
        .run("MA", .intermediate, name: "Red"),
      ])
    let route = try #require(try world.route(.node(world.node("B")), .node(world.node("A"))))
    var document = RouteDocument(result: .answer(route), from: "B", to: "A", sources: [])
    document.profile = RouteElevationProfile(route)
    document.language = language
    return document
  }

  @Test func `the distances of a profile end at the length of the route along the surface`() throws {
    let document = try Self.document()
    guard case .answer(let route) = document.result, let profile = document.profile else { return }
    #expect(abs(profile.lengthMetres() - route.lengthMetres()) < 1e-6)
    #expect(profile.elevationRange() == 1000...1400)
    #expect(profile.stretches.map(\.colour) == [nil, .blue, .red])
    #expect(profile.stretches.map(\.label) == ["Lift", "Blue", "Red"])
    for (one, next) in zip(profile.stretches, profile.stretches.dropFirst()) {
      #expect(one.samples.last == next.samples.first)
    }
  }

  @Test func `elevations are drawn in columns, with a symbol of the step below each`() throws {
    let text = try Self.document().text(columns: 40).string
    let drawing = text.split(separator: "\n").filter { $0.contains("│") || $0.contains("└") }
    #expect(drawing.count == 9)
    #expect(drawing[0].hasPrefix("1400 m │") && drawing[7].hasPrefix("1000 m │"))
    #expect(drawing.allSatisfy { $0.count <= 40 })
    #expect(drawing[8].contains(/└↑+■+▲+$/))
    #expect(text.contains("0 m") && text.contains("1.6 km"))
    // The highest column is full to the top, and each of the lowest line shows something.
    #expect(!drawing[0].dropFirst(8).allSatisfy { $0 == " " } && !drawing[7].dropFirst(8).contains(" "))
  }

  @Test(arguments: [-1, 0, 1, 29, 10_000, Int.max, Int.min])
  func `a profile is drawn at any width, within bounds`(width: Int) throws {
    let lines = try Self.document().text(columns: width).string.split(separator: "\n").filter {
      $0.contains("│")
    }
    #expect(lines.count == 8 && lines.allSatisfy { $0.count > 15 && $0.count <= 400 })
  }

  @Test func `colour codes are written only if requested`() throws {
    #expect(!(try Self.document().text().string).contains("\u{1B}"))
    let painted = try Self.document().text(colour: true).string
    #expect(painted.contains("\u{1B}[31m▲") && painted.contains("\u{1B}[34m■"))
  }

  @Test func `without elevations no profile is drawn and the output states it`() throws {
    let document = try Self.document([:])
    #expect(
      document.text().string.contains("No elevations are known along the route, so there is no profile."))
    #expect(!document.text().string.contains("│"))
    #expect(try Self.document([:], .german).text().string.contains("keine Höhen"))
    #expect(document.json().string.contains("\"lowestMetres\":null,\"highestMetres\":null"))
    #expect(document.json().string.contains(",null]"))
    #expect(RoutePicture(heightsOf: document).svg().string.contains("no elevations are known"))
  }

  @Test func `JSON and GeoJSON have the profile only if it was requested`() throws {
    var document = try Self.document()
    for text in [document.json().string, document.geoJSON().string] {
      #expect(text.contains("\"profile\":{\"lengthMetres\":1"))
      #expect(text.contains("\"spots\":[[0,1000],["))
    }
    document.profile = nil
    for text in [document.json().string, document.geoJSON().string] { #expect(!text.contains("profile")) }
  }

  @Test func `a picture of the profile alone has no map`() throws {
    let picture = RoutePicture(heightsOf: try Self.document())
    #expect(picture.extent == nil && picture.pixelSize.x == 1200 && picture.pixelSize.y < 400)
    let svg = picture.svg().string
    #expect(svg.contains("<polyline") && svg.contains(">Blue<"))
  }

  @Test func `every route on random worlds has a profile of its length`() throws {
    for seed in UInt64(1)...300 {
      var world = try RandomWorld(seed: seed)
      let request = RouteRequest.fastest(
        from: world.endpoint(), to: world.endpoint(), profile: world.profile())
      guard case .answer(let route) = try Router(graph: world.graph).route(request) else { continue }
      let profile = RouteElevationProfile(route)
      #expect(abs(profile.lengthMetres() - route.lengthMetres()) < 1e-3, "seed \(seed)")
      let metres = profile.stretches.flatMap(\.samples).map(\.metres)
      #expect(metres == metres.sorted(), "seed \(seed)")
      var document = RouteDocument(result: .answer(route), from: "A", to: "B", sources: [])
      document.profile = profile
      let lines = document.text(columns: 60).string.split(separator: "\n").filter { $0.contains("│") }
      #expect(lines.isEmpty || lines.count == 8, "seed \(seed)")
    }
  }
}
