import ArgumentParser
import SkiGeo
import SkiGraph
import SkiModel
import SkiReports
import SkiRouting

/// `skiroute home`: until when one may leave a place, or every place, and still get home.
struct HomeCommand: TimedCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "Tells until when to leave to be home before lifts and runs close.",
    discussion: """
      Without FROM, for every lift (its upper end), station and hut. A place from which one skis or walks home without a lift \
      answers: any time.
      """)

  @Argument(help: "Where one is: a name or latitude,longitude; without it every place.") var from: String?
  @Option(help: "Where one must be in the end.") var home: String
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  func run() async throws {
    let question = try await Question(skier, day: hours.day())
    let home = try question.end(home)
    let start = try from.map(question.end)
    let (session, profile) = try question.session(for: [start, home].compactMap(\.self))
    guard
      let departures = try session.latestDepartures(
        to: home.endpoint, profile: profile, snapLimitMetres: skier.snap)
    else { throw try Question.refuse(NoRoute(.notNearAnything)) }
    var document = HomeDocument(
      home: home.label, closing: question.day.closing, entries: [], ceiling: profile.effectiveCeiling,
      heights: session.router.graph.heightKnowledge(), sources: question.map.sources)
    if let start {
      try answer(from: start, home, session, departures, profile, question, &document)
    } else {
      document.entries = Self.entries(session, departures)
    }
    switch format {
    case .text: try Console.write(document.text(colour: Console.wantsColour()))
    case .json: try Console.write(document.json())
    case .geojson: try Console.write(document.geoJSON())
    }
    if document.entries.allSatisfy({ $0.latest == nil }) { throw ExitStatusError(status: .noRoute) }
  }

  private func answer(
    from start: NamedEnd, _ home: NamedEnd, _ session: DaySession, _ departures: LatestDepartures,
    _ profile: SkierProfile, _ question: Question, _ document: inout HomeDocument
  ) throws {
    let latest = try session.latestDeparture(
      from: start.endpoint, in: departures, profile: profile, snapLimitMetres: skier.snap)
    let request = RouteRequest(
      from: start.endpoint, to: home.endpoint, profile: profile, snapLimitMetres: skier.snap,
      objective: .fastest)
    let beforeClosing = try session.departureBeforeClosing(
      from: start.endpoint, in: departures, profile: profile, snapLimitMetres: skier.snap)
    let departure = latest?.time ?? beforeClosing ?? question.day.departure
    var point: GraphPoint?
    if latest != nil, case .route(var route) = try session.route(request, departing: departure) {
      // Where there is no last moment, no hour means anything.
      if latest == .anyTime { route.departure = nil }
      document.lastRoute = route
      point = route.steps.first?.points.first
    }
    if latest == nil {
      let missing = try session.missingWay(
        from: start.endpoint, backTo: home.endpoint, profile: profile, snapLimitMetres: skier.snap)
      document.missingReturn = missing.map { MissingReturn($0, isHome: true) }
    }
    document.entries = [
      HomeDocument.Entry(
        name: start.label, kind: "", point: point ?? Self.point(start.endpoint, session), latest: latest,
        beforeClosing: beforeClosing)
    ]
  }

  private static func point(_ endpoint: RouteEndpoint, _ session: DaySession) -> GraphPoint {
    switch endpoint {
    case .coordinate(let place):
      GraphPoint(position: FixedCoordinate(place), elevationCentimetres: nil)
    case .place(let place): place.point
    case .node(let node): session.router.graph.point(node)
    }
  }

  /// The named lifts, stations and huts, those to be left first before the others, those without a way home last.
  private static func entries(_ session: DaySession, _ departures: LatestDepartures) -> [HomeDocument.Entry] {
    let graph = session.router.graph
    var names: Set<String> = []
    let entries = (0..<graph.featureCount).compactMap { position -> HomeDocument.Entry? in
      let feature = graph.feature(FeatureIndex(position))
      guard feature.kind == .lift || feature.kind == .station || feature.kind == .hut,
        let name = feature.label,
        let node = feature.kind == .lift ? feature.endNode : feature.startNode,
        names.insert("\(feature.kind) \(name)").inserted
      else { return nil }
      return HomeDocument.Entry(
        name: name, kind: graph.word(feature) + (feature.kind == .lift ? ", top" : ""),
        point: graph.point(node), latest: departures[node],
        beforeClosing: departures.beforeClosing(node))
    }
    return entries.sorted { (rank($0), $0.name) < (rank($1), $1.name) }
  }

  private static func rank(_ entry: HomeDocument.Entry) -> Int {
    switch entry.latest {
    case .until(let time)?: time.milliseconds
    case nil: .max
    default: .max - 1
    }
  }
}
