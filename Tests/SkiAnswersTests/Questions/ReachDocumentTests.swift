import Foundation
import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// The GeoJSON of a reach, against the map.
@Suite struct ReachDocumentTests {
  private struct Drawn {
    var lines: [[Coordinate]] = []
    var polygons: [[[Coordinate]]] = []
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static func place(_ pair: [Double]) -> Coordinate {
    Coordinate(latitude: pair[1], longitude: pair[0])
  }

  private static func drawn(_ document: ReachDocument) throws -> Drawn {
    var drawn = Drawn()
    for feature in try #require(try object(document.geoJSON().string)["features"] as? [[String: Any]]) {
      let geometry = try #require(feature["geometry"] as? [String: Any])
      if let line = geometry["coordinates"] as? [[Double]] {
        drawn.lines.append(line.map(place))
      } else if let rings = geometry["coordinates"] as? [[[Double]]] {
        drawn.polygons.append(rings.map { $0.map(place) })
      }
    }
    return drawn
  }

  private static func document(_ reach: Reach, _ request: ReachRequest, _ graph: RoutingGraph)
    -> ReachDocument
  {
    ReachDocument(
      reach, request: request, from: "Here", home: nil, graph: graph, sources: [])
  }

  @Test(arguments: [(DifficultyConvention.europe, "red"), (.northAmerica, "blue"), (.japan, "red")])
  func `reach and closures say the ceiling in the colours of the region`(
    convention: DifficultyConvention, colour: String
  ) throws {
    let world = try DrawnWorld(
      "A---B", heights: ["A": 1200, "B": 1100], convention: convention,
      [.run("AB", .easy, name: "Home"), .lift("BA", .chairLift)])
    let home = RouteEndpoint.node(world.node("B"))
    let map = try world.map()
    let day = DaySession(world.router, timetable: Timetable(graph: world.graph, schedule: Schedule()))
    let request = ReachRequest(from: home, departure: DayTime(hour: 9), milliseconds: 3_600_000)
    let reach = try #require(try day.reach(request).value)
    let lift = try #require(world.feature("BA"))
    let effect = try RouteSession(Router(graph: map.graph(at: 0))).effect(
      ofClosing: [lift], home: home, profile: SkierProfile())
    let closure = try ClosureDocument(
      #require(effect.value), closed: ["BA"], home: "B", ceiling: .colour(.red), map: map)
    let texts = [Self.document(reach, request, world.graph).text().string, closure.text().string]
    for text in texts { #expect(text.contains("nothing harder than \(colour)"), "\(text)") }
    #expect(Self.document(reach, request, world.graph).json().string.contains(#""ceiling":"\#(colour)""#))
  }

  private static func metres(_ line: [Coordinate]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
  }

  /// Returns whether a line to the east of a place crosses the rings an odd number of times.
  private static func isInside(_ rings: [[Coordinate]], _ place: Coordinate) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst())
      where (a.latitude > place.latitude) != (b.latitude > place.latitude) {
        let share = (place.latitude - a.latitude) / (b.latitude - a.latitude)
        if place.longitude < a.longitude + (b.longitude - a.longitude) * share { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test func `each line has the length of its stretch and lies within the outline`() throws {
    var (bends, lines) = (0, 0)
    for seed in UInt64(1)...200 {
      var world = try RandomWorld(seed: seed)
      let graph = world.graph
      let session = DaySession(
        Router(graph: graph),
        timetable: Timetable(graph: graph, schedule: Schedule(now: .init(secondsSince1970: 0))))
      let request = ReachRequest(
        from: world.endpoint(), departure: DayTime(hour: 10), milliseconds: 1_200_000,
        profile: world.profile())
      guard case .answer(let reach) = try session.reach(request) else { continue }
      let drawn = try Self.drawn(Self.document(reach, request, graph))
      #expect(drawn.lines.count == reach.stretches.count, "seed \(seed)")
      for (line, stretch) in zip(drawn.lines, reach.stretches) {
        let metres = Double(stretch.endCentimetres - stretch.startCentimetres) / 100
        #expect(abs(Self.metres(line) - metres) < 0.2 + metres * 1e-3, "seed \(seed)")
        #expect(line.allSatisfy { place in drawn.polygons.contains { Self.isInside($0, place) } })
        bends += line.count - 2
        lines += 1
      }
    }
    #expect(lines > 100 && bends > 50, "\(lines) lines, \(bends) bends")
  }

  @Test func `the outline contains places 35 m beside the reached run and none 90 m beside it`() throws {
    let world = try DrawnWorld(
      "A---------------------B", heights: ["A": 1300, "B": 1000], [.run("AB", .easy)])
    let session = DaySession(
      world.router, timetable: Timetable(graph: world.graph, schedule: Schedule()))
    let request = ReachRequest(from: .node(world.node("A")), departure: DayTime(hour: 10))
    guard case .answer(let reach) = try session.reach(request) else { return }
    let polygons = try Self.drawn(Self.document(reach, request, world.graph)).polygons
    let rings = try #require(polygons.first)
    #expect(polygons.count == 1 && rings.count == 1)
    for (metres, isInside) in [
      (0.0, true), (35, true), (-35, true), (90, false), (-90, false), (120, false),
    ] {
      let place = world.place("A", "B", share: 0.5, northMetres: metres)
      #expect(Self.isInside(rings, place) == isInside, "\(metres) m")
    }
  }

  @Test func `the source of the elevations is stated, and the text notes missing ones`() throws {
    for (heights, word, remark) in [
      (["A": 1300, "B": 1000], "surveyed", nil), ([:], "none", "Elevations are not known"),
    ] as [([Character: Double], String, String?)] {
      let flags: LinkFlags = heights.isEmpty ? [] : .hasElevation
      let world = try DrawnWorld("A--------B", heights: heights, [.run("AB", .easy, flags: flags)])
      let session = DaySession(
        world.router, timetable: Timetable(graph: world.graph, schedule: Schedule()))
      let request = ReachRequest(from: .node(world.node("A")), departure: DayTime(hour: 10))
      guard case .answer(let reach) = try session.reach(request) else { continue }
      let document = Self.document(reach, request, world.graph)
      #expect(try Self.object(document.json().string)["heights"] as? String == word)
      if let remark {
        #expect(document.text().string.contains(remark))
      } else {
        #expect(!document.text().string.contains("eights"))
      }
    }
  }
}
