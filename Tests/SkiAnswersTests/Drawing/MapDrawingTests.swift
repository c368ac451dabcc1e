import Foundation
import SkiBase
import Testing

@testable import SkiAnswers
@testable import SkiGraph

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct MapDrawingTests {
  /// A lift and a run whose ends lie 30 m apart, with a connector between, and the same a degree farther east.
  private func builder(name: String = "Berg") -> RoutingGraphBuilder {
    var builder = RoutingGraphBuilder()
    for east in 0..<2 {
      func point(_ north: Double, _ height: Double) -> GraphPoint {
        GraphPoint(
          position: FixedCoordinate(
            Coordinate(latitude: 46 + north / 111_195, longitude: 7 + Double(east))),
          elevationCentimetres: Int32(height * 100))
      }
      let points = [point(0, 1500), point(1000, 1900), point(1030, 1894), point(1930, 1600)]
      let nodes = points.map { builder.addNode($0) }
      for (kind, ends) in [(FeatureKind.lift, 0...1), (.run, 2...3)] {
        let (a, b) = (ends.lowerBound, ends.upperBound)
        var feature = GraphFeature(
          kind: kind, id: SourceID("way/\(east)\(a)"), name: "\(name) \(east) \(kind.rawValue)",
          start: points[a],
          end: points[b])
        if kind == .run { feature.difficulty = .intermediate }
        let added = builder.addFeature(feature, from: nodes[a], to: nodes[b])
        builder.links.append(
          BuilderLink(
            kind: kind == .lift ? .lift : .run, feature: added, tail: nodes[a],
            head: nodes[b], allowsForward: true, allowsBackward: false, flags: .hasElevation,
            endOffsetCentimetres: 90_000, points: [points[a], points[b]], distancesCentimetres: [0, 90_000]))
      }
      builder.links.append(
        BuilderLink(
          kind: .connector, feature: nil, tail: nodes[1], head: nodes[2], allowsForward: true,
          allowsBackward: false, difficulty: .easy, flags: .difficultyEstimated, cause: .liftToRun,
          confidencePercent: 83, points: [points[1], points[2]], distancesCentimetres: [0, 3000]))
    }
    return builder
  }

  private func drawing(_ request: DrawingRequest, name: String = "Berg") throws -> MapDrawing {
    let source = DataSource(name: "runs", licence: "ODbL 1.0", attribution: "© <mappers>")
    return try MapDrawing(
      try MapContents(regions: [builder(name: name)], sources: [source], reportJSON: "").map(), request)
  }

  @Test func `the drawing of a connector states its ends, length, gradient and confidence`() throws {
    let drawing = try drawing(DrawingRequest(theme: .connectors))
    #expect(drawing.groups == [.init(name: "liftToRun", count: 2, drawnCount: 2)])
    #expect(drawing.pageCount == 1)
    let page = drawing.page(0).string
    for words in [
      "1  liftToRun, 30 m", "climbs -6 m (1900 → 1894), steepest 20 %",
      "from → to; confidence 83 %; easy (estimated)", "from lift Berg 0 lift [way/00], far end",
      "to run Berg 0 run [way/02], upper end", "from where one leaves a lift to a run",
      "at 46.008993,7", "© &lt;mappers&gt;, ODbL 1.0", "20 m, north up",
    ] { #expect(page.contains(">\(words)") || page.contains(words), "\(words)") }
    #expect(XMLParser(data: Data(page.utf8)).parse())
  }

  @Test func `only connectors of the feature with the given name or id are drawn`() throws {
    for only in ["way/10", "berg 1 LIFT"] {
      let drawing = try drawing(DrawingRequest(theme: .connectors, only: only))
      #expect(drawing.pictureCount == 1 && drawing.page(0).string.contains("[way/10]"))
    }
    #expect(try drawing(DrawingRequest(theme: .connectors, only: "nowhere")).pageCount == 0)
    #expect(try drawing(DrawingRequest(theme: .crossings)).pageCount == 0)
  }

  @Test func `mapped features near the subject are drawn and those far away are not`() throws {
    var drawing = try drawing(DrawingRequest(theme: .connectors, only: "way/00"))
    let near = [
      Coordinate(latitude: 46.0088, longitude: 7.0003), Coordinate(latitude: 46.0093, longitude: 7.0003),
    ]
    let far = near.map { Coordinate(latitude: $0.latitude + 1, longitude: $0.longitude) }
    drawing.add(Run(id: SourceID("a"), name: "Near", difficulty: .easy, geometry: .lines([Polyline(near)])))
    drawing.add(Run(id: SourceID("b"), name: "Far", geometry: .lines([Polyline(far)])))
    drawing.add(
      Run(
        id: SourceID("c"), name: "Meadow", level: Level(isBridge: true, layer: 2),
        geometry: .areas([
          PolygonRings(outer: Polyline(near + [Coordinate(latitude: 46.009, longitude: 7.001)] + [near[0]]))
        ])))
    let page = drawing.page(0).string
    #expect(page.contains(">Near<") && page.contains(">Meadow, bridge layer 2<") && !page.contains("Far"))
    #expect(page.contains("stroke=\"#1f6fd6\""))
  }

  @Test func `names are escaped and their control characters removed`() throws {
    let page = try drawing(DrawingRequest(theme: .connectors), name: "</text><script>\u{202E}\u{1B}&\"")
      .page(0).string
    #expect(!page.contains("<script") && !page.contains("\u{202E}") && !page.contains("\u{1B}"))
    #expect(XMLParser(data: Data(page.utf8)).parse())
  }

  @Test func `a profile compares the elevations of the map with those of the source`() throws {
    var drawing = try drawing(DrawingRequest(theme: .profiles, only: "way/02"))
    let places = [1030.0, 1480, 1930].map { Coordinate(latitude: 46 + $0 / 111_195, longitude: 7) }
    drawing.add(
      Run(
        id: SourceID("way/02"), geometry: .lines([Polyline(places, elevations: [1894, 1755, 1600])])))
    let page = drawing.page(0).string
    #expect(page.contains("smoothed is up to 8 m off its vertices"), "\(page)")
    #expect(page.contains("steepest 25 m: 32.7 %"))
  }

  @Test func `the same request gives the same bytes`() throws {
    let request = DrawingRequest(theme: .junctions, sampleCount: 1, seed: 7)
    #expect(try drawing(request).groups.isEmpty)
    let profiles = DrawingRequest(theme: .profiles, sampleCount: 1, seed: 7)
    #expect(try drawing(profiles).page(0).string == drawing(profiles).page(0).string)
  }
}
