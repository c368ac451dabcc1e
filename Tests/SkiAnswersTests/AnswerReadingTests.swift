import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAnswers

/// Answers are read by the same forms that write them.
@Suite struct AnswerReadingTests {
  /// Expects that an answer, read and written again, has the same bytes.
  /// - Returns: The answer that was read.
  @discardableResult
  private func readAgain<Answer: ContractDocument, Asked: MapQuestion>(
    _: Answer.Type, _: Asked.Type, _ query: KeyValuePairs<String, String>, _ service: MapService,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Answer {
    let question = try Asked(query: query.map { (name: $0.key, value: $0.value) })
    let conditions = DayConditions(now: UniversalTime(secondsSince1970: 1_771_056_000))
    let written = try QuestionAnswer(question, over: service, under: conditions).bytes
    let tree = try JSONTree.read(written, doubts: .refused)
    let answer = try Answer(DocumentReader(tree, of: "answer"))
    #expect(answer.jsonLine() == written, sourceLocation: sourceLocation)
    if let codable = answer as? any CodableDocument {
      #expect(try codedAgain(codable) == written, sourceLocation: sourceLocation)
    }
    return answer
  }

  /// Returns the JSON of a document that `Codable` has written and read.
  private func codedAgain<Document: CodableDocument>(_ document: Document) throws -> [UInt8]? {
    let read = try JSONDecoder().decode(Document.self, from: JSONEncoder().encode(document))
    return (read as? any ContractDocument)?.jsonLine()
  }

  private func service() async throws -> MapService {
    MapService(map: try await MapMaking.sample(.openskimap).contents.map())
  }

  @Test func `routes with directions, profile, clock and home`() async throws {
    let service = try await service()
    let plain = try readAgain(
      RouteAnswer.self, RouteQuestion.self, ["from": "Montsoleil", "to": "Aurore"], service)
    #expect(plain.route.totals != nil && !plain.steps.isEmpty && plain.directions == nil)
    for (from, to) in [("Montsoleil", "Aurore"), ("Aurore", "Montsoleil")] {
      let told = try readAgain(
        RouteAnswer.self, RouteQuestion.self,
        [
          "from": from, "to": to, "directions": "true", "profile": "true", "depart": "10:00",
          "closing": "16:30", "home": "Montsoleil",
        ], service)
      #expect(told.directions?.isEmpty == false && told.profile != nil && told.route.clock != nil)
      #expect(told.route.totals?.home != nil)
    }
  }

  @Test func `a missing route with openings, and an end that is far away`() async throws {
    let service = try await service()
    let missing = try readAgain(
      RouteAnswer.self, RouteQuestion.self,
      ["from": "Montsoleil", "to": "Aurore", "maxDifficulty": "green", "ungraded": "refuse"], service)
    #expect(missing.route.missing != nil && missing.steps.isEmpty)
    let far = try readAgain(
      RouteAnswer.self, RouteQuestion.self, ["from": "46.2,-4.5", "to": "Aurore"], service)
    #expect(far.route.missing?.reason == .notNearAnything)
  }

  @Test func `several routes, and journeys`() async throws {
    let service = try await service()
    for choice in [("alternatives", "3"), ("pareto", "true")] {
      let choices = try readAgain(
        ChoicesAnswer.self, RouteQuestion.self,
        ["from": "Montsoleil", "to": "Aurore", choice.0: choice.1], service)
      #expect(!choices.routes.isEmpty)
      #expect(choices.routes.allSatisfy { ($0.criteria != nil) == (choice.0 == "pareto") })
    }
    let journey = try readAgain(
      JourneyAnswer.self, RouteQuestion.self,
      ["from": "Montsoleil", "to": "Montsoleil", "via": "Aurore", "pause": "10"], service)
    #expect(journey.legs.count == 2 && journey.legs[0].pauseSeconds == 600)
  }

  @Test func `questions for a day`() async throws {
    let service = try await service()
    let home = try readAgain(
      HomeAnswer.self, HomeQuestion.self, ["home": "Montsoleil", "closing": "16:30"], service)
    #expect(home.places.contains { $0.leaveBy != nil } && home.lastBoarding != nil)
    let reach = try readAgain(
      ReachAnswer.self, ReachQuestion.self, ["from": "Montsoleil", "minutes": "40"], service)
    #expect(!reach.features.isEmpty)
    let closure = try readAgain(
      ClosureAnswer.self, ClosureQuestion.self, ["close": "Aurore", "home": "Montsoleil"], service)
    #expect(closure.closed == ["Aurore"])
    let tour = try readAgain(
      TourAnswer.self, TourQuestion.self,
      ["home": "Montsoleil", "from": "09:00", "until": "11:00"], service)
    #expect(!tour.legs.isEmpty && tour.score > 0)
    let meeting = try readAgain(
      MeetAnswer.self, MeetQuestion.self, ["places": "Montsoleil", "places": "Aurore"], service)
    #expect(!meeting.places.isEmpty && meeting.places[0].arrivals.count == 2)
  }

  @Test func `places`() async throws {
    let service = try await service()
    let found = try #require(try service.finder.matches("Aurore", limit: 1).first).place.point.coordinate
      .argumentText()
    let near = try readAgain(NearbyAnswer.self, NearbyQuestion.self, ["place": found], service)
    #expect(!near.nearby.isEmpty)
    let located = try readAgain(LocateAnswer.self, LocateQuestion.self, ["place": found], service)
    #expect(located.kind == "mountain" && located.nearest != nil)
  }

  @Test func `the examples of a recorded day, a table of times and a missing answer`() throws {
    func readAgain<Answer: ContractDocument>(_: Answer.Type) throws {
      let written = Answer.example.jsonLine()
      let tree = try JSONTree.read(written, doubts: .refused)
      #expect(try Answer(DocumentReader(tree, of: "answer")).jsonLine() == written)
    }
    try readAgain(DayAnswer.self)
    try readAgain(MatrixAnswer.self)
    try readAgain(MissingAnswer.self)
    try readAgain(PlaceEntry.self)
  }
}
