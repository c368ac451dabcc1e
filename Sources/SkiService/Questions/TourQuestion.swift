package import SkiContract
import SkiGeo
package import SkiGraph
import SkiModel
package import SkiReports
package import SkiRouting

/// A tour from home and back with as much skiing as a day allows.
package struct TourQuestion: MapQuestion {
  /// The place where the tour starts and ends.
  package var home = ""
  /// The place where it ends, if not at home.
  package var end: String?
  /// The start of the tour.
  package var from: String?
  /// The time of the return.
  package var until: String?
  /// The goal.
  package var goal = Goal.metres
  /// The runs that count; all when empty.
  package var chosen: [String] = []
  /// The lunch.
  package var lunch = LunchTerms()
  /// The skier.
  package var skier = SkierTerms()
  /// The clock.
  package var hours = DayTerms()

  /// The goal of a day's tour.
  package enum Goal: String, QuestionWord {
    case metres, distance, runs

    var goal: TourGoal {
      switch self {
      case .metres: .metres
      case .distance: .distance
      case .runs: .differentRuns
      }
    }
  }

  package static let name = "day"
  package static let answers: [ContractContent] = [.document(TourAnswer.self)]
  package static let keys: [QuestionKey<Self>] =
    [
      QuestionKey("home", \.home, KeyText.tourHome, isRequired: true),
      QuestionKey("end", \.end, KeyText.tourEnd), QuestionKey("from", \.from, KeyText.tourFrom),
      QuestionKey("until", \.until, KeyText.tourUntil), QuestionKey("goal", \.goal, KeyText.goal),
      QuestionKey("run", \.chosen, KeyText.tourRun),
    ] + LunchTerms.keys.within(\.lunch) + SkierTerms.keys.within(\.skier) + DayTerms.keys.within(\.hours)

  /// Creates a question without a place.
  package init() {}

  /// A request with the places it names.
  package struct Asked: Sendable {
    package var request: TourRequest
    package let region: RegionIndex
    package let context: QuestionContext
    let home: String
    let lunch: String?
  }

  package func check() throws { _ = try skier.profile() }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let asked = try asked(over: service, under: conditions)
    let answer = try asked.context.router.withDay(in: asked.region) {
      try $0.tour(asked.request) { _ in true }
    }
    return QuestionDocument(try document(answer, asked))
  }

  /// Returns the request of the question.
  /// - Throws: ``NoAnswerError`` when the places have no common region; ``SkiError`` for places and times.
  package func asked(over service: MapService, under conditions: DayConditions) throws -> Asked {
    let day = try QuestionDay(hours, at: home, under: conditions, over: service)
    let context = try QuestionContext(skier, day: day, over: service)
    let start = try context.end(home)
    let end = try end.map(context.end)
    let place = try lunch.place.map(context.end)
    return try context.withSession(for: [start, end, place].compactMap(\.self)) { session, profile in
      let region = session.router.graph.region
      var request = TourRequest(
        home: start.endpoint, end: end?.endpoint, from: try DayTime(from ?? hours.depart ?? "09:00"),
        until: try until.map { try DayTime($0) } ?? context.day.closing ?? DayTime(hour: 16, minute: 30),
        profile: profile, lunch: try place.map { try lunch.stop(at: $0) }, snapLimitMetres: skier.snap)
      request.goal = chosen.isEmpty ? goal.goal : .runs(try runs(context, in: region))
      return Asked(request: request, region: region, context: context, home: start.label, lunch: place?.label)
    }
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
