import Foundation
import SkiAnswers
import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// The output formats of a hand-made day.
struct DayDocumentTests {
  private func document(name: String = "Long & <steep>") throws -> (
    document: DayDocument, graph: RoutingGraph
  ) {
    let world = try DrawnWorld(
      "T-M\n| |\nB-N", cellMetres: 400, heights: ["T": 2000, "M": 1950, "N": 1750, "B": 1700],
      [.run("TM", .easy, name: name), .run("MNB", .easy, name: name), .lift("BT", .chairLift, name: "Chair")])
    var drawn = DrawnDay(world)
    drawn.stay(120, at: "BT", state: .waiting)
    drawn.go("BT", at: 4, state: .onLift)
    drawn.go("TMNB", at: 10)
    drawn.wander(120, from: "B", northMetres: -4, climb: -0.5, heightMetres: 1700)
    let document = DayDocument(
      day: drawn.day, track: drawn.track, title: "A day", offset: try UTCOffset("+1"),
      sources: [DataSource(name: "x", licence: "CC0", attribution: "Drawn by hand")])
    return (document, world.graph)
  }

  @Test func `the text lists the laps, the unmatched stretch, the totals and the sources`() throws {
    let text = try document().document.text().string
    #expect(
      text == """
        A day: 2023-11-14, 23:13 to 23:24 (UTC+01:00)

        23:15  ↑ chair lift  Chair             ↑300 m   854 m  3 min           waited 2 min
        23:18  ■ blue        Long & <steep>    ↓300 m  2.4 km  4 min  37 km/h
        23:22  ? unmatched   (not on the map)   ↓56 m   476 m  2 min

        1 ride on 1 lift: ↑300 m, 854 m, 3 min
        1 run (1 blue): ↓300 m, 2.4 km, 4 min, top speed 37 km/h
        Waiting 2 min, off the map 2 min
        Skied down: 300 m
        Longest descent without a lift: 300 m, from Long & <steep>
        Longest run: 2.4 km (Long & <steep>)
        Fastest: 37 km/h (Long & <steep>)
        Highest: 2000 m (Chair)
        First lift: 23:15 (Chair)
        Last lift: 23:18 (Chair)
        Data: Drawn by hand

        """)
  }

  @Test func `JSON lists lifts and runs as laps and unmatched stretches apart`() throws {
    let json = try document().document.json().string
    for words in [
      #""version":1,"day":{"version":1,"title":"A day""#, #""laps":[{"kind":"lift","id":"BT","name":"Chair""#,
      #"{"kind":"run","id":"TM","name":"Long & <steep>""#, #"{"kind":"run","id":"MNB""#,
      #""unmatched":[{"kind":"unmatched","reason":"off-map""#, #""start":"2023-11-14T22:15:20Z""#,
      #""waitSeconds":120"#, #""attribution":"Drawn by hand""#, #""runsByColour":{"blue":1}"#,
    ] { #expect(json.contains(words), "\(words) is not in \(json)") }
    #expect(!json.contains("nan") && !json.contains("inf"))
  }

  @Test func `GeoJSON has a line for each lap and a grey one off the map`() throws {
    let json = try document().document.geoJSON().string
    #expect(json.components(separatedBy: #""type":"LineString""#) == 5)
    #expect(json.contains(##""stroke":"#8c8c8c""##))
    #expect(json.contains("Drawn by hand"))
  }

  @Test func `GPX is read back with every point and the elevations of the map`() throws {
    let document = try document().document
    let gpx = document.gpx().string
    let file = try TrackReader.read(Array(gpx.utf8))
    #expect(file.fixes.count == document.day.points.count)
    #expect(file.segments.count >= 4)
    #expect(file.fixes[150].elevationMetres.map { $0 > 1700 && $0 < 2000 } == true)
    #expect(gpx.contains("Drawn by hand; CC0"))
  }

  @Test func `segments of GPX end at gaps longer than the day's own options admit`() throws {
    let world = try DrawnWorld("T-B", [.run("TB", .easy)])
    var drawn = DrawnDay(world)
    drawn.wander(20, from: "B", northMetres: -4)
    drawn.silence(60)
    drawn.wander(20, from: "B", northMetres: -4)
    for (gapSeconds, segments) in [(120.0, 1), (30, 2)] {
      var options = SkiDayOptions()
      options.gapSeconds = gapSeconds
      let day = SkiDay.make(from: drawn.track, graph: world.graph, options: options)
      let gpx = DayDocument(day: day, track: drawn.track, sources: []).gpx().string
      #expect(gpx.components(separatedBy: "<trkseg>") == segments + 1)
    }
  }

  @Test func `the picture is complete SVG, the same each time, and escapes names`() throws {
    let (document, graph) = try document(name: "</text><script>alert(1)</script>")
    let svg = DayPicture(document, graph: graph).svg().string
    #expect(!svg.contains("<script"))
    #expect(svg.contains("Drawn by hand"))
    #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>\n"))
    #expect(svg.components(separatedBy: "<svg") == svg.components(separatedBy: "</svg>"))
    #expect(svg == DayPicture(document, graph: graph).svg().string)
    #expect(svg == DayPicture(document, graph: graph).svg(over: nil).string)
  }

  @Test func `a bridged ride and a break are marked in each format`() throws {
    let world = try DrawnWorld(
      "T-M\n| |\nB-N", cellMetres: 400, heights: ["T": 2000, "M": 1950, "N": 1750, "B": 1700],
      huts: ["M": "Alm"], [.run("TMNB", .easy, name: "Long"), .lift("BT", .gondola, name: "Cabin")])
    var drawn = DrawnDay(world)
    drawn.go("NB", at: 10)
    drawn.silence(240)
    drawn.go("TM", at: 10)
    drawn.stay(900, at: "MN", state: .stopped)
    drawn.go("MN", at: 10)
    let document = DayDocument(day: drawn.day, track: drawn.track, sources: [])
    let text = document.text().string
    #expect(text.contains("bridged 4 min") && text.contains("Break at Alm: "), "\(text)")
    let json = document.json().string
    #expect(json.contains(##""bridgedSeconds":240,"##) || json.contains(##""bridgedSeconds":24"##), "\(json)")
    #expect(json.contains(##""hut":"Alm""##) && json.contains(##""descents":[{"##))
    #expect(document.geoJSON().string.contains(##""bridgedMetres":"##))
    #expect(document.gpx().string.contains("bridged: gondola"))
    let svg = DayPicture(document, graph: world.graph).svg().string
    #expect(svg.contains(##"stroke-dasharray="2 5""##) && svg.contains("#6d4c9f"))
  }

  @Test func `two days are one GPX file and one GeoJSON collection`() throws {
    let document = try document().document
    let gpx = DayDocument.gpx(of: [document, document]).string
    #expect(gpx.components(separatedBy: "<trk>").count == 3)
    #expect(gpx.components(separatedBy: "<trkpt ").count == 2 * document.day.points.count + 1)
    let json = DayDocument.geoJSON(of: [document, document]).string
    #expect(json.components(separatedBy: #""type":"LineString""#) == 9 && json.contains(#""days":[{"#))
    #expect(DayDocument.geoJSON(of: [document]).string == document.geoJSON().string)
  }

  @Test func `a day without fixes has every output format`() throws {
    let graph = try document().graph
    let track = MatchedTrack(fixes: [], passages: [])
    let document = DayDocument(day: SkiDay.make(from: track, graph: graph), track: track, sources: [])
    #expect(document.text().string == "Ski day\nNothing was recorded.\n")
    #expect(document.json().string.contains(#""laps":[]"#))
    #expect(document.geoJSON().string.contains(#""features":[]"#))
    #expect(document.gpx().string.hasSuffix("</gpx>\n"))
    #expect(DayPicture(document, graph: graph).svg().string.contains("no elevations are known"))
  }
}

extension String {
  /// The number of parts that a separator cuts the text into.
  fileprivate func components(separatedBy separator: String) -> Int {
    split(separator: separator, omittingEmptySubsequences: false).count
  }
}
