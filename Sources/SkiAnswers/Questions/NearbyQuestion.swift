package import SkiAPI
package import SkiBase
package import SkiGraph
package import SkiNavigation
import SkiRouting

extension NearbyQuestion: MapQuestion {
  package func check() throws {
    try SkiError.require((1...200).contains(limit), "limit must be 1...200, got \(limit)")
    if let minutes {
      try SkiError.require((0...1440).contains(minutes), "minutes must be 0...1440, got \(minutes)")
    }
    if let metres {
      try SkiError.require((0...100_000).contains(metres), "metres must be 0...100000, got \(metres)")
    }
    _ = try skier.profile()
    _ = try options()
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let question = try QuestionContext(skier, day: .unknown, over: service)
    let start = try question.end(place)
    let options = try options()
    let region = try question.region(of: [start])
    let profile = question.router.profile(question.profile, in: region)
    let router = try question.router.router(for: region)
    let point = try self.point(start, question, profile)
    let finder = NearbyFinder(router: router, profile: profile, options: options)
    finder.move(to: NearbyPosition(place: nil, coordinate: point.coordinate))
    _ = try finder.refresh()
    return QuestionDocument(
      NearbyDocument(finder.list, from: start.label, point, graph: router.graph, question.map),
      isNegative: finder.list.entries.isEmpty)
  }

  /// Returns the place with its elevation: for a coordinate, that of the network near it.
  private func point(
    _ start: NamedEndpoint, _ question: QuestionContext, _ profile: SkierProfile
  ) throws -> GraphPoint {
    switch start.endpoint {
    case .place(let place): return place.point
    case .coordinate(let coordinate):
      let near = try question.router.nearest(to: coordinate, profile: profile, withinMetres: skier.snap)
      return GraphPoint(
        position: FixedCoordinate(coordinate),
        elevationCentimetres: near.value?.point.elevationCentimetres)
    case .node: throw SkiError(.invalidArgument, "place must be a name or latitude,longitude")
    }
  }

  private func options() throws -> NearbyOptions {
    var options = NearbyOptions()
    options.kinds = [.lift, .run, .hut]
    let words = kinds.flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces() }
    if !words.isEmpty {
      options.kinds = Set(
        try words.map { word in
          guard let kind = NearbyKind(rawValue: word), kind != .person else {
            throw SkiError(
              .invalidArgument, "kind \(word.shortened(toScalars: 40)) is unknown; write lift, run or hut")
          }
          return kind
        })
    }
    (options.greatestMinutes, options.greatestMetres) = (minutes, metres)
    (options.measure, options.limit) = (order == .minutes ? .minutes : .metres, limit)
    if minutes != nil { options.unreachable = .leftOut }
    return options
  }
}

/// The lifts, runs and huts near a place; see Data/Formats/server.md.
package struct NearbyDocument: AnswerDocument {
  private let list: NearbyList
  private let label: String
  private let start: GraphPoint
  private let graph: RoutingGraph
  private let map: SkiMap

  /// Creates the document of a list.
  package init(
    _ list: NearbyList, from label: String, _ start: GraphPoint, graph: RoutingGraph, _ map: SkiMap
  ) {
    (self.list, self.label, self.start) = (list, label, start)
    (self.graph, self.map) = (graph, map)
  }

  package func text(colour: Bool) -> TerminalText {
    TerminalText(
      lines: places.map { entry, place in
        let time = entry.milliseconds.map { "\(($0 + 30_000) / 60_000) min" } ?? "not reachable"
        let name = place.label ?? graph.feature(place.feature).id.rawValue
        return "\(entry.kind.rawValue)  \(name)  \(time)  \(Int(entry.metres)) m"
      })
  }

  package func json() -> TerminalText { answer().line() }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  package func jsonBytes() -> [UInt8] { answer().jsonLine() }

  package func geoJSON() -> TerminalText { json() }

  private var places: [(NearbyEntry, Place)] {
    list.entries.compactMap { entry in entry.place.map { (entry, $0) } }
  }

  private func answer() -> NearbyAnswer {
    var answer = NearbyAnswer()
    (answer.attribution, answer.place) = (map.sources.attributions().credit, label)
    answer.position = AnswerPosition(start)
    answer.nearby = places.map { entry, place in
      var near = NearbyAnswer.Entry()
      (near.kind, near.id, near.name) = (place.kind, graph.feature(place.feature).id, place.label)
      (near.minutes, near.metres) = (entry.milliseconds.map { Double($0) / 60_000 }, entry.metres)
      near.bearingDegrees = start.coordinate.bearingDegrees(to: place.point.coordinate)
      near.climbMetres = place.point.elevationCentimetres.flatMap { there in
        start.elevationCentimetres.map { Double(there - $0) / 100 }
      }
      near.position = AnswerPosition(place.point)
      return near
    }
    return answer
  }
}

extension AnswerPosition {
  /// Creates the position of an answer.
  init(_ point: GraphPoint) { self.init(point.coordinate, elevationMetres: point.elevationMetres) }
}
