package import SkiContract
import SkiGeo
import SkiGraph
package import SkiNavigation
import SkiRouting

/// The lifts, runs and huts near a place, by the time it takes to reach them.
package struct NearbyQuestion: MapQuestion {
  /// The place.
  package var place = ""
  /// The kinds listed; empty for all.
  package var kinds: [String] = []
  /// The greatest time in minutes; nil for no limit.
  package var minutes: Double?
  /// The greatest straight-line distance in metres; nil for no limit.
  package var metres: Double?
  /// The measure of the order.
  package var order = NearbyMeasure.minutes
  /// The greatest number of items.
  package var limit = 20
  /// The skier.
  package var skier = SkierTerms()

  package static let name = "nearby"
  package static let answers: [ContractContent] = [.document(NearbyAnswer.self)]
  package static let keys: [QuestionKey<Self>] =
    [
      QuestionKey("place", \.place, KeyText.nearbyPlace, isRequired: true),
      QuestionKey("kinds", \.kinds, KeyText.nearbyKinds),
      QuestionKey("minutes", \.minutes, KeyText.nearbyMinutes),
      QuestionKey("metres", \.metres, KeyText.nearbyMetres),
      QuestionKey("order", \.order, KeyText.nearbyOrder), QuestionKey("limit", \.limit, KeyText.limit),
    ] + SkierTerms.keys.within(\.skier)

  /// Creates a question without a place.
  package init() {}

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
    return try question.withSession(for: [start]) { session, profile in
      let router = session.router
      let point = try self.point(start, question, profile)
      let finder = NearbyFinder(router: router, profile: profile, options: options)
      finder.move(to: NearbyPosition(place: nil, coordinate: point.coordinate))
      _ = try finder.refresh()
      return QuestionDocument(
        NearbyDocument(finder.list, from: start.label, point, graph: router.graph, question.map),
        isNegative: finder.list.entries.isEmpty)
    }
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
    (options.measure, options.limit) = (order, limit)
    if minutes != nil { options.unreachable = .leftOut }
    return options
  }
}

extension NearbyMeasure: QuestionWord {}
