package import SkiAPI
import SkiBase
import SkiGraph
package import SkiRouting

extension TourQuestion: MapQuestion {
  /// A request with the places it names.
  package struct Asked: Sendable {
    package var request: TourRequest
    package let context: QuestionContext
    let home: String
    let lunch: String?
  }

  package func check() throws { _ = try skier.profile() }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let asked = try asked(over: service, under: conditions)
    return QuestionDocument(try document(asked.context.router.tour(asked.request), asked))
  }

  /// Returns the request of the question.
  /// - Throws: ``NoAnswerError`` when the places have no common region; ``SkiError`` for places and times.
  package func asked(over service: MapService, under conditions: DayConditions) throws -> Asked {
    let day = try QuestionDay(hours, at: home, under: conditions, over: service)
    let context = try QuestionContext(skier, day: day, over: service)
    let start = try context.end(home)
    let end = try end.map(context.end)
    let place = try lunch.place.map(context.end)
    let region = try context.region(of: [start, end, place].compactMap(\.self))
    var request = TourRequest(
      home: start.endpoint, end: end?.endpoint, from: try DayTime(from ?? hours.depart ?? "09:00"),
      until: try until.map { try DayTime($0) } ?? context.day.closing ?? DayTime(hour: 16, minute: 30),
      profile: context.profile, lunch: try place.map { try lunch.stop(at: $0) }, snapLimitMetres: skier.snap)
    request.goal = chosen.isEmpty ? goal.measure : .runs(try runs(context, in: region))
    return Asked(request: request, context: context, home: start.label, lunch: place?.label)
  }

  /// Returns the document of a tour.
  /// - Throws: ``NoAnswerError`` where there is none.
  package func document(_ answer: Answer<Tour>, _ asked: Asked) throws -> TourDocument {
    var document = try TourDocument(
      QuestionContext.value(answer), request: asked.request, home: asked.home, lunch: asked.lunch,
      map: asked.context.map)
    document.clock = asked.context.day.clock
    return document
  }

  private func runs(_ context: QuestionContext, in region: RegionIndex) throws -> [FeatureIndex] {
    try chosen.flatMap { text in
      let place = try context.finder.place(text.hasPrefix("run:") ? text : "run:" + text)
      try SkiError.require(
        place.kind == .run && place.region == region,
        "run \(text) is not a run of this ski area; skiroute places lists its runs")
      return place.features
    }
  }
}

extension TourQuestion.Goal {
  fileprivate var measure: TourGoal {
    switch self {
    case .metres: .metres
    case .distance: .distance
    case .runs: .differentRuns
    }
  }
}
