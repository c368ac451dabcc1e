package import SkiContract
import SkiGeo
import SkiGraph
import SkiModel
import SkiReports
import SkiRouting

/// The best meeting places of several persons.
package struct MeetQuestion: MapQuestion {
  /// The places where the persons are.
  package var places: [String] = []
  /// The names and limits of the persons, in the order of the places.
  package var person: [String] = []
  /// The places where they may meet; huts and lift stations when empty.
  package var at: [String] = []
  /// The place where all must get to afterwards; nil for where each came from.
  package var home: String?
  /// Indicates that no return is required.
  package var oneWay = false
  /// The skier: the limits of those without their own.
  package var skier = SkierTerms()
  /// The clock.
  package var hours = DayTerms()

  package static let name = "meet"
  package static let answers: [ContractContent] = [.document(MeetAnswer.self)]
  package static let keys: [QuestionKey<Self>] =
    [
      QuestionKey("places", \.places, KeyText.places, isRequired: true),
      QuestionKey("person", \.person, KeyText.person), QuestionKey("at", \.at, KeyText.meetAt),
      QuestionKey("home", \.home, KeyText.meetHome), QuestionKey("oneWay", \.oneWay, KeyText.oneWay),
    ] + SkierTerms.keys.within(\.skier) + DayTerms.keys.within(\.hours)

  /// Creates a question without persons.
  package init() {}

  package func check() throws {
    _ = try checkedPersons()
    _ = try skier.profile()
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let words = try checkedPersons()
    let day = try QuestionDay(hours, at: places[0], under: conditions, over: service)
    return try answer(words, QuestionContext(skier, day: day, over: service))
  }

  /// Checks the keys, and returns the values of persons.
  private func checkedPersons() throws -> [PersonTerms] {
    try SkiError.require(!places.isEmpty, "places are missing; give one for each person")
    try SkiError.require(
      person.count <= places.count,
      "persons are more than places (\(person.count) and \(places.count)); give a place for each")
    try SkiError.require(home == nil || !oneWay, "--home and --one-way contradict each other; leave one out")
    return try person.map { try PersonTerms($0) }
  }

  private func answer(_ words: [PersonTerms], _ context: QuestionContext) throws -> QuestionDocument {
    let ends = try places.map(context.end)
    let meetingEnds = try at.map(context.end)
    let home = try home.map(context.end)
    let shared = meetingEnds + [home].compactMap(\.self)
    return try context.withSession(for: ends + shared) { session, profile in
      let people = try ends.enumerated().map { index, end in
        try (index < words.count ? words[index] : PersonTerms()).person(
          at: end, profile, departure: context.day.departure, skier)
      }
      let request = MeetRequest(
        people: people, places: meetingEnds.map(\.endpoint),
        back: oneWay ? .nowhere : home.map { .place($0.endpoint) } ?? .start, snapLimitMetres: skier.snap)
      let meeting = try QuestionContext.value(session.meet(request).map { try session.offering($0, request) })
      let document = try MeetDocument(
        meeting, request: request, places: meetingEnds.map(\.label), home: home?.label, map: context.map)
      return QuestionDocument(
        document, isNegative: meeting.places.isEmpty, clock: context.day.clock)
    }
  }
}
