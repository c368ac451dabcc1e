import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Sections of one lift that are mapped as lifts of their own.
struct LiftPassageTests {
  typealias Points = [(Double, Double)]

  /// Returns a lift in sections, one name on each, and a run down beside it.
  private func world(
    _ sections: [Points], _ kind: LiftKind = .gondola, name: String? = "Express", seconds: [Double?] = []
  ) -> MetricWorld {
    var world = MetricWorld()
    for (index, points) in sections.enumerated() {
      world.lift("L\(index)", points, kind, seconds: seconds.isEmpty ? nil : seconds[index])
      world.data.lifts[index].name = name
    }
    let top = sections.flatMap { $0 }.map(\.1).max() ?? 0
    world.run("R", [(40, top), (40, 0)])
    return world
  }

  private func route(_ built: BuiltWorld, _ from: (Double, Double), _ to: (Double, Double)) throws -> Route? {
    let router = Router(graph: try built.builder.build())
    let ends = [from, to].map { RouteEndpoint.coordinate(MetricWorld.place($0.0, $0.1)) }
    guard case .answer(let route) = try router.route(RouteRequest.fastest(from: ends[0], to: ends[1])) else {
      return nil
    }
    return route
  }

  private func rides(_ route: Route?) -> [RouteStep] { (route?.steps ?? []).filter { $0.kind == .lift } }

  private static let three: [Points] = [
    [(0, 0), (0, 900)], [(0, 900), (60, 1800)], [(60, 1800), (60, 2700)],
  ]

  @Test(arguments: [LiftKind.gondola, .chairLift, .platter, .unknown])
  func `three sections of one name are boarded once`(kind: LiftKind) throws {
    let built = try world(Self.three, kind).build()
    let rides = rides(try route(built, (0, 0), (60, 2700)))
    #expect(rides.map(\.id) == [SourceID("L0"), SourceID("L1"), SourceID("L2")])
    #expect(rides.map(\.waitMilliseconds) == [180_000, 0, 0])
    #expect(rides.map(\.isStayingOn) == [false, true, true])
    #expect(rides.map(\.isDown) == [false, false, false])
    #expect(built.report.count(of: "liftSectionJoined") == 2)
  }

  @Test func `passengers may board and leave at the stations between sections`() throws {
    let built = try world(Self.three).build()
    let upper = rides(try route(built, (0, 900), (60, 1800)))
    #expect(upper.map(\.id) == [SourceID("L1")] && upper[0].waitMilliseconds == 180_000)
    let lower = rides(try route(built, (0, 0), (60, 1800)))
    #expect(lower.map(\.waitMilliseconds) == [180_000, 0])
    #expect(built.links("L1").filter { $0.flags.isDisjoint(with: [.staysOn, .goesOn]) }.count == 1)
  }

  @Test func `a ride down through several sections is boarded once and shown as down`() throws {
    let built = try world(Self.three).build()
    let router = Router(graph: try built.builder.build())
    var request = RouteRequest.fastest(
      from: .coordinate(MetricWorld.place(60, 2700)), to: .coordinate(MetricWorld.place(0, 0)))
    request.profile.closedFeatures = Set(
      (0..<router.graph.featureCount).map { FeatureIndex($0) }.filter {
        router.graph.feature($0).kind == .run
      })
    guard case .answer(let route) = try router.route(request) else {
      Issue.record("no way down")
      return
    }
    let rides = rides(route)
    #expect(rides.map(\.id) == [SourceID("L2"), SourceID("L1"), SourceID("L0")])
    #expect(rides.map(\.waitMilliseconds) == [180_000, 0, 0] && rides.allSatisfy { $0.isDown == true })
    let document = RouteDocument(result: .answer(route), from: "A", to: "B", sources: [])
    let text = document.text().string
    #expect(text.contains("↓ gondola, ride down  Express"))
    #expect(text.contains("stay on at the mid-station, the mid-station"))
    #expect(text.split(separator: "\n").filter { $0.contains("gondola") }.count == 1)
    #expect(
      document.json().string.contains(#""direction":"down""#)
        && document.json().string.contains(#""stayOn":true"#))
    #expect(document.gpx().string.contains("<name>Express, ride down</name>"))
    #expect(document.gpx().string.contains("<name>Stay on: Express</name>"))
  }

  @Test(arguments: [
    (Language.english, "Stay on at Furi", "down"), (.german, "Bleiben Sie an der Station Furi", "hinunter"),
    (.french, "Restez à bord à la station Furi", "Descendez"),
  ])
  func `directions describe the sections as one ride with its stations`(
    language: Language, stay: String, down: String
  ) throws {
    var world = world(Array(Self.three.prefix(2)))
    world.data.spots = [
      Spot(id: SourceID("S"), name: "Furi", kind: .liftStation, coordinate: MetricWorld.place(3, 902))
    ]
    world.data.runs = []
    let graph = try world.build(nil).builder.build()
    for isDown in [false, true] {
      let ends = [(0.0, 0.0), (60, 1800)].map { RouteEndpoint.coordinate(MetricWorld.place($0.0, $0.1)) }
      let request = RouteRequest.fastest(from: ends[isDown ? 1 : 0], to: ends[isDown ? 0 : 1])
      guard case .answer(let route) = try Router(graph: graph).route(request) else {
        Issue.record("no way")
        continue
      }
      let sentences = Directions(route, graph: graph).sentences(in: language)
      #expect(sentences.count == 2 && sentences[0].contains(stay), "\(sentences)")
      #expect(sentences[0].contains(down) == isDown)
    }
  }

  // The five sections of the Lutersee-Lift don't share a vertex.
  @Test func `sections whose ends lie near each other are one ride without walks`() throws {
    let five: [Points] = (0..<5).map { part in
      let start = Double(part) * 400
      return [(Double(part) * 30, start), (Double(part) * 30 + 10, start + 370)]
    }
    let built = try world(five, .platter).build()
    let route = try #require(try route(built, (0, 0), (130, 1970)))
    #expect(route.steps.allSatisfy { $0.kind != .connector })
    #expect(rides(route).map(\.waitMilliseconds) == [180_000, 0, 0, 0, 0])
    for (a, b) in zip(route.steps, route.steps.dropFirst()) {
      #expect(a.points.last?.position == b.points.first?.position)
    }
  }

  @Test func `a shared number, relation or section name joins sections whose names differ`() throws {
    for evidence in ["ref", "relation", "neither", "section"] {
      var world = world(Array(Self.three.prefix(2)))
      for (index, name) in ["Gigi", "Kapall"].enumerated() {
        world.data.lifts[index].name = evidence == "section" ? "Gigi (\(index + 1). Sektion)" : name
        if evidence == "ref" { world.data.lifts[index].refs = ["C 4"] }
        if evidence == "relation" { world.data.lifts[index].relationID = SourceID("relation/1") }
      }
      let waits = rides(try route(try world.build(), (0, 0), (60, 1800))).map(\.waitMilliseconds)
      #expect(waits == (evidence == "neither" ? [180_000, 180_000] : [180_000, 0]), "\(evidence)")
    }
  }

  @Test func `sections that change cars, turn back, lie apart or have no name are boarded separately`() throws
  {
    let two = Array(Self.three.prefix(2))
    for built in [
      try world(two, .cableCar).build(), try world(two, .funicular).build(),
      try world(two, .magicCarpet).build(),
      try world(two, name: nil).build(),
      try world([two[0], [(0, 980), (60, 1800)]]).build(),
      try world([two[0], [(10, 900), (40, 20)]]).build(),
    ] {
      #expect(built.report.count(of: "liftSectionJoined") == 0)
      #expect(built.builder.links.allSatisfy { $0.flags.isDisjoint(with: [.staysOn, .goesOn]) })
    }
    var mixed = world(two)
    mixed.data.lifts[1].kind = .chairLift
    #expect(try mixed.build().report.count(of: "liftSectionJoined") == 0)
  }

  @Test func `two parallel chairlifts of one name are not joined`() throws {
    let built = try world([[(0, 0), (0, 900)], [(20, 0), (20, 900)]], .chairLift).build()
    #expect(built.report.count(of: "liftSectionJoined") == 0)
  }

  @Test func `the same duration on every section is that of the whole lift`() throws {
    func durations(_ seconds: [Double?]) throws -> [Int?] {
      let built = try world([[(0, 0), (0, 600)], [(0, 600), (0, 1800)]], seconds: seconds).build()
      return ["L0", "L1"].map { id in
        built.feature(id).flatMap { built.builder.features[$0].facts.durationMilliseconds }.map {
          ($0 + 500) / 1000
        }
      }
    }
    #expect(try durations([360, 360]) == [120, 240])
    #expect(try durations([120, 240]) == [120, 240])
    #expect(try durations([360, nil]) == [360, nil])
  }

  /// Returns the durations in seconds of lifts in the map.
  private func durations(_ built: BuiltWorld, _ count: Int) -> [Int?] {
    (0..<count).map { number in
      built.feature("L\(number)").flatMap { built.builder.features[$0].facts.durationMilliseconds }.map {
        ($0 + 500) / 1000
      }
    }
  }

  private func numbered(
    _ sections: [Points], _ names: [String], _ kind: LiftKind = .gondola, seconds: [Double?]
  ) throws -> BuiltWorld {
    var world = world(sections, kind, seconds: seconds)
    for (index, name) in names.enumerated() { world.data.lifts[index].name = name }
    return try world.build()
  }

  private static let chain: [Points] = [
    [(0, 0), (0, 2000)], [(0, 2000), (0, 3000)], [(0, 3000), (0, 4000)],
  ]

  @Test(
    arguments: [
      (["Bahn 1", "Bahn 2", "Bahn 3"], [1000, 1000, 1000], [500, 250, 250]),
      (["Bahn I", "Bahn II", "Bahn III"], [1000, 1000, 1000], [500, 250, 250]),
      // Plausible only as the sum: one section has the duration of all.
      (["Bahn 1", "Bahn 2", "Bahn 3"], [1400, nil, nil], [700, 350, 350]),
      (["Bahn 1", "Bahn 2", "Bahn 3"], [450, nil, nil], [450, nil, nil]),
      (["Bahn 1", "Bahn 2", "Bahn 3"], [500, 250, 250], [500, 250, 250]),
      (["Bahn 1", "Bahn 2", "Other 3"], [700, 700, 700], [467, 233, nil]),
      (["Bahn", "Line", "Other"], [700, 700, 700], [700, nil, nil]),
    ] as [([String], [Double?], [Int?])])
  func `sections that a number tells apart share one duration`(
    names: [String], seconds: [Double?], expected: [Int?]
  ) throws {
    let built = try numbered(Self.chain, names, seconds: seconds)
    let found = durations(built, 3)
    #expect(found == expected, "\(found)")
    #expect(built.report.count(of: "liftSectionJoined") == 0, "a duration joins no cabins")
    let isShared =
      seconds.map { $0.map { Int($0) } } != expected && names[1] == "Bahn 2" || names[1] == "Bahn II"
    #expect(built.report.count(of: "durationOfChain") == (isShared ? 1 : 0))
  }

  @Test func `cable cars and funiculars in sections share one duration too`() throws {
    for kind in [LiftKind.cableCar, .funicular] {
      let built = try numbered(
        Array(Self.chain.prefix(2)), ["Bahn 1", "Bahn 2"], kind, seconds: [600, 600])
      #expect(durations(built, 2) == [400, 200])
    }
  }

  @Test func `parallel lifts that a number tells apart keep the same duration`() throws {
    let built = try numbered(
      [[(0, 0), (0, 1500)], [(20, 0), (20, 1500)]], ["Twin 1", "Twin 2"], .chairLift, seconds: [320, 320])
    #expect(durations(built, 2) == [320, 320])
    #expect(built.report.count(of: "durationOfChain") == 0)
  }

  @Test func `sections of equal length keep the same duration where it fits them better than the whole`()
    throws
  {
    let two: [Points] = [[(0, 0), (0, 1200)], [(0, 1200), (0, 2400)]]
    #expect(durations(try world(two, seconds: [260, 260]).build(), 2) == [260, 260])
    #expect(durations(try world(two, seconds: [500, 500]).build(), 2) == [250, 250])
  }

  @Test func `durations of random chains are recovered from their sum`() throws {
    var random = SeededGenerator(seed: 25)
    for round in 0..<40 {
      let lengths = (0..<Int.random(in: 2...4, using: &random)).map { _ in
        Double(Int.random(in: 500...2500, using: &random))
      }
      var (start, sections): (Double, [Points]) = (0, [])
      for length in lengths {
        sections.append([(0, start), (0, start + length)])
        start += length
      }
      let speed = Double.random(in: 4...6, using: &random)
      let seconds = (start / speed).rounded()
      let names = lengths.indices.map { "Bahn \($0 + 1)" }
      let built = try numbered(sections, names, seconds: lengths.map { _ in seconds })
      let found = durations(built, lengths.count)
      #expect(
        zip(found, lengths).allSatisfy { abs(Double($0 ?? 0) - seconds * $1 / start) < 2 },
        "round \(round): \(lengths) in \(seconds) s gave \(found)")
    }
  }

  @Test func `a passenger who boards before the last boarding rides through the next section`() throws {
    let built = try world(Array(Self.three.prefix(2))).build()
    let graph = try built.builder.build()
    let closes = DayTime(milliseconds: 16 * 3_600_000)
    let schedule = Schedule(
      hours: OperatingHours(liftsOpen: DayTime(milliseconds: 9 * 3_600_000), liftsClose: closes))
    let ends = Dictionary(
      (0..<graph.featureCount).map { graph.feature(FeatureIndex($0)) }.map { ($0.id.rawValue, $0) },
      uniquingKeysWith: { a, _ in a })
    // The wait of three minutes is over when boarding ends.
    let last = closes.milliseconds - schedule.hours.boardingBufferMilliseconds - 180_000
    for (late, isRidden) in [(0, true), (1, false)] {
      let session = DaySession(
        Router(graph: graph), timetable: Timetable(graph: graph, schedule: schedule))
      let request = RouteRequest.fastest(
        from: .node(try #require(ends["L0"]?.startNode)), to: .node(try #require(ends["L1"]?.endNode)))
      let result = try session.route(request, departing: DayTime(milliseconds: last + late))
      if case .answer(let route) = result {
        #expect(isRidden && rides(route).map(\.waitMilliseconds) == [180_000, 0])
      } else {
        #expect(!isRidden)
      }
    }
  }
}
