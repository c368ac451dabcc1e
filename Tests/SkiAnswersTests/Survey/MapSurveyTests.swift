import SkiBase
import Testing

@testable import SkiAnswers
@testable import SkiGraph

struct MapSurveyTests {
  /// A graph by spelling: letters are nodes; a link is its two letters, `up` a lift, `down` a run, `tour` an opt-in run,
  /// `both` a connector.
  private func graph(up: [String] = [], down: [String] = [], tour: [String] = [], both: [String] = []) throws
    -> RoutingGraph
  {
    var builder = RoutingGraphBuilder()
    var nodes: [Character: BuilderNodeIndex] = [:]
    builder.areas = [
      GraphArea(
        name: "Berg", id: nil, operatingLiftCount: up.count,
        bounds: BoundingBox(south: 45, west: 6, north: 47, east: 8))
    ]
    for letter in Set((up + down + tour + both).joined()).sorted() {
      let number = Int32(letter.asciiValue ?? 0)
      nodes[letter] = builder.addNode(
        GraphPoint(
          position: FixedCoordinate(latitudeE7: 460_000_000 + number * 1000, longitudeE7: 70_000_000),
          elevationCentimetres: nil))
    }
    for (kind, spellings) in [(LinkKind.lift, up), (.run, down), (.run, tour), (.connector, both)] {
      for spelling in spellings {
        let ends = spelling.compactMap { nodes[$0] }
        let points = ends.map { builder.nodes[$0.position] }
        var feature: BuilderFeatureIndex?
        if kind != .connector {
          var made = GraphFeature(
            kind: kind == .lift ? .lift : .run, id: SourceID(spelling), name: spelling, start: points[0],
            end: points[1]
          )
          made.area = AreaIndex(0)
          feature = builder.addFeature(made, from: ends[0], to: ends[1])
        }
        builder.links.append(
          BuilderLink(
            kind: kind, feature: feature, tail: ends[0], head: ends[1], allowsForward: true,
            allowsBackward: kind == .connector, flags: tour.contains(spelling) ? .optIn : [], points: points,
            distancesCentimetres: [0, 50_000]))
      }
    }
    return try builder.build()
  }

  private func others(_ survey: MapSurvey) -> [String] {
    survey.areas.flatMap(\.otherLifts).map {
      $0.id.rawValue + ($0.hasWayIn ? "" : " no way in") + ($0.hasWayOut ? "" : " no way out")
    }.sorted()
  }

  @Test func `lifts joined by runs all reach each other`() throws {
    let survey = MapSurvey(try graph(up: ["at", "bs"], down: ["tb", "sa"]))
    #expect(survey.areas.map(\.mutuallyReachableLiftCount) == [2])
    #expect(survey.areas[0].mutuallyReachableShare == 1)
    #expect(others(survey).isEmpty)
  }

  @Test func `lifts that nothing leads to or away from are listed`() throws {
    let survey = MapSurvey(try graph(up: ["at", "ax", "yt"], down: ["ta"]))
    #expect(survey.areas[0].mutuallyReachableLiftCount == 1)
    #expect(others(survey) == ["ax no way out", "yt no way in"])
    #expect(survey.liftsWithoutWayIn.map(\.id.rawValue) == ["yt"])
    #expect(survey.liftsWithoutWayOut.map(\.id.rawValue) == ["ax"])
  }

  @Test func `another lift counts as access and exit of a lift`() throws {
    #expect(others(MapSurvey(try graph(up: ["at", "tu"], down: ["ua"]))).isEmpty)
    #expect(others(MapSurvey(try graph(up: ["at", "tu"]))) == ["at no way in", "tu no way out"])
    #expect(others(MapSurvey(try graph(up: ["aa"]))).isEmpty)
  }

  @Test func `an opt-in tour is neither access nor exit of a lift`() throws {
    let survey = MapSurvey(try graph(up: ["at"], tour: ["ta"]))
    #expect(survey.areas[0].mutuallyReachableLiftCount == 0)
    #expect(others(survey) == ["at no way in no way out"])
  }

  @Test func `stations, connectors, runs and dead ends are counted by area`() throws {
    let survey = MapSurvey(
      try graph(up: ["at", "ax", "yt"], down: ["ta", "tz", "wt"], both: ["tx", "tz", "ab"]))
    let area = survey.areas[0]
    #expect(area.stationCount == 4 && area.mutuallyReachableStationCount == 3)
    #expect(area.facts.connectors.map(\.count) == [3])
    #expect(area.facts.connectors.map(\.medianMetres) == [500])
    #expect(area.facts.connectors[0].histogram() == [0, 0, 0, 0, 0, 0, 3])
    #expect(area.facts.runCount == 3 && area.facts.ungradedRunCount == 3 && area.facts.estimatedRunCount == 0)
    #expect(area.facts.runFindings.map { "\($0.id) \($0.problem)" } == ["wt nothingLeadsTo"])
    #expect(survey.areas(below: 0.7).map(\.name) == ["Berg"] && survey.areas(below: 0.6).isEmpty)
  }

  @Test func `a run with a dead end is reported with its lower end`() throws {
    let survey = MapSurvey(try graph(up: ["at"], down: ["ta", "tz"]))
    let finding = try #require(survey.areas[0].facts.runFindings.first)
    #expect(finding.problem == .nothingLeadsOn && finding.name == "tz")
    #expect(abs(finding.place.latitude - 46.0122) < 1e-9)
  }

  @Test func `an unconnected lift is reported with the nearest feature and the reason`() throws {
    let survey = MapSurvey(try graph(up: ["at", "ax", "yt"], down: ["ta"]))
    let lifts = Dictionary(uniqueKeysWithValues: survey.areas[0].otherLifts.map { ($0.id.rawValue, $0) })
    let out = try #require(lifts["ax"]?.nearestMiss)
    #expect(out.id.rawValue == "ta" && out.reason == .other && abs(out.distanceMetres - 44.5) < 0.5)
    #expect(lifts["yt"]?.nearestMiss?.reason == .other)
    #expect(survey.geoJSON().string.contains("\"problem\":\"liftWithoutWayOut\""))
    #expect(survey.geoJSON().string.contains("\"problem\":\"nearestMiss\",\"id\":\"ax\""))
  }

  @Test func `the entries of a report are listed, omissions first`() {
    let json = """
      {"version":1,"entries":[{"code":"b","outcome":"noted","count":9,"examples":[{"id":"way/1"}]},\
      {"code":"a","outcome":"leftOut","count":1,"examples":[]},{"code":5},{"outcome":"lost","code":"x","count":1}]}
      """
    let entries = ReportEntry.all(in: json)
    #expect(
      entries.map { "\($0.outcomeWords) \($0.count) \($0.code) \($0.example ?? "-")" } == [
        "left out 1 a -", "noted 9 b way/1",
      ])
    for forged in ["", "[]", "{\"entries\":3}", "{", "null"] { #expect(ReportEntry.all(in: forged).isEmpty) }
  }

  @Test func `the text counts links, lifts, stations, connectors and runs`() throws {
    let text = MapSurvey(try graph(up: ["at", "ax"], down: ["ta"], both: ["tx"])).text().string
    #expect(
      text == """
        3 nodes, 5 directed edges, 4 links
          run: 1 of 1 in the network
          lift: 2 of 2 in the network
        links by kind and cause
          run, source: 1, 0.5 km
          lift, source: 2, 1 km
          connector, source: 1, 0.5 km
        ski areas: lifts and stations that can all reach each other
          Berg: 2 of 2 lifts (100 %), 3 of 3 stations
            connectors, source: 1, median 500 m, longest 500 m (over 150 m: 1)
            runs: 1, ungraded 1, of which 0 estimated
        lifts nothing leads to: 0; lifts nothing leads away from: 0

        """)
  }
}
